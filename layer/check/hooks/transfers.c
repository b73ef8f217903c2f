/* SPDX-License-Identifier: Apache-2.0 */
/* Hooks of commands that read, write, fill, copy and map memory. */
#include "../hooks.h"

#include "../condition.h"
#include "../flushes.h"
#include "../hazards.h"
#include "../order.h"
#include "../recorded.h"

/* ---- what a command reads and writes ---- */

struct transfer {
    cl_mem from, to; /* memory objects, or NULL */
    struct part read, written;
    const void *from_svm, *to_svm; /* addresses, or NULL; of recorded commands alone */
    bool from_host, to_host;       /* the program's memory */
    cl_bool blocks;                /* until it has ended */
    cl_uint waits;                 /* for so many events, */
    const cl_event *list;          /* these */
};

/* The arguments of functions for reading and for writing differ in names only. */
static struct transfer with_host(cl_mem mem, struct part part, bool reads, cl_bool blocks,
                                 cl_uint waits, const cl_event *list)
{
    struct transfer it = { .blocks = blocks, .waits = waits, .list = list };
    if (reads) it.from = mem, it.read = part, it.to_host = true;
    else it.to = mem, it.written = part, it.from_host = true;
    return it;
}

SAME_ARGUMENTS(clEnqueueReadBuffer, clEnqueueWriteBuffer, event);
static struct transfer buffer_with_host(const struct clEnqueueReadBuffer_args *a, bool reads)
{
    return with_host(a->buffer, part_bytes(a->offset, a->size), reads, a->blocking_read,
                     a->num_events_in_wait_list, a->event_wait_list);
}

SAME_ARGUMENTS(clEnqueueReadBufferRect, clEnqueueWriteBufferRect, event);
static struct transfer rect_with_host(const struct clEnqueueReadBufferRect_args *a, bool reads)
{
    return with_host(
        a->buffer,
        part_rect(a->buffer_origin, a->region, a->buffer_row_pitch, a->buffer_slice_pitch), reads,
        a->blocking_read, a->num_events_in_wait_list, a->event_wait_list);
}

SAME_ARGUMENTS(clEnqueueReadImage, clEnqueueWriteImage, event);
static struct transfer image_with_host(const struct clEnqueueReadImage_args *a, bool reads)
{
    return with_host(a->image, part_image(a->image, a->origin, a->region), reads, a->blocking_read,
                     a->num_events_in_wait_list, a->event_wait_list);
}

static struct transfer map_buffer(const struct clEnqueueMapBuffer_args *a)
{
    return (struct transfer){ .from = a->buffer,
                              .read = part_bytes(a->offset, a->size),
                              .blocks = a->blocking_map,
                              .waits = a->num_events_in_wait_list,
                              .list = a->event_wait_list };
}

static struct transfer map_image(const struct clEnqueueMapImage_args *a)
{
    return (struct transfer){ .from = a->image,
                              .read = part_image(a->image, a->origin, a->region),
                              .blocks = a->blocking_map,
                              .waits = a->num_events_in_wait_list,
                              .list = a->event_wait_list };
}

static struct transfer fill_buffer(const struct clEnqueueFillBuffer_args *a)
{
    return (struct transfer){ .to = a->buffer, .written = part_bytes(a->offset, a->size) };
}

static struct transfer fill_image(const struct clEnqueueFillImage_args *a)
{
    return (struct transfer){ .to = a->image,
                              .written = part_image(a->image, a->origin, a->region) };
}

