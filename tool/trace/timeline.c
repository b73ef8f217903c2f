/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The timeline is made in three steps: what calls did to contexts, queues and memory, in the order
 * in which it took effect; the clocks of devices; and the order of commands in their queues.
 */
#include "timeline_builder.h"

#include "../../layer/words.h"

#include <string.h>

/* ---- contexts, queues, devices ---- */

static uint64_t *number_of(struct builder *builder, const struct process *process, unsigned kind,
                           uint64_t handle)
{
    return handles_number(&builder->handles, process->number, kind, handle);
}

static size_t add_context(struct builder *builder, const struct process *process, uint64_t handle)
{
    struct timeline_context *context = array_add(&builder->contexts, sizeof *context);
    memset(context, 0, sizeof *context);
    context->number = (unsigned)builder->contexts.count;
    context->process = process;
    context->handle = handle;
    *number_of(builder, process, HANDLE_CONTEXT, handle) = builder->contexts.count;
    return builder->contexts.count - 1;
}

size_t builder_context(struct builder *builder, const struct process *process, uint64_t handle)
{
    uint64_t number = *number_of(builder, process, HANDLE_CONTEXT, handle);
    return number ? (size_t)number - 1 : add_context(builder, process, handle);
}

/* A queue whose device is not known has one of its own. */
static size_t device_of(struct builder *builder, const struct process *process, uint64_t handle,
                        moment at)
{
    uint64_t *number = handle ? number_of(builder, process, HANDLE_DEVICE, handle) : NULL;
    struct timeline_device *device;
    if (number && *number) return (size_t)*number - 1;
    device = array_add(&builder->devices, sizeof *device);
    memset(device, 0, sizeof *device);
    device->number = (unsigned)builder->devices.count;
    device->process = process;
    device->handle = handle;
    device->name = handle ? recording_name(builder->recording, process, handle, at) : NULL;
    if (number) *number = builder->devices.count;
    return builder->devices.count - 1;
}

static size_t add_queue(struct builder *builder, const struct process *process, uint64_t handle,
                        uint64_t context, uint64_t device, moment at)
{
    struct timeline_queue *queue = array_add(&builder->queues, sizeof *queue);
    size_t place = builder->queues.count - 1;
    memset(queue, 0, sizeof *queue);
    queue->number = (unsigned)builder->queues.count;
    queue->process = process;
    queue->handle = handle;
    queue->context = builder_context(builder, process, context);
    queue->device = device_of(builder, process, device, at);
    *number_of(builder, process, HANDLE_QUEUE, handle) = place + 1;
    return place;
}

size_t builder_queue(struct builder *builder, const struct process *process, uint64_t handle)
{
    uint64_t number = *number_of(builder, process, HANDLE_QUEUE, handle);
    return number ? (size_t)number - 1 : add_queue(builder, process, handle, 0, 0, 0);
}

/* ---- what calls do ---- */

enum deed { CREATES_CONTEXT, CREATES_QUEUE, CREATES_COMMAND_BUFFER, ENQUEUES, CHANGES_MEMORY };

/* Something that took effect at a moment. */
struct happening {
    moment at;
    size_t entry;
    enum deed deed;
};

static int by_time(const void *a, const void *b)
{
    const struct happening *left = a, *right = b;
    int order = (left->at > right->at) - (left->at < right->at);
    return order ? order : (left->entry > right->entry) - (left->entry < right->entry);
}

static bool creates_context(unsigned number)
{
    return number == SLOT_OF(clCreateContext) || number == SLOT_OF(clCreateContextFromType);
}

static bool creates_queue(unsigned number)
{
    return number == SLOT_OF(clCreateCommandQueue) ||
           number == SLOT_OF(clCreateCommandQueueWithProperties) ||
           number == clCreateCommandQueueWithPropertiesKHR_number;
}

/* Whether a function enqueues a command that has an event. */
static bool enqueues(const struct signature *signature)
{
    unsigned last = signature->parameters;
    if (last == 0 || (strcmp(signature->parameter[0].type, "cl_command_queue") != 0 &&
                      strcmp(signature->name, "clEnqueueCommandBufferKHR") != 0))
        return false;
    while (last-- > 0)
        if (!strcmp(signature->parameter[last].name, "event")) return true;
    return false;
}

static void add_happening(struct array *happenings, moment at, size_t entry, enum deed deed)
{
    struct happening *it = array_add(happenings, sizeof *it);
    it->at = at;
    it->entry = entry;
    it->deed = deed;
}

enum { FUNCTIONS_MOST = 0x200 };

struct functions {
    bool creates_context, creates_queue, creates_command_buffer, enqueues;
    enum memory_deed memory;
};

