/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel objects and their arguments: sections 5.9 and 5.10. */
#include "../found/null_handles.h"
#include "../known/info_contexts.h"
#include "../known/info_devices.h"
#include "../known/info_kernels.h"
#include "../known/info_launch.h"
#include "../known/info_programs.h"
#include "common.h"

void check_clCloneKernel(struct check_call *call, const struct clCloneKernel_args *a)
{
    not_null(call, a->source_kernel, CL_INVALID_KERNEL);
    out_of_memory(call);
}

/* ---- arguments ---- */

static void argument_index(struct check_call *call, struct argument_check argument_check)
{
    error_if(call, argument_check.fault == ARGUMENT_INDEX, CL_INVALID_ARG_INDEX,
             KERNEL_ARGUMENT_INDEX, argument_check.value);
}

/* The object, if the argument has this fault; otherwise NULL. */
static const void *object_with(struct argument_check argument_check, enum argument_fault fault)
{
    return argument_check.fault == fault ? argument_check.object : NULL;
}

/* The argument of a kernel is right. info_check_argument() has found its first fault. */
static void argument_fault(struct check_call *call, cl_kernel kernel, size_t size,
                           const void *value, struct argument_check argument_check)
{
    const bool null = argument_check.fault == ARGUMENT_OBJECT_NULL,
               sized = argument_check.fault == ARGUMENT_OBJECT_SIZE;
    const bool is_mem =
        argument_check.value == PARAMETER_IMAGE || argument_check.value == PARAMETER_PIPE;
    const bool is_sampler = argument_check.value == PARAMETER_SAMPLER,
               is_queue = argument_check.value == PARAMETER_QUEUE;
    const uint64_t local = info_kernel_most(kernel, CL_DEVICE_LOCAL_MEM_SIZE);
    const unsigned before = call->count;
    argument_index(call, argument_check);
    error_about(call, object_with(argument_check, ARGUMENT_CONTEXT), CL_INVALID_CONTEXT,
                KERNEL_ARGUMENT_CONTEXT);
    error_if(call, null && !value && is_mem, CL_INVALID_MEM_OBJECT, KERNEL_ARGUMENT_OBJECT_NULL);
    error_if(call, null && value && is_mem, CL_INVALID_MEM_OBJECT, KERNEL_ARGUMENT_OBJECT_NULL);
    if (null && value) causes_explain(call, before, KIND_MEM);
    living(call, KIND_MEM, ADDRESS(object_with(argument_check, ARGUMENT_MEM)),
           CL_INVALID_MEM_OBJECT);
    error_about(call, object_with(argument_check, ARGUMENT_KIND), CL_INVALID_MEM_OBJECT,
                KERNEL_ARGUMENT_KIND, argument_check.value);
    living(call, KIND_SAMPLER, ADDRESS(object_with(argument_check, ARGUMENT_SAMPLER)),
           CL_INVALID_SAMPLER);
    error_if(call, null && is_sampler, CL_INVALID_SAMPLER, KERNEL_ARGUMENT_OBJECT_NULL);
    error_about(call, object_with(argument_check, ARGUMENT_QUEUE), CL_INVALID_DEVICE_QUEUE,
                KERNEL_ARGUMENT_QUEUE);
    error_if(call, null && is_queue, CL_INVALID_DEVICE_QUEUE, KERNEL_ARGUMENT_OBJECT_NULL);
    error_if(call, sized && !is_sampler && !is_queue, CL_INVALID_ARG_SIZE,
             KERNEL_ARGUMENT_OBJECT_SIZE, sizeof value);
    error_if(call, sized && is_sampler, CL_INVALID_ARG_SIZE, KERNEL_ARGUMENT_OBJECT_SIZE,
             sizeof value);
    error_if(call, sized && is_queue, CL_INVALID_ARG_SIZE, KERNEL_ARGUMENT_OBJECT_SIZE,
             sizeof value);
    error_if(call,
             argument_check.fault == ARGUMENT_LOCAL_ZERO && info_platform_is_before(kernel, 31),
             CL_INVALID_ARG_SIZE, KERNEL_ARGUMENT_LOCAL_ZERO);
    error_if(call, argument_check.fault == ARGUMENT_SIZE, CL_INVALID_ARG_SIZE, KERNEL_ARGUMENT_SIZE,
             argument_check.value, ADDRESS(argument_check.object));
    error_if(call, argument_check.fault == ARGUMENT_LAYOUT, CL_INVALID_ARG_SIZE,
             KERNEL_ARGUMENT_LAYOUT, argument_check.value, ADDRESS(argument_check.object));
    explain_if(call, argument_check.fault == ARGUMENT_RIGHT && value, CL_INVALID_ARG_SIZE,
               KERNEL_ARGUMENT_STRUCT);
    error_if(call, argument_check.fault == ARGUMENT_NULL, CL_INVALID_ARG_VALUE,
             KERNEL_ARGUMENT_NULL);
    error_if(call, argument_check.fault == ARGUMENT_LOCAL_VALUE, CL_INVALID_ARG_VALUE,
             KERNEL_ARGUMENT_LOCAL_VALUE);
    error_if(call, !value && argument_check.fault == ARGUMENT_RIGHT && size > local, CL_SUCCESS,
             KERNEL_LOCAL_MEMORY, size, local);
    error_about(call, object_with(argument_check, ARGUMENT_WRITE_ONLY), CL_INVALID_ARG_VALUE,
                KERNEL_ARGUMENT_WRITE_ONLY);
    error_about(call, object_with(argument_check, ARGUMENT_READ_ONLY), CL_INVALID_ARG_VALUE,
                KERNEL_ARGUMENT_READ_ONLY);
}

