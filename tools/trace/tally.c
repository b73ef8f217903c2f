/* SPDX-License-Identifier: Apache-2.0 */
/* Counts what the summary shows. */
#include "tally.h"

#include "../base/text.h"

#include <CL/cl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The numbers in tally->handles. */
enum {
    KERNEL_ON_DEVICE, /* by device and name: index of its tally + 1 */
    /* By process and handle: index of its tally + 1; a later one with the handle gets another. */
    COMMAND_BUFFER,
    CREATION,   /* by name: index of its tally + 1 */
    PROGRAM,    /* by process and handle: a number of its own */
    MADE_OF,    /* by the program's number: the number of the name of its sources */
    HAS_KERNEL, /* by the program's number and a name: whether a kernel was created */
    LAUNCH,     /* by index of a kernel's tally, and sizes: index of the launch's tally + 1 */
    VARIANTS,   /* by a name for source and device: the number of options */
    BUILT,      /* by a name for source, options and device: whether that was built */
    OF_BINARY   /* by the program's number: whether it was made of a binary */
};

static uint64_t *number_of(struct tally *tally, size_t process, unsigned kind, uint64_t handle)
{
    return handles_number(tally->handles, process, kind, handle);
}

/* ---- call sites ---- */

/* Counts a call for its call site. */
static void add_site(struct tally *tally, enum site_list list, const struct call *call)
{
    site_tallies_add(&tally->sites, list, call->entry->head->kind, call->signature->name,
                     tally->model->recording, call,
                     call->end == NEVER ? NEVER : call->end - call->begin);
}

static void add_call_sites(struct tally *tally, const struct call *call)
{
    add_site(tally, SITE_CALLS, call);
    if (host_use_of(call) == HOST_WAITS) add_site(tally, SITE_WAITS, call);
    if (call->failed && !habits_is_query(call)) add_site(tally, SITE_FAILURES, call);
}

/* ---- kernels, transfers and queues ---- */

static struct creation_tally *creation_tally(struct tally *tally, const char *name)
{
    uint64_t *number = number_of(tally, 0, CREATION, names_number(&tally->names, name));
    struct creation_tallies *creations = &tally->creations;
    if (!*number) {
        *creation_tallies_add(creations) = (struct creation_tally){ .name = name };
        *number = creations->count;
    }
    return &creations->items[*number - 1];
}

static struct work_tally *kernel_tally(struct tally *tally, const char *name, size_t device)
{
    uint64_t *number =
        number_of(tally, device, KERNEL_ON_DEVICE, names_number(&tally->names, name));
    struct work_tallies *kernels = &tally->kernels;
    if (!*number) {
        *work_tallies_add(kernels) = (struct work_tally){ .name = name, .device = device };
        *number = kernels->count;
    }
    return &kernels->items[*number - 1];
}

/* The tally of launches with the same sizes as this one. */
static struct launch_tally *launch_tally(struct tally *tally, struct work_tally *kernel,
                                         const struct launch_tally *sizes)
{
    uint64_t hash = 0xcbf29ce484222325;
    uint64_t *number;
    struct launch_tally *launch;
    for (unsigned i = 0; i < 3; i++)
        hash = ((hash ^ sizes->global[i]) * 0x100000001b3 ^ sizes->local[i]) * 0x100000001b3;
    number =
        number_of(tally, (size_t)(kernel - tally->kernels.items), LAUNCH, hash + sizes->dimensions);
    if (!*number) {
        launch = launch_tallies_add(&kernel->launches);
        *launch = *sizes;
        *number = kernel->launches.count;
    }
    return &kernel->launches.items[*number - 1];
}