static struct transfer copies(cl_mem from, struct part read, cl_mem to, struct part written)
{
    return (struct transfer){ .from = from, .read = read, .to = to, .written = written };
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

static struct transfer copy_svm(const void *const *args)
{
    return (struct transfer){ .to_svm = args[1], .from_svm = args[2] };
}

static struct transfer fill_svm(const struct clEnqueueSVMMemFill_args *a)
{
    return (struct transfer){ .to_svm = a->svm_ptr };
}

/* Of a command that is enqueued; or recorded, whose `args` are those of the one that is enqueued. */
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
    case clEnqueueMapImage_number: return map_image(args);
    case clEnqueueFillBuffer_number:
    case clCommandFillBufferKHR_number:
    case clCommandFillBufferKHR_before_number: return fill_buffer(args);
    case clEnqueueFillImage_number:
    case clCommandFillImageKHR_number:
    case clCommandFillImageKHR_before_number: return fill_image(args);
    case clEnqueueCopyBuffer_number:
    case clCommandCopyBufferKHR_number:
    case clCommandCopyBufferKHR_before_number: return copy_buffer(args);
    case clEnqueueCopyBufferRect_number:
    case clCommandCopyBufferRectKHR_number:
    case clCommandCopyBufferRectKHR_before_number: return copy_rect(args);
    case clEnqueueCopyImage_number:
    case clCommandCopyImageKHR_number:
    case clCommandCopyImageKHR_before_number: return copy_image(args);
    case clEnqueueCopyBufferToImage_number:
    case clCommandCopyBufferToImageKHR_number:
    case clCommandCopyBufferToImageKHR_before_number: return copy_to_image(args);
    case clEnqueueCopyImageToBuffer_number:
    case clCommandCopyImageToBufferKHR_number:
    case clCommandCopyImageToBufferKHR_before_number: return copy_from_image(args);
    case clCommandSVMMemcpyKHR_number:
    case clCommandSVMMemcpyKHR_before_number: return copy_svm(args);
    case clCommandSVMMemFillKHR_number:
    case clCommandSVMMemFillKHR_before_number: return fill_svm(args);
    }
    return (struct transfer){ .from = NULL };
}

/* ---- commands that are enqueued: the queue is their first argument ---- */

static cl_command_queue queue_of(const struct check_call *call)
{
    return (cl_command_queue)(uintptr_t)finding_subject(call);
}

static void blocked(cl_command_queue queue)
{
    order_synchronized();
    flushes_done(queue);
}

void before_transfer(struct check_call *call)
{
    const struct transfer it = transfer_of(call->number, call->args);
    cl_command_queue queue = queue_of(call);
    if (it.blocks) hazard_blocks(call, queue, it.waits, it.list);
    if (it.from) order_reads(call, queue, it.from, it.read);
    if (it.to) order_writes(call, queue, it.to, it.written);
}

void after_transfer(struct check_call *call)
{
    const struct transfer it = transfer_of(call->number, call->args);
    cl_command_queue queue = queue_of(call);
    if (it.from) order_has_read(call, queue, it.from, it.read);
    if (it.to) order_has_written(call, queue, it.to, it.written);
    if (it.from_host) order_uses_host();
    if (it.blocks) blocked(queue);
    else if (it.to_host) order_reads_later(call, queue);
}

void after_clEnqueueMapBuffer(struct check_call *call, const struct clEnqueueMapBuffer_args *a)
{
    after_transfer(call);
    if (!a->blocking_map) order_mapped(a->buffer, (const void *)(uintptr_t)call->result, a->event);
}

void after_clEnqueueMapImage(struct check_call *call, const struct clEnqueueMapImage_args *a)
{
    after_transfer(call);
    if (!a->blocking_map) order_mapped(a->image, (const void *)(uintptr_t)call->result, a->event);
}

/* What is mapped is known in any case. */
void follow_clEnqueueMapBuffer(struct check_call *call, const struct clEnqueueMapBuffer_args *a)
{
    info_mapped_buffer(a->buffer, (const void *)(uintptr_t)call->result, a->map_flags, a->offset,
                       a->size, a->blocking_map ? NULL : a->command_queue);
}

void follow_clEnqueueMapImage(struct check_call *call, const struct clEnqueueMapImage_args *a)
{
    info_mapped_image(a->image, (const void *)(uintptr_t)call->result, a->map_flags, a->origin,
                      a->region, a->blocking_map ? NULL : a->command_queue);
}

void before_clEnqueueUnmapMemObject(struct check_call *call,
                                    const struct clEnqueueUnmapMemObject_args *a)
{
    order_unmaps(call, a->memobj, a->mapped_ptr, a->num_events_in_wait_list, a->event_wait_list);
}

