/* SPDX-License-Identifier: Apache-2.0 */
#include "transfers.h"

#include "../known/info_commands.h"
#include "../known/ranges.h"
#include "../order/flushes.h"
#include "../order/order.h"
#include "../order/recorded.h"
#include "../order/uses.h"
#include "../order/waits.h"
#include "hooks_objects.h"
#include "../known/info_mappings.h"
#include "../known/info_memory.h"

#define POINTER(address) ((const void *)(uintptr_t)(address))

/* ---- what a command reads and writes ---- */

struct transfer {
    struct mem_access from, to; /* `mem` is NULL if there is none */
    struct use read, written;   /* addresses */
    bool from_host, to_host;    /* the program's memory */
    cl_bool blocks;             /* the call waits for the command's end */
    cl_uint waits;              /* the number of events that it waits for */
    const cl_event *list;       /* those events */
};

static struct mem_access reading(cl_mem mem, struct part part)
{
    return (struct mem_access){ mem, part, false, NULL };
}

static struct mem_access writing(cl_mem mem, struct part part)
{
    return (struct mem_access){ mem, part, true, NULL };
}

/* A command that reads a memory object to host memory, or writes it from there. The functions for
 * reading and for writing have the same arguments, except for their names. */
static struct transfer with_host(cl_mem mem, struct part part, struct use host, cl_bool blocks,
                                 cl_uint waits, const cl_event *list)
{
    struct transfer transfer = { .blocks = blocks, .waits = waits, .list = list };
    if (host.writes)
        transfer.from = reading(mem, part), transfer.to_host = true, transfer.written = host;
    else transfer.to = writing(mem, part), transfer.from_host = true, transfer.read = host;
    return transfer;
}

SAME_ARGUMENTS(clEnqueueReadBuffer, clEnqueueWriteBuffer, event);
static struct transfer buffer_with_host(const struct clEnqueueReadBuffer_args *a, bool reads)
{
    return with_host(a->buffer, part_bytes(a->offset, a->size), use_of(a->ptr, a->size, reads),
                     a->blocking_read, a->num_events_in_wait_list, a->event_wait_list);
}

SAME_ARGUMENTS(clEnqueueReadBufferRect, clEnqueueWriteBufferRect, event);
static struct transfer rect_with_host(const struct clEnqueueReadBufferRect_args *a, bool reads)
{
    const struct part part =
        part_rect(a->buffer_origin, a->region, a->buffer_row_pitch, a->buffer_slice_pitch);
    const struct part host =
        part_rect(a->host_origin, a->region, a->host_row_pitch, a->host_slice_pitch);
    return with_host(a->buffer, part, use_of_part(a->ptr, host, reads), a->blocking_read,
                     a->num_events_in_wait_list, a->event_wait_list);
}

/* The part of the host memory, if there are no gaps in it. */
static struct part host_part(const struct clEnqueueReadImage_args *a)
{
    const size_t none[3] = { 0, 0, 0 };
    const uint64_t bytes = info_image_bytes(a->image, a->region);
    /* For an array of rows, the slice pitch is that between rows. */
    const bool is_known = bytes && (!a->slice_pitch || a->region[2] > 1);
    const size_t row = is_known ? (size_t)(bytes / (a->region[1] * a->region[2])) : 0;
    const size_t region[3] = { row, row ? a->region[1] : 0, row ? a->region[2] : 0 };
    return part_rect(none, region, a->row_pitch, a->slice_pitch);
}

SAME_ARGUMENTS(clEnqueueReadImage, clEnqueueWriteImage, event);
static struct transfer image_with_host(const struct clEnqueueReadImage_args *a, bool reads)
{
    return with_host(a->image, part_image(a->image, a->origin, a->region),
                     use_of_part(a->ptr, host_part(a), reads), a->blocking_read,
                     a->num_events_in_wait_list, a->event_wait_list);
}

static struct transfer map_buffer(const struct clEnqueueMapBuffer_args *a)
{
    return (struct transfer){ .from = reading(a->buffer, part_bytes(a->offset, a->size)),
                              .blocks = a->blocking_map,
                              .waits = a->num_events_in_wait_list,
                              .list = a->event_wait_list };
}

static struct transfer map_image(const struct clEnqueueMapImage_args *a)
{
    return (struct transfer){ .from = reading(a->image, part_image(a->image, a->origin, a->region)),
                              .blocks = a->blocking_map,
                              .waits = a->num_events_in_wait_list,
                              .list = a->event_wait_list };
}

static struct transfer fills(cl_mem mem, struct part part)
{
    return (struct transfer){ .to = writing(mem, part) };
}

static struct transfer fill_buffer(const struct clEnqueueFillBuffer_args *a)
{
    return fills(a->buffer, part_bytes(a->offset, a->size));
}

