/* SPDX-License-Identifier: Apache-2.0 */
/* Counts what summaries show. Objects are found by process and handle in jansson's hash tables. */
#include "tally_memory.h"

#include "../text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* By "PROCESS HANDLE", or by a kernel's name: numbers of tallies, and what is known of objects. */
struct tally_maps {
    json_t *kernels;  /* name -> number */
    json_t *queues;   /* queue -> number */
    json_t *devices;  /* device -> number */
    json_t *programs; /* program -> what it is made of */
    json_t *builds;   /* what was built -> true */
    json_t *created;  /* program -> { the names of its kernels } */
    json_t *buffers;  /* command buffer -> the handle of its queue */
};

/* A key for an object; valid until the next call. */
static const char *key_of(const struct call *call, uint64_t handle)
{
    static char key[64];
    snprintf(key, sizeof key, "%" PRIu32 " %" PRIx64, call->entry->thread->process->id, handle);
    return key;
}

/* The number that a key has, or -1. */
static long long number_of(const json_t *map, const char *key)
{
    const json_t *number = json_object_get(map, key);
    return number ? json_integer_value(number) : -1;
}

/* Adds an item of `size` bytes, all 0, to an array. */
static void *grow(void **items, size_t *count, size_t size)
{
    if ((*count & (*count - 1)) == 0)
        *items = require_memory(realloc(*items, (*count ? 2 * *count : 1) * size));
    return memset((char *)*items + (*count)++ * size, 0, size);
}

/* ---- kernels, transfers and queues ---- */

static struct work_tally *kernel_tally(struct tally *tally, const char *name)
{
    long long number = number_of(tally->maps->kernels, name);
    struct work_tally *kernel;
    if (number >= 0) return &tally->kernels[number];
    json_object_set_new_nocheck(tally->maps->kernels, name,
                                json_integer((json_int_t)tally->kernel_count));
    kernel = grow((void **)&tally->kernels, &tally->kernel_count, sizeof *kernel);
    kernel->name = name;
    return kernel;
}

/* The place of a device; 0 stands for all those of a process that are unknown. */
static size_t device_number(struct tally *tally, const struct call *call, uint64_t handle)
{
    const char *key = key_of(call, handle);
    long long number = number_of(tally->maps->devices, key);
    if (number >= 0) return (size_t)number;
    number = (long long)tally->device_count;
    json_object_set_new(tally->maps->devices, key, json_integer(number));
    grow((void **)&tally->devices, &tally->device_count, sizeof *tally->devices);
    return (size_t)number;
}

static struct queue_tally *queue_tally(struct tally *tally, const struct call *call,
                                       uint64_t handle)
{
    const char *key = key_of(call, handle);
    long long number = number_of(tally->maps->queues, key);
    struct queue_tally *queue;
    if (number >= 0) return &tally->queues[number];
    json_object_set_new(tally->maps->queues, key, json_integer((json_int_t)tally->queue_count));
    queue = grow((void **)&tally->queues, &tally->queue_count, sizeof *queue);
    queue->handle = handle;
    queue->process = call->entry->thread->process;
    queue->device = device_number(tally, call, 0);
    return queue;
}

/* What commands do, and the parameter that says how many bytes: the number itself, the image whose
 * region it is, or a region in bytes. */
