/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks_kernels.h"

#include "../conditions/failures.h"
#include "../found/build_logs.h"
#include "../found/bad_handles.h"
#include "../order/hazards.h"
#include "../order/launch_arguments.h"
#include "../order/order.h"
#include "../order/uses.h"
#include "../known/info_kernels.h"
#include "../known/info_launch.h"
#include "../known/info_programs.h"
#include "../known/info_queues.h"

void hook_build(struct check_call *call, cl_program program, bool has_callback)
{
    if (has_callback) hazard_another_thread();
    else hazard_waits(call);
    if (program && !call->refusal) info_program_changes(program, call_site(call).address);
}

/* Whether an error says that a call was refused, so that nothing was built: the log is that of an
 * older build, if there is one. Compilers fail with others, which may be of no specification. */
static bool is_refusal(cl_int error)
{
    return error <= CL_INVALID_VALUE && error >= CL_MAX_SIZE_RESTRICTION_EXCEEDED;
}

void hook_build_failed(struct check_call *call, cl_program program)
{
    if (!is_refusal(call->error)) check_log(program);
}

void hook_exec_info(struct check_call *call, cl_kernel_exec_info name, size_t size,
                    const void *value)
{
    if (name == CL_KERNEL_EXEC_INFO_SVM_PTRS)
        check_pointers(call, EXEC_INFO_POINTER_FREED, CL_INVALID_VALUE, value,
                       size / sizeof(void *));
}

void hook_exec_info_set(cl_kernel kernel, cl_kernel_exec_info name, size_t size, const void *value)
{
    if (name == CL_KERNEL_EXEC_INFO_SVM_PTRS || name == CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL)
        info_note_exec_pointers(kernel, value, size / sizeof(void *));
}

void hook_argument_failed(cl_kernel kernel, cl_uint index)
{
    if (check_conditions()) info_forget_argument(kernel, index);
}

void hook_kernel(struct check_call *call, cl_kernel kernel, bool sets)
{
    if (hazard_has_several()) hazard_kernel(call, kernel, sets);
}

void hook_kernel_done(cl_kernel kernel)
{
    if (hazard_has_several()) hazard_kernel_done(kernel);
}

void hook_launch(struct check_call *call, const struct clEnqueueNDRangeKernel_args *a)
{
    hook_kernel(call, a->kernel, false);
    if (!a->num_events_in_wait_list) hazard_mapped(call, a->command_queue, a->kernel);
    uses_launch(call, a);
    hazard_launches_shared(call, a->kernel);
    launch_arguments_check(call, a->command_queue, a->kernel, a->work_dim, a->global_work_offset,
                           a->global_work_size, a->num_events_in_wait_list);
}

/* Adds a finding if other drivers might refuse the launch. */
static void check_accepted(struct check_call *call, cl_command_queue queue, cl_uint dimensions,
                           const size_t *global, const size_t *local)
{
    const unsigned uneven = info_uneven_dimension(dimensions, global, local);
    if (!uneven || !info_device_is_uniform(info_queue_device(queue))) return;
    finding_add(call, LOCAL_SIZE_NONUNIFORM, 0, NULL, VALUES(uneven - 1));
    finding_write(call);
}

void hook_launched(struct check_call *call, const struct clEnqueueNDRangeKernel_args *a)
{
    check_accepted(call, a->command_queue, a->work_dim, a->global_work_size, a->local_work_size);
    atomic_store_explicit(&check_launched_last, a->kernel, memory_order_relaxed);
    order_launched(call, a->command_queue, a->kernel, a->work_dim, a->global_work_offset,
                   a->global_work_size);
    uses_launched(call, a);
}

/* A task is a launch of one work-item. */
static struct clEnqueueNDRangeKernel_args launch_of(const struct clEnqueueTask_args *a)
{
    return (struct clEnqueueNDRangeKernel_args){ .command_queue = a->command_queue,
                                                 .kernel = a->kernel,
                                                 .num_events_in_wait_list =
                                                     a->num_events_in_wait_list };
}

void hook_task(struct check_call *call, const struct clEnqueueTask_args *a)
{
    const struct clEnqueueNDRangeKernel_args launch = launch_of(a);
    hook_kernel(call, a->kernel, false);
    if (!a->num_events_in_wait_list) hazard_mapped(call, a->command_queue, a->kernel);
    uses_launch(call, &launch);
    hazard_launches_shared(call, a->kernel);
    launch_arguments_check(call, a->command_queue, a->kernel, 0, NULL, NULL,
                           a->num_events_in_wait_list);
}

void hook_task_launched(struct check_call *call, const struct clEnqueueTask_args *a)
{
    const struct clEnqueueNDRangeKernel_args launch = launch_of(a);
    order_launched(call, a->command_queue, a->kernel, 0, NULL, NULL);
    uses_launched(call, &launch);
}
