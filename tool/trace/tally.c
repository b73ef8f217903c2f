/* SPDX-License-Identifier: Apache-2.0 */
/* Counts what summaries show. Objects are found by process and handle in jansson's hash tables. */
#include "tally.h"

#include "../text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* By "PROCESS HANDLE", or by a kernel's name: numbers of tallies, and what is known of objects. */
struct tally_maps {
    json_t *kernels;  /* name -> number */
    json_t *queues;   /* queue -> number */
    json_t *memories; /* context -> number */
    json_t *objects;  /* memory object -> [context's number, bytes, references] */
    json_t *programs; /* program -> what it is made of */
    json_t *builds;   /* what was built -> true */
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
    return queue;
}

/* What commands do, and the parameter with the number of bytes, if one has it. */
static const struct {
    unsigned number;
    enum work work;
    const char *bytes;
} works[] = {
    { SLOT_OF(clEnqueueNDRangeKernel), KERNEL, NULL },
    { SLOT_OF(clEnqueueTask), KERNEL, NULL },
    { SLOT_OF(clEnqueueReadBuffer), READ, "size" },
    { SLOT_OF(clEnqueueReadBufferRect), READ, NULL },
    { SLOT_OF(clEnqueueReadImage), READ, NULL },
    { SLOT_OF(clEnqueueWriteBuffer), WRITE, "size" },
    { SLOT_OF(clEnqueueWriteBufferRect), WRITE, NULL },
    { SLOT_OF(clEnqueueWriteImage), WRITE, NULL },
    { SLOT_OF(clEnqueueCopyBuffer), COPY, "size" },
    { SLOT_OF(clEnqueueCopyBufferRect), COPY, NULL },
    { SLOT_OF(clEnqueueCopyImage), COPY, NULL },
    { SLOT_OF(clEnqueueCopyBufferToImage), COPY, NULL },
    { SLOT_OF(clEnqueueCopyImageToBuffer), COPY, NULL },
    { SLOT_OF(clEnqueueSVMMemcpy), COPY, "size" },
    { clEnqueueMemcpyINTEL_number, COPY, "size" },
    { SLOT_OF(clEnqueueFillBuffer), FILL, "size" },
    { SLOT_OF(clEnqueueFillImage), FILL, NULL },
    { SLOT_OF(clEnqueueSVMMemFill), FILL, "size" },
    { clEnqueueMemFillINTEL_number, FILL, "size" },
    { clEnqueueMemsetINTEL_number, FILL, "size" },
    { SLOT_OF(clEnqueueMapBuffer), MAP, "size" },
    { SLOT_OF(clEnqueueMapImage), MAP, NULL },
};

static enum work work_of(const struct call *call, uint64_t *bytes)
{
    *bytes = 0;
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        if (works[i].number != call->entry->head->kind) continue;
        if (works[i].bytes) *bytes = call_number(call, works[i].bytes);
        return works[i].work;
    }
    return NO_WORK;
}

/* Whether a transfer of unknown size has rectangles of bytes, whose product is the size. */
static uint64_t rectangle(const struct recording *recording, const struct call *call)
{
    unsigned kind = call->entry->head->kind;
    struct value region = call_value(recording, call, call_parameter(call, "region"));
    if (kind != SLOT_OF(clEnqueueReadBufferRect) && kind != SLOT_OF(clEnqueueWriteBufferRect) &&
        kind != SLOT_OF(clEnqueueCopyBufferRect))
        return 0;
    if (region.count != 3) return 0;
    return value_number(&region, 0) * value_number(&region, 1) * value_number(&region, 2);
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
    if (kernel->commands > 1 &&
        (kernel->dimensions != dimensions || memcmp(kernel->global, sizes, sizeof kernel->global) ||
         memcmp(kernel->local, sizes + 3, sizeof kernel->local)))
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
    } else if (times->start > queue->last) {
        queue->gaps++;
        queue->longer += times->start - queue->last > times->ended - times->start;
    }
    if (times->ended > queue->last) {
        queue->busy += times->ended - (times->start > queue->last ? times->start : queue->last);
        queue->last = times->ended;
    }
}