void follow_clEnqueueUnmapMemObject(struct check_call *call,
                                    const struct clEnqueueUnmapMemObject_args *a)
{
    if (check_conditions()) order_unmapped(call, a->command_queue, a->memobj, a->mapped_ptr);
    info_unmapped(a->memobj, a->mapped_ptr);
}

/* ---- memory with addresses ---- */

void after_host_use(struct check_call *call)
{
    order_uses_host();
}

void before_clEnqueueSVMMap(struct check_call *call, const struct clEnqueueSVMMap_args *a)
{
    if (a->blocking_map)
        hazard_blocks(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
}

void after_clEnqueueSVMMap(struct check_call *call, const struct clEnqueueSVMMap_args *a)
{
    if (a->blocking_map) blocked(a->command_queue);
}

void before_clEnqueueSVMMemcpy(struct check_call *call, const struct clEnqueueSVMMemcpy_args *a)
{
    if (a->blocking_copy)
        hazard_blocks(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
}

void after_clEnqueueSVMMemcpy(struct check_call *call, const struct clEnqueueSVMMemcpy_args *a)
{
    order_uses_host();
    if (a->blocking_copy) blocked(a->command_queue);
}

void after_clEnqueueMemcpyINTEL(struct check_call *call, const struct clEnqueueMemcpyINTEL_args *a)
{
    order_uses_host();
    if (a->blocking) blocked(a->command_queue);
}

/* ---- commands that are recorded: what they use counts when their command buffer is enqueued ----
 *
 * Before the first memory object, clEnqueueCopyBuffer has the queue; clCommandCopyBufferKHR has the command buffer,
 * the queue and properties, and until the revision 0.9.5 no properties. The arguments behind are the same. */
#define SAME_FROM(enqueued, recorded, first, last)                                                 \
    _Static_assert(offsetof(struct recorded##_args, first) ==                                      \
                           offsetof(struct enqueued##_args, first) + 2 * sizeof(void *) &&         \
                       offsetof(struct recorded##_args, last) ==                                   \
                           offsetof(struct enqueued##_args, last) + 2 * sizeof(void *) &&          \
                       offsetof(struct recorded##_before_args, last) ==                            \
                           offsetof(struct enqueued##_args, last) + sizeof(void *),                \
                   #recorded " has other arguments than " #enqueued)
SAME_FROM(clEnqueueFillBuffer, clCommandFillBufferKHR, buffer, size);
SAME_FROM(clEnqueueFillImage, clCommandFillImageKHR, image, region);
SAME_FROM(clEnqueueSVMMemFill, clCommandSVMMemFillKHR, svm_ptr, size);
SAME_FROM(clEnqueueCopyBuffer, clCommandCopyBufferKHR, src_buffer, size);
SAME_FROM(clEnqueueCopyBufferRect, clCommandCopyBufferRectKHR, src_buffer, dst_slice_pitch);
SAME_FROM(clEnqueueCopyImage, clCommandCopyImageKHR, src_image, region);
SAME_FROM(clEnqueueCopyBufferToImage, clCommandCopyBufferToImageKHR, src_buffer, region);
SAME_FROM(clEnqueueCopyImageToBuffer, clCommandCopyImageToBufferKHR, src_image, dst_offset);

static void note_recording(const struct check_call *call, size_t more)
{
    cl_command_buffer_khr command_buffer = (cl_command_buffer_khr)(uintptr_t)finding_subject(call);
    const struct transfer it = transfer_of(call->number, (const char *)call->args + more);
    if (it.from) recorded_mem(command_buffer, it.from, it.read, false);
    if (it.to) recorded_mem(command_buffer, it.to, it.written, true);
    if (it.from_svm) recorded_pointer(command_buffer, it.from_svm);
    if (it.to_svm) recorded_pointer(command_buffer, it.to_svm);
}

void after_recording(struct check_call *call)
{
    note_recording(call, 2 * sizeof(void *));
}

void after_recording_before(struct check_call *call)
{
    note_recording(call, sizeof(void *));
}
