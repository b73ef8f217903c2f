/* SPDX-License-Identifier: Apache-2.0 */
/* Launches of kernels: section 5.10. */
#include "../found/null_handles.h"
#include "../known/info_contexts.h"
#include "../known/info_devices.h"
#include "../known/info_kernels.h"
#include "../known/info_launch.h"
#include "../known/info_memory.h"
#include "../known/info_programs.h"
#include "../known/info_queues.h"
#include "common.h"

/* A kernel, and the queue that it is to run on. */
struct subject {
    cl_kernel kernel;
    cl_command_queue queue;
    struct launch launch; /* what is wrong with the arguments */
    struct size_check size;
};

/* ---- the kernel and its arguments ---- */

static void executable_of_queue(struct check_call *call, const struct subject *subject)
{
    if (!explaining(call, CL_INVALID_PROGRAM_EXECUTABLE)) return;
    const cl_device_id device = info_queue_device(subject->queue);
    explain_if(call, info_program_lacks_executable(info_kernel_program(subject->kernel), device),
               CL_INVALID_PROGRAM_EXECUTABLE, PROGRAM_OTHER_DEVICE, ADDRESS(device));
}

static void kernel_of_queue(struct check_call *call, const struct subject *subject)
{
    error_if(call, info_contexts_differ(subject->queue, subject->kernel), CL_INVALID_CONTEXT,
             QUEUE_KERNEL_CONTEXT);
}

static void arguments_set(struct check_call *call, const struct launch *launch)
{
    error_if(call, launch->unset && !launch->others, CL_INVALID_KERNEL_ARGS, KERNEL_ARGUMENT_UNSET,
             launch->unset - 1);
    error_if(call, launch->unset && launch->others, CL_INVALID_KERNEL_ARGS,
             KERNEL_ARGUMENTS_ELSEWHERE, launch->others);
    error_dead(call, launch->object, CL_INVALID_KERNEL_ARGS, KERNEL_ARGUMENT_FREED,
               launch->freed - 1);
    error_if(call, launch->svm_freed, CL_INVALID_KERNEL_ARGS, KERNEL_ARGUMENT_SVM_FREED,
             launch->svm_freed - 1);
}

/* Adds findings for arguments that are NULL and that the kernel uses. The specification allows
 * NULL, but not its use. */
static void arguments_used(struct check_call *call, const struct launch *launch, bool has_items)
{
    const unsigned before = call->count;
    error_if(call, launch->null && has_items, CL_SUCCESS, KERNEL_USES_NULL, launch->null - 1);
    if (launch->has_handle) causes_explain(call, before, KIND_MEM);
}

static void arguments_fit_device(struct check_call *call, const struct subject *subject)
{
    const struct launch *launch = &subject->launch;
    error_if(call, launch->misaligned, CL_MISALIGNED_SUB_BUFFER_OFFSET, KERNEL_ARGUMENT_MISALIGNED,
             launch->misaligned - 1, launch->offset, launch->alignment);
    if (explaining(call, CL_INVALID_IMAGE_SIZE)) {
        const uint64_t large = info_large_image(
            subject->kernel, info_queue_device(subject->queue)); /* counts from 1 */
        explain_if(call, large, CL_INVALID_IMAGE_SIZE, KERNEL_ARGUMENT_IMAGE_SIZE, large - 1);
    }
    driver_checks(call, CL_IMAGE_FORMAT_NOT_SUPPORTED,
                  "the device does not support the format of an image that is an argument");
}

static void pointers_fit_device(struct check_call *call, const struct launch *launch)
{
    error_if(call, launch->svm, CL_INVALID_OPERATION, KERNEL_ARGUMENT_SVM, launch->svm - 1);
    error_if(call, launch->system, CL_INVALID_OPERATION, KERNEL_ARGUMENT_SYSTEM,
             launch->system - 1);
}