/* Programs call this function in their inner loops, so a right argument costs little. */
void check_clSetKernelArg(struct check_call *call, const struct clSetKernelArg_args *a)
{
    const struct argument_check argument_check =
        info_check_argument(a->kernel, a->arg_index, a->arg_size, a->arg_value);
    not_null(call, a->kernel, CL_INVALID_KERNEL);
    if (call->phase == CHECKING && argument_check.fault == ARGUMENT_RIGHT && a->arg_value) return;
    argument_fault(call, a->kernel, a->arg_size, a->arg_value, argument_check);
    driver_checks(
        call, CL_MAX_SIZE_RESTRICTION_EXCEEDED,
        "the buffer or the local memory is larger than the program allows for this parameter");
    out_of_memory(call);
}

static void svm_of_kernel(struct check_call *call, cl_kernel kernel)
{
    error_if(call, info_kernel_most(kernel, CL_DEVICE_SVM_CAPABILITIES) == 0, CL_INVALID_OPERATION,
             SVM_UNSUPPORTED);
}

void check_clSetKernelArgSVMPointer(struct check_call *call,
                                    const struct clSetKernelArgSVMPointer_args *a)
{
    const struct argument_check argument_check = info_check_pointer(a->kernel, a->arg_index);
    not_null(call, a->kernel, CL_INVALID_KERNEL);
    svm_of_kernel(call, a->kernel);
    argument_index(call, argument_check);
    error_if(call, argument_check.fault == ARGUMENT_NO_POINTER, CL_INVALID_ARG_VALUE,
             KERNEL_ARGUMENT_NO_POINTER);
    error_if(call, info_first_freed(a->kernel, &a->arg_value, 1, RANGE_SVM), CL_INVALID_ARG_VALUE,
             KERNEL_ARGUMENT_POINTER_FREED);
    /* If the driver accepts the pointer, the launch is wrong. */
    explain_if(call,
               range_is_foreign(a->arg_value) && objects_are_complete() &&
                   !info_context_uses_host(a->kernel),
               CL_INVALID_ARG_VALUE, KERNEL_ARGUMENT_POINTER_FOREIGN);
    out_of_memory(call);
}

