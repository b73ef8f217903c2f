/* SPDX-License-Identifier: Apache-2.0 */
/* Hints about how a program keeps its devices busy. */
#include "hint_subjects.h"
#include "../base/quantity.h"

#include <inttypes.h>
#include <string.h>

/* Ignores waits that cost the device nothing because each kernel takes long. */
static void look_at_waits(struct hints *hints, const struct tally *tally)
{
    uint64_t waits = 0, time = 0, waited = 0;
    char took[QUANTITY], share[SHARE], idle[QUANTITY];
    for (size_t i = 0; i < tally->model->queue_count; i++) {
        waits += tally->queues[i].lone_waits;
        time += tally->queues[i].lone_wait_time;
    }
    for (size_t i = 0; i < tally->model->device_count; i++)
        waited += tally->devices[i].waited_after_lone_waits;
    if (waits < OFTEN || hint_percent(time, tally) < WORTH || hint_percent(waited, tally) < WORTH)
        return;
    hint_add(hints, HINT_LONE_WAITS, time,
             text_format("The host waited %s, %s, in %" PRIu64
                         " calls after a single kernel each. Until the next command, %s had "
                         "nothing to do for %s.",
                         quantity_time(took, time), hint_share(share, time, tally), waits,
                         tally->model->device_count > 1 ? "devices" : "the device",
                         quantity_time(idle, waited)),
             "Enqueue several kernels before you wait: those of a queue run one after the other.");
}

/* Counts only queues where a callback follows most kernels: there the program waits each time. */
static void look_at_callbacks(struct hints *hints, const struct tally *tally)
{
    uint64_t waits = 0, idle = 0;
    char took[QUANTITY], share[SHARE];
    for (size_t i = 0; i < tally->model->queue_count; i++) {
        const struct callback_waits *callbacks = &tally->queues[i].callbacks;
        if (2 * callbacks->waits < callbacks->kernels ||
            !model_is_in_order(&tally->model->queues[i]))
            continue;
        waits += callbacks->waits;
        idle += callbacks->idle;
    }
    if (waits < OFTEN || hint_percent(idle, tally) < WORTH) return;
    hint_add(hints, HINT_CALLBACK_WAITS, idle,
             text_format("%" PRIu64
                         " times, a command was enqueued only when the callback after a single "
                         "kernel had come. The device had nothing to do meanwhile: %s, %s.",
                         waits, quantity_time(took, idle), hint_share(share, idle, tally)),
             "Enqueue the next kernel before that: those of a queue run one after the other. Let "
             "callbacks follow only where the program needs a result.");
}

static uint64_t outside_meanwhile(const struct device_times *times)
{
    return host_time_outside(&times->host_meanwhile, times->waited_for_host);
}

/* Whether a device repeatedly waits for the host: longer than it works; or less, if meanwhile the
 * host is outside of OpenCL, because it could do that work while the device is busy. */
static bool has_gaps(const struct tally *tally, size_t place)
{
    const struct device_tally *device = &tally->devices[place];
    const uint64_t outside = outside_meanwhile(&tally->device_times[place]);
    return device->longer >= OFTEN && hint_percent(device->waited, tally) >= WORTH &&
           (device->waited >= device->worked || (hint_percent(outside, tally) >= WORTH_OUTSIDE &&
                                                 2 * device->longest_wait <= device->waited));
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

/* What the host did while a device waited for it, for the caller to free. *advice becomes the
 * advice about the largest part. */
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
        if (!(part >= WORTH_NAMING)) break;
        text_add(&text, "%s%.0f %% %s", i ? ", " : " Meanwhile the host was ", part, uses[i].doing);
    }
    return text;
}

static void look_at_gaps(struct hints *hints, const struct tally *tally)
{
    for (size_t i = 0; i < tally->model->device_count; i++) {
        const struct device_tally *device = &tally->devices[i];
        const char *advice;
        char idle[QUANTITY], worked[QUANTITY], *name, *host;
        if (!has_gaps(tally, i)) continue;
        name = hint_device(tally, i);
        host = host_meanwhile(&tally->device_times[i], &advice);
        hint_add(hints, HINT_GAPS, device->waited,
                 text_format("%s had nothing to do for %s and worked for %s: before %" PRIu64
                             " of %" PRIu64
                             " commands it waited for the host longer than the command took.%s%s",
                             name, quantity_time(idle, device->waited),
                             quantity_time(worked, device->worked), device->longer, device->timed,
                             host, *host ? "." : ""),
                 advice);
        free(host);
        free(name);
    }
}