static void find_functions(struct functions functions[FUNCTIONS_MOST])
{
    memset(functions, 0, FUNCTIONS_MOST * sizeof *functions);
    for (unsigned number = 0; number < FUNCTIONS_MOST; number++) {
        const struct signature *signature = signature_of(number);
        if (!signature) continue;
        functions[number].creates_context = creates_context(number);
        functions[number].creates_queue = creates_queue(number);
        functions[number].creates_command_buffer = number == clCreateCommandBufferKHR_number;
        functions[number].enqueues = enqueues(signature);
        functions[number].memory = timeline_memory_deed(number);
    }
}

/* Notes when a call took effect: what it created was there when it returned at the latest, what it
 * released may have been another's before. */
static void add_happenings(struct array *happenings, const struct functions *functions,
                           const struct recording *recording, size_t place)
{
    const struct entry *entry = &recording->entries[place];
    const struct functions *it;
    struct call call;
    if (entry->head->kind >= FUNCTIONS_MOST) return;
    it = &functions[entry->head->kind];
    if (!it->creates_context && !it->creates_queue && !it->creates_command_buffer &&
        !it->enqueues && !it->memory)
        return;
    if (!recording_call(recording, entry, &call)) return;
    if (it->enqueues && !call.hidden) add_happening(happenings, call.begin, place, ENQUEUES);
    if (call.end == NEVER || call.failed) return;
    if (it->creates_context) add_happening(happenings, call.end, place, CREATES_CONTEXT);
    if (it->creates_queue) add_happening(happenings, call.end, place, CREATES_QUEUE);
    if (it->creates_command_buffer)
        add_happening(happenings, call.end, place, CREATES_COMMAND_BUFFER);
    if (it->memory)
        add_happening(happenings, it->memory == MEMORY_AT_END ? call.end : call.begin, place,
                      CHANGES_MEMORY);
}

/* Some drivers leave out times that they don't know, and some return nonsense. */
static uint64_t earlier(uint64_t time, uint64_t later)
{
    return time && time < later ? time : later;
}

/* Where a command was enqueued: a command buffer is for the queue that it was made for, if no other is
 * named. */
static size_t queue_of_command(struct builder *builder, const struct call *call)
{
    const struct process *process = call->entry->thread->process;
    uint64_t handle = call_queue(builder->recording, call);
    if (!handle && call->entry->head->kind == clEnqueueCommandBufferKHR_number)
        handle = *number_of(builder, process, HANDLE_COMMAND_BUFFER,
                            call_number(call, "command_buffer"));
    return builder_queue(builder, process, handle);
}

/* Notes a command with the times of its device. */
static void note_command(struct builder *builder, const struct call *call, size_t entry)
{
    const struct record_command *record = recording_command(builder->recording, call);
    size_t queue = queue_of_command(builder, call);
    struct timeline_command *command;
    if (!record || !record->ended || record->ended >= CLOCKS_END || record->status < 0) return;
    command = array_add(&builder->commands, sizeof *command);
    command->entry = entry;
    command->queue = (uint32_t)queue;
    command->lane = 0;
    command->ended = record->ended;
    command->started = earlier(record->start, command->ended);
    command->submitted = earlier(record->submitted, command->started);
    command->queued = earlier(record->queued, command->submitted);
}

static void take_effect(struct builder *builder, const struct happening *it)
{
    const struct entry *entry = &builder->recording->entries[it->entry];
    const struct process *process = entry->thread->process;
    struct call call;
    recording_call(builder->recording, entry, &call);
    switch (it->deed) {
    case CREATES_CONTEXT: add_context(builder, process, call.record->result); return;
    case CREATES_QUEUE:
        add_queue(builder, process, call.record->result, call.words[0], call.words[1], it->at);
        return;
    case CREATES_COMMAND_BUFFER:
        *number_of(builder, process, HANDLE_COMMAND_BUFFER, call.record->result) =
            call_queue(builder->recording, &call);
        return;
    case ENQUEUES: note_command(builder, &call, it->entry); return;
    case CHANGES_MEMORY: timeline_memory_note(builder, &call, it->entry, it->at); return;
    }
}

static void note_calls(struct builder *builder)
{
    struct array happenings = { NULL, 0, 0 };
    struct functions functions[FUNCTIONS_MOST];
    find_functions(functions);
    for (size_t i = 0; i < builder->recording->count; i++)
        add_happenings(&happenings, functions, builder->recording, i);
    array_sort(&happenings, sizeof(struct happening), by_time);
    for (size_t i = 0; i < happenings.count; i++)
        take_effect(builder, (const struct happening *)happenings.items + i);
    free(happenings.items);
}

