/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each hint is a function that looks at the totals. The limits are such that the hint is worth its
 * reading: what it names happens often, and costs a good part of the time.
 */
#include "hints.h"
#include "quantity.h"

#include "../data.h"

#include <inttypes.h>

enum {
    OFTEN = 20,        /* times that something happens before it is a habit of the program */
    WORTH_PERCENT = 10 /* of the program's time */
};

static unsigned percent(uint64_t part, uint64_t whole)
{
    return whole ? (unsigned)(100 * (double)part / (double)whole + 0.5) : 0;
}

static void add(json_t *hints, const char *id, char *text, const char *advice)
{
    json_t *hint = json_pack("{s:s}", "id", id);
    data_set(hint, "text", text);
    json_object_set_new(hint, "advice", json_string(advice));
    json_array_append_new(hints, hint);
}

static void look_at_waits(json_t *hints, const struct tally *tally)
{
    uint64_t waits = 0, time = 0;
    char took[QUANTITY];
    for (size_t i = 0; i < tally->queue_count; i++) {
        waits += tally->queues[i].lone_waits;
        time += tally->queues[i].lone_wait_time;
    }
    if (waits < OFTEN || percent(time, tally->host_time) < WORTH_PERCENT) return;
    add(hints, "lone-waits",
        text_format("The host waited %s, %u %% of the time, in %" PRIu64
                    " calls of clFinish after a single kernel each.",
                    quantity_time(took, time), percent(time, tally->host_time), waits),
        "Enqueue several kernels before you wait, or wait for the event of the last one.");
}

static void look_at_small_transfers(json_t *hints, const struct tally *tally)
{
    uint64_t small = 0, all = 0, bytes = 0;
    char size[QUANTITY];
    for (enum work work = READ; work <= COPY; work++) {
        const struct work_tally *it = &tally->transfers[work];
        small += it->small;
        all += it->commands;
        bytes += it->bytes;
    }
    if (small < 5 * OFTEN || small < all / 2) return;
    add(hints, "small-transfers",
        text_format("%" PRIu64 " of %" PRIu64
                    " transfers moved less than 4 KiB (%s for all together).",
                    small, all, quantity_bytes(size, bytes)),
        "Combine them: one transfer of a larger buffer costs hardly more than a small one.");
}

static void look_at_builds(json_t *hints, const struct tally *tally)
{
    char took[QUANTITY];
    if (!tally->builds.again) return;
    if (percent(tally->builds.again_nanoseconds, tally->host_time) < WORTH_PERCENT / 2) return;
    add(hints, "built-again",
        text_format("%" PRIu64 " of %" PRIu64
                    " calls of clBuildProgram built what was built before, with the same source, "
                    "options and device: %s.",
                    tally->builds.again, tally->builds.builds,
                    quantity_time(took, tally->builds.again_nanoseconds)),
        "Keep the program object, or its binary (clGetProgramInfo, CL_PROGRAM_BINARIES).");
}

static void look_at_kernels(json_t *hints, const struct tally *tally)
{
    for (size_t i = 0; i < tally->kernel_count; i++) {
        const struct work_tally *it = &tally->kernels[i];
        if (it->commands < OFTEN || it->created < it->commands) continue;
        add(hints, "kernel-for-each-launch",
            text_format("The kernel %s was created %" PRIu64 " times for %" PRIu64 " launches.",
                        it->name, it->created, it->commands),
            "Create it once for each thread that uses it, and set its arguments again.");
        return;
    }
}

static void look_at_gaps(json_t *hints, const struct tally *tally)
{
    for (size_t i = 0; i < tally->queue_count; i++) {
        const struct queue_tally *it = &tally->queues[i];
        const uint64_t span = it->last - it->first, idle = span - it->busy;
        char free_time[QUANTITY], busy[QUANTITY];
        if (it->timed < OFTEN || idle < it->busy || 2 * it->longer < it->timed ||
            percent(span, tally->host_time) < WORTH_PERCENT)
            continue;
        add(hints, "gaps",
            text_format("A queue of %s had nothing to do for %s and worked for %s: %" PRIu64
                        " of %" PRIu64 " gaps were longer than the command behind them.",
                        it->device ? it->device : "a device", quantity_time(free_time, idle),
                        quantity_time(busy, it->busy), it->longer, it->gaps),
            "Enqueue the next commands before the last ones have ended, or give each more work.");
        return;
    }
}

static void look_at_reads(json_t *hints, const struct tally *tally)
{
    uint64_t reads = 0, time = 0;
    char took[QUANTITY];
    for (size_t i = 0; i < tally->queue_count; i++) {
        reads += tally->queues[i].idle_reads;
        time += tally->queues[i].idle_read_time;
    }
    if (reads < OFTEN || percent(time, tally->host_time) < WORTH_PERCENT) return;
    add(hints, "idle-reads",
        text_format("%" PRIu64 " blocking reads came when their queue had nothing else to do; the "
                    "host waited %s for them, %u %% of the time.",
                    reads, quantity_time(took, time), percent(time, tally->host_time)),
        "Enqueue the next work first, and read without blocking, with an event.");
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