static void local_memory_suffices(struct check_call *call, const struct subject *subject)
{
    if (!explaining(call, CL_OUT_OF_RESOURCES)) return;
    const cl_device_id device = info_queue_device(subject->queue);
    const uint64_t needed = info_kernel_limit(subject->kernel, device, CL_KERNEL_LOCAL_MEM_SIZE),
                   there = info_device(device, CL_DEVICE_LOCAL_MEM_SIZE);
    explain_if(call, needed != UNKNOWN && needed > there, CL_OUT_OF_RESOURCES, KERNEL_LOCAL_MEMORY,
               needed, there);
}

static void out_of_memory_for_arguments(struct check_call *call)
{
    driver_checks(call, CL_MEM_OBJECT_ALLOCATION_FAILURE,
                  "the device lacks memory for the buffers and images that are arguments");
}

/* ---- sizes ---- */

static void work_sizes(struct check_call *call, struct size_check size_check)
{
    error_if(call, size_check.fault == SIZE_DIMENSIONS, CL_INVALID_WORK_DIMENSION, WORK_DIMENSIONS,
             size_check.limit);
    error_if(call, size_check.fault == SIZE_OFFSET_UNSUPPORTED, CL_INVALID_GLOBAL_OFFSET,
             GLOBAL_OFFSET_UNSUPPORTED);
    error_if(call, size_check.fault == SIZE_OFFSET_OVERFLOW, CL_INVALID_GLOBAL_OFFSET,
             GLOBAL_OFFSET_OVERFLOW, size_check.dimension, size_check.limit);
    error_if(call, size_check.fault == SIZE_GLOBAL_NULL, CL_INVALID_GLOBAL_WORK_SIZE,
             GLOBAL_SIZE_NULL);
    error_if(call, size_check.fault == SIZE_GLOBAL_ZERO, CL_INVALID_GLOBAL_WORK_SIZE,
             GLOBAL_SIZE_ZERO, size_check.dimension);
    error_if(call, size_check.fault == SIZE_GLOBAL_LARGE, CL_INVALID_GLOBAL_WORK_SIZE,
             GLOBAL_SIZE_LARGE, size_check.dimension, size_check.limit);
}

static void local_sizes(struct check_call *call, struct size_check size_check)
{
    error_if(call, size_check.fault == SIZE_LOCAL_ZERO, CL_INVALID_WORK_GROUP_SIZE, LOCAL_SIZE_ZERO,
             size_check.dimension);
}

/* The work-group of a launch, and the limits of its device and its kernel. The layer asks for these
 * after an error. */
struct group {
    cl_kernel kernel;
    cl_device_id device;
    uint64_t size, limit;
    /* The first dimension in which it is larger than the device allows, from 1; 0: none. */
    unsigned large;
    bool is_other; /* its size is not the one that the kernel requires */
    uint64_t large_limit;
};

static struct group group_of(const struct clEnqueueNDRangeKernel_args *a)
{
    struct group group = { .kernel = a->kernel, .device = info_queue_device(a->command_queue) };
    group.size = info_group_size(a->work_dim, a->local_work_size);
    group.limit = info_kernel_limit(a->kernel, group.device, CL_KERNEL_WORK_GROUP_SIZE);
    group.large = (unsigned)info_large_dimension(group.device, a->work_dim, a->local_work_size);
    group.large_limit = group.large ? info_dimension_limit(group.device, group.large) : 0;
    group.is_other =
        info_is_other_size(a->kernel, group.device, a->work_dim, a->local_work_size, false);
    return group;
}

static void group_limit(struct check_call *call, const struct group *group, cl_int error)
{
    explain_if(call, group->size > group->limit, error, LOCAL_SIZE_LIMIT, group->limit,
               info_device(group->device, CL_DEVICE_MAX_WORK_GROUP_SIZE), ADDRESS(group->device));
}

static void group_dimension(struct check_call *call, const struct group *group, bool otherwise,
                            cl_int error)
{
    explain_if(call, group->large && otherwise, error, LOCAL_SIZE_DIMENSION, group->large - 1,
               group->large_limit);
}