// clang-format off
static const struct {
    unsigned number;
    enum work work;
    const char *bytes, *image;
    bool rectangle;
} works[] = {
    { SLOT_OF(clEnqueueNDRangeKernel),     KERNEL, NULL,   NULL,        false },
    { SLOT_OF(clEnqueueTask),              KERNEL, NULL,   NULL,        false },
    { SLOT_OF(clEnqueueReadBuffer),        READ,   "size", NULL,        false },
    { SLOT_OF(clEnqueueReadBufferRect),    READ,   NULL,   NULL,        true },
    { SLOT_OF(clEnqueueReadImage),         READ,   NULL,   "image",     false },
    { SLOT_OF(clEnqueueWriteBuffer),       WRITE,  "size", NULL,        false },
    { SLOT_OF(clEnqueueWriteBufferRect),   WRITE,  NULL,   NULL,        true },
    { SLOT_OF(clEnqueueWriteImage),        WRITE,  NULL,   "image",     false },
    { SLOT_OF(clEnqueueCopyBuffer),        COPY,   "size", NULL,        false },
    { SLOT_OF(clEnqueueCopyBufferRect),    COPY,   NULL,   NULL,        true },
    { SLOT_OF(clEnqueueCopyImage),         COPY,   NULL,   "src_image", false },
    { SLOT_OF(clEnqueueCopyBufferToImage), COPY,   NULL,   "dst_image", false },
    { SLOT_OF(clEnqueueCopyImageToBuffer), COPY,   NULL,   "src_image", false },
    { SLOT_OF(clEnqueueSVMMemcpy),         COPY,   "size", NULL,        false },
    { clEnqueueMemcpyINTEL_number,         COPY,   "size", NULL,        false },
    { SLOT_OF(clEnqueueFillBuffer),        FILL,   "size", NULL,        false },
    { SLOT_OF(clEnqueueFillImage),         FILL,   NULL,   "image",     false },
    { SLOT_OF(clEnqueueSVMMemFill),        FILL,   "size", NULL,        false },
    { clEnqueueMemFillINTEL_number,        FILL,   "size", NULL,        false },
    { clEnqueueMemsetINTEL_number,         FILL,   "size", NULL,        false },
    { SLOT_OF(clEnqueueMapBuffer),         MAP,    "size", NULL,        false },
    { SLOT_OF(clEnqueueMapImage),          MAP,    NULL,   "image",     false },
};
// clang-format on

/* The product of a region's sizes; 0 if it was not recorded. */
static uint64_t region_of(const struct recording *recording, const struct call *call)
{
    struct value region = call_value(recording, call, call_parameter(call, "region"));
    if (region.count != 3) return 0;
    return value_number(&region, 0) * value_number(&region, 1) * value_number(&region, 2);
}

/* What a command does; *bytes is 0 if nobody knows. */
static enum work work_of(struct tally *tally, const struct recording *recording,
                         const struct call *call, uint64_t *bytes)
{
    *bytes = 0;
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        if (works[i].number != call->entry->head->kind) continue;
        if (works[i].bytes) *bytes = call_number(call, works[i].bytes);
        if (works[i].rectangle) *bytes = region_of(recording, call);
        if (works[i].image)
            *bytes = region_of(recording, call) *
                     tally_image_element(tally, call, call_number(call, works[i].image));
        return works[i].work;
    }
    return NO_WORK;
}

static void note_sizes(const struct recording *recording, const struct call *call,
                       struct work_tally *kernel)
{
    struct value global = call_value(recording, call, call_parameter(call, "global_work_size"));
    struct value local = call_value(recording, call, call_parameter(call, "local_work_size"));
    unsigned dimensions = (unsigned)call_number(call, "work_dim");
    size_t sizes[6] = { 0 };
    if (dimensions > 3) return;
    for (unsigned i = 0; i < dimensions; i++) {
        sizes[i] = (size_t)value_number(&global, i);
        sizes[3 + i] = (size_t)value_number(&local, i);
    }
    if (kernel->commands > 1 && (kernel->dimensions != dimensions ||
                                 memcmp(kernel->global, sizes, sizeof kernel->global) != 0 ||
                                 memcmp(kernel->local, sizes + 3, sizeof kernel->local) != 0))
        kernel->sizes_differ = true;
    kernel->dimensions = dimensions;
    memcpy(kernel->global, sizes, sizeof kernel->global);
    memcpy(kernel->local, sizes + 3, sizeof kernel->local);
}

/* Adds a command with times to its queue. Queues in order have their commands in order, too; others
 * may overlap, so the time with any command is counted up to the latest end. */
