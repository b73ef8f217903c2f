/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Perfetto's format. Each thread and each lane of a queue is a sequence of packets: the beginning
 * and end of a call take about 28 bytes together.
 */
#include "timeline_formats.h"

#include "../base/strings.h"
#include "../recording/call_sites.h"
#include "../recording/show.h"
#include "model.h"
#include "packets.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct writer {
    const struct model *model;
    bool arguments;
    struct packets *packets;
    struct sequence general, *threads;
    struct string texts[ARGUMENTS_MOST + 1]; /* arguments, and the result */
};

/* Numbers of tracks. */
enum track {
    PROCESS_TRACK = 1, /* by process index */
    THREAD_TRACK,
    DEVICE_TRACK,
    QUEUE_TRACK, /* with a lane */
    WAITING_TRACK,
    MEMORY_TRACK, /* by context and kind */
    MAPPED_TRACK, /* by context and lane */
    RANGE_TRACK   /* by process and lane */
};

static uint64_t track_of(enum track track, size_t place, uint32_t lane)
{
    return (uint64_t)track << 56 | (uint64_t)lane << 32 | (uint64_t)(place + 1);
}

/* ---- descriptions of tracks ---- */

/* Describes a track. Frees the name. */
static void describe(struct writer *writer, TrackDescriptor *track, uint64_t id, uint64_t parent,
                     char *name)
{
    char *valid = name ? text_valid(name) : NULL;
    track->has_uuid = true;
    track->uuid = id;
    track->has_parent_uuid = parent != 0;
    track->parent_uuid = parent;
    track->name = valid;
    packet_begin(writer->packets, &writer->general)->track_descriptor = track;
    packet_send_description(writer->packets);
    free(valid);
    free(name);
}

static uint64_t process_track(const struct process *process)
{
    return track_of(PROCESS_TRACK, process->number, 0);
}

static void describe_threads(struct writer *writer)
{
    const struct recording *recording = writer->model->recording;
    for (size_t i = 0; i < recording->process_count; i++) {
        const struct process *process = recording->processes[i];
        TrackDescriptor track = TRACK_DESCRIPTOR__INIT;
        ProcessDescriptor descriptor = PROCESS_DESCRIPTOR__INIT;
        descriptor.has_pid = true;
        descriptor.pid = (int32_t)process->id;
        descriptor.process_name = text_valid(process->name);
        track.process = &descriptor;
        describe(writer, &track, process_track(process), 0, NULL);
        free(descriptor.process_name);
    }
    for (size_t i = 0; i < recording->thread_count; i++) {
        const struct thread *thread = recording->threads[i];
        TrackDescriptor track = TRACK_DESCRIPTOR__INIT;
        ThreadDescriptor descriptor = THREAD_DESCRIPTOR__INIT;
        descriptor.has_pid = descriptor.has_tid = true;
        descriptor.pid = (int32_t)thread->process->id;
        descriptor.tid = (int64_t)thread->id;
        descriptor.thread_name = text_valid(thread->name);
        track.thread = &descriptor;
        describe(writer, &track, track_of(THREAD_TRACK, i, 0), 0, NULL);
        free(descriptor.thread_name);
    }
}

static void describe_devices(struct writer *writer)
{
    const struct model *model = writer->model;
    for (size_t i = 0; i < model->device_count; i++) {
        const struct model_device *device = &model->devices[i];
        TrackDescriptor track = TRACK_DESCRIPTOR__INIT;
        char *clock = clocks_text(&device->clocks);
        track.description = text_format("The device's clock: %s", clock);
        track.has_child_ordering = true;
        track.child_ordering = TRACK_DESCRIPTOR__CHILD_TRACKS_ORDERING__EXPLICIT;
        describe(
            writer, &track, track_of(DEVICE_TRACK, i, 0), process_track(device->process),
            text_format("Device %u: %s", device->number, device->name ? device->name : "unknown"));
        free(track.description);
        free(clock);
    }
}

