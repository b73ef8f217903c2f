/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each hint is a function that looks at the totals. The limits are such that the hint is worth its
 * reading: what it names happens often, and costs a good part of the time.
 */
#include "hints.h"
#include "quantity.h"

#include "../base/data.h"
#include "../recording/show.h"
#include "../../layer/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* test/trace/summary/test_summary.py knows these limits. */
enum {
    OFTEN = 20,              /* times that something happens before it is a habit of the program */
    OFTEN_SMALL = 5 * OFTEN, /* the same, of what is small: transfers, events, calls of clFlush */
    MANY_VARIANTS = 10,
    MANY_ITEMS = 64 /* work-items, more than which should not run each by itself */
};
static const double worth_percent = 5;           /* of the program's time */
static const double worth_percent_building = 20; /* the same, of what must be done once */
static const double worth_percent_outside = 20;  /* the same, of what the host does while a device
                                                    waits, if the device works for longer */
static const double worth_naming = 10;           /* percent of what the host does meanwhile */
static const double worth_percent_creating = 1;  /* the same, of what costs nothing to mend */

static double percent(uint64_t part, const struct tally *tally)
{
    return tally->host_time ? 100 * (double)part / (double)tally->host_time : 0;
}

struct hint {
    uint64_t time; /* that it is about, in nanoseconds; the most comes first */
    json_t *object;
};

static void add(struct array *hints, const char *id, uint64_t time, char *text, const char *advice)
{
    json_t *object = json_pack("{s:s}", "id", id);
    data_set(object, "text", text);
    json_object_set_new(object, "advice", json_string(advice));
    *(struct hint *)array_add(hints, sizeof(struct hint)) = (struct hint){ time, object };
}

static int by_time(const void *a, const void *b)
{
    const struct hint *left = a, *right = b;
    return (left->time < right->time) - (left->time > right->time);
}

/* What failed may explain the rest. */
static void look_at_errors(struct array *hints, const struct tally *tally)
{
    const struct error_tally *errors = tally->habits.errors.items, *most = errors;
    const size_t count = tally->habits.errors.count;
    uint64_t calls = 0;
    char *text, code[32];
    if (!count) return;
    for (size_t i = 0; i < count; i++) {
        calls += errors[i].calls;
        if (errors[i].calls > most->calls) most = &errors[i];
    }
    snprintf(code, sizeof code, "%" PRId64, most->code);
    text = text_format("%s failed %" PRIu64 " time%s with %s", signature_of(most->function)->name,
                       most->calls, text_plural((size_t)most->calls),
                       show_error(most->code) ? show_error(most->code) : code);
    if (calls > most->calls) {
        char *longer = text_format("%s, other calls %" PRIu64 " time%s.", text, calls - most->calls,
                                   text_plural((size_t)(calls - most->calls)));
        free(text);
        text = longer;
    } else {
        char *longer = text_format("%s.", text);
        free(text);
        text = longer;
    }
    add(hints, "failed-calls", UINT64_MAX, text,
        "clrelay check says why a call failed, and where the program made it.");
}

/* A wait that costs the device nothing, because each kernel takes long, is none to look at. */
static void look_at_waits(struct array *hints, const struct tally *tally)
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
    add(hints, "lone-waits", time,
        text_format("The host waited %s, %.0f %% of the time, in %" PRIu64
                    " calls after a single kernel each. The device had nothing to do "
                    "for %s.",
                    quantity_time(took, time), percent(time, tally), waits,
                    quantity_time(idle, waited)),
        "Enqueue several kernels before you wait: those of a queue run one after the other.");
}

/* A habit of a queue if it follows most kernels: then the program waits each time. */
static void look_at_callbacks(struct array *hints, const struct tally *tally)
{
    uint64_t waits = 0, idle = 0;
    char took[QUANTITY];
    for (size_t i = 0; i < tally->model->queue_count; i++) {
        const struct callback_waits *it = &tally->queues[i].callbacks;
        if (2 * it->waits < it->kernels) continue;
        waits += it->waits;
        idle += it->idle;
    }
    if (waits < OFTEN || percent(idle, tally) < worth_percent) return;
    add(hints, "callback-waits", idle,
        text_format(
            "%" PRIu64 " times, a command was enqueued only when the callback after a single "
            "kernel had come. The device had nothing to do meanwhile: %s, %.0f %% of the time.",
            waits, quantity_time(took, idle), percent(idle, tally)),
        "Enqueue the next kernel before that: those of a queue run one after the other. Let "
        "callbacks follow only where the program needs a result.");
}

