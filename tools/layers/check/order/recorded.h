/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the commands in a command buffer use, from their recording on. When the program enqueues the
 * command buffer, it counts as one command of its queue that reads and writes all of that memory
 * (order.h). A command buffer keeps the objects of its commands alive, but not the arguments of
 * kernels, which kernels do not keep alive, either.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_ORDER_RECORDED_H
#define CLRELAY_TOOLS_LAYERS_CHECK_ORDER_RECORDED_H

#include "order.h"

/* The information about a command buffer is what its commands use. */
extern HIDDEN const struct info_kind info_kind_command_buffer;

/* Notes a recorded command that uses a memory object. */
HIDDEN void recorded_mem(cl_command_buffer_khr command_buffer, const struct mem_access *access);

/* Notes a recorded command that uses shared virtual memory at an address. */
HIDDEN void recorded_pointer(cl_command_buffer_khr command_buffer, const void *pointer);

/* Notes a recorded launch. `handle` points to the handle by which the command can be changed, or is
 * NULL. */
HIDDEN void recorded_kernel(cl_command_buffer_khr command_buffer, cl_kernel kernel,
                            cl_uint dimensions, const size_t *offset, const size_t *global,
                            const cl_mutable_command_khr *handle);

/* Notes that commands are about to be changed: from then on it is not known what they use. */
HIDDEN void recorded_changes(cl_command_buffer_khr command_buffer);

/* Before a command buffer is enqueued on a queue; NULL: on several queues, or on one that is not
 * known. `waits`: for events. */
HIDDEN void recorded_enqueue(struct check_call *call, cl_command_queue queue,
                             cl_command_buffer_khr command_buffer, bool waits);

/* After a command buffer was enqueued on a queue; NULL as before. */
HIDDEN void recorded_enqueued(const struct check_call *call, cl_command_queue queue,
                              cl_command_buffer_khr command_buffer);

#endif