static void describe_counter(struct writer *writer, uint64_t id, uint64_t parent,
                             CounterDescriptor__Unit unit, int32_t rank, char *name)
{
    TrackDescriptor track = TRACK_DESCRIPTOR__INIT;
    CounterDescriptor counter = COUNTER_DESCRIPTOR__INIT;
    counter.has_unit = true;
    counter.unit = unit;
    track.counter = &counter;
    track.has_sibling_order_rank = true;
    track.sibling_order_rank = rank;
    describe(writer, &track, id, parent, name);
}

/* A queue's lanes share a name, so that the viewer shows them as one track. */
static void describe_queues(struct writer *writer)
{
    const struct model *model = writer->model;
    for (size_t i = 0; i < model->queue_count; i++) {
        const struct model_queue *queue = &model->queues[i];
        const uint64_t parent = track_of(DEVICE_TRACK, queue->device, 0);
        for (uint32_t lane = 0; lane < queue->lanes; lane++) {
            TrackDescriptor track = TRACK_DESCRIPTOR__INIT;
            track.has_sibling_order_rank = true;
            track.sibling_order_rank = (int32_t)(2 * i);
            describe(writer, &track, track_of(QUEUE_TRACK, i, lane), parent,
                     text_format("Queue %u", queue->number));
        }
        if (queue->count)
            describe_counter(writer, track_of(WAITING_TRACK, i, 0), parent,
                             COUNTER_DESCRIPTOR__UNIT__UNIT_COUNT, (int32_t)(2 * i + 1),
                             text_format("Queue %u: commands that wait", queue->number));
    }
}

static void describe_memory(struct writer *writer)
{
    const struct model *model = writer->model;
    for (size_t i = 0; i < model->context_count; i++) {
        const struct model_context *context = &model->contexts[i];
        for (unsigned kind = 0; kind < MEMORY_KINDS; kind++)
            if (context->most[kind])
                describe_counter(
                    writer, track_of(MEMORY_TRACK, i, kind), process_track(context->process),
                    COUNTER_DESCRIPTOR__UNIT__UNIT_SIZE_BYTES, 0,
                    text_format("Context %u: %s", context->number, model_memory_name(kind)));
    }
}

/* Describes devices as the viewer's GPUs, numbered by index. */
static void describe_gpus(struct writer *writer)
{
    const struct model *model = writer->model;
    const size_t count = model->device_count;
    GpuInfo info = GPU_INFO__INIT;
    GpuInfo__Gpu *gpus, **gpu;
    GpuInfo__Gpu__KeyValue *values, **value;
    if (!count) return;
    gpus = require_memory(calloc(count, sizeof *gpus));
    gpu = require_memory(calloc(count, sizeof(void *)));
    values = require_memory(calloc(count, sizeof *values));
    value = require_memory(calloc(count, sizeof(void *)));
    for (size_t i = 0; i < count; i++) {
        gpu_info__gpu__init(gpu[i] = &gpus[i]);
        gpu_info__gpu__key_value__init(value[i] = &values[i]);
        gpus[i].name = text_valid(model->devices[i].name ? model->devices[i].name : "unknown");
        gpus[i].n_extra_info = 1;
        gpus[i].extra_info = &value[i];
        values[i].key = (char *)(uintptr_t) "clock";
        values[i].value = clocks_text(&model->devices[i].clocks);
    }
    info.n_gpus = count;
    info.gpus = gpu;
    packet_begin(writer->packets, &writer->general)->gpu_info = &info;
    packet_send_description(writer->packets);
    for (size_t i = 0; i < count; i++) {
        free(gpus[i].name);
        free(values[i].value);
    }
    free(gpus);
    free(gpu);
    free(values);
    free(value);
}

/* ---- calls ---- */

/* Adds an argument by what its text looks like: a number, an address, or anything else. */
static void add_argument(struct writer *writer, const char *name, const char *type,
                         const char *text)
{
    const size_t length = strlen(text), digits = strspn(text, "0123456789");
    if (length && length == digits && length < 20)
        packet_number(writer->packets, name, strtoull(text, NULL, 10));
    else if (text[0] == '-' && strspn(text + 1, "0123456789") + 1 == length && length < 19)
        packet_signed(writer->packets, name, strtoll(text, NULL, 10));
    else if (strchr(type, '*') && !strncmp(text, "0x", 2) &&
             strspn(text + 2, "0123456789abcdef") + 2 == length)
        packet_pointer(writer->packets, name, strtoull(text, NULL, 16));
    else packet_string(writer->packets, name, text);
}