/* The sizes of a launch. Only launches of kernels have sizes; a task has one work-item. */
static struct launch_tally sizes_of_launch(const struct recording *recording,
                                           const struct call *call)
{
    const struct value global =
        call_value(recording, call, call_parameter(call, "global_work_size"));
    const struct value local = call_value(recording, call, call_parameter(call, "local_work_size"));
    struct launch_tally sizes = { .dimensions = (unsigned)call_number(call, "work_dim") };
    if (call->entry->head->kind == SLOT_OF(clEnqueueTask))
        return (struct launch_tally){ .dimensions = 1, .global = { 1 }, .local = { 1 } };
    if (sizes.dimensions > 3) sizes.dimensions = 0;
    for (unsigned i = 0; i < sizes.dimensions; i++) {
        sizes.global[i] = (size_t)value_number(&global, i);
        sizes.local[i] = (size_t)value_number(&local, i);
    }
    return sizes;
}

/* How long the device had nothing to do before a command was queued. Some drivers take queuing
 * times from another clock: they are after the start, or implausibly early. */
static uint64_t idle_before(uint64_t timed, uint64_t last, const struct record_command *times)
{
    if (!timed || times->queued > times->start || times->queued <= last) return 0;
    return times->queued - last;
}

/* Adds a command with times to its queue. Commands of in-order queues come in order; others may
 * overlap, so busy time counts up to the latest end. */
static void add_to_queue(struct queue_tally *queue, const struct record_command *times)
{
    queue->idle += idle_before(queue->timed, queue->last, times);
    if (!queue->timed++) queue->last = times->start;
    if (times->ended > queue->last) {
        queue->busy += times->ended - (times->start > queue->last ? times->start : queue->last);
        queue->last = times->ended;
    }
}

static void add_to_device(struct device_tally *device, const struct record_command *times)
{
    const uint64_t took = times->ended - times->start;
    const uint64_t waited = idle_before(device->timed, device->last, times);
    device->timed++;
    device->worked += took;
    device->waited += waited;
    if (device->is_after_lone_wait) device->waited_after_lone_waits += waited;
    device->is_after_lone_wait = false;
    device->longer += waited > took;
    if (waited > device->longest_wait) device->longest_wait = waited;
    if (times->ended > device->last) device->last = times->ended;
}

/* What a transfer cost the host. A blocking one also waits for earlier commands, which is not its
 * own cost. */
static uint64_t cost_of(const struct queue_tally *queue, const struct call *call,
                        const struct record_command *times)
{
    const uint64_t took = call->end - call->begin;
    uint64_t wait = 0;
    if (!call_blocks(call)) return took;
    if (!times) return 0;
    if (queue->last > times->queued) wait = queue->last - times->queued;
    return wait < took ? took - wait : 0;
}

static void add_transfer(struct tally *tally, struct queue_tally *queue,
                         struct work_tally *transfers, enum work work, const struct call *call,
                         const struct record_command *times, uint64_t bytes)
{
    const bool small = work <= COPY && bytes && bytes < SMALL_TRANSFER;
    transfers->bytes += bytes;
    if (times) transfers->timed_bytes += bytes;
    if (small && queue->small == transfers) {
        transfers->small++;
        transfers->small_bytes += bytes;
        add_site(tally, SITE_SMALL_TRANSFERS, call);
        transfers->small_time += cost_of(queue, call, times);
    }
    queue->small = small ? transfers : NULL;
}

static void add_times(struct work_tally *tally, const struct record_command *times)
{
    const uint64_t took = times->ended - times->start;
    tally->timed++;
    tally->nanoseconds += took;
    spread_add(&tally->took, took);
}

/* `command` is NULL if the call enqueues none. */
static void note_data(struct tally *tally, const struct model_command *command,
                      const struct call *call)
{
    struct rewrites *rewrites = &tally->rewrites;
    if (!rewrites_note(rewrites, tally->model->recording, call) || !command || command->outside)
        return;
    rewrites->again++;
    rewrites->bytes += command->bytes;
    rewrites->nanoseconds += model_has_times(tally->model, command)
                                 ? command->ended - command->started
                                 : call->end - call->begin;
    add_site(tally, SITE_REWRITES, call);
}

/* ---- discrete GPUs ---- */

static void find_discrete(struct tally *tally)
{
    for (size_t i = 0; i < tally->model->device_count; i++) {
        const struct model_device *device = &tally->model->devices[i];
        const char *type = recording_type(tally->model->recording, device->process, device->handle);
        tally->devices[i].is_discrete = type && !strcmp(type, "discrete GPU");
        tally->has_discrete |= tally->devices[i].is_discrete;
    }
}

