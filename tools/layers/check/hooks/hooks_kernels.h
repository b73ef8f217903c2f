/* SPDX-License-Identifier: Apache-2.0 */
/* Hooks of functions for programs and kernels, up to launches. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_HOOKS_HOOKS_KERNELS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_HOOKS_HOOKS_KERNELS_H

#include "../found/finding.h"
#include "../known/arguments.h"

/* Before a build. Without a callback, it ends in its call; otherwise it may go on in another
 * thread. */
HIDDEN void hook_build(struct check_call *call, cl_program program, bool has_callback);
HIDDEN void hook_build_failed(struct check_call *call, cl_program program);

HIDDEN void hook_exec_info(struct check_call *call, cl_kernel_exec_info name, size_t size,
                           const void *value);
HIDDEN void hook_exec_info_set(cl_kernel kernel, cl_kernel_exec_info name, size_t size,
                               const void *value);
HIDDEN void hook_argument_failed(cl_kernel kernel, cl_uint index);

/* A call uses a kernel object, or if `sets`, changes one of its arguments, until
 * hook_kernel_done(). */
HIDDEN void hook_kernel(struct check_call *call, cl_kernel kernel, bool sets);
HIDDEN void hook_kernel_done(cl_kernel kernel);
HIDDEN void hook_launch(struct check_call *call, const struct clEnqueueNDRangeKernel_args *a);
HIDDEN void hook_launched(struct check_call *call, const struct clEnqueueNDRangeKernel_args *a);
HIDDEN void hook_task(struct check_call *call, const struct clEnqueueTask_args *a);
HIDDEN void hook_task_launched(struct check_call *call, const struct clEnqueueTask_args *a);

#endif
