/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A kernel uses the memory objects among its arguments. Only certain cases count: the transfer was
 * enqueued before the kernel ended, and it uses memory that the kernel does not.
 */
#include "overlaps.h"

#include "image_sizes.h"

#include "../calls/words.h"

#include <CL/cl.h>
#include <string.h>

/* What gets numbers. By process and handle: kernels, and the memory of objects. By a kernel's
 * number: the count of its arguments, and each argument. 0: unknown. */
enum { KERNEL_NUMBER, MEMORY_NUMBER, ARGUMENT_COUNT, ARGUMENT };

static uint64_t *number_of(struct overlaps *overlaps, uint64_t owner, unsigned kind,
                           uint64_t handle)
{
    return handles_number(&overlaps->handles, (size_t)owner, kind, handle);
}

static uint64_t *by_handle(struct overlaps *overlaps, const struct call *call, unsigned kind,
                           uint64_t handle)
{
    return number_of(overlaps, call->entry->thread->process->number, kind, handle);
}

/* ---- objects ---- */

/* Gives a buffer's memory a number: the program may give two buffers the same memory. */
static void note_buffer(struct overlaps *overlaps, const struct call *call)
{
    const bool has_own = !(call_number(call, "flags") & CL_MEM_USE_HOST_PTR);
    *by_handle(overlaps, call, MEMORY_NUMBER, call->record->result) =
        has_own ? ++overlaps->numbers : 0;
}

static void note_part(struct overlaps *overlaps, const struct call *call, uint64_t parent)
{
    const uint64_t whole = *by_handle(overlaps, call, MEMORY_NUMBER, parent);
    *by_handle(overlaps, call, MEMORY_NUMBER, call->record->result) = whole;
}

static void note_image(struct overlaps *overlaps, const struct recording *recording,
                       const struct call *call)
{
    uint64_t buffer;
    image_bytes(recording, call, &buffer);
    if (buffer) note_part(overlaps, call, buffer);
    else note_buffer(overlaps, call);
}

/* Notes a new kernel. The arguments of clones, and of kernels older than the recording, are
 * unknown. */
static void note_kernel(struct overlaps *overlaps, const struct call *call)
{
    const bool is_new = call->entry->head->kind == SLOT_OF(clCreateKernel) && !call->hidden;
    *by_handle(overlaps, call, KERNEL_NUMBER, call->record->result) =
        is_new ? ++overlaps->numbers : 0;
}

/* A kernel with more arguments is not known: a recording may be damaged. */
enum { MOST_ARGUMENTS = 1024 };

/* Notes an argument. Handles of memory objects have the size of a pointer. */
static void note_argument(struct overlaps *overlaps, const struct recording *recording,
                          const struct call *call)
{
    const uint64_t kernel = *by_handle(overlaps, call, KERNEL_NUMBER, call_number(call, "kernel"));
    const uint64_t index = call_number(call, "arg_index");
    const struct value value = call_value(recording, call, call_parameter(call, "arg_value"));
    const size_t size = (size_t)value.count * value.element;
    uint64_t handle = 0, *count;
    if (!kernel) return;
    if (index >= MOST_ARGUMENTS) {
        *by_handle(overlaps, call, KERNEL_NUMBER, call_number(call, "kernel")) = 0;
        return;
    }
    if (size == call->entry->thread->process->pointer) memcpy(&handle, value.data, size);
    count = number_of(overlaps, kernel, ARGUMENT_COUNT, 0);
    if (*count <= index) *count = index + 1;
    *number_of(overlaps, kernel, ARGUMENT, index) = handle;
}

/* ---- commands ---- */

static struct overlap_queue *queue_of(struct overlaps *overlaps, size_t place)
{
    while (overlaps->queues.count <= place)
        *overlap_queues_add(&overlaps->queues) = (struct overlap_queue){ .kernel = NULL };
    return &overlaps->queues.items[place];
}

