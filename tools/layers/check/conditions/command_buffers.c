/* SPDX-License-Identifier: Apache-2.0 */
/* Command buffers: cl_khr_command_buffer, and the extensions on top of it. NAME_before is a
 * function with the parameters that it had in earlier revisions (provisional_functions.h). */
#include "changes.h"
#include "../known/info_commands.h"
#include "common.h"
#include "../known/info_contexts.h"
#include "../known/info_memory.h"
#include "../known/info_properties.h"

/* ---- what several functions share ---- */

static void of_command_buffer(struct check_call *call, cl_command_buffer_khr command_buffer,
                              const void *object)
{
    error_about(call, info_contexts_differ(command_buffer, object) ? object : NULL,
                CL_INVALID_CONTEXT, COMMAND_BUFFER_CONTEXT);
}

static void takes_commands(struct check_call *call, cl_command_buffer_khr command_buffer)
{
    error_if(call, info_command_buffer_is(command_buffer, FINALIZED), CL_INVALID_OPERATION,
             COMMAND_BUFFER_FINALIZED);
}

static void is_finalized(struct check_call *call, cl_command_buffer_khr command_buffer)
{
    error_if(call, info_command_buffer_is(command_buffer, RECORDING), CL_INVALID_OPERATION,
             COMMAND_BUFFER_RECORDING);
}

/* ---- command buffers ---- */

void check_clCreateCommandBufferKHR(struct check_call *call,
                                    const struct clCreateCommandBufferKHR_args *a)
{
    const uint64_t twice = info_property_twice(PROPERTIES(a->properties));
    none_null(call, a->queues, a->num_queues, CL_INVALID_COMMAND_QUEUE);
    error_about(call,
                a->queues && a->num_queues ? info_elsewhere(*a->queues, a->queues, a->num_queues)
                                           : NULL,
                CL_INVALID_CONTEXT, COMMAND_BUFFER_QUEUES_CONTEXT);
    error_if(call, !a->num_queues, CL_INVALID_VALUE, COMMAND_BUFFER_QUEUES);
    error_if(call, a->num_queues && !a->queues, CL_INVALID_VALUE, COMMAND_BUFFER_QUEUES);
    error_if(call, twice, CL_INVALID_VALUE, COMMAND_BUFFER_PROPERTY_TWICE, twice);
    driver_checks(call, CL_INVALID_PROPERTY,
                  "one of the queues' devices does not have one of the properties");
    out_of_memory(call);
    driver_checks(call, CL_INCOMPATIBLE_COMMAND_QUEUE_KHR,
                  "the device of one of the queues supports only one queue in a command buffer");
    driver_checks(call, CL_INCOMPATIBLE_COMMAND_QUEUE_KHR,
                  "the devices can't wait for each other, which "
                  "CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR asks for");
    driver_checks(call, CL_INCOMPATIBLE_COMMAND_QUEUE_KHR,
                  "the devices can't wait for each other, nor can the platform do it for them");
}

void check_clFinalizeCommandBufferKHR(struct check_call *call,
                                      const struct clFinalizeCommandBufferKHR_args *a)
{
    not_null(call, a->command_buffer, CL_INVALID_COMMAND_BUFFER_KHR);
    takes_commands(call, a->command_buffer);
    out_of_memory(call);
}

void check_clEnqueueCommandBufferKHR(struct check_call *call,
                                     const struct clEnqueueCommandBufferKHR_args *a)
{
    not_null(call, a->command_buffer, CL_INVALID_COMMAND_BUFFER_KHR);
    is_finalized(call, a->command_buffer);
    error_if(call, info_is_pending(a->command_buffer), CL_INVALID_OPERATION,
             COMMAND_BUFFER_PENDING);
    error_if(call, !a->queues != !a->num_queues, CL_INVALID_VALUE, COMMAND_BUFFER_QUEUES);
    none_null(call, a->queues, a->num_queues, CL_INVALID_COMMAND_QUEUE);
    error_about(call, info_elsewhere(a->command_buffer, a->queues, a->num_queues),
                CL_INVALID_CONTEXT, COMMAND_BUFFER_CONTEXT);
    error_about(call,
                info_elsewhere(a->command_buffer, a->event_wait_list, a->num_events_in_wait_list),
                CL_INVALID_CONTEXT, COMMAND_BUFFER_CONTEXT);
    driver_checks(call, CL_INCOMPATIBLE_COMMAND_QUEUE_KHR,
                  "one of the queues differs from the one that the command buffer was made for");
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    out_of_memory(call);
}