static void add_command(struct tally *tally, const struct recording *recording,
                        const struct call *call)
{
    const struct record_command *times = recording_command(recording, call);
    struct queue_tally *queue = queue_tally(tally, call, call->words[0]);
    uint64_t bytes;
    const enum work work = work_of(call, &bytes);
    const bool timed = times && times->status == 0 && times->ended >= times->start && times->start;
    struct work_tally *it = work ? &tally->transfers[work] : NULL;
    if (work == KERNEL) {
        const char *name = recording_name(recording, call->entry->thread->process,
                                          call_number(call, "kernel"), call->begin);
        it = kernel_tally(tally, name ? name : "(unnamed)");
        queue->kernels_since_wait++;
    } else if (work && !bytes) {
        bytes = rectangle(recording, call);
    }
    /* A blocking read that finds its queue empty makes the device wait for the host. */
    if (work == READ && call_number(call, "blocking_read") && timed && queue->timed &&
        times->queued > queue->last) {
        queue->idle_reads++;
        queue->idle_read_time += call->end - call->begin;
    }
    queue->commands++;
    if (timed) add_to_queue(queue, times);
    if (!it) return;
    it->commands++;
    it->bytes += bytes;
    it->small += work != KERNEL && bytes && bytes < SMALL_TRANSFER;
    if (timed) {
        uint64_t took = times->ended - times->start;
        it->timed++;
        it->timed_bytes += bytes;
        it->nanoseconds += took;
        if (took > it->longest) it->longest = took;
    }
    if (work == KERNEL) {
        it->device = queue->device;
        note_sizes(recording, call, it);
    }
}