static void group_required(struct check_call *call, const struct group *group, bool is_other,
                           enum check_id check_id)
{
    explain_if(call, is_other, CL_INVALID_WORK_GROUP_SIZE, check_id,
               info_required_size(group->kernel, group->device, 0),
               info_required_size(group->kernel, group->device, 1),
               info_required_size(group->kernel, group->device, 2));
}

/* Explains an error about the work-group by the first fault of its sizes. */
static void explain_local_sizes(struct check_call *call,
                                const struct clEnqueueNDRangeKernel_args *a)
{
    const bool explains =
        explaining(call, CL_INVALID_WORK_GROUP_SIZE) || explaining(call, CL_INVALID_WORK_ITEM_SIZE);
    const struct group group = explains ? group_of(a) : (struct group){ 0 };
    const unsigned uneven =
        explains ? info_uneven_dimension(a->work_dim, a->global_work_size, a->local_work_size) : 0;
    const bool within = group.size <= group.limit;
    explain_if(call, uneven && within && !group.is_other, CL_INVALID_WORK_GROUP_SIZE,
               LOCAL_SIZE_UNEVEN, uneven - 1);
    group_limit(call, &group, CL_INVALID_WORK_GROUP_SIZE);
    group_dimension(call, &group, within, CL_INVALID_WORK_GROUP_SIZE);
    group_required(call, &group, group.is_other && within, LOCAL_SIZE_REQUIRED);
    group_required(call, &group,
                   !a->local_work_size && explaining(call, CL_INVALID_WORK_GROUP_SIZE) &&
                       info_required_size(a->kernel, group.device, 0),
                   LOCAL_SIZE_NULL);
    if (explaining(call, CL_INVALID_WORK_GROUP_SIZE)) {
        const uint64_t other =
            info_other_sub_groups(a->kernel, group.device, a->work_dim, a->local_work_size);
        explain_if(call, other, CL_INVALID_WORK_GROUP_SIZE, LOCAL_SIZE_SUB_GROUPS, other);
    }
    group_dimension(call, &group, true, CL_INVALID_WORK_ITEM_SIZE);
    group_limit(call, &group, CL_INVALID_WORK_ITEM_SIZE);
}

/* ---- launches ---- */

static struct subject subject_of(cl_command_queue queue, cl_kernel kernel)
{
    return (struct subject){ kernel, queue, info_launch(kernel, queue), { .fault = SIZE_RIGHT } };
}

void check_clEnqueueNDRangeKernel(struct check_call *call,
                                  const struct clEnqueueNDRangeKernel_args *a)
{
    struct subject subject = subject_of(a->command_queue, a->kernel);
    subject.size = info_check_sizes(a->command_queue, a->work_dim, a->global_work_offset,
                                    a->global_work_size, a->local_work_size, false);
    queue_of_host(call, &a->command_queue);
    not_null(call, a->kernel, CL_INVALID_KERNEL);
    executable_of_queue(call, &subject);
    kernel_of_queue(call, &subject);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
    arguments_set(call, &subject.launch);
    arguments_used(call, &subject.launch,
                   subject.launch.null && info_group_size(a->work_dim, a->global_work_size));
    work_sizes(call, subject.size);
    local_sizes(call, subject.size);
    if (call->phase != CHECKING) explain_local_sizes(call, a);
    arguments_fit_device(call, &subject);
    out_of_memory_for_arguments(call);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    pointers_fit_device(call, &subject.launch);
    local_memory_suffices(call, &subject);
    driver_checks(call, CL_OUT_OF_HOST_MEMORY, "the host lacks memory");
}

