/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What calls do to objects, besides making those that they return:
 *
 *   INSIDE_function   , the handles inside its values, if the conditions do not look at them anyway
 *   BEFORE_function   , what happens before the call
 *   AFTER_function    , what has happened if it succeeded
 *   FAILED_function   , what has not happened after all
 *   RELEASES_function , true, if the function releases its first argument
 *   PARENT_OF_function , the handle that what it makes is made from, if it is not the first argument
 */
/* clang-format off */
#ifndef CLRELAY_LAYER_CHECK_EFFECTS_H
#define CLRELAY_LAYER_CHECK_EFFECTS_H

#include "changes.h"
#include "check.h"
#include "info_commands.h"
#include "info_kernels.h"
#include "memory.h"

#define RETAIN(handle)  objects_retain(handle, KIND_OF(handle))
#define RELEASE(handle) (void)(call->left = objects_release(handle, KIND_OF(handle), call_site(call)))
#define KEEP(handle)    objects_unrelease(handle, KIND_OF(handle), call->left)

#define AFTER_clRetainContext        , RETAIN(context)
#define AFTER_clRetainCommandQueue   , RETAIN(command_queue)
#define AFTER_clRetainMemObject      , RETAIN(memobj)
#define AFTER_clRetainSampler        , RETAIN(sampler)
#define AFTER_clRetainProgram        , RETAIN(program)
#define AFTER_clRetainKernel         , RETAIN(kernel)
#define AFTER_clRetainEvent          , RETAIN(event)
#define AFTER_clRetainDevice         , RETAIN(device)
#define AFTER_clRetainDeviceEXT      , RETAIN(device)
#define AFTER_clRetainSemaphoreKHR   , RETAIN(sema_object)
#define AFTER_clRetainCommandBufferKHR , RETAIN(command_buffer)

#define BEFORE_clReleaseContext      , RELEASE(context)
#define BEFORE_clReleaseCommandQueue , RELEASE(command_queue)
#define BEFORE_clReleaseMemObject    , RELEASE(memobj)
#define BEFORE_clReleaseSampler      , RELEASE(sampler)
#define BEFORE_clReleaseProgram      , RELEASE(program)
#define BEFORE_clReleaseKernel       , RELEASE(kernel)
#define BEFORE_clReleaseEvent        , RELEASE(event)
#define BEFORE_clReleaseDevice       , RELEASE(device)
#define BEFORE_clReleaseDeviceEXT    , RELEASE(device)
#define BEFORE_clReleaseSemaphoreKHR , RELEASE(sema_object)
#define BEFORE_clReleaseCommandBufferKHR , RELEASE(command_buffer)

#define FAILED_clReleaseContext      , KEEP(context)
#define FAILED_clReleaseCommandQueue , KEEP(command_queue)
#define FAILED_clReleaseMemObject    , KEEP(memobj)
#define FAILED_clReleaseSampler      , KEEP(sampler)
#define FAILED_clReleaseProgram      , KEEP(program)
#define FAILED_clReleaseKernel       , KEEP(kernel)
#define FAILED_clReleaseEvent        , KEEP(event)
#define FAILED_clReleaseDevice       , KEEP(device)
#define FAILED_clReleaseDeviceEXT    , KEEP(device)
#define FAILED_clReleaseSemaphoreKHR , KEEP(sema_object)
#define FAILED_clReleaseCommandBufferKHR , KEEP(command_buffer)

#define RELEASES_clReleaseContext      , true
#define RELEASES_clReleaseCommandQueue , true
#define RELEASES_clReleaseMemObject    , true
#define RELEASES_clReleaseSampler      , true
#define RELEASES_clReleaseProgram      , true
#define RELEASES_clReleaseKernel       , true
#define RELEASES_clReleaseEvent        , true
#define RELEASES_clReleaseDevice       , true
#define RELEASES_clReleaseDeviceEXT    , true
#define RELEASES_clReleaseSemaphoreKHR , true
#define RELEASES_clReleaseCommandBufferKHR , true

/* The first queue tells the context. */
#define PARENT_OF_clCreateCommandBufferKHR  , (queues && num_queues ? (uint64_t)(uintptr_t)*queues : 0)
#define PARENT_OF_clEnqueueCommandBufferKHR , (uint64_t)(uintptr_t)command_buffer