void check_clSetKernelArgDevicePointerEXT(struct check_call *call,
                                          const struct clSetKernelArgDevicePointerEXT_args *a)
{
    const struct argument_check argument_check = info_check_pointer(a->kernel, a->arg_index);
    not_null(call, a->kernel, CL_INVALID_KERNEL);
    error_if(call, info_kernel_lacks(a->kernel, "cl_ext_buffer_device_address"),
             CL_INVALID_OPERATION, ADDRESSES_UNSUPPORTED);
    argument_index(call, argument_check);
    error_if(call, argument_check.fault == ARGUMENT_NO_POINTER, CL_INVALID_ARG_INDEX,
             KERNEL_ARGUMENT_NO_POINTER);
    out_of_memory(call);
}

void check_clSetKernelArgMemPointerINTEL(struct check_call *call,
                                         const struct clSetKernelArgMemPointerINTEL_args *a)
{
    const struct argument_check argument_check = info_check_pointer(a->kernel, a->arg_index);
    not_null(call, a->kernel, CL_INVALID_KERNEL);
    argument_index(call, argument_check);
    error_if(call, argument_check.fault == ARGUMENT_NO_POINTER, CL_INVALID_ARG_VALUE,
             KERNEL_ARGUMENT_NO_POINTER);
    error_if(call, info_first_freed(a->kernel, &a->arg_value, 1, RANGE_USM), CL_INVALID_ARG_VALUE,
             KERNEL_ARGUMENT_POINTER_FREED);
    out_of_memory(call);
}

#define KERNEL_EXEC_INFO_DEVICE_PTRS 0x5002 /* CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT */

/* The bytes of a value, or of each value of a list; 0: not known. */
static size_t element_of(cl_kernel_exec_info name)
{
    switch (name) {
    case CL_KERNEL_EXEC_INFO_SVM_PTRS: return sizeof(void *);
    case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM: return sizeof(cl_bool);
    case KERNEL_EXEC_INFO_DEVICE_PTRS: return sizeof(cl_ulong);
    }
    return 0;
}

static bool is_true(const void *value, size_t size)
{
    cl_bool boolean = CL_FALSE;
    if (value && size == sizeof boolean) memcpy(&boolean, value, sizeof boolean);
    return boolean;
}

void check_clSetKernelExecInfo(struct check_call *call, const struct clSetKernelExecInfo_args *a)
{
    const cl_kernel_exec_info name = a->param_name;
    const void *value = a->param_value;
    const size_t size = a->param_value_size, element = element_of(name);
    const bool pointers = name == CL_KERNEL_EXEC_INFO_SVM_PTRS;
    const uint64_t capabilities = info_kernel_most(a->kernel, CL_DEVICE_SVM_CAPABILITIES);
    const void *freed =
        pointers ? info_first_freed(a->kernel, value, size / sizeof(void *), RANGE_SVM) : NULL;
    not_null(call, a->kernel, CL_INVALID_KERNEL);
    error_if(call, pointers && capabilities == 0, CL_INVALID_OPERATION, SVM_UNSUPPORTED);
    error_if(call,
             name == CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM && is_true(value, size) &&
                 !info_context_uses_host(a->kernel),
             CL_INVALID_OPERATION, SVM_SYSTEM_UNSUPPORTED);
    error_if(call,
             name == KERNEL_EXEC_INFO_DEVICE_PTRS &&
                 info_kernel_lacks(a->kernel, "cl_ext_buffer_device_address"),
             CL_INVALID_OPERATION, ADDRESSES_UNSUPPORTED);
    error_if(call, !value && size, CL_INVALID_VALUE, EXEC_INFO_VALUE);
    error_if(call, value && element && size % element, CL_INVALID_VALUE, EXEC_INFO_SIZE, element);
    error_if(call, freed, CL_INVALID_VALUE, EXEC_INFO_POINTER_FREED, ADDRESS(freed));
    out_of_memory(call);
}

/* ---- queries ---- */

