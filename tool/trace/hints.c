/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each hint is a function that looks at the totals. The limits are such that the hint is worth its
 * reading: what it names happens often, and costs a good part of the time.
 */
#include "hints.h"
#include "quantity.h"

#include "../base/data.h"

#include <inttypes.h>

/* test/trace/summary/test_summary.py knows these limits. */
enum {
    OFTEN = 20,             /* times that something happens before it is a habit of the program */
    OFTEN_SMALL = 5 * OFTEN /* the same, of transfers */
};
static const double worth_percent = 5;          /* of the program's time */
static const double worth_percent_creating = 1; /* the same, of what costs nothing to mend */

static double percent(uint64_t part, const struct tally *tally)
{
    return tally->host_time ? 100 * (double)part / (double)tally->host_time : 0;
}

static void add(json_t *hints, const char *id, char *text, const char *advice)
{
    json_t *hint = json_pack("{s:s}", "id", id);
    data_set(hint, "text", text);
    json_object_set_new(hint, "advice", json_string(advice));
    json_array_append_new(hints, hint);
}

/* A wait that costs the device nothing, because each kernel takes long, is none to look at. */
static void look_at_waits(json_t *hints, const struct tally *tally)
{
    uint64_t waits = 0, time = 0, waited = 0;
    char took[QUANTITY], idle[QUANTITY];
    for (size_t i = 0; i < tally->model->queue_count; i++) {
        waits += tally->queues[i].lone_waits;
        time += tally->queues[i].lone_wait_time;
    }
    for (size_t i = 0; i < tally->model->device_count; i++) waited += tally->devices[i].waited;
    if (waits < OFTEN || percent(time, tally) < worth_percent ||
        percent(waited, tally) < worth_percent)
        return;
    add(hints, "lone-waits",
        text_format("The host waited %s, %.0f %% of the time, in %" PRIu64
                    " calls of clFinish after a single kernel each. The device had nothing to do "
                    "for %s.",
                    quantity_time(took, time), percent(time, tally), waits,
                    quantity_time(idle, waited)),
        "Enqueue several kernels before you wait: those of a queue run one after the other.");
}

static void look_at_gaps(json_t *hints, const struct tally *tally)
{
    for (size_t i = 0; i < tally->model->device_count; i++) {
        const struct device_tally *it = &tally->devices[i];
        const char *name = tally->model->devices[i].name;
        char idle[QUANTITY], worked[QUANTITY];
        if (it->timed < OFTEN || it->waited < it->worked || 2 * it->longer < it->timed ||
            percent(it->waited, tally) < worth_percent)
            continue;
        add(hints, "gaps",
            text_format("%s had nothing to do for %s and worked for %s: before %" PRIu64
                        " of %" PRIu64
                        " commands it waited for the host longer than the command took.",
                        name ? name : "A device", quantity_time(idle, it->waited),
                        quantity_time(worked, it->worked), it->longer, it->timed),
            "Enqueue the next commands before the last ones have ended, or give each more work.");
    }
}

static void look_at_reads(json_t *hints, const struct tally *tally)
{
    uint64_t reads = 0, time = 0;
    char took[QUANTITY];
    for (size_t i = 0; i < tally->model->queue_count; i++) {
        reads += tally->queues[i].idle_reads;
        time += tally->queues[i].idle_read_time;
    }
    if (reads < OFTEN || percent(time, tally) < worth_percent) return;
    add(hints, "idle-reads",
        text_format("%" PRIu64 " blocking reads began when their device had nothing else to do; "
                    "the host waited %s for them, %.0f %% of the time.",
                    reads, quantity_time(took, time), percent(time, tally)),
        "If other work does not depend on what is read, enqueue it first, or read without "
        "blocking. Leave out reads whose result is not needed.");
}

static void look_at_small_transfers(json_t *hints, const struct tally *tally)
{
    uint64_t small = 0, all = 0, bytes = 0, time = 0;
    char size[QUANTITY], took[QUANTITY];
    for (enum work work = READ; work <= COPY; work++) {
        const struct work_tally *it = &tally->transfers[work];
        small += it->small;
        all += it->commands;
        bytes += it->small_bytes;
        time += it->small_time;
    }
    if (small < OFTEN_SMALL || percent(time, tally) < worth_percent) return;
    add(hints, "small-transfers",
        text_format("%" PRIu64 " of %" PRIu64
                    " transfers moved less than 4 KiB right after another such one: %s in %s, "
                    "%.0f %% of the time.",
                    small, all, quantity_bytes(size, bytes), quantity_time(took, time),
                    percent(time, tally)),
        "Combine them: one larger transfer costs hardly more than a small one.");
}

static void look_at_kernels(json_t *hints, const struct tally *tally)
{
    uint64_t again = 0, time = 0;
    const char *name = NULL;
    char took[QUANTITY];
    size_t kernels = 0;
    for (size_t i = 0; i < tally->creations.count; i++) {
        const struct creation_tally *it = (struct creation_tally *)tally->creations.items + i;
        if (it->again < OFTEN || 2 * it->again < it->launches) continue;
        if (!kernels++) name = it->name;
        again += it->again;
        time += it->nanoseconds;
    }
    if (!kernels || percent(time, tally) < worth_percent_creating) return;
    add(hints, "kernel-for-each-launch",
        text_format("%" PRIu64 " calls of clCreateKernel created a kernel that its program had "
                    "created before, for a launch or two each (%s%s): %s, %.0f %% of the time.",
                    again, name, kernels > 1 ? " and others" : "", quantity_time(took, time),
                    percent(time, tally)),
        "Create it once for each thread that uses it, and set its arguments again.");
}

static void look_at_builds(json_t *hints, const struct tally *tally)
{
    const uint64_t time = tally->builds.again_nanoseconds;
    char took[QUANTITY];
    if (!tally->builds.again || percent(time, tally) < worth_percent) return;
    add(hints, "built-again",
        text_format("%" PRIu64 " of %" PRIu64
                    " calls of clBuildProgram built what was built before, with the same source, "
                    "options and device: %s, %.0f %% of the time.",
                    tally->builds.again, tally->builds.builds, quantity_time(took, time),
                    percent(time, tally)),
        "Keep the program object, or its binary (clGetProgramInfo, CL_PROGRAM_BINARIES).");
}

json_t *hints_make(const struct tally *tally)
{
    static void (*const looks[])(json_t *,
                                 const struct tally *) = { look_at_waits,   look_at_gaps,
                                                           look_at_reads,   look_at_small_transfers,
                                                           look_at_kernels, look_at_builds };
    json_t *hints = json_array();
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) looks[i](hints, tally);
    return hints;
}
