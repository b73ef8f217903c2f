/* SPDX-License-Identifier: Apache-2.0 */
/* The summary as JSON. */
#include "summary.h"

#include "../base/data.h"
#include "../recording/frame_json.h"

#include <inttypes.h>

static json_t *number(uint64_t value)
{
    return json_integer((json_int_t)value);
}

static json_t *functions_of(const struct summary *summary)
{
    json_t *all = json_array();
    for (size_t i = 0; i < summary->functions.count; i++) {
        const unsigned place = summary->functions.items[i];
        const struct function_tally *sums = &summary->tally->functions[place];
        const uint64_t returned = sums->calls - sums->unfinished;
        json_t *object = json_object();
        json_object_set_new(object, "name", json_string(signature_of(place)->name));
        json_object_set_new(object, "calls", number(sums->calls));
        json_object_set_new(object, "total", number(sums->nanoseconds));
        json_object_set_new(object, "mean", number(returned ? sums->nanoseconds / returned : 0));
        json_object_set_new(object, "longest", number(sums->longest));
        json_object_set_new(object, "errors", number(sums->errors));
        json_object_set_new(object, "unfinished", number(sums->unfinished));
        json_array_append_new(all, object);
    }
    return all;
}

static json_t *sizes_of(const size_t sizes[3], unsigned dimensions)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < dimensions; i++) json_array_append_new(list, number(sizes[i]));
    return list;
}

static json_t *work_of(uint64_t commands, struct spread *took)
{
    const struct spread_figures figures = spread_figures(took);
    json_t *object = json_object();
    json_object_set_new(object, "commands", number(commands));
    json_object_set_new(object, "timed", number(figures.count));
    json_object_set_new(object, "total", number(figures.total));
    json_object_set_new(object, "mean", number(figures.mean));
    json_object_set_new(object, "median", number(figures.median));
    json_object_set_new(object, "p99", number(figures.p99));
    json_object_set_new(object, "longest", number(figures.longest));
    json_object_set_new(object, "deviation", number(figures.deviation));
    return object;
}

static void put_sizes(json_t *object, const struct launch_tally *launch)
{
    json_object_set_new(object, "global", sizes_of(launch->global, launch->dimensions));
    json_object_set_new(object, "local",
                        sizes_of(launch->local, launch->local[0] ? launch->dimensions : 0));
}

/* Adds a device, by its name and its number in timelines. */
static void put_device(json_t *object, const struct model *model, size_t device)
{
    json_object_set_new(object, "device", data_string(model->devices[device].name));
    json_object_set_new(object, "device_number", number(model->devices[device].number));
}

static json_t *launches_of(const struct work_tally *kernel)
{
    json_t *launches = json_array();
    for (size_t i = 0; i < kernel->launches.count; i++) {
        struct launch_tally *launch = &kernel->launches.items[i];
        json_t *object = work_of(launch->commands, &launch->took);
        put_sizes(object, launch);
        json_array_append_new(launches, object);
    }
    return launches;
}

static json_t *kernels_of(const struct tally *tally)
{
    uint64_t all = 0;
    json_t *kernels = json_array();
    struct work_tally *items = tally->kernels.items;
    for (size_t i = 0; i < tally->kernels.count; i++) all += items[i].nanoseconds;
    for (size_t i = 0; i < tally->kernels.count; i++) {
        struct work_tally *kernel = &items[i];
        json_t *object = work_of(kernel->commands, &kernel->took);
        json_object_set_new(object, "name", data_string(kernel->name));
        put_device(object, tally->model, kernel->device);
        json_object_set_new(object, "share",
                            json_real(all ? (double)kernel->nanoseconds / (double)all : 0));
        json_object_set_new(object, "waited", number(spread_figures(&kernel->waited).median));
        json_object_set_new(object, "launches", launches_of(kernel));
        json_array_append_new(kernels, object);
    }
    return kernels;
}

static json_t *transfers_of(struct tally *tally)
{
    json_t *transfers = json_array();
    for (size_t i = (size_t)READ * MEMORY_KINDS; i < (size_t)WORK_COUNT * MEMORY_KINDS; i++) {
        const enum work work = (enum work)(i / MEMORY_KINDS);
        const enum memory_kind memory = (enum memory_kind)(i % MEMORY_KINDS);
        struct work_tally *transfer = &tally->transfers[work][memory];
        const double speed = summary_speed(work, transfer);
        json_t *object;
        if (!transfer->commands) continue;
        object = work_of(transfer->commands, &transfer->took);
        json_object_set_new(object, "kind", json_string(summary_transfer_name(work, memory)));
        json_object_set_new(object, "bytes", number(transfer->bytes));
        json_object_set_new(object, "gigabytes_per_second",
                            speed < 0 ? json_null() : json_real(speed));
        json_array_append_new(transfers, object);
    }
    return transfers;
}