static void add_to_queue(struct queue_tally *queue, const struct record_command *times)
{
    queue->timed++;
    if (queue->timed == 1) {
        queue->first = times->start;
        queue->last = times->start;
    }
    if (times->ended > queue->last) {
        queue->busy += times->ended - (times->start > queue->last ? times->start : queue->last);
        queue->last = times->ended;
    }
}

/* How long a device had nothing to do before a command was queued. Some drivers' times of queuing
 * are of another clock: they lie behind the start, or so early that nobody has waited. */
static uint64_t waited_for(const struct device_tally *device, const struct record_command *times)
{
    if (!device->timed || times->queued > times->start || times->queued <= device->last) return 0;
    return times->queued - device->last;
}

static void add_to_device(struct device_tally *device, const struct record_command *times)
{
    const uint64_t took = times->ended - times->start, waited = waited_for(device, times);
    device->timed++;
    device->worked += took;
    device->waited += waited;
    device->longer += waited > took;
    if (times->ended > device->last) device->last = times->ended;
}

/* What a transfer has cost the host: a blocking one also waits for what was enqueued before, which
 * is not its own cost. */
static uint64_t cost_of(const struct queue_tally *queue, const struct call *call,
                        const struct record_command *times, bool blocking)
{
    const uint64_t took = call->end - call->begin;
    uint64_t wait = 0;
    if (!blocking) return took;
    if (!times) return 0;
    if (queue->last > times->queued) wait = queue->last - times->queued;
    return wait < took ? took - wait : 0;
}

static void add_transfer(struct queue_tally *queue, struct work_tally *it, enum work work,
                         const struct call *call, const struct record_command *times,
                         uint64_t bytes)
{
    const bool blocking = call_number(call, "blocking_read") || call_number(call, "blocking_write");
    const bool small = work <= COPY && bytes && bytes < SMALL_TRANSFER;
    it->bytes += bytes;
    if (times) it->timed_bytes += bytes;
    if (small && queue->small == work) {
        it->small++;
        it->small_bytes += bytes;
        it->small_time += cost_of(queue, call, times, blocking);
    }
    queue->small = small ? work : NO_WORK;
}

static void add_times(struct work_tally *it, const struct record_command *times)
{
    const uint64_t took = times->ended - times->start;
    it->timed++;
    it->nanoseconds += took;
    if (took > it->longest) it->longest = took;
}

static struct work_tally *add_kernel(struct tally *tally, const struct recording *recording,
                                     const struct call *call, struct queue_tally *queue)
{
    const char *name = recording_name(recording, call->entry->thread->process,
                                      call_number(call, "kernel"), call->begin);
    struct work_tally *it = kernel_tally(tally, name ? name : "(unnamed)");
    queue->kernels_since_wait++;
    queue->small = NO_WORK;
    it->commands++;
    it->device = queue->name;
    note_sizes(recording, call, it);
    return it;
}

static void note_command_buffer(struct tally *tally, const struct recording *recording,
                                const struct call *call)
{
    json_object_set_new(tally->maps->buffers, key_of(call, call->record->result),
                        json_integer((json_int_t)call_queue(recording, call)));
}

/* A command buffer is for the queue that it was made for, if no other is named. */
static uint64_t queue_of_command(const struct tally *tally, const struct recording *recording,
                                 const struct call *call)
{
    const uint64_t handle = call_queue(recording, call);
    const json_t *made_for;
    if (handle || call->entry->head->kind != clEnqueueCommandBufferKHR_number) return handle;
    made_for =
        json_object_get(tally->maps->buffers, key_of(call, call_number(call, "command_buffer")));
    return made_for ? (uint64_t)json_integer_value(made_for) : 0;
}