/* Handles inside values. A descriptor has one in any case, the other values if conditions are not judged. */
#define ALONE(expression)      (check_conditions() ? (void)0 : (expression))
#define IN_VALUE(handle, word) check_handle(call, KIND_OF((handle)0), (uint64_t)(word), false)
#define IN_CONTEXT_PROPERTIES  ALONE(IN_VALUE(cl_platform_id, info_property(PROPERTIES(properties), CL_CONTEXT_PLATFORM)))
#define IN_IMAGE_DESCRIPTOR    IN_VALUE(cl_mem, ADDRESS(desc_mem(image_desc)))
#define INSIDE_clSetKernelArg               , ALONE(check_argument(call, kernel, arg_index, arg_size, arg_value))
#define INSIDE_clSetKernelArgSVMPointer     , ALONE(check_pointers(call, KERNEL_ARGUMENT_POINTER_FREED, CL_INVALID_ARG_VALUE, &arg_value, 1))
#define INSIDE_clSetKernelExecInfo          , ALONE(param_name == CL_KERNEL_EXEC_INFO_SVM_PTRS \
    ? check_pointers(call, EXEC_INFO_POINTER_FREED, CL_INVALID_VALUE, param_value, param_value_size / sizeof(void *)) : (void)0)
#define INSIDE_clCreateContext              , IN_CONTEXT_PROPERTIES
#define INSIDE_clCreateContextFromType      , IN_CONTEXT_PROPERTIES
#define INSIDE_clCreateImage                , IN_IMAGE_DESCRIPTOR
#define INSIDE_clCreateImageWithProperties  , IN_IMAGE_DESCRIPTOR
#define INSIDE_clGetImageRequirementsInfoEXT , IN_IMAGE_DESCRIPTOR
#define INSIDE_clUpdateMutableCommandsKHR   , changes_check(call, command_buffer, CHANGES)
#define INSIDE_clUpdateMutableCommandsKHR_before , changes_check(call, command_buffer, CHANGES_BEFORE)
#define INSIDE_clCreateSemaphoreWithPropertiesKHR , ALONE(IN_VALUE(cl_device_id, \
    info_property_element(PROPERTIES(sema_props), CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, 0)))

/* A context keeps its devices; an event with a callback is alive until that has been called. */
#define AFTER_clCreateContext        , check_kept(devices, num_devices)
#define AFTER_clSetEventCallback     , check_kept(&event, 1)

#define AFTER_clGetExtensionFunctionAddress            , check_looked_up(func_name, result)
#define AFTER_clGetExtensionFunctionAddressForPlatform , check_looked_up(func_name, result)

/* What is mapped. */
#define AFTER_clEnqueueMapBuffer      , info_mapped_buffer(buffer, result, map_flags, offset, size, blocking_map ? NULL : command_queue)
#define AFTER_clEnqueueMapImage       , info_mapped_image(image, result, map_flags, origin, region, blocking_map ? NULL : command_queue)
#define AFTER_clEnqueueUnmapMemObject , (NOTES(order_unmapped(call, command_queue, memobj, mapped_ptr)), info_unmapped(memobj, mapped_ptr))

/* Memory with addresses. It is freed before the driver hears of it, because then another call may get it. */
#define MADE_RANGE(kind) ranges_made(result, size, kind, context, \
    ((struct range_owner){ call_site(call), system_process() }))
#define AFTER_clSVMAlloc              , (result ? MADE_RANGE(RANGE_SVM) : check_no_memory(call, SVM_NO_MEMORY))
#define BEFORE_clSVMFree              , ranges_freed(svm_pointer)
#define BEFORE_clEnqueueSVMFree       , (pfn_free_func ? (void)0 : ranges_list_freed(svm_pointers, num_svm_pointers))
#define FAILED_clEnqueueSVMFree       , (pfn_free_func ? (void)0 : ranges_list_kept(svm_pointers, num_svm_pointers))
#define AFTER_clHostMemAllocINTEL     , MADE_RANGE(RANGE_USM)
#define AFTER_clDeviceMemAllocINTEL   , MADE_RANGE(RANGE_USM)
#define AFTER_clSharedMemAllocINTEL   , MADE_RANGE(RANGE_USM)
#define BEFORE_clMemFreeINTEL         , ranges_freed(ptr)
#define FAILED_clMemFreeINTEL         , ranges_kept(ptr)
#define BEFORE_clMemBlockingFreeINTEL , ranges_freed(ptr)
#define FAILED_clMemBlockingFreeINTEL , ranges_kept(ptr)