/* ---- the clocks of devices ---- */

struct key {
    uint32_t queue;
    moment started;
    size_t place;
};

static int by_key(const void *a, const void *b)
{
    const struct key *left = a, *right = b;
    int order = (left->queue > right->queue) - (left->queue < right->queue);
    if (!order) order = (left->started > right->started) - (left->started < right->started);
    return order ? order : (left->place > right->place) - (left->place < right->place);
}

/* Puts the commands of each queue into the order of their beginnings. */
static void order_commands(struct timeline *timeline)
{
    struct key *keys;
    if (!timeline->command_count) return;
    keys = require_memory(malloc(timeline->command_count * sizeof *keys));
    timeline->order = require_memory(malloc(timeline->command_count * sizeof *timeline->order));
    for (size_t i = 0; i < timeline->command_count; i++)
        keys[i] = (struct key){ timeline->commands[i].queue, timeline->commands[i].started, i };
    qsort(keys, timeline->command_count, sizeof *keys, by_key);
    for (size_t i = 0; i < timeline->command_count; i++) {
        struct timeline_queue *queue = &timeline->queues[keys[i].queue];
        if (!queue->count++) queue->first = i;
        timeline->order[i] = keys[i].place;
    }
    free(keys);
}

enum bounds { TIGHT, LOOSE };

static void add_bound(struct array *bounds, uint64_t time, moment low, moment high,
                      uint64_t high_time)
{
    struct clocks_bound *it = array_add(bounds, sizeof *it);
    it->time = time;
    it->low = (int64_t)(low - time);
    it->high = (int64_t)(high - high_time);
}

/* A command is queued while its call runs, and ends before the host sees it. Loosely: it does not
 * start before its call begins. */
static void add_command_bounds(struct array *bounds, const struct recording *recording,
                               const struct timeline_command *command, enum bounds kind)
{
    struct call call;
    const struct record_command *record;
    moment seen;
    recording_call(recording, &recording->entries[command->entry], &call);
    record = recording_command(recording, &call);
    seen = recording_seen(recording, &call, record);
    if (kind == LOOSE) {
        add_bound(bounds, command->started, call.begin, seen, command->ended);
        return;
    }
    add_bound(bounds, command->queued, call.begin, seen, command->ended);
    if (record->queued && call.end != NEVER)
        add_bound(bounds, command->queued, call.begin, call.end, command->queued);
}

static void add_commands_bounds(struct array *bounds, const struct timeline *timeline,
                                const struct timeline_device *device, enum bounds kind)
{
    for (size_t i = 0; i < timeline->queue_count; i++) {
        const struct timeline_queue *queue = &timeline->queues[i];
        if (&timeline->devices[queue->device] != device) continue;
        for (size_t j = 0; j < queue->count; j++)
            add_command_bounds(bounds, timeline->recording,
                               &timeline->commands[timeline->order[queue->first + j]], kind);
    }
}

static void add_timer_bounds(struct array *bounds, const struct timeline *timeline,
                             const struct timeline_device *device)
{
    const struct timer *timers;
    size_t count = recording_timers(timeline->recording, &timers);
    for (size_t i = 0; i < count; i++)
        if (timers[i].process == device->process && timers[i].device == device->handle &&
            timers[i].device_time < CLOCKS_END)
            add_bound(bounds, timers[i].device_time, timers[i].before, timers[i].after,
                      timers[i].device_time);
}

/* The closest agreement that can be had: some drivers' times contradict their timers, or mean
 * something else by "queued". */
static void align(const struct timeline *timeline, struct timeline_device *device)
{
    struct array bounds = { NULL, 0, 0 };
    size_t tight;
    add_commands_bounds(&bounds, timeline, device, TIGHT);
    tight = bounds.count;
    if (!tight) return;
    add_timer_bounds(&bounds, timeline, device);
    device->clocks.method = CLOCKS_BY_TIMERS;
    if (bounds.count > tight && clocks_fit(bounds.items, bounds.count, &device->clocks)) goto done;
    device->clocks.method = CLOCKS_BY_BOUNDS;
    if (clocks_fit(bounds.items, tight, &device->clocks)) goto done;
    bounds.count = 0;
    add_commands_bounds(&bounds, timeline, device, LOOSE);
    if (!clocks_fit(bounds.items, bounds.count, &device->clocks))
        device->clocks.method = CLOCKS_AT_ODDS;
done:
    free(bounds.items);
}