static void add_command(struct tally *tally, const struct recording *recording,
                        const struct call *call)
{
    const struct record_command *times = recording_command(recording, call);
    struct queue_tally *queue = queue_tally(tally, call, queue_of_command(tally, recording, call));
    struct device_tally *device = &tally->devices[queue->device];
    struct work_tally *it = NULL;
    uint64_t bytes;
    const enum work work = work_of(tally, recording, call, &bytes);
    if (times && (times->status || times->ended < times->start || !times->start)) times = NULL;
    if (work == KERNEL) {
        it = add_kernel(tally, recording, call, queue);
    } else if (work) {
        it = &tally->transfers[work];
        it->commands++;
        add_transfer(queue, it, work, call, times, bytes);
    }
    if (work == READ && call_number(call, "blocking_read") && times && waited_for(device, times)) {
        queue->idle_reads++;
        queue->idle_read_time += call->end - call->begin;
    }
    queue->commands++;
    if (!times) return;
    add_to_queue(queue, times);
    add_to_device(device, times);
    if (it) add_times(it, times);
}

static void note_queue(struct tally *tally, const struct recording *recording,
                       const struct call *call)
{
    const uint64_t device = call_number(call, "device");
    struct queue_tally *queue;
    /* Another one may have had its address. */
    json_object_del(tally->maps->queues, key_of(call, call->record->result));
    queue = queue_tally(tally, call, call->record->result);
    queue->name = recording_name(recording, call->entry->thread->process, device, call->end);
    queue->device = device_number(tally, call, device);
    tally->devices[queue->device].name = queue->name;
}

static void note_wait(struct tally *tally, const struct call *call)
{
    struct queue_tally *queue = queue_tally(tally, call, call->words[0]);
    if (queue->kernels_since_wait == 1) {
        queue->lone_waits++;
        queue->lone_wait_time += call->end - call->begin;
    }
    queue->kernels_since_wait = 0;
}

/* ---- programs ---- */

/* Adds numbers to a text, which it frees. */
static char *with_numbers(char *text, const struct value *numbers)
{
    for (uint32_t i = 0; i < numbers->count; i++) {
        char *longer = text_format("%s %" PRIx64, text, value_number(numbers, i));
        free(text);
        text = longer;
    }
    return text;
}

/* Notes what a new program is made of: its context, and its sources in order. */
static void note_program(struct tally *tally, const struct recording *recording,
                         const struct call *call)
{
    const char *key = key_of(call, call->record->result);
    struct value sources = call_value(recording, call, call_parameter(call, "strings"));
    json_object_del(tally->maps->created, key);
    json_object_del(tally->maps->programs, key);
    if (sources.count && !sources.cut) {
        char *made_of =
            with_numbers(text_format("%" PRIx64 " of", call_number(call, "context")), &sources);
        json_object_set_new(tally->maps->programs, key, json_string(made_of));
        free(made_of);
    }
}

static void note_build(struct tally *tally, const struct recording *recording,
                       const struct call *call)
{
    const json_t *made_of = json_object_get(tally->maps->programs, key_of(call, call->words[0]));
    struct value options = call_value(recording, call, call_parameter(call, "options"));
    struct value devices = call_value(recording, call, call_parameter(call, "device_list"));
    uint64_t took = call->end - call->begin;
    char *key, *whole, *valid;
    if (!made_of || options.cut || devices.cut) return;
    key = with_numbers(text_format("%" PRIu32 " %s for", call->entry->thread->process->id,
                                   json_string_value(made_of)),
                       &devices);
    whole = text_format("%s with %.*s", key, (int)options.count,
                        options.data ? (const char *)options.data : "");
    valid = text_valid(whole);
    if (json_object_get(tally->maps->builds, valid)) {
        tally->builds.again++;
        tally->builds.again_nanoseconds += took;
    }
    json_object_set_new(tally->maps->builds, valid, json_true());
    free(key);
    free(whole);
    free(valid);
}

static void note_kernel(struct tally *tally, const struct recording *recording,
                        const struct call *call)
{
    const char *name =
        recording_name(recording, call->entry->thread->process, call->record->result, call->end);
    const char *key = key_of(call, call->words[0]);
    json_t *names = json_object_get(tally->maps->created, key);
    if (!name) return;
    if (!names) {
        names = json_object();
        json_object_set_new(tally->maps->created, key, names);
    }
    if (json_object_get(names, name)) {
        struct work_tally *kernel = kernel_tally(tally, name);
        kernel->created_again++;
        kernel->creating += call->end - call->begin;
    }
    json_object_set_new_nocheck(names, name, json_true());
}