/* Commands that may be changed. */
#define AFTER_clCommandNDRangeKernelKHR , changes_note(call, command_buffer, kernel, mutable_handle)
#define AFTER_clRemapCommandBufferKHR   , changes_note_again(call, result, num_handles, handles, handles_ret)

/* What queries answer with may be handles. */
#define ANSWERED check_answered(call, (uint32_t)param_name, param_value_size, param_value, \
    param_value_size_ret ? param_value_size_ret : &call->answered)
#define AFTER_clGetDeviceInfo        , ANSWERED
#define AFTER_clGetContextInfo       , ANSWERED
#define AFTER_clGetCommandQueueInfo  , ANSWERED
#define AFTER_clGetMemObjectInfo     , ANSWERED
#define AFTER_clGetImageInfo         , ANSWERED
#define AFTER_clGetSamplerInfo       , ANSWERED
#define AFTER_clGetProgramInfo       , ANSWERED
#define AFTER_clGetKernelInfo        , ANSWERED
#define AFTER_clGetEventInfo         , ANSWERED
#define AFTER_clGetSemaphoreInfoKHR  , ANSWERED
#define AFTER_clGetCommandBufferInfoKHR , ANSWERED
#define AFTER_clGetMutableCommandInfoKHR , ANSWERED
#define AFTER_clGetGLContextInfoKHR  , ANSWERED
#define AFTER_clGetMemAllocInfoINTEL , ANSWERED

/* What the conditions note. */
#define NOTES(expression) (check_conditions() ? (expression) : (void)0)
#define AFTER_clSetKernelArg                 , NOTES(info_note_argument(kernel, arg_index, arg_size, arg_value))
#define AFTER_clSetKernelArgSVMPointer       , NOTES(info_note_pointer(kernel, arg_index, arg_value, true))
#define AFTER_clSetKernelArgMemPointerINTEL  , NOTES(info_note_pointer(kernel, arg_index, arg_value, false))
#define AFTER_clSetKernelArgDevicePointerEXT , NOTES(info_note_pointer(kernel, arg_index, NULL, false))
#define AFTER_clCloneKernel                  , NOTES(info_copy_arguments(source_kernel, result))
#define FAILED_clSetKernelArg                , NOTES(info_forget_argument(kernel, arg_index))
#define FAILED_clSetKernelArgSVMPointer      , NOTES(info_forget_argument(kernel, arg_index))
#define FAILED_clSetKernelArgMemPointerINTEL , NOTES(info_forget_argument(kernel, arg_index))

#define BEFORE_clBuildProgram                , NOTES(info_program_changes(program, call_site(call)))
#define BEFORE_clCompileProgram              , NOTES(info_program_changes(program, call_site(call)))
#define AFTER_clBuildProgram                 , NOTES(use_built(program))
#define AFTER_clCompileProgram               , NOTES(use_built(program))
#define AFTER_clLinkProgram                  , NOTES(check_linked(call, result))

#define AFTER_clSetCommandQueueProperty      , NOTES(info_note_queue_bits(command_queue, properties, enable))
#define AFTER_clCreateCommandBufferKHR       , NOTES(info_made_command_buffer(result, properties, queues, num_queues))
#define AFTER_clFinalizeCommandBufferKHR     , NOTES(info_finalized(command_buffer))

/* Drivers that take what others refuse; and why a program was not built. */
#define AFTER_clEnqueueNDRangeKernel , NOTES(check_accepted(call, command_queue, work_dim, global_work_size, local_work_size))
#define FAILED_clBuildProgram        , (status == CL_BUILD_PROGRAM_FAILURE ? check_log(program) : (void)0)
#define FAILED_clCompileProgram      , (status == CL_COMPILE_PROGRAM_FAILURE ? check_log(program) : (void)0)
#define FAILED_clCreateKernel        , (status == CL_INVALID_PROGRAM_EXECUTABLE ? check_log(program) : (void)0)

#endif
