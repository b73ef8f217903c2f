/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a kernel certainly does with its arguments, compared with what they are, and with the order
 * of commands. Only the kernel's source and the types of its parameters tell; what they leave open
 * is not said.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_ORDER_LAUNCH_ARGUMENTS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_ORDER_LAUNCH_ARGUMENTS_H

#include "../found/finding.h"

/* A kernel is to be launched; without dimensions for one work-item. `waits`: for so many events. */
HIDDEN void launch_arguments_check(struct check_call *call, cl_command_queue queue,
                                   cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                                   const size_t *global, cl_uint waits);

#endif