static struct transfer fill_image(const struct clEnqueueFillImage_args *a)
{
    return fills(a->image, part_image(a->image, a->origin, a->region));
}

static struct transfer copies(cl_mem from, struct part read, cl_mem to, struct part written)
{
    return (struct transfer){ .from = reading(from, read), .to = writing(to, written) };
}

static struct transfer copy_buffer(const struct clEnqueueCopyBuffer_args *a)
{
    return copies(a->src_buffer, part_bytes(a->src_offset, a->size), a->dst_buffer,
                  part_bytes(a->dst_offset, a->size));
}

static struct transfer copy_rect(const struct clEnqueueCopyBufferRect_args *a)
{
    return copies(
        a->src_buffer, part_rect(a->src_origin, a->region, a->src_row_pitch, a->src_slice_pitch),
        a->dst_buffer, part_rect(a->dst_origin, a->region, a->dst_row_pitch, a->dst_slice_pitch));
}

static struct transfer copy_image(const struct clEnqueueCopyImage_args *a)
{
    return copies(a->src_image, part_image(a->src_image, a->src_origin, a->region), a->dst_image,
                  part_image(a->dst_image, a->dst_origin, a->region));
}

static struct transfer copy_to_image(const struct clEnqueueCopyBufferToImage_args *a)
{
    return copies(a->src_buffer,
                  part_bytes(a->src_offset, info_image_bytes(a->dst_image, a->region)),
                  a->dst_image, part_image(a->dst_image, a->dst_origin, a->region));
}

static struct transfer copy_from_image(const struct clEnqueueCopyImageToBuffer_args *a)
{
    return copies(a->src_image, part_image(a->src_image, a->src_origin, a->region), a->dst_buffer,
                  part_bytes(a->dst_offset, info_image_bytes(a->src_image, a->region)));
}

/* Commands on memory with addresses. The functions for unified shared memory have the same
 * arguments. */
SAME_ARGUMENTS(clEnqueueSVMMemcpy, clEnqueueMemcpyINTEL, event);
static struct transfer copy_svm(const struct clEnqueueSVMMemcpy_args *a)
{
    return (struct transfer){ .read = use_of(a->src_ptr, a->size, false),
                              .written = use_of(a->dst_ptr, a->size, true),
                              .blocks = a->blocking_copy,
                              .waits = a->num_events_in_wait_list,
                              .list = a->event_wait_list };
}

/* The recorded command has no argument for blocking. */
static struct transfer recorded_copy_svm(const void *const *args)
{
    return (struct transfer){ .read = use_of(args[2], (uintptr_t)args[3], false),
                              .written = use_of(args[1], (uintptr_t)args[3], true) };
}

SAME_ARGUMENTS(clEnqueueSVMMemFill, clEnqueueMemFillINTEL, event);
static struct transfer fill_svm(const struct clEnqueueSVMMemFill_args *a)
{
    return (struct transfer){ .written = use_of(a->svm_ptr, a->size, true),
                              .waits = a->num_events_in_wait_list };
}

static struct transfer set_usm(const struct clEnqueueMemsetINTEL_args *a)
{
    return (struct transfer){ .written = use_of(a->dst_ptr, a->size, true) };
}

/* The host may use shared (fine-grained) memory without a map. */
static struct transfer map_svm(const struct clEnqueueSVMMap_args *a)
{
    struct transfer transfer = { .read = use_of(a->svm_ptr, a->size, false),
                                 .blocks = a->blocking_map,
                                 .waits = a->num_events_in_wait_list,
                                 .list = a->event_wait_list };
    struct range_place place;
    transfer.read.touches = range_at(a->svm_ptr, &place) && !place.shared;
    return transfer;
}

/* Commands that hold memory without certainly reading or writing it. The second argument is the
 * address. */
static struct transfer has_memory(const void *const *args)
{
    return (struct transfer){ .read = use_of_all(args[1]) };
}

/* The transfer of an enqueued command, or of a recorded one, whose `args` are those of the enqueued
 * command. */
#define RECORDED_TOO(name)                                                                         \
    case clEnqueue##name##_number:                                                                 \
    case clCommand##name##KHR_number:                                                              \
    case clCommand##name##KHR_before_number
