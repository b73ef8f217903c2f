/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The order of commands that use one memory object.
 *
 * Time counts commands. Whenever the host may have waited for commands (in a blocking call, a query
 * about an event, a callback), all earlier commands count as ordered; a wait list orders all
 * earlier commands on any queue. So a program that knows more than the layer gets no false finding.
 * The layer compares only commands that certainly touch the same bytes.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_ORDER_ORDER_H
#define CLRELAY_TOOLS_LAYERS_CHECK_ORDER_ORDER_H

#include "../found/finding.h"
#include "../known/info_kernels.h"
#include "../known/info_memory.h"

/* The part of a buffer that a range of bytes or a rectangle covers, or of an image. */
HIDDEN struct part part_bytes(uint64_t offset, uint64_t size);
HIDDEN struct part part_rect(const size_t *origin, const size_t *region, size_t row_pitch,
                             size_t slice_pitch);
HIDDEN struct part part_image(cl_mem image, const size_t *origin, const size_t *region);

/* What a command does with a memory object. */
struct mem_access {
    cl_mem mem;
    struct part part;
    bool writes;
    const void *
        together; /* the command buffer that does it, if it may run several times at once; or NULL */
};

/* For other files that compare commands: the time of a new command; whether the host may know that
 * the commands up to a time have ended; whether a command may still go on when one of this queue,
 * which may be out of order, begins; whether the commands of a queue wait until the program
 * completes a user event, so that those of other queues, enqueued later, may come before them; and
 * whether two parts of an object of `size` bytes, 0 if that is not known, certainly share a
 * byte. */
HIDDEN uint64_t order_next(void);
HIDDEN bool order_is_over(uint64_t when);
HIDDEN bool order_is_missing(const struct tracked *queue, bool is_out_of_order,
                             const struct touched *before);
HIDDEN bool order_is_held_back(cl_command_queue queue);
HIDDEN bool order_parts_overlap(struct part one, struct part other, uint64_t size);

/* A command on a queue is to be enqueued, or has been. */
HIDDEN void order_access(struct check_call *call, cl_command_queue queue,
                         const struct mem_access *access);
HIDDEN void order_accessed(const struct check_call *call, cl_command_queue queue,
                           const struct mem_access *access);

/* The same for what the host has written to a mapped region, before info_unmapped(). */
HIDDEN void order_unmapped(const struct check_call *call, cl_command_queue queue, cl_mem mem,
                           const void *pointer);

/* A kernel with its arguments has been enqueued; without dimensions for one work-item.
 * (launch_arguments.h is called before.) */
HIDDEN void order_launched(struct check_call *call, cl_command_queue queue, cl_kernel kernel,
                           cl_uint dimensions, const size_t *offset, const size_t *global);

/* Calls visit() for each memory object among a kernel's arguments, with what a launch certainly
 * touches of it, if it does. */
HIDDEN void order_visit_mems(
    cl_kernel kernel, cl_uint dimensions, const size_t *offset, const size_t *global,
    void (*visit)(void *data, const struct mem_argument *argument, struct part part), void *data);

/* The same for each argument that is an address: its part is one of addresses, without an end if it
 * is not known. */
HIDDEN void order_visit_pointers(
    cl_kernel kernel, cl_uint dimensions, const size_t *offset, const size_t *global,
    void (*visit)(void *data, const struct mem_argument *argument, struct part part), void *data);

/* From now on the host may know that all commands so far have ended. */
HIDDEN void order_synchronized(void);

/* A wait list or a barrier on a queue. */
HIDDEN void order_barrier(cl_command_queue queue);

/* A command that may write to the program's memory at any later time; and the end of the
 * program. */
HIDDEN void order_reads_later(const struct check_call *call, cl_command_queue queue);
HIDDEN void order_end(void);

/* A command that may use any memory of the program at any later time. */
HIDDEN void order_uses_host(void);

/* A region was mapped without waiting for it, with an event or NULL; and one is to be unmapped,
 * after events. */
HIDDEN void order_mapped(cl_mem mem, const void *pointer, const cl_event *event);
HIDDEN void order_unmaps(struct check_call *call, cl_mem mem, const void *pointer, cl_uint count,
                         const cl_event *list);

#endif