static void add_arguments(struct writer *writer, const struct call *call)
{
    const struct recording *recording = writer->model->recording;
    for (int i = 0; i < call->signature->parameters; i++) {
        struct string *text = &writer->texts[i];
        string_clear(text);
        show_argument(text, recording, call, i);
        if (text->length)
            add_argument(writer, call->signature->parameter[i].name,
                         call->signature->parameter[i].type, text->text);
    }
}

static void add_result(struct writer *writer, const struct call *call)
{
    struct string *text = &writer->texts[ARGUMENTS_MOST];
    if (!model_has_result(call)) return;
    string_clear(text);
    show_result(text, writer->model->recording, call);
    if (text->length) add_argument(writer, "result", call->signature->type, text->text);
}

static void add_site(struct writer *writer, const char *text)
{
    if (text) packet_string(writer->packets, "call site", text);
}

static void begin_slice(const struct model_slice *slice, void *data)
{
    struct writer *writer = data;
    TrackEvent *event = packet_begin_event(
        writer->packets, &writer->threads[slice->entry->thread->number],
        slice->is_instant ? TRACK_EVENT__TYPE__TYPE_INSTANT : TRACK_EVENT__TYPE__TYPE_SLICE_BEGIN);
    uint64_t flow;
    event->has_name_iid = true;
    event->name_iid = packet_text(writer->packets, EVENT_NAMES, slice->name);
    if (slice->command && model_has_arrow(writer->model, slice->command)) {
        flow = (uint64_t)(slice->command - writer->model->commands) + 1;
        event->n_flow_ids = 1;
        event->flow_ids = &flow;
    }
    if (slice->call && writer->arguments) {
        add_arguments(writer, slice->call);
        add_result(writer, slice->call);
    } else if (slice->callback && writer->arguments) {
        packet_pointer(writer->packets, "function", slice->callback->function);
        packet_pointer(writer->packets, "object", slice->callback->object);
        packet_signed(writer->packets, "status", slice->callback->status);
    }
    if (slice->call) add_site(writer, call_sites_text(writer->model->recording, slice->call));
    packet_send(writer->packets, slice->begin);
}

static void end_slice(const struct thread *thread, moment at, void *data)
{
    struct writer *writer = data;
    packet_begin_event(writer->packets, &writer->threads[thread->number],
                       TRACK_EVENT__TYPE__TYPE_SLICE_END);
    packet_send(writer->packets, at);
}

static void write_calls(struct writer *writer)
{
    const struct recording *recording = writer->model->recording;
    if (!recording->thread_count) return;
    writer->threads = require_memory(calloc(recording->thread_count, sizeof *writer->threads));
    for (size_t i = 0; i < recording->thread_count; i++)
        writer->threads[i].track = track_of(THREAD_TRACK, i, 0);
    model_walk(writer->model, begin_slice, end_slice, writer);
    free(writer->threads);
}

/* ---- commands ---- */

/* Defines the context and queue that the viewer's GPU events refer to, in a lane's first packet
 * with such an event. Stages get the numbers after those of queues. */
static void define_queue(struct writer *writer, const struct model_queue *queue,
                         struct sequence *lane)
{
    InternedData data = INTERNED_DATA__INIT;
    InternedGraphicsContext context = INTERNED_GRAPHICS_CONTEXT__INIT, *contexts = &context;
    InternedGpuRenderStageSpecification hardware = INTERNED_GPU_RENDER_STAGE_SPECIFICATION__INIT;
    InternedGpuRenderStageSpecification *specifications = &hardware;
    char *name = text_format("Queue %u", queue->number);
    context.has_iid = context.has_pid = context.has_api = true;
    context.iid = writer->model->contexts[queue->context].number;
    context.pid = (int32_t)queue->process->id;
    context.api = INTERNED_GRAPHICS_CONTEXT__API__OPEN_CL;
    hardware.has_iid = true;
    hardware.iid = queue->number;
    hardware.name = name;
    data.n_graphics_contexts = data.n_gpu_specifications = 1;
    data.graphics_contexts = &contexts;
    data.gpu_specifications = &specifications;
    packet_begin(writer->packets, lane)->interned_data = &data;
    packet_send_description(writer->packets);
    lane->numbers[STAGE_NAMES] = writer->model->queue_count;
    free(name);
}