static json_t *queues_of(const struct summary *summary)
{
    const struct tally *tally = summary->tally;
    json_t *queues = json_array();
    for (size_t i = 0; i < summary->queues.count; i++) {
        const size_t place = summary->queues.items[i];
        const struct model_queue *queue = &tally->model->queues[place];
        const struct queue_tally *sums = &tally->queues[place];
        json_t *object = json_object();
        json_object_set_new(object, "number", number(queue->number));
        data_set(object, "queue", text_format("0x%" PRIx64, queue->handle));
        json_object_set_new(object, "process", number(queue->process->id));
        put_device(object, tally->model, queue->device);
        json_object_set_new(object, "commands", number(sums->commands));
        json_object_set_new(object, "timed", number(sums->timed));
        json_object_set_new(object, "busy", number(sums->busy));
        json_object_set_new(object, "idle", number(sums->idle));
        json_array_append_new(queues, object);
    }
    return queues;
}

/* What the program did with its time. The uses add up to the whole. */
static json_t *uses_of(const struct host_times *times, uint64_t whole)
{
    static const char *const names[HOST_USES] = { "building", "enqueuing", "other_calls",
                                                  "waiting" };
    json_t *uses = json_object();
    for (unsigned use = 0; use < HOST_USES; use++)
        json_object_set_new(uses, names[use], number(times->of[use]));
    json_object_set_new(uses, "outside", number(host_time_outside(times, whole)));
    return uses;
}

static json_t *devices_of(const struct tally *tally)
{
    json_t *devices = json_array();
    for (size_t i = 0; i < tally->model->device_count; i++) {
        const struct model_device *device = &tally->model->devices[i];
        const struct device_times *times = &tally->device_times[i];
        const char *type;
        json_t *object;
        if (!device->commands && !device->reversed && !device->contradicting && !device->untimed)
            continue;
        object = json_object();
        put_device(object, tally->model, i);
        type = recording_type(tally->model->recording, device->process, device->handle);
        json_object_set_new(object, "type", type ? json_string(type) : json_null());
        json_object_set_new(object, "process", number(device->process->id));
        json_object_set_new(object, "clock_agrees",
                            json_boolean(device->clocks.method != CLOCKS_AT_ODDS));
        json_object_set_new(object, "reversed", number(device->reversed));
        json_object_set_new(object, "contradicting", number(device->contradicting));
        json_object_set_new(object, "untimed", number(device->untimed));
        json_object_set_new(object, "span", number(times->span));
        json_object_set_new(object, "busy", number(times->busy));
        json_object_set_new(object, "overlapped", number(times->overlapped));
        json_object_set_new(object, "waited_for_host", number(times->waited_for_host));
        json_object_set_new(object, "host_meanwhile",
                            uses_of(&times->host_meanwhile, times->waited_for_host));
        json_object_set_new(object, "waited_for_queues", number(times->waited_for_queues));
        json_array_append_new(devices, object);
    }
    return devices;
}

static json_t *ranges_of(const struct range_tallies *ranges)
{
    json_t *all = json_array();
    for (size_t i = 0; i < ranges->count; i++) {
        const struct range_tally *range = &ranges->items[i];
        const uint64_t ended = range->count - range->unfinished;
        json_t *object = json_object();
        data_set(object, "name", marks_name(range->text));
        json_object_set_new(object, "count", number(range->count));
        json_object_set_new(object, "total", number(range->total));
        json_object_set_new(object, "mean", number(ended ? range->total / ended : 0));
        json_object_set_new(object, "longest", number(range->longest));
        json_object_set_new(object, "waiting", number(range->waiting));
        json_object_set_new(object, "busy", number(range->busy));
        json_object_set_new(object, "unfinished", number(range->unfinished));
        json_array_append_new(all, object);
    }
    return all;
}