/* Whether a command moves data between the host's memory and a discrete GPU. */
static bool is_host_transfer(const struct tally *tally, const struct model_command *command)
{
    return command && (command->work == READ || command->work == WRITE) &&
           tally->devices[tally->model->queues[command->queue].device].is_discrete;
}

/* `command` is NULL if the call enqueues none. */
static void note_host_memory(struct tally *tally, const struct model_command *command,
                             const struct call *call)
{
    const bool is_transfer = is_host_transfer(tally, command);
    const bool is_direct =
        is_transfer && host_memory_has(&tally->host_memory, call->entry->thread->process,
                                       call_number(call, "ptr"));
    struct host_transfers *transfers = is_direct ? &tally->direct : &tally->plain;
    host_memory_note(&tally->host_memory, call, command ? command->bytes : 0);
    overlaps_note(&tally->overlaps, tally->model, call, command, is_direct);
    if (!is_transfer || command->outside || command->bytes < LARGE_TRANSFER ||
        !model_has_times(tally->model, command))
        return;
    transfers->count++;
    transfers->bytes += command->bytes;
    transfers->nanoseconds += command->ended - command->started;
}

/* ---- command buffers ---- */

static struct command_buffer_tally *command_buffer(struct tally *tally, const struct call *call)
{
    uint64_t *number = number_of(tally, call->entry->thread->process->number, COMMAND_BUFFER,
                                 call_number(call, "command_buffer"));
    struct command_buffer_tallies *buffers = &tally->command_buffers;
    if (!*number) {
        *command_buffer_tallies_add(buffers) = (struct command_buffer_tally){ { NULL, 0, 0 } };
        *number = buffers->count;
    }
    return &buffers->items[*number - 1];
}

static void note_new_command_buffer(struct tally *tally, const struct call *call)
{
    *number_of(tally, call->entry->thread->process->number, COMMAND_BUFFER, call->record->result) =
        0;
}

/* A command buffer that was recorded before the recording began may have any number of kernels. */
enum { UNKNOWN_KERNELS = 2 };

static const char *kernel_name(const struct tally *tally, const struct call *call)
{
    const char *name = recording_name(tally->model->recording, call->entry->thread->process,
                                      call_number(call, "kernel"), call->begin);
    return name ? name : "(unnamed)";
}

static void note_recorded_kernel(struct tally *tally, const struct call *call)
{
    struct recorded_kernels *kernels = &command_buffer(tally, call)->kernels;
    const char *name = kernel_name(tally, call);
    struct recorded_kernel *kernel = kernels->items;
    for (size_t i = 0; i < kernels->count; i++, kernel++)
        if (!strcmp(kernel->name, name)) {
            kernel->times++;
            return;
        }
    *recorded_kernels_add(kernels) = (struct recorded_kernel){ name, 1 };
}

/* "command buffer 2: add, mul x3". The caller frees it. */
static char *command_buffer_text(struct tally *tally, const struct call *call)
{
    const struct command_buffer_tally *buffer = command_buffer(tally, call);
    const size_t number = (size_t)(buffer - tally->command_buffers.items) + 1;
    char *text = text_format("command buffer %zu", number);
    for (size_t i = 0; i < buffer->kernels.count; i++) {
        const struct recorded_kernel *kernel = &buffer->kernels.items[i];
        text_add(&text, "%s%s", i ? ", " : ": ", kernel->name);
        if (kernel->times != 1) text_add(&text, " x%" PRIu64, kernel->times);
    }
    return text;
}

/* The display name of a launch, from the tally's names. */
static const char *launch_name(struct tally *tally, const struct call *call)
{
    const char *name;
    char *text;
    switch (call->entry->head->kind) {
    case SLOT_OF(clEnqueueNativeKernel):
        text = text_format("native kernel 0x%" PRIx64, call_number(call, "user_func"));
        break;
    case clEnqueueCommandBufferKHR_number: text = command_buffer_text(tally, call); break;
    default: return kernel_name(tally, call);
    }
    name = names_text(&tally->names, names_number(&tally->names, text));
    free(text);
    return name;
}