static uint64_t outside_meanwhile(const struct device_times *times)
{
    return host_time_outside(&times->host_meanwhile, times->waited_for_host);
}

/* Whether a device waits for the host again and again, for longer than it works; or for less, if the host does not
 * use OpenCL meanwhile: that can be done while the device works. */
static bool has_gaps(const struct tally *tally, size_t device)
{
    const struct device_tally *it = &tally->devices[device];
    const uint64_t outside = outside_meanwhile(&tally->device_times[device]);
    return it->longer >= OFTEN && percent(it->waited, tally) >= worth_percent &&
           (it->waited >= it->worked || (percent(outside, tally) >= worth_percent_outside &&
                                         2 * it->longest_wait <= it->waited));
}

struct use {
    const char *doing, *advice;
    uint64_t time;
};

static int by_use(const void *a, const void *b)
{
    const struct use *left = a, *right = b;
    return (left->time < right->time) - (left->time > right->time);
}

/* What the host did while a device waited for it, for the caller to free; *advice is about most of that. */
static char *host_meanwhile(const struct device_times *times, const char **advice)
{
    struct use uses[] = {
        [HOST_BUILDS] = { "building programs", "Build programs once, before the device has work.",
                          0 },
        [HOST_ENQUEUES] = { "enqueuing", "Give each command more work.", 0 },
        [HOST_OTHER_CALLS] = { "in other calls",
                               "Make these calls before, and give each command more work.", 0 },
        [HOST_WAITS] = { "waiting",
                         "Enqueue the next commands before the last ones have ended, or give each "
                         "more work.",
                         0 },
        [HOST_USES] = { "outside OpenCL",
                        "Overlap that with the device's work: enqueue the next commands before it, "
                        "with two sets of buffers in turn (double buffering).",
                        0 }
    };
    char *text = text_format("%s", "");
    for (unsigned use = 0; use < HOST_USES; use++) uses[use].time = times->host_meanwhile.of[use];
    uses[HOST_USES].time = outside_meanwhile(times);
    qsort(uses, HOST_USES + 1, sizeof *uses, by_use);
    *advice = uses[0].advice;
    for (unsigned i = 0; i <= HOST_USES; i++) {
        const double part = 100 * (double)uses[i].time / (double)times->waited_for_host;
        char *longer;
        if (!(part >= worth_naming)) break;
        longer = text_format("%s%s%.0f %% %s", text, i ? ", " : " Meanwhile the host was ", part,
                             uses[i].doing);
        free(text);
        text = longer;
    }
    return text;
}

static void look_at_gaps(struct array *hints, const struct tally *tally)
{
    for (size_t i = 0; i < tally->model->device_count; i++) {
        const struct device_tally *it = &tally->devices[i];
        const char *name = tally->model->devices[i].name, *advice;
        char idle[QUANTITY], worked[QUANTITY], *host;
        if (!has_gaps(tally, i)) continue;
        host = host_meanwhile(&tally->device_times[i], &advice);
        add(hints, "gaps", it->waited,
            text_format(
                "%s had nothing to do for %s and worked for %s: before %" PRIu64 " of %" PRIu64
                " commands it waited for the host longer than the command took.%s%s",
                name ? name : "A device", quantity_time(idle, it->waited),
                quantity_time(worked, it->worked), it->longer, it->timed, host, *host ? "." : ""),
            advice);
        free(host);
    }
}

static void look_at_reads(struct array *hints, const struct tally *tally)
{
    uint64_t reads = 0, time = 0;
    char took[QUANTITY];
    for (size_t i = 0; i < tally->model->queue_count; i++) {
        reads += tally->queues[i].idle_reads;
        time += tally->queues[i].idle_read_time;
    }
    if (reads < OFTEN || percent(time, tally) < worth_percent) return;
    add(hints, "idle-reads", time,
        text_format("%" PRIu64 " blocking reads began when their device had nothing else to do; "
                    "the host waited %s for them, %.0f %% of the time.",
                    reads, quantity_time(took, time), percent(time, tally)),
        "If other work does not depend on what is read, enqueue it first, or read without "
        "blocking. Leave out reads whose result is not needed.");
}