static char *sizes_text(const struct model_launch *launch, const uint64_t sizes[3])
{
    switch (launch->dimensions) {
    case 1: return text_format("%" PRIu64, sizes[0]);
    case 2: return text_format("%" PRIu64 " x %" PRIu64, sizes[0], sizes[1]);
    default:
        return text_format("%" PRIu64 " x %" PRIu64 " x %" PRIu64, sizes[0], sizes[1], sizes[2]);
    }
}

static void set_dim3(GpuRenderStageEvent__Dim3 *dim3, const uint64_t sizes[3])
{
    gpu_render_stage_event__dim3__init(dim3);
    dim3->has_x = dim3->has_y = dim3->has_z = true;
    dim3->x = (uint32_t)sizes[0];
    dim3->y = (uint32_t)sizes[1];
    dim3->z = (uint32_t)sizes[2];
}

/* Writes a kernel as one of the viewer's GPU events, with its numbers of work-groups. */
static void write_gpu_event(struct writer *writer, const struct model_command *command,
                            const struct model_launch *launch, struct sequence *lane)
{
    const struct model_queue *queue = &writer->model->queues[command->queue];
    const char *name = model_command_name(writer->model, command);
    GpuRenderStageEvent event = GPU_RENDER_STAGE_EVENT__INIT;
    GpuRenderStageEvent__ComputeKernelLaunch sizes =
        GPU_RENDER_STAGE_EVENT__COMPUTE_KERNEL_LAUNCH__INIT;
    GpuRenderStageEvent__Dim3 grid, group;
    GpuRenderStageEvent__ExtraData extra[2] = { GPU_RENDER_STAGE_EVENT__EXTRA_DATA__INIT,
                                                GPU_RENDER_STAGE_EVENT__EXTRA_DATA__INIT };
    GpuRenderStageEvent__ExtraData *extras[2] = { &extra[0], &extra[1] };
    uint64_t groups[3];
    if (!lane->numbers[STAGE_NAMES]) define_queue(writer, queue, lane);
    packet_begin(writer->packets, lane)->gpu_render_stage_event = &event;
    event.has_event_id = event.has_duration = event.has_context = event.has_gpu_id = true;
    event.event_id = (uint64_t)(command - writer->model->commands) + 1;
    event.duration = command->ended - command->started;
    event.context = writer->model->contexts[queue->context].number;
    event.gpu_id = (int32_t)queue->device;
    event.has_hw_queue_iid = event.has_stage_iid = event.has_kernel_iid = true;
    event.hw_queue_iid = queue->number;
    event.stage_iid = packet_text(writer->packets, STAGE_NAMES, name);
    event.kernel_iid = packet_text(writer->packets, KERNEL_NAMES, name);
    event.n_extra_data = launch->local_given ? 2 : 1;
    event.extra_data = extras;
    extra[0].name = (char *)(uintptr_t) "global work size";
    extra[0].value = sizes_text(launch, launch->global);
    extra[1].name = (char *)(uintptr_t) "local work size";
    extra[1].value = sizes_text(launch, launch->local);
    if (launch->local_given) {
        for (int i = 0; i < 3; i++)
            groups[i] = launch->local[i]
                            ? (launch->global[i] + launch->local[i] - 1) / launch->local[i]
                            : 0;
        set_dim3(&grid, groups);
        set_dim3(&group, launch->local);
        sizes.grid_size = &grid;
        sizes.workgroup_size = &group;
        event.launch = &sizes;
    }
    packet_send(writer->packets, command->started);
    free(extra[0].value);
    free(extra[1].value);
}