/* Counts the kernels that a command launches, by name. Returns how many there are. */
static uint64_t count_launches(struct tally *tally, const struct call *call, const char *name)
{
    const struct recorded_kernels *kernels;
    uint64_t count = 0;
    creation_tally(tally, name)->launches++;
    if (call->entry->head->kind != clEnqueueCommandBufferKHR_number) return 1;
    kernels = &command_buffer(tally, call)->kernels;
    for (size_t i = 0; i < kernels->count; i++) {
        creation_tally(tally, kernels->items[i].name)->launches += kernels->items[i].times;
        count += kernels->items[i].times;
    }
    return count ? count : UNKNOWN_KERNELS;
}

static struct work_tally *add_kernel(struct tally *tally, const struct call *call, size_t queue,
                                     const struct record_command *times)
{
    const struct recording *recording = tally->model->recording;
    const char *name = launch_name(tally, call);
    const struct launch_tally sizes = sizes_of_launch(recording, call);
    struct launch_tally *launch;
    struct work_tally *kernel;
    kernel = kernel_tally(tally, name, tally->model->queues[queue].device);
    tally->queues[queue].small = NULL;
    kernel->commands++;
    kernel->is_unordered |= !model_is_in_order(&tally->model->queues[queue]);
    site_tallies_add(&tally->sites, SITE_KERNELS, names_number(&tally->names, name), kernel->name,
                     recording, call, times ? times->ended - times->start : NEVER);
    launch = launch_tally(tally, kernel, &sizes);
    launch->commands++;
    if (!times) return kernel;
    spread_add(&launch->took, times->ended - times->start);
    launch->nanoseconds += times->ended - times->start;
    if (times->queued <= times->start) spread_add(&kernel->waited, times->start - times->queued);
    return kernel;
}

/* Whether a command's times are plausible. */
static bool is_plausible(const struct tally *tally, const struct model_command *command,
                         const struct record_command *times)
{
    return model_has_times(tally->model, command) && !times->status && times->start &&
           times->ended >= times->start;
}

static void add_command(struct tally *tally, const struct model_command *command,
                        const struct call *call)
{
    const struct record_command *times = recording_command(tally->model->recording, call);
    struct queue_tally *queue = &tally->queues[command->queue];
    struct device_tally *device = &tally->devices[tally->model->queues[command->queue].device];
    struct work_tally *work = NULL;
    uint64_t kernels = 0, idle;
    if (times && !is_plausible(tally, command, times)) times = NULL;
    idle = times ? idle_before(device->timed, device->last, times) : 0;
    if (command->work == KERNEL) {
        work = add_kernel(tally, call, command->queue, times);
        kernels = count_launches(tally, call, work->name);
    } else if (command->work) {
        work = &tally->transfers[command->work][command->memory];
        work->commands++;
        add_transfer(tally, queue, work, command->work, call, times, command->bytes);
    }
    if (command->work == READ && call_number(call, "blocking_read") && idle) {
        queue->idle_reads++;
        queue->idle_read_time += call->end - call->begin;
        add_site(tally, SITE_IDLE_READS, call);
    }
    callback_waits_command(&queue->callbacks, call, kernels, idle);
    queue->kernels_since_wait += kernels;
    queue->commands++;
    if (!call->outside && host_use_of(call) == HOST_ENQUEUES)
        queue->enqueuing += call->end - call->begin;
    queue->last_command = (size_t)(command - tally->model->commands);
    if (!times) return;
    add_to_queue(queue, times);
    add_to_device(device, times);
    if (work) add_times(work, times);
}

/* Notes a wait after a single kernel. Where commands may run side by side, a program may need the
 * wait to order them. */