static void look_at_small_transfers(struct array *hints, const struct tally *tally)
{
    uint64_t small = 0, all = 0, bytes = 0, time = 0;
    char size[QUANTITY], took[QUANTITY];
    for (size_t i = 0; i < (COPY + 1) * MEMORY_KINDS; i++) {
        const struct work_tally *it = &tally->transfers[i / MEMORY_KINDS][i % MEMORY_KINDS];
        small += it->small;
        all += it->commands;
        bytes += it->small_bytes;
        time += it->small_time;
    }
    if (small < OFTEN_SMALL || percent(time, tally) < worth_percent) return;
    add(hints, "small-transfers", time,
        text_format("%" PRIu64 " of %" PRIu64
                    " transfers moved less than 4 KiB right after another such one: %s in %s, "
                    "%.0f %% of the time.",
                    small, all, quantity_bytes(size, bytes), quantity_time(took, time),
                    percent(time, tally)),
        "Combine them: one larger transfer costs hardly more than a small one.");
}

static void look_at_kernels(struct array *hints, const struct tally *tally)
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
    add(hints, "kernel-for-each-launch", time,
        text_format("%" PRIu64 " calls of clCreateKernel created a kernel that its program had "
                    "created before, for a launch or two each (%s%s): %s, %.0f %% of the time.",
                    again, name, kernels > 1 ? " and others" : "", quantity_time(took, time),
                    percent(time, tally)),
        "Create it once for each thread that uses it, and set its arguments again.");
}

static void look_at_builds(struct array *hints, const struct tally *tally)
{
    const uint64_t time = tally->builds.again_nanoseconds;
    char took[QUANTITY];
    if (!tally->builds.again || percent(time, tally) < worth_percent) return;
    add(hints, "built-again", time,
        text_format("%" PRIu64 " of %" PRIu64
                    " calls of clBuildProgram built what was built before, with the same source, "
                    "options and device: %s, %.0f %% of the time.",
                    tally->builds.again, tally->builds.builds, quantity_time(took, time),
                    percent(time, tally)),
        "Keep the program object, or its binary (clGetProgramInfo, CL_PROGRAM_BINARIES).");
}

/* What was built before, and need not be built again, is another hint. */
static void look_at_building(struct array *hints, const struct tally *tally)
{
    const struct build_tally *it = &tally->builds;
    const uint64_t time = it->nanoseconds - it->again_nanoseconds;
    char took[QUANTITY], *variants = NULL;
    if (percent(time, tally) < worth_percent_building) return;
    if (it->variants >= MANY_VARIANTS)
        variants =
            text_format(" One source was built with %" PRIu64 " different options.", it->variants);
    add(hints, "building", time,
        text_format("Building programs for the first time took %s, %.0f %% of the time.%s",
                    quantity_time(took, time), percent(time, tally), variants ? variants : ""),
        "Keep their binaries (clGetProgramInfo, CL_PROGRAM_BINARIES) from one run to the next, and "
        "create programs from them.");
    free(variants);
}

/* Drivers start and end their devices with a context, and one is needed. */
static bool is_needed(const struct function_tally *it, const char *name)
{
    return it->calls == 1 && strstr(name, "Context");
}

/* What is neither waiting nor enqueuing nor building is quick as a rule. */
static void look_at_slow_functions(struct array *hints, const struct tally *tally)
{
    for (unsigned number = 0; number < EXTENSION_NUMBER_END; number++) {
        const struct function_tally *it = &tally->functions[number];
        char took[QUANTITY], longest[QUANTITY];
        if (!it->calls || it->use != HOST_OTHER_CALLS || number == SLOT_OF(clGetEventInfo) ||
            is_needed(it, signature_of(number)->name) ||
            percent(it->nanoseconds, tally) < worth_percent_building)
            continue;
        add(hints, "slow-function", it->nanoseconds,
            text_format("%" PRIu64
                        " call%s of %s took %s, %.0f %% of the time; the longest took %s.",
                        it->calls, it->calls == 1 ? "" : "s", signature_of(number)->name,
                        quantity_time(took, it->nanoseconds), percent(it->nanoseconds, tally),
                        quantity_time(longest, it->longest)),
            number == SLOT_OF(clGetProgramInfo)
                ? "Some drivers finish a build when they are asked for the program's binary. Ask "
                  "for it once, and keep it from one run to the next, or leave it out."
                : "Find the longest in the timeline, and see whether the program needs it.");
    }
}