static void look_at_reads(struct hints *hints, const struct tally *tally)
{
    uint64_t reads = 0, time = 0;
    char took[QUANTITY], share[SHARE];
    for (size_t i = 0; i < tally->model->queue_count; i++) {
        reads += tally->queues[i].idle_reads;
        time += tally->queues[i].idle_read_time;
    }
    if (reads < OFTEN || hint_percent(time, tally) < WORTH) return;
    hint_add(hints, HINT_IDLE_READS, time,
             text_format("%" PRIu64
                         " blocking reads began when their device had nothing else to do; "
                         "the host waited %s for them, %s.",
                         reads, quantity_time(took, time), hint_share(share, time, tally)),
             "If other work does not depend on what is read, enqueue it first, or read without "
             "blocking. Leave out reads whose result is not needed.");
}

static uint64_t launch_items(const size_t sizes[3], unsigned dimensions)
{
    uint64_t items = 1;
    for (unsigned i = 0; i < dimensions; i++) items *= sizes[i];
    return items;
}

static uint64_t launch_time(const struct launch_tally *launch)
{
    const uint64_t *took = launch->took.values.items;
    uint64_t time = 0;
    for (size_t i = 0; i < launch->took.values.count; i++) time += took[i];
    return time;
}

/* "GPU", "CPU" or "". Most sizes are bad only for some types of devices. */
static const char *type_of(const struct tally *tally, const struct work_tally *kernel)
{
    const struct model_device *device = &tally->model->devices[kernel->device];
    const char *type = recording_type(tally->model->recording, device->process, device->handle);
    return type ? type : "";
}

/* Looks at launches that use one of a device's many compute units, or hardly more. */
static void look_at_sizes(struct hints *hints, const struct tally *tally)
{
    for (size_t i = 0; i < tally->kernels.count; i++) {
        const struct work_tally *kernel = &tally->kernels.items[i];
        const bool is_gpu = strstr(type_of(tally, kernel), "GPU");
        const bool is_cpu = !strcmp(type_of(tally, kernel), "CPU");
        uint64_t single = 0, ones = 0;
        char took[QUANTITY], share[SHARE];
        for (size_t j = 0; j < kernel->launches.count; j++) {
            const struct launch_tally *launch = &kernel->launches.items[j];
            const uint64_t items = launch_items(launch->global, launch->dimensions);
            if (!launch->dimensions) continue;
            if (items == 1) single += launch_time(launch);
            else if (items >= MANY_ITEMS && launch->local[0] &&
                     launch_items(launch->local, launch->dimensions) == 1)
                ones += launch_time(launch);
        }
        if ((is_gpu || is_cpu) && !kernel->is_unordered && hint_percent(single, tally) >= WORTH)
            hint_add(hints, HINT_ONE_WORK_ITEM, single,
                     text_format("Kernel %s ran with a single work-item for %s, %s.", kernel->name,
                                 quantity_time(took, single), hint_share(share, single, tally)),
                     "A device works at many work-items at a time: divide the work among them.");
        if (is_gpu && hint_percent(ones, tally) >= WORTH)
            hint_add(hints, HINT_GROUPS_OF_ONE, ones,
                     text_format("Kernel %s ran in work-groups of one work-item for %s, %s.",
                                 kernel->name, quantity_time(took, ones),
                                 hint_share(share, ones, tally)),
                     "Unless the kernel demands this size, leave the local size to the driver "
                     "(NULL), or make it a multiple of "
                     "CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE.");
    }
}

void hints_of_device(struct hints *hints, const struct tally *tally)
{
    if (hint_knows_idle_times(tally)) {
        look_at_waits(hints, tally);
        look_at_callbacks(hints, tally);
        look_at_gaps(hints, tally);
        look_at_reads(hints, tally);
    }
    look_at_sizes(hints, tally);
}
