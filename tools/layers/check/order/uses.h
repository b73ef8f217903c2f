/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Commands that use memory by its address: shared virtual memory, unified shared memory, and the
 * memory of the host that memory objects are read to and written from. For memory objects, order.h
 * does the same. The list has the most recent commands that the program has not waited for: what
 * they use must not be freed, and they are ordered as in order.h.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_ORDER_USES_H
#define CLRELAY_TOOLS_LAYERS_CHECK_ORDER_USES_H

#include "../known/arguments.h"
#include "order.h"
#include "../known/regions.h"

/* What a command does with memory. */
struct use {
    struct part part; /* addresses; `end` is 0: there is none */
    bool writes;
    bool touches; /* it certainly reads or writes there; otherwise it only has the memory */
};

/* Memory from an address on. Without `size`: the whole allocation that the address is in. */
HIDDEN struct use use_of(const void *pointer, size_t size, bool writes);
HIDDEN struct use use_of_all(const void *pointer);

/* A part of the memory from an address on, if it has no gaps. */
HIDDEN struct use use_of_part(const void *pointer, struct part part, bool writes);

/* A command on a queue is to be enqueued, or has been. */
HIDDEN void uses_access(struct check_call *call, cl_command_queue queue, const struct use *use);
HIDDEN void uses_accessed(const struct check_call *call, cl_command_queue queue,
                          const struct use *use);

/* A command that waits for so many events is to be enqueued: adds a finding if the memory is still
 * mapped. */
HIDDEN void uses_mapped(struct check_call *call, cl_command_queue queue, cl_uint waits,
                        const struct use *use);

/* The same for a kernel and its arguments; without dimensions for one work-item. */
HIDDEN void uses_launch(struct check_call *call, const struct clEnqueueNDRangeKernel_args *a);
HIDDEN void uses_launched(struct check_call *call, const struct clEnqueueNDRangeKernel_args *a);

/* A command may tell the host how far it, and all before it, have got. */
HIDDEN void uses_told(void);

/* The allocation at an address is to be freed, by the call or, if `queue` is not NULL, by a command
 * on it: adds a finding if a command may still use it, or if it is mapped. */
HIDDEN void uses_freed(struct check_call *call, const void *start, cl_command_queue queue);

/* Memory of the host is to be freed: writes a finding if a command may still read or write it. */
HIDDEN void uses_host_freed(const void *start, size_t size, const void *caller);

#endif
