/* SPDX-License-Identifier: Apache-2.0 */
/* Hooks of functions for programs and kernels, up to launches. */
#include "../hooks.h"

#include "../hazards.h"
#include "../info_kernels.h"
#include "../order.h"
#include "../recorded.h"

/* ---- programs ---- */

/* A build with a callback may go on in another thread; without one the call waits for it. */
static void before_build(struct check_call *call, cl_program program, bool has_callback)
{
    if (has_callback) hazard_another_thread();
    else hazard_waits(call);
    if (program && !call->refusal) info_program_changes(program, call_site(call));
}

void before_clBuildProgram(struct check_call *call, const struct clBuildProgram_args *a)
{
    before_build(call, a->program, a->pfn_notify != NULL);
}

void before_clCompileProgram(struct check_call *call, const struct clCompileProgram_args *a)
{
    before_build(call, a->program, a->pfn_notify != NULL);
}

void before_clLinkProgram(struct check_call *call, const struct clLinkProgram_args *a)
{
    before_build(call, NULL, a->pfn_notify != NULL);
}

void after_build(struct check_call *call)
{
    hazard_built((cl_program)(uintptr_t)finding_subject(call));
}

void after_clLinkProgram(struct check_call *call, const struct clLinkProgram_args *a)
{
    check_linked(call, (cl_program)(uintptr_t)call->result);
}

/* Why a program was not built is in its log. */
void failure_clBuildProgram(struct check_call *call, const struct clBuildProgram_args *a)
{
    if (call->error == CL_BUILD_PROGRAM_FAILURE) check_log(a->program);
}

void failure_clCompileProgram(struct check_call *call, const struct clCompileProgram_args *a)
{
    if (call->error == CL_COMPILE_PROGRAM_FAILURE) check_log(a->program);
}

void failure_clCreateKernel(struct check_call *call, const struct clCreateKernel_args *a)
{
    if (call->error == CL_INVALID_PROGRAM_EXECUTABLE) check_log(a->program);
}

/* ---- arguments ---- */

/* All functions that set arguments begin with the kernel and the index. */
void before_argument(struct check_call *call)
{
    const struct clSetKernelArg_args *a = call->args;
    if (hazard_has_several()) hazard_kernel(call, a->kernel, true);
}

void failure_argument(struct check_call *call)
{
    const struct clSetKernelArg_args *a = call->args;
    if (check_conditions()) info_forget_argument(a->kernel, a->arg_index);
}

void ended_argument(struct check_call *call)
{
    const struct clSetKernelArg_args *a = call->args;
    if (hazard_has_several()) hazard_kernel_done(a->kernel);
}

void after_clSetKernelArg(struct check_call *call, const struct clSetKernelArg_args *a)
{
    info_note_argument(a->kernel, a->arg_index, a->arg_size, a->arg_value);
}

void alone_clSetKernelArgSVMPointer(struct check_call *call,
                                    const struct clSetKernelArgSVMPointer_args *a)
{
    check_pointers(call, KERNEL_ARGUMENT_POINTER_FREED, CL_INVALID_ARG_VALUE, &a->arg_value, 1);
}

void after_clSetKernelArgSVMPointer(struct check_call *call,
                                    const struct clSetKernelArgSVMPointer_args *a)
{
    info_note_pointer(a->kernel, a->arg_index, a->arg_value, true);
}

void after_clSetKernelArgMemPointerINTEL(struct check_call *call,
                                         const struct clSetKernelArgMemPointerINTEL_args *a)
{
    info_note_pointer(a->kernel, a->arg_index, a->arg_value, false);
}

void after_clSetKernelArgDevicePointerEXT(struct check_call *call,
                                          const struct clSetKernelArgDevicePointerEXT_args *a)
{
    info_note_pointer(a->kernel, a->arg_index, NULL, false);
}

void alone_clSetKernelExecInfo(struct check_call *call, const struct clSetKernelExecInfo_args *a)
{
    if (a->param_name != CL_KERNEL_EXEC_INFO_SVM_PTRS) return;
    check_pointers(call, EXEC_INFO_POINTER_FREED, CL_INVALID_VALUE, a->param_value,
                   a->param_value_size / sizeof(void *));
}

void after_clCloneKernel(struct check_call *call, const struct clCloneKernel_args *a)
{
    info_copy_arguments(a->source_kernel, (cl_kernel)(uintptr_t)call->result);
}

/* ---- launches ---- */

static void before_launch(struct check_call *call, cl_command_queue queue, cl_kernel kernel,
                          bool waits)
{
    if (hazard_has_several()) hazard_kernel(call, kernel, false);
    if (!waits) hazard_mapped(call, queue, kernel);
}

void before_clEnqueueNDRangeKernel(struct check_call *call,
                                   const struct clEnqueueNDRangeKernel_args *a)
{
    before_launch(call, a->command_queue, a->kernel, a->num_events_in_wait_list);
    order_launch(call, a->command_queue, a->kernel, a->work_dim, a->global_work_offset,
                 a->global_work_size);
}

void after_clEnqueueNDRangeKernel(struct check_call *call,
                                  const struct clEnqueueNDRangeKernel_args *a)
{
    check_accepted(call, a->command_queue, a->work_dim, a->global_work_size, a->local_work_size);
    order_launched(call, a->command_queue, a->kernel, a->work_dim, a->global_work_offset,
                   a->global_work_size);
}

/* The first two arguments are the same for both functions. */
void ended_launch(struct check_call *call)
{
    const struct clEnqueueTask_args *a = call->args;
    if (hazard_has_several()) hazard_kernel_done(a->kernel);
}

void before_clEnqueueTask(struct check_call *call, const struct clEnqueueTask_args *a)
{
    before_launch(call, a->command_queue, a->kernel, a->num_events_in_wait_list);
    order_launch(call, a->command_queue, a->kernel, 0, NULL, NULL);
}

void after_clEnqueueTask(struct check_call *call, const struct clEnqueueTask_args *a)
{
    order_launched(call, a->command_queue, a->kernel, 0, NULL, NULL);
}

void before_clEnqueueNativeKernel(struct check_call *call,
                                  const struct clEnqueueNativeKernel_args *a)
{
    if (a->user_func) hazard_another_thread();
}

void before_clCommandNDRangeKernelKHR(struct check_call *call,
                                      const struct clCommandNDRangeKernelKHR_args *a)
{
    if (hazard_has_several()) hazard_kernel(call, a->kernel, false);
}

void after_clCommandNDRangeKernelKHR(struct check_call *call,
                                     const struct clCommandNDRangeKernelKHR_args *a)
{
    recorded_kernel(a->command_buffer, a->kernel, a->work_dim, a->global_work_offset,
                    a->global_work_size, a->mutable_handle);
}

void ended_clCommandNDRangeKernelKHR(struct check_call *call,
                                     const struct clCommandNDRangeKernelKHR_args *a)
{
    if (hazard_has_several()) hazard_kernel_done(a->kernel);
}
