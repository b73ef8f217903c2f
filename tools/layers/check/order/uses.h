/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Commands that use memory by its address: shared virtual memory, unified shared memory, and the
 * host memory that memory objects are read to and written from. (order.h does the same for memory
 * objects.) The list has the most recent commands that the program has not waited for. The memory
 * that they use must not be freed, and they are ordered as in order.h.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_ORDER_USES_H
#define CLRELAY_TOOLS_LAYERS_CHECK_ORDER_USES_H

#include "../known/arguments.h"
#include "order.h"
#include "../known/regions.h"

/* What a command does with memory. */
struct use {
    struct part part; /* addresses; `end` is 0 if there is none */
    bool writes;
    /* The command certainly reads or writes there; otherwise it only has the memory. */
    bool touches;
};

/* A use of `size` bytes from an address on. */
HIDDEN struct use use_of(const void *pointer, size_t size, bool writes);

/* A use of the whole allocation that an address is in. */
HIDDEN struct use use_of_all(const void *pointer);

/* A use of a part of the memory from an address on, if the part has no gaps. */
HIDDEN struct use use_of_part(const void *pointer, struct part part, bool writes);

/* Before a command is enqueued that uses memory. */
HIDDEN void uses_access(struct check_call *call, cl_command_queue queue, const struct use *use);

/* After such a command was enqueued. */
HIDDEN void uses_accessed(const struct check_call *call, cl_command_queue queue,
                          const struct use *use);

/* Before a command is enqueued that waits for `waits` events: adds a finding if the memory is still
 * mapped. */
HIDDEN void uses_mapped(struct check_call *call, cl_command_queue queue, cl_uint waits,
                        const struct use *use);

/* Before a launch: does this for the kernel's arguments. No dimensions: the launch has one
 * work-item. */
HIDDEN void uses_launch(struct check_call *call, const struct clEnqueueNDRangeKernel_args *a);

/* After such a launch was enqueued. */
HIDDEN void uses_launched(struct check_call *call, const struct clEnqueueNDRangeKernel_args *a);

/* Before a call frees the allocation at an address, or if `queue` is not NULL, enqueues a command
 * that will: adds a finding if a command may still use the allocation, or if it is mapped. */
HIDDEN void uses_freed(struct check_call *call, const void *start, cl_command_queue queue);

/* Before host memory is freed: writes a finding if a command may still read or write it. */
HIDDEN void uses_host_freed(const void *start, size_t size, const void *caller);

#endif