void check_clEnqueueTask(struct check_call *call, const struct clEnqueueTask_args *a)
{
    const struct subject subject = subject_of(a->command_queue, a->kernel);
    executable_of_queue(call, &subject);
    queue_of_host(call, &a->command_queue);
    not_null(call, a->kernel, CL_INVALID_KERNEL);
    kernel_of_queue(call, &subject);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
    arguments_set(call, &subject.launch);
    arguments_used(call, &subject.launch, true);
    if (explaining(call, CL_INVALID_WORK_GROUP_SIZE)) {
        const struct group group = { .kernel = a->kernel,
                                     .device = info_queue_device(a->command_queue) };
        group_required(call, &group, info_is_other_size(a->kernel, group.device, 0, NULL, true),
                       TASK_SIZE_REQUIRED);
    }
    driver_checks(
        call, CL_INVALID_WORK_GROUP_SIZE,
        "the kernel requires sub-groups that a work-group of one work-item does not have");
    arguments_fit_device(call, &subject);
    local_memory_suffices(call, &subject);
    out_of_memory_for_arguments(call);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    pointers_fit_device(call, &subject.launch);
    out_of_memory(call);
}

/* The first memory object of a list that is known not to be a buffer; or NULL. */
static cl_mem no_buffer(cl_uint count, const cl_mem *list)
{
    for (cl_uint i = 0; HAS_ELEMENT(list, count, i); i++) {
        const cl_mem_object_type type = info_mem_type(list[i]);
        if (type && type != CL_MEM_OBJECT_BUFFER) return list[i];
    }
    return NULL;
}

void check_clEnqueueNativeKernel(struct check_call *call,
                                 const struct clEnqueueNativeKernel_args *a)
{
    const cl_uint objects = a->num_mem_objects;
    const uint64_t capabilities =
        info_asked(info_queue_device(a->command_queue), CL_DEVICE_EXECUTION_CAPABILITIES);
    queue_of_host(call, &a->command_queue);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
    error_if(call, !a->user_func, CL_INVALID_VALUE, NATIVE_FUNCTION_NULL);
    error_if(call, !a->args && (a->cb_args || objects), CL_INVALID_VALUE, NATIVE_ARGUMENTS_NULL);
    error_if(call, a->args && !a->cb_args, CL_INVALID_VALUE, NATIVE_ARGUMENTS_SIZE);
    error_if(call, objects && (!a->mem_list || !a->args_mem_loc), CL_INVALID_VALUE,
             NATIVE_MEM_LIST);
    error_if(call, !objects && (a->mem_list || a->args_mem_loc), CL_INVALID_VALUE, NATIVE_MEM_LIST);
    error_if(call, !(capabilities & CL_EXEC_NATIVE_KERNEL), CL_INVALID_OPERATION,
             NATIVE_UNSUPPORTED);
    none_null(call, a->mem_list, objects, CL_INVALID_MEM_OBJECT);
    error_about(call, no_buffer(objects, a->mem_list), CL_INVALID_MEM_OBJECT, NATIVE_MEM_KIND);
    driver_checks(call, CL_OUT_OF_RESOURCES, "the device lacks resources to run the function");
    driver_checks(call, CL_MEM_OBJECT_ALLOCATION_FAILURE,
                  "the device lacks memory for the buffers");
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    driver_checks(call, CL_INVALID_OPERATION,
                  "the function gets addresses that the device can't use");
    out_of_memory(call);
}

static void suggested_size(struct check_call *call,
                           const struct clGetKernelSuggestedLocalWorkSize_args *a)
{
    struct subject subject = subject_of(a->command_queue, a->kernel);
    subject.size = info_check_sizes(a->command_queue, a->work_dim, a->global_work_offset,
                                    a->global_work_size, NULL, true);
    queue_of_host(call, &a->command_queue);
    not_null(call, a->kernel, CL_INVALID_KERNEL);
    executable_of_queue(call, &subject);
    kernel_of_queue(call, &subject);
    arguments_set(call, &subject.launch);
    work_sizes(call, subject.size);
    arguments_fit_device(call, &subject);
    pointers_fit_device(call, &subject.launch);
    error_if(call, !a->suggested_local_work_size, CL_INVALID_VALUE, SUGGESTED_SIZE_NULL);
    out_of_memory(call);
}
CONDITIONS_OF_BOTH(suggested_size, clGetKernelSuggestedLocalWorkSize,
                   clGetKernelSuggestedLocalWorkSizeKHR, suggested_local_work_size)