/* ---- all calls ---- */

static void note_objects(struct tally *tally, const struct recording *recording,
                         const struct call *call)
{
    const struct parameter *first = &call->signature->parameter[0];
    switch (call->entry->head->kind) {
    case SLOT_OF(clCreateCommandQueue):
    case SLOT_OF(clCreateCommandQueueWithProperties):
    case clCreateCommandQueueWithPropertiesKHR_number: note_queue(tally, recording, call); return;
    case clCreateCommandBufferKHR_number: note_command_buffer(tally, recording, call); return;
    case clEnqueueCommandBufferKHR_number: add_command(tally, recording, call); return;
    case SLOT_OF(clFinish): note_wait(tally, call); return;
    case SLOT_OF(clCreateProgramWithSource):
    case SLOT_OF(clCreateProgramWithBinary):
    case SLOT_OF(clCreateProgramWithBuiltInKernels):
    case SLOT_OF(clCreateProgramWithIL):
    case clCreateProgramWithILKHR_number: note_program(tally, recording, call); return;
    case SLOT_OF(clBuildProgram): note_build(tally, recording, call); return;
    case SLOT_OF(clCreateKernel): note_kernel(tally, recording, call); return;
    default:
        if (first->type && !strcmp(first->type, "cl_command_queue") &&
            !strncmp(call->signature->name, "clEnqueue", 9))
            add_command(tally, recording, call);
    }
}

static void add_call(struct tally *tally, const struct call *call)
{
    struct function_tally *it = &tally->functions[call->entry->head->kind];
    uint64_t took;
    tally->calls++;
    it->calls++;
    if (call->end == NEVER) {
        it->unfinished++;
        return;
    }
    took = call->end - call->begin;
    it->errors += call->failed;
    it->nanoseconds += took;
    if (took > it->longest) it->longest = took;
}

/* Builds that failed have taken time, too. */
static void add_build(struct tally *tally, const struct call *call)
{
    switch (call->entry->head->kind) {
    case SLOT_OF(clBuildProgram):
    case SLOT_OF(clCompileProgram):
    case SLOT_OF(clLinkProgram):
        tally->builds.builds++;
        tally->builds.nanoseconds += call->end - call->begin;
    }
}

struct tally *tally_make(const struct recording *recording)
{
    struct tally *tally = require_memory(calloc(1, sizeof *tally));
    moment first = NEVER, last = 0;
    tally->objects = tally_objects_make();
    tally->maps = require_memory(calloc(1, sizeof *tally->maps));
    *tally->maps = (struct tally_maps){ json_object(), json_object(), json_object(), json_object(),
                                        json_object(), json_object(), json_object() };
    for (size_t i = 0; i < recording->count; i++) {
        struct call call;
        if (!recording_call(recording, &recording->entries[i], &call)) continue;
        if (!call.hidden) {
            add_call(tally, &call);
            first = call.begin < first ? call.begin : first;
            if (call.begin > last) last = call.begin;
        }
        if (call.end == NEVER) continue;
        if (!call.hidden && call.end > last) last = call.end;
        add_build(tally, &call);
        if (call.failed) continue;
        note_objects(tally, recording, &call);
        tally_memory_note(tally, recording, &call);
    }
    if (tally->calls) tally->host_time = last - first;
    return tally;
}

void tally_free(struct tally *tally)
{
    if (!tally) return;
    json_decref(tally->maps->kernels);
    json_decref(tally->maps->queues);
    json_decref(tally->maps->devices);
    json_decref(tally->maps->programs);
    json_decref(tally->maps->builds);
    json_decref(tally->maps->created);
    json_decref(tally->maps->buffers);
    tally_objects_free(tally->objects);
    free(tally->maps);
    free(tally->kernels);
    free(tally->queues);
    free(tally->devices);
    free(tally);
}