static void device_of_kernel(struct check_call *call, cl_kernel kernel, cl_device_id device)
{
    const uint64_t devices = info_kernel_devices(kernel);
    error_about(call, info_is_foreign_kernel_device(kernel, device) ? device : NULL,
                CL_INVALID_DEVICE, KERNEL_DEVICE);
    error_if(call, !device && devices != UNKNOWN && devices > 1, CL_INVALID_DEVICE,
             KERNEL_DEVICE_NULL, devices);
}

void check_clGetKernelInfo(struct check_call *call, const struct clGetKernelInfo_args *a)
{
    not_null(call, a->kernel, CL_INVALID_KERNEL);
    explain_query(call, a, clGetKernelInfo, a->kernel, 0x1190, 0x1195);
    out_of_memory(call);
}

void check_clGetKernelWorkGroupInfo(struct check_call *call,
                                    const struct clGetKernelWorkGroupInfo_args *a)
{
    const bool global = a->param_name == CL_KERNEL_GLOBAL_WORK_SIZE;
    not_null(call, a->kernel, CL_INVALID_KERNEL);
    device_of_kernel(call, a->kernel, a->device);
    if (explaining(call, CL_INVALID_VALUE))
        object_query(
            call, a->kernel, a->param_name, 0x11b0, 0x11bf,
            global ? 3 * sizeof(size_t)
                   : ANSWER_SIZE(clGetKernelWorkGroupInfo, a->kernel, a->device, a->param_name),
            a->param_value_size, a->param_value);
    explain_if(call,
               global && info_program_origin(info_kernel_program(a->kernel)) != ORIGIN_BUILT_IN,
               CL_INVALID_VALUE, KERNEL_NOT_BUILT_IN);
    out_of_memory(call);
}

void check_clGetKernelArgInfo(struct check_call *call, const struct clGetKernelArgInfo_args *a)
{
    not_null(call, a->kernel, CL_INVALID_KERNEL);
    argument_index(call, info_check_pointer(a->kernel, a->arg_index));
    if (explaining(call, CL_INVALID_VALUE))
        object_query(call, a->kernel, a->param_name, 0x1196, 0x119f,
                     ANSWER_SIZE(clGetKernelArgInfo, a->kernel, a->arg_index, a->param_name),
                     a->param_value_size, a->param_value);
    explain_if(call, true, CL_KERNEL_ARG_INFO_NOT_AVAILABLE, ARGUMENT_INFO_MISSING);
    out_of_memory(call);
}

static void sub_group_info(struct check_call *call, const struct clGetKernelSubGroupInfo_args *a)
{
    const size_t element =
        a->param_name == CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT ? sizeof(size_t) : 0;
    const bool lacks_input = element && (!a->input_value || !a->input_value_size);
    not_null(call, a->kernel, CL_INVALID_KERNEL);
    device_of_kernel(call, a->kernel, a->device);
    explain_if(call,
               !info_device_is_before(a->device, 2, 1) &&
                   info_asked(a->device, CL_DEVICE_MAX_NUM_SUB_GROUPS) == 0,
               CL_INVALID_OPERATION, SUB_GROUPS_UNSUPPORTED, ADDRESS(a->device));
    if (explaining(call, CL_INVALID_VALUE))
        query(call,
              call->number == clGetKernelSubGroupInfo_number
                  ? ANSWER_SIZE(clGetKernelSubGroupInfo, a->kernel, a->device, a->param_name,
                                a->input_value_size, a->input_value)
                  : ANSWER_SIZE(clGetKernelSubGroupInfoKHR, a->kernel, a->device, a->param_name,
                                a->input_value_size, a->input_value),
              a->param_value_size, a->param_value);
    error_if(call, lacks_input || (element && a->input_value_size % element), CL_INVALID_VALUE,
             SUB_GROUP_INPUT, a->param_name);
    out_of_memory(call);
}
CONDITIONS_OF_BOTH(sub_group_info, clGetKernelSubGroupInfo, clGetKernelSubGroupInfoKHR,
                   param_value_size_ret)