/* Notes what a kernel uses. */
static void note_launch(struct overlaps *overlaps, const struct call *call,
                        const struct model_command *command)
{
    struct overlap_queue *queue = queue_of(overlaps, command->queue);
    const uint64_t kernel = *by_handle(overlaps, call, KERNEL_NUMBER, call_number(call, "kernel"));
    const uint64_t count = kernel ? *number_of(overlaps, kernel, ARGUMENT_COUNT, 0) : 0;
    queue->used.count = 0;
    if (!kernel) return;
    queue->kernel = command;
    queue->left = UINT64_MAX;
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t handle = *number_of(overlaps, kernel, ARGUMENT, i);
        const uint64_t memory = handle ? *by_handle(overlaps, call, MEMORY_NUMBER, handle) : 0;
        if (memory) *memory_numbers_add(&queue->used) = memory;
    }
}

static bool is_used(const struct overlap_queue *queue, uint64_t memory)
{
    const uint64_t *used = queue->used.items;
    for (size_t i = 0; i < queue->used.count; i++)
        if (used[i] == memory) return true;
    return false;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The time for which the kernel ran while the transfer was queued and waited for the kernel's
 * end. */
static uint64_t waited_for_kernel(const struct model *model, const struct model_command *kernel,
                                  const struct model_command *transfer)
{
    const moment from = kernel->started > transfer->queued ? kernel->started : transfer->queued;
    if (!model_has_times(model, kernel) || !model_has_times(model, transfer)) return 0;
    if (from >= kernel->ended || transfer->started < kernel->ended) return 0;
    return kernel->ended - from;
}

/* Returns whether a transfer could have run in parallel with the kernel. */
static bool note_transfer(struct overlaps *overlaps, const struct model *model,
                          const struct call *call, const struct model_command *command)
{
    struct overlap_queue *queue = queue_of(overlaps, command->queue);
    const char *name = command->memory == MEMORY_IMAGES ? "image" : "buffer";
    const uint64_t memory = *by_handle(overlaps, call, MEMORY_NUMBER, call_number(call, name));
    uint64_t overlap;
    if (!queue->kernel || !memory || is_used(queue, memory) ||
        !model_is_in_order(&model->queues[command->queue]))
        return false;
    queue->left = smaller(queue->left, waited_for_kernel(model, queue->kernel, command));
    overlap = smaller(queue->left, command->ended - command->started);
    queue->left -= overlap;
    queue->count += overlap > 0;
    queue->nanoseconds += overlap;
    return true;
}

void overlaps_note(struct overlaps *overlaps, const struct model *model, const struct call *call,
                   const struct model_command *command, bool is_direct)
{
    const unsigned number = call->entry->head->kind;
    switch (number) {
    case SLOT_OF(clCreateBuffer):
    case SLOT_OF(clCreateBufferWithProperties): note_buffer(overlaps, call); return;
    case SLOT_OF(clCreateSubBuffer): note_part(overlaps, call, call->words[0]); return;
    case SLOT_OF(clCreateImage):
    case SLOT_OF(clCreateImageWithProperties):
    case SLOT_OF(clCreateImage2D):
    case SLOT_OF(clCreateImage3D): note_image(overlaps, model->recording, call); return;
    case SLOT_OF(clCreateKernel):
    case SLOT_OF(clCloneKernel): note_kernel(overlaps, call); return;
    case SLOT_OF(clSetKernelArg): note_argument(overlaps, model->recording, call); return;
    }
    if (!command) return;
    if (is_direct && note_transfer(overlaps, model, call, command)) return;
    queue_of(overlaps, command->queue)->kernel = NULL;
    if (number == SLOT_OF(clEnqueueNDRangeKernel)) note_launch(overlaps, call, command);
}

uint64_t overlaps_of_device(const struct overlaps *overlaps, const struct model *model,
                            size_t device, uint64_t *nanoseconds)
{
    const struct overlap_queue *only = NULL;
    for (size_t i = 0; i < overlaps->queues.count; i++) {
        const struct overlap_queue *queue = &overlaps->queues.items[i];
        if (model->queues[i].device != device || !model->queues[i].count) continue;
        if (only) return 0;
        only = queue;
    }
    *nanoseconds = only ? only->nanoseconds : 0;
    return only ? only->count : 0;
}

void overlaps_free(struct overlaps *overlaps)
{
    for (size_t i = 0; i < overlaps->queues.count; i++) free(overlaps->queues.items[i].used.items);
    free(overlaps->queues.items);
    handles_free(&overlaps->handles);
}