void check_clGetCommandBufferInfoKHR(struct check_call *call,
                                     const struct clGetCommandBufferInfoKHR_args *a)
{
    not_null(call, a->command_buffer, CL_INVALID_COMMAND_BUFFER_KHR);
    if (explaining(call, CL_INVALID_VALUE))
        query(call, info_command_buffer_answer(a->command_buffer, a->param_name),
              a->param_value_size, a->param_value);
    out_of_memory(call);
}

void check_clRemapCommandBufferKHR(struct check_call *call,
                                   const struct clRemapCommandBufferKHR_args *a)
{
    not_null(call, a->command_buffer, CL_INVALID_COMMAND_BUFFER_KHR);
    error_if(call, !a->num_queues || !a->queues, CL_INVALID_VALUE, COMMAND_BUFFER_QUEUES);
    driver_checks(call, CL_INVALID_VALUE,
                  "there are fewer or more queues than the command buffer was made for");
    error_if(call, !a->handles != !a->num_handles || !a->handles_ret != !a->num_handles,
             CL_INVALID_VALUE, COMMAND_HANDLES);
    driver_checks(call, CL_INVALID_VALUE,
                  "one of the handles does not belong to the command buffer");
    none_null(call, a->queues, a->num_queues, CL_INVALID_COMMAND_QUEUE);
    error_about(call, info_elsewhere(a->command_buffer, a->queues, a->num_queues),
                CL_INVALID_CONTEXT, COMMAND_BUFFER_CONTEXT);
    driver_checks(call, CL_INVALID_OPERATION,
                  "the platform does not have CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR");
    driver_checks(call, CL_INVALID_OPERATION,
                  "the platform does not have CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR");
    driver_checks(call, CL_INVALID_OPERATION,
                  "the device of one of the queues can't run one of the commands");
    out_of_memory(call);
}

/* ---- recorded commands: what all begin and end with, and what is in between ---- */

static void command_begins(struct check_call *call, const cl_command_buffer_khr *command_buffer,
                           cl_command_queue queue)
{
    explain_if(call, info_is_unwanted_queue(queue), CL_INVALID_COMMAND_QUEUE,
               COMMAND_QUEUE_UNWANTED);
    driver_checks(call, CL_INVALID_COMMAND_QUEUE,
                  "the queue is not one of the command buffer's queues, or it is NULL although "
                  "there are several");
    not_null(call, *command_buffer, CL_INVALID_COMMAND_BUFFER_KHR);
    of_command_buffer(call, *command_buffer, queue);
    takes_commands(call, *command_buffer);
    driver_checks(call, CL_INVALID_VALUE, "the driver does not have one of the properties");
}

static void command_ends(struct check_call *call, cl_uint points, const cl_sync_point_khr *list)
{
    error_if(call, !list != !points, CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, SYNC_POINTS_LENGTH);
    out_of_memory(call);
}

static void recorded_buffer(struct check_call *call, const cl_mem *mem)
{
    of_command_buffer(call, finding_subject(call), *mem);
    is_buffer(call, mem);
}

static void recorded_image(struct check_call *call, const cl_mem *mem)
{
    of_command_buffer(call, finding_subject(call), *mem);
    is_image(call, mem);
}

static void pattern_not_null(struct check_call *call, const void *pattern)
{
    error_if(call, !pattern, CL_INVALID_VALUE, PATTERN_NULL);
}

static void no_handle(struct check_call *call, const cl_mutable_command_khr *handle)
{
    explain_if(call, handle, CL_INVALID_VALUE, COMMAND_HANDLE_UNWANTED);
}

