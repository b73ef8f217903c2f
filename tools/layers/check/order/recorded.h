/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the commands in a command buffer use, from their recording on: when the command buffer is
 * enqueued, it counts as one command of its queue that reads and writes all of that (order.h).
 * Command buffers keep the objects of their commands, but not those that are arguments of kernels,
 * as kernels do not.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_ORDER_RECORDED_H
#define CLRELAY_TOOLS_LAYERS_CHECK_ORDER_RECORDED_H

#include "order.h"

/* Its information is what its commands use. */
extern HIDDEN const struct info_kind info_kind_command_buffer;

/* A command was recorded that uses a memory object; or memory at an address, of SVM. */
HIDDEN void recorded_mem(cl_command_buffer_khr command_buffer, const struct mem_access *access);
HIDDEN void recorded_pointer(cl_command_buffer_khr command_buffer, const void *pointer);

/* The same for a kernel and its arguments. `handle`: what the command may be changed by later, or
 * NULL. */
HIDDEN void recorded_kernel(cl_command_buffer_khr command_buffer, cl_kernel kernel,
                            cl_uint dimensions, const size_t *offset, const size_t *global,
                            const cl_mutable_command_khr *handle);

/* Commands are about to be changed: from then on it is not known what they use. */
HIDDEN void recorded_changes(cl_command_buffer_khr command_buffer);

/* A command buffer is to be enqueued on a queue, or has been: NULL if it is on several, or not
 * known which. `waits`: for events. */
HIDDEN void recorded_enqueue(struct check_call *call, cl_command_queue queue,
                             cl_command_buffer_khr command_buffer, bool waits);
HIDDEN void recorded_enqueued(const struct check_call *call, cl_command_queue queue,
                              cl_command_buffer_khr command_buffer);

#endif