static void add_lone_wait(struct tally *tally, const struct call *call, size_t place)
{
    struct queue_tally *queue = &tally->queues[place];
    if (!model_is_in_order(&tally->model->queues[place])) return;
    queue->lone_waits++;
    queue->lone_wait_time += call->end - call->begin;
    tally->devices[tally->model->queues[place].device].is_after_lone_wait = true;
    add_site(tally, SITE_LONE_WAITS, call);
}

/* Notes that the host waited for all commands of a queue. Returns the number of kernels. */
static uint64_t end_queue(struct queue_tally *queue, const struct call *call)
{
    const uint64_t kernels = queue->kernels_since_wait;
    queue->kernels_since_wait = 0;
    callback_waits_other(&queue->callbacks, call);
    return kernels;
}

static void note_wait(struct tally *tally, const struct call *call, size_t place)
{
    if (end_queue(&tally->queues[place], call) == 1) add_lone_wait(tally, call, place);
}

/* Notes a wait for the events of commands, of several queues perhaps. A program that waits for an
 * earlier command than the last one keeps the queue filled. */
static void note_awaited(struct tally *tally, const struct call *call, size_t entry, size_t *next)
{
    const struct model_awaited *awaited;
    uint64_t kernels = 0;
    size_t last = 0;
    while ((awaited = model_next_awaited(tally->model, next, entry))) {
        const size_t place = tally->model->commands[awaited->command].queue;
        struct queue_tally *queue = &tally->queues[place];
        if (queue->last_command != awaited->command) continue;
        if (queue->kernels_since_wait) last = place;
        kernels += end_queue(queue, call);
    }
    if (kernels == 1) add_lone_wait(tally, call, last);
}

static void note_callback(struct tally *tally, size_t place, size_t *next_awaited)
{
    const struct recording *recording = tally->model->recording;
    const struct entry *entry = &recording->entries[place];
    const struct model_awaited *awaited = model_next_awaited(tally->model, next_awaited, place);
    struct queue_tally *queue;
    moment end;
    if (!awaited || !recording_callback(recording, entry, &end)) return;
    queue = &tally->queues[tally->model->commands[awaited->command].queue];
    if (queue->last_command == awaited->command)
        callback_waits_callback(&queue->callbacks, entry, end);
}

/* ---- programs ---- */

/* Adds numbers to a text, which it frees. */
static char *with_numbers(char *text, const struct value *numbers)
{
    for (uint32_t i = 0; i < numbers->count; i++)
        text_add(&text, " %" PRIx64, value_number(numbers, i));
    return text;
}

/* The number of the program with this handle; later programs with the handle get another. */
static size_t program_of(struct tally *tally, const struct call *call, uint64_t handle)
{
    uint64_t *number = number_of(tally, call->entry->thread->process->number, PROGRAM, handle);
    if (!*number) *number = ++tally->programs;
    return (size_t)*number;
}

/* Notes the origin of a new program: its context, and its sources in order. */
static void note_program(struct tally *tally, const struct recording *recording,
                         const struct call *call)
{
    const uint64_t handle = call->record->result;
    struct value sources = call_value(recording, call, call_parameter(call, "strings"));
    *number_of(tally, call->entry->thread->process->number, PROGRAM, handle) = ++tally->programs;
    if (call->entry->head->kind == SLOT_OF(clCreateProgramWithBinary))
        *number_of(tally, tally->programs, OF_BINARY, 0) = true;
    if (sources.count && !sources.cut) {
        char *made_of =
            with_numbers(text_format("%" PRIx64 " of", call_number(call, "context")), &sources);
        *number_of(tally, tally->programs, MADE_OF, 0) = names_number(&tally->names, made_of);
        free(made_of);
    }
}