static void copied_ranges(struct check_call *call, cl_mem from, size_t from_offset, cl_mem to,
                          size_t to_offset, size_t size)
{
    range_in_buffer(call, from, from_offset, size);
    range_in_buffer(call, to, to_offset, size);
    size_not_zero(call, size);
    error_if(call, info_ranges_overlap(from, from_offset, to, to_offset, size), CL_MEM_COPY_OVERLAP,
             COPY_OVERLAP);
}

static void svm_ranges(struct check_call *call, const void *to, const void *from, size_t size)
{
    range_in_svm(call, to, size);
    range_in_svm(call, from, size);
    size_not_zero(call, size);
}

/* The conditions of a command, for its parameters before revision 0.9.5 and since. Since then
 * `properties` follow the queue, and the other parameters are the same: `a` is valid only for
 * those. */
#define COMMAND(name, conditions)                                                                  \
    _Static_assert(offsetof(struct name##_args, mutable_handle) ==                                 \
                       offsetof(struct name##_before_args, mutable_handle) + sizeof(void *),       \
                   "other parameters follow the properties");                                      \
    void check_##name##_before(struct check_call *call, const struct name##_before_args *a)        \
    {                                                                                              \
        command_begins(call, &a->command_buffer, a->command_queue);                                \
        conditions(call, a);                                                                       \
        command_ends(call, a->num_sync_points_in_wait_list, a->sync_point_wait_list);              \
    }                                                                                              \
    void check_##name(struct check_call *call, const struct name##_args *a)                        \
    {                                                                                              \
        command_begins(call, &a->command_buffer, a->command_queue);                                \
        conditions(call, (const void *)&a->command_queue);                                         \
        command_ends(call, a->num_sync_points_in_wait_list, a->sync_point_wait_list);              \
    }

static void barrier(struct check_call *call,
                    const struct clCommandBarrierWithWaitListKHR_before_args *a)
{
    no_handle(call, a->mutable_handle);
}
COMMAND(clCommandBarrierWithWaitListKHR, barrier)

static void copy_buffer(struct check_call *call, const struct clCommandCopyBufferKHR_before_args *a)
{
    recorded_buffer(call, &a->src_buffer);
    recorded_buffer(call, &a->dst_buffer);
    copied_ranges(call, a->src_buffer, a->src_offset, a->dst_buffer, a->dst_offset, a->size);
}
COMMAND(clCommandCopyBufferKHR, copy_buffer)

static void copy_rect(struct check_call *call,
                      const struct clCommandCopyBufferRectKHR_before_args *a)
{
    recorded_buffer(call, &a->src_buffer);
    recorded_buffer(call, &a->dst_buffer);
    rect_not_null(call, a->src_origin, a->dst_origin, a->region);
    rect_in_buffer(call, a->src_buffer, a->src_origin, a->region, a->src_row_pitch,
                   a->src_slice_pitch);
    rect_in_buffer(call, a->dst_buffer, a->dst_origin, a->region, a->dst_row_pitch,
                   a->dst_slice_pitch);
    rect_not_empty(call, a->region);
}
COMMAND(clCommandCopyBufferRectKHR, copy_rect)

static void copy_to_image(struct check_call *call,
                          const struct clCommandCopyBufferToImageKHR_before_args *a)
{
    recorded_buffer(call, &a->src_buffer);
    recorded_image(call, &a->dst_image);
    image_bytes_in_buffer(call, a->dst_image, a->region, a->src_buffer, a->src_offset);
}
COMMAND(clCommandCopyBufferToImageKHR, copy_to_image)

static void copy_image(struct check_call *call, const struct clCommandCopyImageKHR_before_args *a)
{
    recorded_image(call, &a->src_image);
    recorded_image(call, &a->dst_image);
}
COMMAND(clCommandCopyImageKHR, copy_image)

static void copy_from_image(struct check_call *call,
                            const struct clCommandCopyImageToBufferKHR_before_args *a)
{
    recorded_image(call, &a->src_image);
    recorded_buffer(call, &a->dst_buffer);
    image_bytes_in_buffer(call, a->src_image, a->region, a->dst_buffer, a->dst_offset);
}
COMMAND(clCommandCopyImageToBufferKHR, copy_from_image)

static void fill_buffer(struct check_call *call, const struct clCommandFillBufferKHR_before_args *a)
{
    recorded_buffer(call, &a->buffer);
    range_in_buffer(call, a->buffer, a->offset, a->size);
    size_not_zero(call, a->size);
    pattern_not_null(call, a->pattern);
}
COMMAND(clCommandFillBufferKHR, fill_buffer)

static void fill_image(struct check_call *call, const struct clCommandFillImageKHR_before_args *a)
{
    recorded_image(call, &a->image);
}
COMMAND(clCommandFillImageKHR, fill_image)

static void copy_svm(struct check_call *call, const struct clCommandSVMMemcpyKHR_before_args *a)
{
    svm_ranges(call, a->dst_ptr, a->src_ptr, a->size);
}
COMMAND(clCommandSVMMemcpyKHR, copy_svm)

static void fill_svm(struct check_call *call, const struct clCommandSVMMemFillKHR_before_args *a)
{
    range_in_svm(call, a->svm_ptr, a->size);
    size_not_zero(call, a->size);
    pattern_not_null(call, a->pattern);
}
COMMAND(clCommandSVMMemFillKHR, fill_svm)

void check_clCommandNDRangeKernelKHR(struct check_call *call,
                                     const struct clCommandNDRangeKernelKHR_args *a)
{
    command_begins(call, &a->command_buffer, a->command_queue);
    not_null(call, a->kernel, CL_INVALID_KERNEL);
    of_command_buffer(call, a->command_buffer, a->kernel);
    command_ends(call, a->num_sync_points_in_wait_list, a->sync_point_wait_list);
}

/* ---- commands that change ---- */

static void update_commands(struct check_call *call, cl_command_buffer_khr command_buffer,
                            struct changes changes)
{
    error_about(call, changes_owner(command_buffer, changes), CL_INVALID_MUTABLE_COMMAND_KHR,
                COMMAND_FOREIGN, ADDRESS(changes_foreign(command_buffer, changes)));
    error_if(call, changes_have_unknown(command_buffer, changes), CL_INVALID_MUTABLE_COMMAND_KHR,
             COMMAND_UNKNOWN, ADDRESS(changes_unknown(command_buffer, changes)));
    driver_checks(call, CL_INVALID_MUTABLE_COMMAND_KHR, "one of the commands can't be changed");
    driver_checks(call, CL_INVALID_OPERATION,
                  "the new sizes make even work-groups uneven, or uneven ones even");
    driver_checks(call, CL_INVALID_OPERATION, "the number of dimensions would change");
    driver_checks(call, CL_INVALID_OPERATION,
                  "the offset would change, which the command's properties do not allow");
    driver_checks(call, CL_INVALID_OPERATION,
                  "the global size would change, which the command's properties do not allow");
    driver_checks(call, CL_INVALID_OPERATION,
                  "the local size would change, which the command's properties do not allow");
    driver_checks(call, CL_INVALID_OPERATION,
                  "arguments would change, which the command's properties do not allow");
    driver_checks(
        call, CL_INVALID_OPERATION,
        "execution information would change, which the command's properties do not allow");
    is_finalized(call, command_buffer);
    driver_checks(call, CL_INVALID_VALUE, "the list of arguments and its length do not match");
    driver_checks(call, CL_INVALID_VALUE, "the list of pointers and its length do not match");
    driver_checks(call, CL_INVALID_VALUE,
                  "the list of execution information and its length do not match");
}

void check_clUpdateMutableCommandsKHR(struct check_call *call,
                                      const struct clUpdateMutableCommandsKHR_args *a)
{
    update_commands(call, a->command_buffer, CHANGES(a));
}

void check_clUpdateMutableCommandsKHR_before(struct check_call *call,
                                             const struct clUpdateMutableCommandsKHR_before_args *a)
{
    update_commands(call, a->command_buffer, CHANGES_BEFORE(a));
}

void check_clGetMutableCommandInfoKHR(struct check_call *call,
                                      const struct clGetMutableCommandInfoKHR_args *a)
{
    not_null(call, a->command, CL_INVALID_MUTABLE_COMMAND_KHR);
    driver_checks(
        call, CL_INVALID_VALUE,
        "the driver does not know the query, or param_value_size is too small for its answer");
    out_of_memory(call);
}