static struct transfer transfer_of(unsigned number, const void *args)
{
    switch (number) {
    case clEnqueueReadBuffer_number: return buffer_with_host(args, true);
    case clEnqueueWriteBuffer_number: return buffer_with_host(args, false);
    case clEnqueueReadBufferRect_number: return rect_with_host(args, true);
    case clEnqueueWriteBufferRect_number: return rect_with_host(args, false);
    case clEnqueueReadImage_number: return image_with_host(args, true);
    case clEnqueueWriteImage_number: return image_with_host(args, false);
    case clEnqueueMapBuffer_number: return map_buffer(args);
    case clEnqueueMapImage_number:
        return map_image(args);
        RECORDED_TOO(FillBuffer) : return fill_buffer(args);
        RECORDED_TOO(FillImage) : return fill_image(args);
        RECORDED_TOO(CopyBuffer) : return copy_buffer(args);
        RECORDED_TOO(CopyBufferRect) : return copy_rect(args);
        RECORDED_TOO(CopyImage) : return copy_image(args);
        RECORDED_TOO(CopyBufferToImage) : return copy_to_image(args);
        RECORDED_TOO(CopyImageToBuffer) : return copy_from_image(args);
        RECORDED_TOO(SVMMemFill) : case clEnqueueMemFillINTEL_number : return fill_svm(args);
    case clEnqueueMemsetINTEL_number: return set_usm(args);
    case clEnqueueSVMMemcpy_number:
    case clEnqueueMemcpyINTEL_number: return copy_svm(args);
    case clCommandSVMMemcpyKHR_number:
    case clCommandSVMMemcpyKHR_before_number: return recorded_copy_svm(args);
    case clEnqueueSVMMap_number: return map_svm(args);
    case clEnqueueSVMUnmap_number:
    case clEnqueueMigrateMemINTEL_number:
    case clEnqueueMemAdviseINTEL_number: return has_memory(args);
    }
    return (struct transfer){ .blocks = CL_FALSE };
}

/* ---- commands that are enqueued ---- */

static cl_command_queue queue_of(const struct check_call *call)
{
    return finding_subject(call);
}

void hook_blocks(struct check_call *call, cl_bool blocks, cl_uint count, const cl_event *list)
{
    if (blocks) hazard_blocks(call, queue_of(call), count, list);
}

void hook_finished(cl_command_queue queue, cl_bool blocked)
{
    if (!blocked) return;
    order_synchronized();
    flushes_done(queue);
    hook_collect(true);
}

/* Adds a finding if a command reads a buffer that nothing has written to. Says nothing if the
 * command waits for events: a later command may write before those. Also says nothing if the call
 * has findings already. */
static void check_content(struct check_call *call, const struct transfer *transfer)
{
    if (call->count || transfer->waits || !transfer->to_host ||
        transfer->from.part.begin >= transfer->from.part.end)
        return;
    if (info_is_unwritten(transfer->from.mem) && !waits_of_queue(queue_of(call)).event)
        finding_add(call, BUFFER_READ_UNWRITTEN, 0, transfer->from.mem, NULL);
}

void hook_transfer(struct check_call *call)
{
    const struct transfer transfer = transfer_of(call->number, call->args);
    unsigned before;
    check_content(call, &transfer);
    if (transfer.to.mem)
        info_may_write(transfer.to.mem); /* even if the call fails: that is another mistake */
    hook_blocks(call, transfer.blocks, transfer.waits, transfer.list);
    before = call->count;
    if (transfer.from.mem) order_access(call, queue_of(call), &transfer.from);
    if (transfer.to.mem) order_access(call, queue_of(call), &transfer.to);
    if (transfer.from.mem && transfer.to.mem)
        hazard_copies_shared(call, transfer.from.mem, transfer.to.mem);
    /* One finding is enough: the accesses to host memory have the same order. */
    if (call->count > before) return;
    uses_access(call, queue_of(call), &transfer.read);
    uses_access(call, queue_of(call), &transfer.written);
}

/* Adds a finding for the size 0, which some drivers accept. */
static void check_size(struct check_call *call)
{
    const struct clEnqueueReadBuffer_args *a = call->args;
    if (call->number != clEnqueueReadBuffer_number && call->number != clEnqueueWriteBuffer_number)
        return;
    if (a->size || !a->offset || a->offset != info_mem_size(a->buffer)) return;
    finding_add(call, TRANSFER_NOTHING, 0, a->buffer, VALUES(a->offset));
    finding_write(call);
}

void hook_svm_transfer(struct check_call *call)
{
    const struct transfer transfer = transfer_of(call->number, call->args);
    hook_transfer(call);
    uses_mapped(call, queue_of(call), transfer.waits, &transfer.read);
    uses_mapped(call, queue_of(call), transfer.waits, &transfer.written);
}

void hook_transferred(struct check_call *call)
{
    const struct transfer transfer = transfer_of(call->number, call->args);
    if (transfer.from.mem) order_accessed(call, queue_of(call), &transfer.from);
    if (transfer.to.mem) order_accessed(call, queue_of(call), &transfer.to);
    if (!transfer.blocks) {
        uses_accessed(call, queue_of(call), &transfer.read);
        uses_accessed(call, queue_of(call), &transfer.written);
    }
    if (transfer.from_host) order_uses_host();
    if (transfer.to_host && !transfer.blocks) order_reads_later(call, queue_of(call));
    check_size(call);
    hook_finished(queue_of(call), transfer.blocks);
}

