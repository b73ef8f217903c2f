/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The order of commands that use the same memory object.
 *
 * Time counts commands. Whenever the host may have waited for commands (in a blocking call, a query
 * about an event, a callback), all earlier commands count as ordered. A command with a wait list
 * counts as ordered after all earlier commands of any queue. So a program that knows more than the
 * layer gets no false finding. The layer compares only commands that certainly touch the same
 * bytes.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_ORDER_ORDER_H
#define CLRELAY_TOOLS_LAYERS_CHECK_ORDER_ORDER_H

#include "../found/finding.h"
#include "../known/info_kernels.h"
#include "../known/info_memory.h"

/* The part of a buffer that a range of bytes covers. */
HIDDEN struct part part_bytes(uint64_t offset, uint64_t size);

/* The part of a buffer that a rectangle covers. */
HIDDEN struct part part_rect(const size_t *origin, const size_t *region, size_t row_pitch,
                             size_t slice_pitch);

/* The part of an image's memory that a region covers. */
HIDDEN struct part part_image(cl_mem image, const size_t *origin, const size_t *region);

/* What a command does with a memory object. */
struct mem_access {
    cl_mem mem;
    struct part part;
    bool writes;
    /* The command buffer with the command, if several runs of it may overlap; or NULL. */
    const void *together;
};

/* The time of a new command. (This and the next four functions are for other files that compare
 * commands.) */
HIDDEN uint64_t order_next(void);

/* Whether the host may know that all commands up to a time have ended. */
HIDDEN bool order_is_over(uint64_t when);

/* Whether a command, `before`, may still run when a later command of `queue` begins. The queue may
 * be out of order. */
HIDDEN bool order_is_missing(const struct tracked *queue, bool is_out_of_order,
                             const struct touched *before);

/* Whether the commands of a queue wait until the program completes a user event, so that later
 * commands of other queues may run before them. */
HIDDEN bool order_is_held_back(cl_command_queue queue);

/* Whether two parts of an object certainly share a byte. The object has `size` bytes; 0: not
 * known. */
HIDDEN bool order_parts_overlap(struct part one, struct part other, uint64_t size);

/* Before a command is enqueued on a queue. */
HIDDEN void order_access(struct check_call *call, cl_command_queue queue,
                         const struct mem_access *access);

/* After a command was enqueued on a queue. */
HIDDEN void order_accessed(const struct check_call *call, cl_command_queue queue,
                           const struct mem_access *access);

/* Notes what the host has written to a mapped region that a command unmaps. Call this before
 * info_unmapped(). */
HIDDEN void order_unmapped(const struct check_call *call, cl_command_queue queue, cl_mem mem,
                           const void *pointer);

/* After a launch was enqueued. No dimensions: the launch has one work-item.
 * (launch_arguments_check() comes before the launch.) */
HIDDEN void order_launched(struct check_call *call, cl_command_queue queue, cl_kernel kernel,
                           cl_uint dimensions, const size_t *offset, const size_t *global);

/* Calls visit() for each memory object among a kernel's arguments, with the part that a launch
 * certainly touches. */
HIDDEN void order_visit_mems(
    cl_kernel kernel, cl_uint dimensions, const size_t *offset, const size_t *global,
    void (*visit)(void *data, const struct mem_argument *argument, struct part part), void *data);

/* Calls visit() for each argument of a kernel that is an address, with the part that a launch
 * certainly touches, as addresses; part.end is 0 if it is not known. */
HIDDEN void order_visit_pointers(
    cl_kernel kernel, cl_uint dimensions, const size_t *offset, const size_t *global,
    void (*visit)(void *data, const struct mem_argument *argument, struct part part), void *data);

/* Notes that the host may know that all commands so far have ended. */
HIDDEN void order_synchronized(void);

/* Notes a wait list or a barrier on a queue. */
HIDDEN void order_barrier(cl_command_queue queue);

/* Notes a command that may write to the program's memory at any later time. */
HIDDEN void order_reads_later(const struct check_call *call, cl_command_queue queue);

/* At the end of the program: writes findings about such commands. */
HIDDEN void order_end(void);

/* Notes a command that may use any memory of the program at any later time. */
HIDDEN void order_uses_host(void);

/* Notes that a region was mapped by a call that did not wait for the map. `event` points to the
 * map's event, or is NULL. */
HIDDEN void order_mapped(cl_mem mem, const void *pointer, const cl_event *event);

/* Before a command is enqueued that unmaps a region and waits for the events of a list. */
HIDDEN void order_unmaps(struct check_call *call, cl_mem mem, const void *pointer, cl_uint count,
                         const cl_event *list);

#endif