static void look_at_leaks(struct array *hints, const struct tally *tally)
{
    static const char *const names[] = {
        [EVENTS] = "events", [KERNELS] = "kernels", [PROGRAMS] = "programs", [QUEUES] = "queues"
    };
    static const char *const release[] = { [EVENTS] = "clReleaseEvent",
                                           [KERNELS] = "clReleaseKernel",
                                           [PROGRAMS] = "clReleaseProgram",
                                           [QUEUES] = "clReleaseCommandQueue" };
    if (!recording_has_all(tally->model->recording)) return;
    for (enum object_kind kind = EVENTS; kind <= QUEUES; kind++) {
        const struct object_tally *it = &tally->habits.objects[kind];
        const uint64_t references = it->made + it->retained;
        char *advice;
        if (it->released + OFTEN_SMALL > references || 2 * it->released > references) continue;
        advice =
            text_format("Release each with %s when it is no longer used: they keep memory, and "
                        "some drivers get slower with each.",
                        release[kind]);
        add(hints, "never-released", 0,
            text_format("The program made %" PRIu64 " %s, and released %" PRIu64
                        " while it was recorded.",
                        it->made, names[kind], it->released),
            advice);
        free(advice);
    }
}

static void look_at_polls(struct array *hints, const struct tally *tally)
{
    const struct habits *it = &tally->habits;
    char took[QUANTITY];
    if (it->polls < OFTEN_SMALL || percent(it->polling, tally) < worth_percent) return;
    add(hints, "polling", it->polling,
        text_format("The program asked for the state of an event %" PRIu64
                    " times in a row, for %s, %.0f %% of the time.",
                    it->polls, quantity_time(took, it->polling), percent(it->polling, tally)),
        "Wait with clWaitForEvents, or set a callback (clSetEventCallback): a processor is free "
        "meanwhile.");
}

static uint64_t launch_items(const size_t sizes[3], unsigned dimensions)
{
    uint64_t items = 1;
    for (unsigned i = 0; i < dimensions; i++) items *= sizes[i];
    return items;
}

static uint64_t launch_time(const struct launch_tally *it)
{
    const uint64_t *took = it->took.values.items;
    uint64_t time = 0;
    for (size_t i = 0; i < it->took.values.count; i++) time += took[i];
    return time;
}

/* A launch that a device with many units works at with one, or nearly one. */
/* "GPU", "CPU" or "": most sizes are bad for some types of devices only. */
static const char *type_of(const struct tally *tally, const struct work_tally *kernel)
{
    const struct model_device *device = &tally->model->devices[kernel->device];
    const char *type = recording_type(tally->model->recording, device->process, device->handle);
    return type ? type : "";
}

static void look_at_sizes(struct array *hints, const struct tally *tally)
{
    for (size_t i = 0; i < tally->kernels.count; i++) {
        const struct work_tally *kernel = (struct work_tally *)tally->kernels.items + i;
        const bool is_gpu = !strcmp(type_of(tally, kernel), "GPU");
        const bool is_cpu = !strcmp(type_of(tally, kernel), "CPU");
        uint64_t single = 0, ones = 0;
        char took[QUANTITY];
        for (size_t j = 0; j < kernel->launches.count; j++) {
            const struct launch_tally *it = (struct launch_tally *)kernel->launches.items + j;
            const uint64_t items = launch_items(it->global, it->dimensions);
            if (!it->dimensions) continue;
            if (items == 1) single += launch_time(it);
            else if (items >= MANY_ITEMS && it->local[0] &&
                     launch_items(it->local, it->dimensions) == 1)
                ones += launch_time(it);
        }
        if ((is_gpu || is_cpu) && percent(single, tally) >= worth_percent)
            add(hints, "one-work-item", single,
                text_format("Kernel %s ran with a single work-item for %s, %.0f %% of the time.",
                            kernel->name, quantity_time(took, single), percent(single, tally)),
                "A device works at many work-items at a time: divide the work among them.");
        if (is_gpu && percent(ones, tally) >= worth_percent)
            add(hints, "groups-of-one", ones,
                text_format("Kernel %s ran in work-groups of one work-item for %s, %.0f %% of the "
                            "time.",
                            kernel->name, quantity_time(took, ones), percent(ones, tally)),
                "Leave the local size to the driver (NULL), or make it a multiple of "
                "CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE.");
    }
}

