/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compares what a kernel certainly does with its arguments, what the arguments are, and the order
 * of commands. Only the kernel's source and the types of its parameters tell what it does; the
 * layer says nothing of what they leave open.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_ORDER_LAUNCH_ARGUMENTS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_ORDER_LAUNCH_ARGUMENTS_H

#include "../found/finding.h"

/* Before a launch that waits for `waits` events. No dimensions: the launch has one work-item. */
HIDDEN void launch_arguments_check(struct check_call *call, cl_command_queue queue,
                                   cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                                   const size_t *global, cl_uint waits);

#endif