static json_t *memory_of(const struct tally *tally)
{
    json_t *memory = json_array();
    for (size_t i = 0; i < tally->model->context_count; i++) {
        const struct model_context *context = &tally->model->contexts[i];
        json_t *object;
        if (!context->objects_made) continue;
        object = json_object();
        json_object_set_new(object, "number", number(context->number));
        data_set(object, "context", text_format("0x%" PRIx64, context->handle));
        json_object_set_new(object, "process", number(context->process->id));
        json_object_set_new(object, "most", number(context->all_most));
        json_object_set_new(object, "left", number(context->all));
        json_object_set_new(object, "objects_left", number(context->objects_left));
        json_array_append_new(memory, object);
    }
    return memory;
}

/* ---- call sites ---- */

static json_t *site_of(const struct call_site *site)
{
    json_t *json = frame_json(&site->frame, site->module, site->address);
    json_object_set_new(json, "text", data_string(site->text));
    return json;
}

static json_t *callers_of(const struct caller_tallies *callers)
{
    json_t *list = json_array();
    for (size_t i = 0; i < callers->count; i++) {
        const struct caller_tally *caller = &callers->items[i];
        json_t *object = json_object();
        json_object_set_new(object, "calls", number(caller->times));
        json_object_set_new(object, "total", number(caller->nanoseconds));
        json_object_set_new(object, "site", site_of(caller->site));
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *sites_of(const struct sorted_sites *sites)
{
    json_t *list = json_array();
    for (size_t i = 0; i < sites->count; i++) {
        const struct site_tally *site = sites->items[i];
        json_t *object = json_object();
        json_object_set_new(object, "name", data_string(site->name));
        json_object_set_new(object, "calls", number(site->times));
        json_object_set_new(object, "timed", number(site->timed));
        json_object_set_new(object, "total", number(site->nanoseconds));
        json_object_set_new(object, "mean",
                            number(site->timed ? site->nanoseconds / site->timed : 0));
        json_object_set_new(object, "longest", number(site->longest));
        json_object_set_new(object, "site", site_of(site->site));
        json_object_set_new(object, "callers", callers_of(&site->callers));
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *lists_of_sites(const struct summary *summary)
{
    static const char *const names[] = {
        [SITE_CALLS] = "calls", [SITE_WAITS] = "waits", [SITE_KERNELS] = "kernels"
    };
    json_t *lists = json_object();
    for (enum site_list list = SITE_CALLS; list <= SITE_KERNELS; list++)
        json_object_set_new(lists, names[list], sites_of(&summary->sites[list]));
    return lists;
}

static json_t *hints_of(const struct hints *hints)
{
    json_t *list = json_array();
    for (size_t i = 0; i < hints->count; i++) {
        const struct hint *hint = &hints->items[i];
        json_t *object = json_object();
        json_object_set_new(object, "id", json_string(hint_id_text(hint->id)));
        json_object_set_new(object, "text", data_string(hint->text));
        json_object_set_new(object, "advice", json_string(hint->advice));
        if (hint->sites.count) json_object_set_new(object, "call_sites", sites_of(&hint->sites));
        json_array_append_new(list, object);
    }
    return list;
}

/* ---- all of it ---- */

json_t *summary_json(const struct summary *summary)
{
    struct tally *tally = summary->tally;
    const struct model *model = tally->model;
    json_t *object = json_object(), *builds = json_object();
    json_object_set_new(object, "seconds", json_real((double)tally->host_time / 1e9));
    json_object_set_new(object, "processes", number(model->recording->process_count));
    json_object_set_new(object, "threads", number(model->recording->thread_count));
    json_object_set_new(object, "calls", number(tally->calls));
    json_object_set_new(object, "time", uses_of(&tally->host, tally->host_time));
    json_object_set_new(object, "functions", functions_of(summary));
    json_object_set_new(object, "devices", devices_of(tally));
    json_object_set_new(object, "kernels", kernels_of(tally));
    json_object_set_new(object, "transfers", transfers_of(tally));
    json_object_set_new(object, "queues", queues_of(summary));
    json_object_set_new(object, "ranges", ranges_of(&summary->ranges));
    json_object_set_new(object, "memory", memory_of(tally));
    json_object_set_new(builds, "builds", number(tally->builds.builds));
    json_object_set_new(builds, "total", number(tally->builds.nanoseconds));
    json_object_set_new(builds, "again", number(tally->builds.again));
    json_object_set_new(object, "builds", builds);
    if (model->recording->call_sites)
        json_object_set_new(object, "call_sites", lists_of_sites(summary));
    json_object_set_new(object, "hints", hints_of(&summary->hints));
    return object;
}