static void look_at_flushes(struct array *hints, const struct tally *tally)
{
    const struct function_tally *it = &tally->functions[SLOT_OF(clFlush)];
    uint64_t commands = 0;
    char took[QUANTITY];
    for (size_t i = 0; i < tally->model->queue_count; i++) commands += tally->queues[i].commands;
    if (it->calls < OFTEN_SMALL || 2 * it->calls < commands ||
        percent(it->nanoseconds, tally) < worth_percent)
        return;
    add(hints, "flushes", it->nanoseconds,
        text_format("%" PRIu64 " calls of clFlush for %" PRIu64 " commands took %s, %.0f %% of the "
                    "time.",
                    it->calls, commands, quantity_time(took, it->nanoseconds),
                    percent(it->nanoseconds, tally)),
        "Flush once after several commands; what waits (clFinish, a blocking call) flushes by "
        "itself.");
}

/* Objects that live for one launch. */
static void look_at_creations(struct array *hints, const struct tally *tally)
{
    static const struct {
        enum object_kind kind;
        const char *id, *name, *advice;
    } rows[] = {
        { BUFFERS, "buffer-for-each-launch", "buffers",
          "Create them once, and write to them again." },
        { QUEUES, "queue-for-each-launch", "queues", "Create one, and keep it." },
    };
    uint64_t launches = 0;
    char took[QUANTITY];
    for (size_t i = 0; i < tally->kernels.count; i++)
        launches += ((struct work_tally *)tally->kernels.items)[i].commands;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct object_tally *it = &tally->habits.objects[rows[i].kind];
        if (it->made < OFTEN || 2 * it->made < launches || 2 * it->released < it->made ||
            percent(it->nanoseconds, tally) < worth_percent)
            continue;
        add(hints, rows[i].id, it->nanoseconds,
            text_format("The program made %" PRIu64 " %s for %" PRIu64
                        " launches, and released most: %s, %.0f %% of the time.",
                        it->made, rows[i].name, launches, quantity_time(took, it->nanoseconds),
                        percent(it->nanoseconds, tally)),
            rows[i].advice);
    }
}

/* Where in the program is what a hint is about. */
static void add_call_sites(json_t *hint, const struct tally *tally)
{
    static const struct {
        const char *id;
        enum site_list list;
        const char *functions; /* of these alone; NULL: all */
    } rows[] = {
        { "failed-calls", SITE_FAILURES, NULL },
        { "lone-waits", SITE_LONE_WAITS, NULL },
        { "idle-reads", SITE_IDLE_READS, NULL },
        { "small-transfers", SITE_SMALL_TRANSFERS, NULL },
        { "kernel-for-each-launch", SITE_CALLS, "clCreateKernel" },
        { "built-again", SITE_CALLS, "clBuildProgram" },
        { "building", SITE_CALLS, "clBuildProgram,clCompileProgram,clLinkProgram" },
        { "polling", SITE_CALLS, "clGetEventInfo" },
        { "flushes", SITE_CALLS, "clFlush" },
        { "buffer-for-each-launch", SITE_CALLS, "clCreateBuffer*" },
        { "queue-for-each-launch", SITE_CALLS, "clCreateCommandQueue*" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        json_t *sites;
        if (!data_is(hint, "id", rows[i].id)) continue;
        sites = site_tallies_json(&tally->sites, rows[i].list, rows[i].functions);
        if (json_array_size(sites)) json_object_set(hint, "call_sites", sites);
        json_decref(sites);
    }
}

json_t *hints_make(const struct tally *tally)
{
    static void (*const looks[])(struct array *, const struct tally *) = {
        look_at_errors,   look_at_waits,           look_at_callbacks, look_at_gaps,
        look_at_reads,    look_at_small_transfers, look_at_kernels,   look_at_builds,
        look_at_building, look_at_slow_functions,  look_at_leaks,     look_at_polls,
        look_at_sizes,    look_at_flushes,         look_at_creations
    };
    struct array found = { NULL, 0, 0 };
    json_t *hints = json_array();
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) looks[i](&found, tally);
    array_sort(&found, sizeof(struct hint), by_time);
    for (size_t i = 0; i < found.count; i++) {
        json_t *hint = ((struct hint *)found.items)[i].object;
        add_call_sites(hint, tally);
        json_array_append_new(hints, hint);
    }
    free(found.items);
    return hints;
}