static void note_queue(struct tally *tally, const struct recording *recording,
                       const struct call *call)
{
    struct queue_tally *queue = queue_tally(tally, call, call->record->result);
    queue->device = recording_name(recording, call->entry->thread->process,
                                   call_number(call, "device"), call->end);
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

/* ---- memory ---- */

static struct memory_tally *memory_tally(struct tally *tally, const struct call *call,
                                         uint64_t context, long long *number)
{
    const char *key = key_of(call, context);
    struct memory_tally *memory;
    *number = number_of(tally->maps->memories, key);
    if (*number >= 0) return &tally->memories[*number];
    *number = (long long)tally->memory_count;
    json_object_set_new(tally->maps->memories, key, json_integer(*number));
    memory = grow((void **)&tally->memories, &tally->memory_count, sizeof *memory);
    memory->context = context;
    memory->process = call->entry->thread->process;
    return memory;
}

static void allocate(struct tally *tally, const struct call *call, uint64_t bytes)
{
    long long number;
    struct memory_tally *memory = memory_tally(tally, call, call->words[0], &number);
    memory->now += bytes;
    memory->objects++;
    if (memory->now > memory->most) memory->most = memory->now;
    json_object_set_new(tally->maps->objects, key_of(call, call->record->result),
                        json_pack("[I,I,I]", (json_int_t)number, (json_int_t)bytes, (json_int_t)1));
}

/* Changes the references of an object; without any, its memory is free. */
static void refer(struct tally *tally, const struct call *call, uint64_t handle, int change)
{
    const char *key = key_of(call, handle);
    json_t *object = json_object_get(tally->maps->objects, key);
    json_int_t references;
    struct memory_tally *memory;
    if (!object) return;
    references = json_integer_value(json_array_get(object, 2)) + change;
    if (references > 0) {
        json_array_set_new(object, 2, json_integer(references));
        return;
    }
    memory = &tally->memories[json_integer_value(json_array_get(object, 0))];
    memory->now -= (uint64_t)json_integer_value(json_array_get(object, 1));
    memory->objects--;
    json_object_del(tally->maps->objects, key);
}

/* ---- programs ---- */

/* Notes what a program is made of: its sources, in order. */
static void note_program(struct tally *tally, const struct recording *recording,
                         const struct call *call)
{
    struct value sources = call_value(recording, call, call_parameter(call, "strings"));
    char *made_of = text_format("source");
    for (uint32_t i = 0; i < sources.count; i++) {
        char *longer = text_format("%s %" PRIx64, made_of, value_number(&sources, i));
        free(made_of);
        made_of = longer;
    }
    json_object_set_new(tally->maps->programs, key_of(call, call->record->result),
                        json_string(made_of));
    free(made_of);
}

static void note_build(struct tally *tally, const struct recording *recording,
                       const struct call *call)
{
    const json_t *made_of = json_object_get(tally->maps->programs, key_of(call, call->words[0]));
    struct value options = call_value(recording, call, call_parameter(call, "options"));
    struct value devices = call_value(recording, call, call_parameter(call, "device_list"));
    uint64_t took = call->end - call->begin;
    char *key;
    tally->builds.builds++;
    tally->builds.nanoseconds += took;
    if (!made_of) return;
    key = text_format("%" PRIu32 " %s %" PRIx64 " %" PRIu32 " ", call->entry->thread->process->id,
                      json_string_value(made_of), value_number(&devices, 0), devices.count);
    if (options.data) {
        char *longer = text_format("%s%.*s", key, (int)options.count, (const char *)options.data);
        char *valid = text_valid(longer);
        free(longer);
        free(key);
        key = valid;
    }
    if (json_object_get(tally->maps->builds, key)) {
        tally->builds.again++;
        tally->builds.again_nanoseconds += took;
    }
    json_object_set_new(tally->maps->builds, key, json_true());
    free(key);
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
    case SLOT_OF(clFinish): note_wait(tally, call); return;
    case SLOT_OF(clCreateBuffer):
    case SLOT_OF(clCreateBufferWithProperties):
    case SLOT_OF(clSVMAlloc):
    case clHostMemAllocINTEL_number:
    case clDeviceMemAllocINTEL_number:
    case clSharedMemAllocINTEL_number:
        if (call->record->result) allocate(tally, call, call_number(call, "size"));
        return;
    case SLOT_OF(clRetainMemObject): refer(tally, call, call->words[0], 1); return;
    case SLOT_OF(clReleaseMemObject): refer(tally, call, call->words[0], -1); return;
    case SLOT_OF(clSVMFree):
    case clMemFreeINTEL_number:
    case clMemBlockingFreeINTEL_number: refer(tally, call, call->words[1], -1); return;
    case SLOT_OF(clCreateProgramWithSource): note_program(tally, recording, call); return;
    case SLOT_OF(clBuildProgram): note_build(tally, recording, call); return;
    case SLOT_OF(clCompileProgram):
    case SLOT_OF(clLinkProgram):
        tally->builds.builds++;
        tally->builds.nanoseconds += call->end - call->begin;
        return;
    case SLOT_OF(clCreateKernel): {
        const char *name = recording_name(recording, call->entry->thread->process,
                                          call->record->result, call->end);
        if (name) kernel_tally(tally, name)->created++;
        return;
    }
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

struct tally *tally_make(const struct recording *recording)
{
    struct tally *tally = require_memory(calloc(1, sizeof *tally));
    moment first = NEVER, last = 0;
    tally->maps = require_memory(calloc(1, sizeof *tally->maps));
    *tally->maps = (struct tally_maps){ json_object(), json_object(), json_object(),
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
        if (!call.failed) note_objects(tally, recording, &call);
    }
    if (tally->calls) tally->host_time = last - first;
    return tally;
}

void tally_free(struct tally *tally)
{
    if (!tally) return;
    json_decref(tally->maps->kernels);
    json_decref(tally->maps->queues);
    json_decref(tally->maps->memories);
    json_decref(tally->maps->objects);
    json_decref(tally->maps->programs);
    json_decref(tally->maps->builds);
    free(tally->maps);
    free(tally->kernels);
    free(tally->queues);
    free(tally->memories);
    free(tally);
}