static void note_build(struct tally *tally, const struct recording *recording,
                       const struct call *call)
{
    const size_t program = program_of(tally, call, call->words[0]);
    const uint64_t made_of = *number_of(tally, program, MADE_OF, 0);
    struct value options = call_value(recording, call, call_parameter(call, "options"));
    struct value devices = call_value(recording, call, call_parameter(call, "device_list"));
    uint64_t *built;
    char *key, *whole;
    if (!made_of || options.cut || devices.cut) return;
    key = with_numbers(
        text_format("%" PRIu32 " %" PRIu64 " for", call->entry->thread->process->id, made_of),
        &devices);
    whole = text_format("%s with %.*s", key, (int)options.count,
                        options.data ? (const char *)options.data : "");
    built = number_of(tally, 0, BUILT, names_number(&tally->names, whole));
    if (*built) {
        tally->builds.again += !call->hidden;
        tally->builds.again_nanoseconds += call->hidden ? 0 : call->end - call->begin;
    } else {
        uint64_t *variants = number_of(tally, 0, VARIANTS, names_number(&tally->names, key));
        if (++*variants > tally->builds.variants) tally->builds.variants = *variants;
        built = number_of(tally, 0, BUILT, names_number(&tally->names, whole));
    }
    *built = 1;
    free(key);
    free(whole);
}

static void note_kernel(struct tally *tally, const struct recording *recording,
                        const struct call *call)
{
    const char *name =
        recording_name(recording, call->entry->thread->process, call->record->result, call->end);
    const size_t program = program_of(tally, call, call->words[0]);
    uint64_t *has_kernel;
    if (!name) return;
    has_kernel = number_of(tally, program, HAS_KERNEL, names_number(&tally->names, name));
    if (*has_kernel && !call->hidden) {
        struct creation_tally *creation = creation_tally(tally, name);
        creation->again++;
        creation->nanoseconds += call->end - call->begin;
    }
    *has_kernel = 1;
}

/* ---- all calls ---- */

static void note_program_call(struct tally *tally, const struct recording *recording,
                              const struct call *call)
{
    switch (call->entry->head->kind) {
    case SLOT_OF(clCreateProgramWithSource):
    case SLOT_OF(clCreateProgramWithBinary):
    case SLOT_OF(clCreateProgramWithBuiltInKernels):
    case SLOT_OF(clCreateProgramWithIL):
    case SLOT_OF(clLinkProgram):
    case clCreateProgramWithILKHR_number: note_program(tally, recording, call); return;
    case SLOT_OF(clBuildProgram): note_build(tally, recording, call); return;
    case clCreateCommandBufferKHR_number: note_new_command_buffer(tally, call); return;
    case clCommandNDRangeKernelKHR_number: note_recorded_kernel(tally, call); return;
    case SLOT_OF(clCreateKernel): note_kernel(tally, recording, call); return;
    default: return;
    }
}

static void add_call(struct tally *tally, const struct call *call)
{
    struct function_tally *sums = &tally->functions[call->entry->head->kind];
    uint64_t took;
    tally->calls++;
    sums->calls++;
    sums->use = host_use_of(call);
    if (call->end == NEVER) {
        sums->unfinished++;
        return;
    }
    took = call->end - call->begin;
    sums->errors += call->failed;
    sums->nanoseconds += took;
    if (took > sums->longest) sums->longest = took;
}

/* Notes a build. A failed one takes time, too. */
static void add_build(struct tally *tally, const struct call *call)
{
    const uint64_t took = call->end - call->begin;
    if (host_use_of(call) != HOST_BUILDS) return;
    tally->builds.builds++;
    tally->builds.nanoseconds += took;
    if (call->entry->head->kind == SLOT_OF(clBuildProgram) &&
        *number_of(tally, program_of(tally, call, call->words[0]), OF_BINARY, 0))
        tally->builds.loading += took;
}

/* The span in which the program used OpenCL. */
struct span {
    moment first, last;
};

static void add_to_span(struct span *span, const struct recording *recording,
                        const struct call *call)
{
    const moment begin = call->begin > recording->from ? call->begin : recording->from;
    moment end = call->end == NEVER ? begin : call->end;
    if (end > recording->to) end = recording->to;
    if (begin < span->first) span->first = begin;
    if (end > span->last) span->last = end;
}