static void write_command(struct writer *writer, const struct model_command *command,
                          struct sequence *lane)
{
    const struct model *model = writer->model;
    struct model_launch launch = model_launch(model, command);
    uint64_t bytes = command->bytes;
    uint64_t flow = (uint64_t)(command - model->commands) + 1;
    char *global = launch.dimensions ? sizes_text(&launch, launch.global) : NULL;
    char *local = launch.local_given ? sizes_text(&launch, launch.local) : NULL;
    TrackEvent *event =
        packet_begin_event(writer->packets, lane, TRACK_EVENT__TYPE__TYPE_SLICE_BEGIN);
    event->has_name_iid = true;
    event->name_iid = packet_text(writer->packets, EVENT_NAMES, model_command_name(model, command));
    event->n_terminating_flow_ids = model_has_arrow(model, command);
    event->terminating_flow_ids = &flow;
    if (global) packet_string(writer->packets, "global work size", global);
    if (local) packet_string(writer->packets, "local work size", local);
    if (bytes) packet_number(writer->packets, "bytes", bytes);
    add_site(writer, model_command_site(model, command));
    packet_number(writer->packets, "queued for (ns)", command->submitted - command->queued);
    packet_number(writer->packets, "submitted for (ns)", command->started - command->submitted);
    packet_send(writer->packets, command->started);
    if (launch.dimensions) write_gpu_event(writer, command, &launch, lane);
    packet_begin_event(writer->packets, lane, TRACK_EVENT__TYPE__TYPE_SLICE_END);
    packet_send(writer->packets, command->ended);
    free(global);
    free(local);
}

/* A counter, which is the track of its sequence. */
struct counter {
    struct writer *writer;
    struct sequence sequence;
};

static void write_count(moment at, uint64_t count, void *data)
{
    struct counter *counter = data;
    TrackEvent *event = packet_begin_event(counter->writer->packets, &counter->sequence,
                                           TRACK_EVENT__TYPE__TYPE_COUNTER);
    event->has_counter_value = true;
    event->counter_value = (int64_t)count;
    packet_send(counter->writer->packets, at);
}

static void write_queues(struct writer *writer)
{
    const struct model *model = writer->model;
    for (size_t i = 0; i < model->queue_count; i++) {
        const struct model_queue *queue = &model->queues[i];
        struct counter waiting = { writer, { track_of(WAITING_TRACK, i, 0), 0, 0, { 0 } } };
        struct sequence *lanes = require_memory(calloc(queue->lanes + 1, sizeof *lanes));
        for (uint32_t lane = 0; lane < queue->lanes; lane++)
            lanes[lane].track = track_of(QUEUE_TRACK, i, lane);
        for (size_t j = 0; j < queue->count; j++) {
            const struct model_command *command = &model->commands[model->order[queue->first + j]];
            if (!command->outside) write_command(writer, command, &lanes[command->lane]);
        }
        free(lanes);
        model_waiting(model, queue, write_count, &waiting);
    }
}

/* ---- memory ---- */

static void write_changes(struct writer *writer)
{
    const struct model *model = writer->model;
    struct sequence sequence = { 0, 0, 0, { 0 } };
    for (size_t i = 0; i < model->change_count; i++) {
        const struct model_change *change = &model->changes[i];
        TrackEvent *event =
            packet_begin_event(writer->packets, &sequence, TRACK_EVENT__TYPE__TYPE_COUNTER);
        event->has_track_uuid = event->has_counter_value = true;
        event->track_uuid = track_of(MEMORY_TRACK, change->context, change->kind);
        event->counter_value = (int64_t)change->bytes;
        packet_send(writer->packets, change->at);
    }
}