static void align_devices(struct timeline *timeline)
{
    for (size_t i = 0; i < timeline->queue_count; i++)
        timeline->devices[timeline->queues[i].device].commands += timeline->queues[i].count;
    for (size_t i = 0; i < timeline->device_count; i++) align(timeline, &timeline->devices[i]);
    for (size_t i = 0; i < timeline->command_count; i++) {
        struct timeline_command *it = &timeline->commands[i];
        const struct clocks *clocks = &timeline->devices[timeline->queues[it->queue].device].clocks;
        it->queued = clocks_host(clocks, it->queued);
        it->submitted = clocks_host(clocks, it->submitted);
        it->started = clocks_host(clocks, it->started);
        it->ended = clocks_host(clocks, it->ended);
    }
}

/* ---- lanes ---- */

uint32_t lanes_find(struct lanes *lanes, moment begin, moment end)
{
    uint32_t lane = 0;
    while (lane < lanes->count && lanes->free[lane] > begin) lane++;
    if (lane == LANES_MOST) lane--;
    else if (lane == lanes->count) lanes->free[lanes->count++] = 0;
    if (end > lanes->free[lane]) lanes->free[lane] = end;
    return lane;
}

static void find_command_lanes(struct timeline *timeline, struct lanes *lanes)
{
    for (size_t i = 0; i < timeline->queue_count; i++) {
        struct timeline_queue *queue = &timeline->queues[i];
        lanes->count = 0;
        for (size_t j = 0; j < queue->count; j++) {
            struct timeline_command *it = &timeline->commands[timeline->order[queue->first + j]];
            it->lane = lanes_find(lanes, it->started, it->ended);
            if (it->ended > timeline->end) timeline->end = it->ended;
        }
        queue->lanes = lanes->count;
    }
}

static int by_mapping(const void *a, const void *b)
{
    const struct timeline_mapping *left = a, *right = b;
    int order = (left->context > right->context) - (left->context < right->context);
    if (!order) order = (left->begin > right->begin) - (left->begin < right->begin);
    return order ? order : (left->entry > right->entry) - (left->entry < right->entry);
}

static void find_mapping_lanes(struct timeline *timeline, struct lanes *lanes)
{
    lanes->count = 0;
    for (size_t i = 0; i < timeline->mapping_count; i++) {
        struct timeline_mapping *it = &timeline->mappings[i];
        if (i > 0 && it->context != it[-1].context) lanes->count = 0;
        it->lane = lanes_find(lanes, it->begin, it->end);
    }
}

/* ---- the whole ---- */

static void find_end(struct timeline *timeline)
{
    const struct recording *recording = timeline->recording;
    for (size_t i = 0; i < recording->count; i++) {
        const struct entry *entry = &recording->entries[i];
        moment end = entry->begin;
        if (entry->head->kind < RECORD_KINDS) {
            const struct record_call *record = (const void *)entry->head;
            if (record->end) end = recording_moment(recording, entry->thread, record->end);
        } else if (recording_callback(recording, entry, &end) && end == NEVER) {
            end = entry->begin;
        }
        if (end > timeline->end) timeline->end = end;
    }
}

struct timeline *timeline_make(const struct recording *recording)
{
    struct timeline *timeline = require_memory(calloc(1, sizeof *timeline));
    struct lanes *lanes = require_memory(malloc(sizeof *lanes));
    struct builder builder;
    memset(&builder, 0, sizeof builder);
    builder.recording = timeline->recording = recording;
    note_calls(&builder);
    array_sort(&builder.mappings, sizeof(struct timeline_mapping), by_mapping);
    timeline->contexts = builder.contexts.items;
    timeline->context_count = builder.contexts.count;
    timeline->queues = builder.queues.items;
    timeline->queue_count = builder.queues.count;
    timeline->devices = builder.devices.items;
    timeline->device_count = builder.devices.count;
    timeline->commands = builder.commands.items;
    timeline->command_count = builder.commands.count;
    timeline->changes = builder.changes.items;
    timeline->change_count = builder.changes.count;
    timeline->mappings = builder.mappings.items;
    timeline->mapping_count = builder.mappings.count;
    free(builder.objects.items);
    handles_free(&builder.handles);
    find_end(timeline);
    order_commands(timeline);
    align_devices(timeline);
    find_command_lanes(timeline, lanes);
    find_mapping_lanes(timeline, lanes);
    free(lanes);
    return timeline;
}

void timeline_free(struct timeline *timeline)
{
    if (!timeline) return;
    free(timeline->contexts);
    free(timeline->queues);
    free(timeline->devices);
    free(timeline->commands);
    free(timeline->order);
    free(timeline->changes);
    free(timeline->mappings);
    free(timeline);
}