static void add_calls(struct tally *tally)
{
    const struct recording *recording = tally->model->recording;
    struct span span = { NEVER, 0 };
    size_t next_command = 0, next_wait = 0, next_awaited = 0;
    for (size_t i = 0; i < recording->count; i++) {
        const struct model_command *command = model_next_command(tally->model, &next_command, i);
        const struct model_wait *wait = model_next_wait(tally->model, &next_wait, i);
        struct call call;
        if (!recording_call(recording, &recording->entries[i], &call)) {
            note_callback(tally, i, &next_awaited);
            continue;
        }
        if (!call.hidden) {
            add_call(tally, &call);
            add_call_sites(tally, &call);
            add_to_span(&span, recording, &call);
        }
        if (call.end == NEVER) continue;
        if (!call.outside) habits_note(&tally->habits, recording, &call);
        if (!call.hidden) add_build(tally, &call);
        if (call.failed) continue;
        if (command && !command->outside) add_command(tally, command, &call);
        note_data(tally, command, &call);
        if (tally->has_discrete) note_host_memory(tally, command, &call);
        if (command && call_blocks(&call)) note_wait(tally, &call, command->queue);
        if (wait) note_wait(tally, &call, wait->queue);
        if (call.entry->head->kind == SLOT_OF(clWaitForEvents))
            note_awaited(tally, &call, i, &next_awaited);
        note_program_call(tally, recording, &call);
    }
    if (tally->calls) tally->host_time = span.last - span.first;
    tally->host = host_times(tally->model, span.last);
    tally->device_times = device_times(tally->model, span.last);
}

/* Profiling that programs of OpenCL 1.0 turn on and off later is too rare to count. A queue that is
 * hidden may be older than the recording, and have no profiling. */
static void add_profiling(struct tally *tally)
{
    const bool adds = tally->model->recording->file->options & RECORD_DEVICE;
    if (tally->functions[SLOT_OF(clSetCommandQueueProperty)].calls) return;
    for (size_t i = 0; i < tally->model->queue_count; i++) {
        const struct model_queue *queue = &tally->model->queues[i];
        const struct queue_tally *sums = &tally->queues[i];
        if (!queue->known) continue;
        if (queue->properties & CL_QUEUE_PROFILING_ENABLE) tally->own_profiling += sums->enqueuing;
        else if (adds && !queue->hidden && sums->timed) tally->added_profiling += sums->enqueuing;
    }
}

struct tally *tally_make(const struct model *model)
{
    struct tally *tally = require_memory(calloc(1, sizeof *tally));
    struct handles handles = { NULL, 0, 0 };
    tally->model = model;
    tally->queues = require_memory(calloc(model->queue_count + 1, sizeof *tally->queues));
    tally->devices = require_memory(calloc(model->device_count + 1, sizeof *tally->devices));
    tally->handles = &handles;
    habits_begin(&tally->habits, model->recording);
    find_discrete(tally);
    add_calls(tally);
    add_profiling(tally);
    handles_free(&handles);
    return tally;
}

static void free_work(struct work_tally *work)
{
    for (size_t i = 0; i < work->launches.count; i++)
        free(work->launches.items[i].took.values.items);
    free(work->launches.items);
    free(work->took.values.items);
    free(work->waited.values.items);
}

void tally_free(struct tally *tally)
{
    if (!tally) return;
    for (size_t i = 0; i < tally->kernels.count; i++) free_work(&tally->kernels.items[i]);
    for (enum work work = 0; work < WORK_COUNT; work++)
        for (enum memory_kind memory = 0; memory < MEMORY_KINDS; memory++)
            free_work(&tally->transfers[work][memory]);
    rewrites_free(&tally->rewrites);
    overlaps_free(&tally->overlaps);
    free(tally->host_memory.ranges.items);
    site_tallies_free(&tally->sites);
    names_free(&tally->names);
    for (size_t i = 0; i < tally->command_buffers.count; i++)
        free(tally->command_buffers.items[i].kernels.items);
    free(tally->command_buffers.items);
    habits_end(&tally->habits);
    free(tally->device_times);
    free(tally->kernels.items);
    free(tally->creations.items);
    free(tally->queues);
    free(tally->devices);
    free(tally);
}