/* Each lane of a context is a sequence, so lanes are written one after another. */
static void write_mapping(struct writer *writer, const struct model_mapping *mapping,
                          struct sequence *lane)
{
    const struct model *model = writer->model;
    struct call call;
    TrackEvent *event;
    if (!lane->track) {
        const struct model_context *context = &model->contexts[mapping->context];
        TrackDescriptor track = TRACK_DESCRIPTOR__INIT;
        lane->track = track_of(MAPPED_TRACK, mapping->context, mapping->lane);
        describe(writer, &track, lane->track, process_track(context->process),
                 text_format("Context %u: mapped memory", context->number));
    }
    recording_call(model->recording, &model->recording->entries[mapping->entry], &call);
    event = packet_begin_event(writer->packets, lane, TRACK_EVENT__TYPE__TYPE_SLICE_BEGIN);
    event->has_name_iid = true;
    event->name_iid = packet_text(writer->packets, EVENT_NAMES, "mapped");
    packet_pointer(writer->packets, "pointer", mapping->pointer);
    if (call_parameter(&call, "size") >= 0)
        packet_number(writer->packets, "bytes", call_number(&call, "size"));
    packet_send(writer->packets, mapping->begin);
    if (mapping->end == NEVER) return;
    packet_begin_event(writer->packets, lane, TRACK_EVENT__TYPE__TYPE_SLICE_END);
    packet_send(writer->packets, mapping->end);
}

static void write_mappings(struct writer *writer)
{
    const struct model *model = writer->model;
    struct sequence *lanes = NULL;
    uint32_t count = 0;
    for (size_t i = 0; i < model->mapping_count; i++) {
        const struct model_mapping *mapping = &model->mappings[i];
        if (i > 0 && mapping->context != mapping[-1].context) count = 0;
        if (mapping->lane >= count) {
            lanes = require_memory(realloc(lanes, (mapping->lane + 1) * sizeof *lanes));
            memset(lanes + count, 0, (mapping->lane + 1 - count) * sizeof *lanes);
            count = mapping->lane + 1;
        }
        write_mapping(writer, mapping, &lanes[mapping->lane]);
    }
    free(lanes);
}

/* ---- ranges that any thread may end ---- */

static void write_range(struct writer *writer, const struct range *range, struct sequence *lane)
{
    char *name = marks_name(range->text);
    TrackEvent *event;
    if (!lane->track) {
        const struct process *process = range->thread->process;
        TrackDescriptor track = TRACK_DESCRIPTOR__INIT;
        lane->track = track_of(RANGE_TRACK, process->number, range->lane);
        describe(writer, &track, lane->track, process_track(process), text_format("Ranges"));
    }
    event = packet_begin_event(writer->packets, lane, TRACK_EVENT__TYPE__TYPE_SLICE_BEGIN);
    event->has_name_iid = true;
    event->name_iid = packet_text(writer->packets, EVENT_NAMES, name);
    packet_send(writer->packets, range->begin);
    free(name);
    if (range->end == NEVER) return;
    packet_begin_event(writer->packets, lane, TRACK_EVENT__TYPE__TYPE_SLICE_END);
    packet_send(writer->packets, range->end);
}

static void write_ranges(struct writer *writer)
{
    const struct model *model = writer->model;
    const size_t processes = model->recording->process_count;
    struct sequence *lanes =
        require_memory(calloc(processes * model->range_lanes + 1, sizeof *lanes));
    for (size_t i = 0; i < model->marks.ranges.count; i++) {
        const struct range *range = marks_range(&model->marks, i);
        if (!range->is_nested && !range->is_outside)
            write_range(writer, range,
                        &lanes[range->lane * processes + range->thread->process->number]);
    }
    free(lanes);
}

uint64_t format_perfetto(FILE *to, const struct model *model, bool arguments)
{
    struct writer writer;
    memset(&writer, 0, sizeof writer);
    writer.model = model;
    writer.arguments = arguments;
    writer.packets = packets_open(to, model->recording->file);
    describe_threads(&writer);
    describe_devices(&writer);
    describe_queues(&writer);
    describe_gpus(&writer);
    describe_memory(&writer);
    write_calls(&writer);
    write_queues(&writer);
    write_changes(&writer);
    write_mappings(&writer);
    write_ranges(&writer);
    for (size_t i = 0; i < sizeof writer.texts / sizeof *writer.texts; i++)
        string_free(&writer.texts[i]);
    return packets_close(writer.packets);
}