void hook_mapped(struct check_call *call, cl_bool blocked, cl_mem mem, const cl_event *event)
{
    info_may_write(mem);
    if (!blocked) order_mapped(mem, call->result, event);
}

void hook_unmapped(struct check_call *call, const struct clEnqueueUnmapMemObject_args *a)
{
    if (check_conditions()) order_unmapped(call, a->command_queue, a->memobj, a->mapped_ptr);
    info_unmapped(a->memobj, a->mapped_ptr);
}

/* ---- memory with addresses ---- */

void hook_svm_mapped(const struct clEnqueueSVMMap_args *a)
{
    range_mapped(a->svm_ptr, a->size, a->flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION),
                 a->blocking_map ? NULL : a->command_queue);
}

/* The command brings to the device what the host has written. */
void hook_svm_unmapped(struct check_call *call, const struct clEnqueueSVMUnmap_args *a)
{
    struct use use = { .writes = true, .touches = true };
    range_unmapped(a->svm_ptr, &use.part);
    if (check_conditions()) uses_accessed(call, a->command_queue, &use);
}

void hook_svm_migrated(struct check_call *call, const struct clEnqueueSVMMigrateMem_args *a)
{
    for (cl_uint i = 0; HAS_ELEMENT(a->svm_pointers, a->num_svm_pointers, i); i++) {
        const struct use use = use_of_all(a->svm_pointers[i]);
        uses_accessed(call, a->command_queue, &use);
    }
}

void hook_frees(struct check_call *call, const struct clEnqueueSVMFree_args *a)
{
    hook_callback(a->pfn_free_func != NULL);
    if (a->pfn_free_func) return;
    for (cl_uint i = 0; HAS_ELEMENT(a->svm_pointers, a->num_svm_pointers, i); i++)
        uses_freed(call, a->svm_pointers[i], a->command_queue);
}

/* ---- command buffers: the uses of their commands count when they are enqueued ---- */

/* Asserts that the arguments of a recorded command, from `first` to `last`, are those of the
 * enqueued one. */
#define SAME_FROM(name, first, last)                                                               \
    _Static_assert(offsetof(struct clCommand##name##KHR_args, first) ==                            \
                           offsetof(struct clEnqueue##name##_args, first) + 2 * sizeof(void *) &&  \
                       offsetof(struct clCommand##name##KHR_args, last) ==                         \
                           offsetof(struct clEnqueue##name##_args, last) + 2 * sizeof(void *) &&   \
                       offsetof(struct clCommand##name##KHR_before_args, last) ==                  \
                           offsetof(struct clEnqueue##name##_args, last) + sizeof(void *),         \
                   "clCommand" #name "KHR has other arguments than clEnqueue" #name)
SAME_FROM(FillBuffer, buffer, size);
SAME_FROM(FillImage, image, region);
SAME_FROM(SVMMemFill, svm_ptr, size);
SAME_FROM(CopyBuffer, src_buffer, size);
SAME_FROM(CopyBufferRect, src_buffer, dst_slice_pitch);
SAME_FROM(CopyImage, src_image, region);
SAME_FROM(CopyBufferToImage, src_buffer, region);
SAME_FROM(CopyImageToBuffer, src_image, dst_offset);

void hook_recorded(struct check_call *call, size_t more)
{
    cl_command_buffer_khr command_buffer = finding_subject(call);
    const struct transfer transfer = transfer_of(call->number, (const char *)call->args + more);
    if (transfer.from.mem) recorded_mem(command_buffer, &transfer.from);
    if (transfer.to.mem) recorded_mem(command_buffer, &transfer.to);
    if (transfer.read.part.begin)
        recorded_pointer(command_buffer, POINTER(transfer.read.part.begin));
    if (transfer.written.part.begin)
        recorded_pointer(command_buffer, POINTER(transfer.written.part.begin));
}

/* The queue that runs the whole command buffer; NULL if there may be several. */
static cl_command_queue only_queue(const struct clEnqueueCommandBufferKHR_args *a)
{
    return a->num_queues < 2
               ? info_command_buffer_queue(a->command_buffer, a->queues, a->num_queues)
               : NULL;
}

void hook_command_buffer(struct check_call *call, const struct clEnqueueCommandBufferKHR_args *a)
{
    cl_command_queue queue = only_queue(a);
    if (!queue) order_synchronized();
    recorded_enqueue(call, queue, a->command_buffer, a->num_events_in_wait_list != 0);
    canaries_before_commands(queue, a->command_buffer, !hazard_has_several());
}

void hook_command_buffer_enqueued(struct check_call *call,
                                  const struct clEnqueueCommandBufferKHR_args *a)
{
    recorded_enqueued(call, only_queue(a), a->command_buffer);
    canaries_behind(call, only_queue(a));
    order_uses_host();
}
