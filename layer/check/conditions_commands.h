/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions (conditions.h) of functions for command buffers. */
/* clang-format off */

#define COMMAND_BUFFER_ROW HANDLE(CL_INVALID_COMMAND_BUFFER_KHR, command_buffer)
#define COMMAND_BUFFER_CONTEXT_ROW(object) \
    ABOUT(CL_INVALID_CONTEXT, COMMAND_BUFFER_CONTEXT, known_contexts_differ(command_buffer, object) ? (object) : NULL, 0)
#define COMMAND_RECORDING_ROW \
    JUDGED(CL_INVALID_OPERATION, COMMAND_BUFFER_FINALIZED, known_is_finalized(command_buffer))
#define SYNC_POINTS_ROW \
    JUDGED(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, SYNC_POINTS_LENGTH, !sync_point_wait_list != !num_sync_points_in_wait_list)

/* What all recorded commands share. `more`: the rows of their own. */
#define COMMAND_ROWS(more) \
    EXPLAINED(CL_INVALID_COMMAND_QUEUE, COMMAND_QUEUE_UNWANTED, known_is_unwanted_queue(command_queue)) \
    DRIVER(CL_INVALID_COMMAND_QUEUE, "the queue is not one of the command buffer's queues, or it is NULL although there are several") \
    COMMAND_BUFFER_ROW \
    COMMAND_BUFFER_CONTEXT_ROW(command_queue) \
    COMMAND_RECORDING_ROW \
    DRIVER(CL_INVALID_VALUE, "the driver does not have one of the properties") \
    more \
    SYNC_POINTS_ROW \
    OUT_OF_MEMORY_ROWS

/* ---- command buffers ---- */

#define CONDITIONS_clCreateCommandBufferKHR \
    HANDLES(CL_INVALID_COMMAND_QUEUE, queues, num_queues) \
    ABOUT(CL_INVALID_CONTEXT, COMMAND_BUFFER_QUEUES_CONTEXT, \
        queues && num_queues ? known_elsewhere(*queues, queues, num_queues) : NULL, 0) \
    JUDGED(CL_INVALID_VALUE, COMMAND_BUFFER_QUEUES, !num_queues) \
    JUDGED(CL_INVALID_VALUE, COMMAND_BUFFER_QUEUES, num_queues && !queues) \
    JUDGED_WITH(CL_INVALID_VALUE, COMMAND_BUFFER_PROPERTY_TWICE, known_property_twice(PROPERTIES(properties)), \
        known_property_twice(PROPERTIES(properties))) \
    DRIVER(CL_INVALID_PROPERTY, "one of the queues' devices does not have one of the properties") \
    OUT_OF_MEMORY_ROWS \
    DRIVER(CL_INCOMPATIBLE_COMMAND_QUEUE_KHR, "the device of one of the queues supports only one queue in a command buffer") \
    DRIVER(CL_INCOMPATIBLE_COMMAND_QUEUE_KHR, "the devices can't wait for each other, which CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR asks for") \
    DRIVER(CL_INCOMPATIBLE_COMMAND_QUEUE_KHR, "the devices can't wait for each other, nor can the platform do it for them")
#define CONDITIONS_clRetainCommandBufferKHR \
    COMMAND_BUFFER_ROW \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clReleaseCommandBufferKHR \
    COMMAND_BUFFER_ROW \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clFinalizeCommandBufferKHR \
    COMMAND_BUFFER_ROW \
    COMMAND_RECORDING_ROW \
    OUT_OF_MEMORY_ROWS
#define COMMAND_BUFFER_QUEUE \
    LET(cl_command_queue, command_queue, known_command_buffer_queue(command_buffer, queues, num_queues))
#define CONDITIONS_clEnqueueCommandBufferKHR \
    COMMAND_BUFFER_QUEUE \
    COMMAND_BUFFER_ROW \
    JUDGED(CL_INVALID_OPERATION, COMMAND_BUFFER_RECORDING, known_is_recording(command_buffer)) \
    JUDGED(CL_INVALID_OPERATION, COMMAND_BUFFER_PENDING, known_is_pending(command_buffer)) \
    JUDGED(CL_INVALID_VALUE, COMMAND_BUFFER_QUEUES, !queues != !num_queues) \
    HANDLES(CL_INVALID_COMMAND_QUEUE, queues, num_queues) \
    ABOUT(CL_INVALID_CONTEXT, COMMAND_BUFFER_CONTEXT, known_elsewhere(command_buffer, queues, num_queues), 0) \
    ABOUT(CL_INVALID_CONTEXT, COMMAND_BUFFER_CONTEXT, \
        known_elsewhere(command_buffer, event_wait_list, num_events_in_wait_list), 0) \
    DRIVER(CL_INCOMPATIBLE_COMMAND_QUEUE_KHR, "one of the queues differs from the one that the command buffer was made for") \
    EVENT_LIST_ROWS \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clGetCommandBufferInfoKHR \
    COMMAND_BUFFER_ROW \
    QUERY_ROW(known_command_buffer_answer(command_buffer, param_name)) \
    OUT_OF_MEMORY_ROWS
#define CONDITIONS_clRemapCommandBufferKHR \
    COMMAND_BUFFER_ROW \
    JUDGED(CL_INVALID_VALUE, COMMAND_BUFFER_QUEUES, !num_queues || !queues) \
    DRIVER(CL_INVALID_VALUE, "there are fewer or more queues than the command buffer was made for") \
    JUDGED(CL_INVALID_VALUE, COMMAND_HANDLES, !handles != !num_handles || !handles_ret != !num_handles) \
    DRIVER(CL_INVALID_VALUE, "one of the handles does not belong to the command buffer") \
    HANDLES(CL_INVALID_COMMAND_QUEUE, queues, num_queues) \
    ABOUT(CL_INVALID_CONTEXT, COMMAND_BUFFER_CONTEXT, known_elsewhere(command_buffer, queues, num_queues), 0) \
    DRIVER(CL_INVALID_OPERATION, "the platform does not have CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR") \
    DRIVER(CL_INVALID_OPERATION, "the platform does not have CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR") \
    DRIVER(CL_INVALID_OPERATION, "the device of one of the queues can't run one of the commands") \
    OUT_OF_MEMORY_ROWS

/* ---- commands in them ---- */

#define BARRIER_ROWS COMMAND_ROWS(EXPLAINED(CL_INVALID_VALUE, COMMAND_HANDLE_UNWANTED, mutable_handle))
#define CONDITIONS_clCommandBarrierWithWaitListKHR        BARRIER_ROWS
#define CONDITIONS_clCommandBarrierWithWaitListKHR_before BARRIER_ROWS

#define RECORDED_BUFFER_ROWS(mem) COMMAND_BUFFER_CONTEXT_ROW(mem) BUFFER_ROW(mem)
#define RECORDED_IMAGE_ROWS(mem)  COMMAND_BUFFER_CONTEXT_ROW(mem) IMAGE_ROW(mem)
#define RECORDED_COPY_BUFFER_ROWS COMMAND_ROWS( \
    RECORDED_BUFFER_ROWS(src_buffer) \
    RECORDED_BUFFER_ROWS(dst_buffer) \
    RANGE_ROW(src_buffer, src_offset, size) \
    RANGE_ROW(dst_buffer, dst_offset, size) \
    SIZE_ZERO_ROW \
    JUDGED(CL_MEM_COPY_OVERLAP, COPY_OVERLAP, BUFFERS_OVERLAP))
#define RECORDED_COPY_RECT_ROWS COMMAND_ROWS( \
    RECORDED_BUFFER_ROWS(src_buffer) \
    RECORDED_BUFFER_ROWS(dst_buffer) \
    RECT_NULL_ROW(src_origin, dst_origin) \
    RECT_RANGE_ROW(src_buffer, src_origin, src_row_pitch, src_slice_pitch) \
    RECT_RANGE_ROW(dst_buffer, dst_origin, dst_row_pitch, dst_slice_pitch) \
    RECT_ZERO_ROW)
#define RECORDED_COPY_TO_IMAGE_ROWS COMMAND_ROWS( \
    RECORDED_BUFFER_ROWS(src_buffer) \
    RECORDED_IMAGE_ROWS(dst_image) \
    IMAGE_BYTES_ROW(dst_image, src_buffer, src_offset))
#define RECORDED_COPY_IMAGE_ROWS COMMAND_ROWS( \
    RECORDED_IMAGE_ROWS(src_image) \
    RECORDED_IMAGE_ROWS(dst_image))
#define RECORDED_COPY_FROM_IMAGE_ROWS COMMAND_ROWS( \
    RECORDED_IMAGE_ROWS(src_image) \
    RECORDED_BUFFER_ROWS(dst_buffer) \
    IMAGE_BYTES_ROW(src_image, dst_buffer, dst_offset))
#define RECORDED_FILL_BUFFER_ROWS COMMAND_ROWS( \
    RECORDED_BUFFER_ROWS(buffer) \
    RANGE_ROW(buffer, offset, size) \
    SIZE_ZERO_ROW \
    JUDGED(CL_INVALID_VALUE, PATTERN_NULL, !pattern))
#define RECORDED_FILL_IMAGE_ROWS COMMAND_ROWS(RECORDED_IMAGE_ROWS(image))
#define RECORDED_MEMCPY_ROWS     COMMAND_ROWS( \
    SVM_RANGE_ROWS(dst_ptr) \
    SVM_RANGE_ROWS(src_ptr) \
    SIZE_ZERO_ROW)
#define RECORDED_MEMFILL_ROWS    COMMAND_ROWS( \
    SVM_RANGE_ROWS(svm_ptr) \
    SIZE_ZERO_ROW \
    JUDGED(CL_INVALID_VALUE, PATTERN_NULL, !pattern))
#define SVM_RANGE_ROWS(pointer) \
    JUDGED_WITH(CL_INVALID_VALUE, SVM_RANGE, (size) > range_left(pointer), size, ADDRESS(pointer), range_left(pointer))
#define CONDITIONS_clCommandCopyBufferKHR               RECORDED_COPY_BUFFER_ROWS
#define CONDITIONS_clCommandCopyBufferKHR_before        RECORDED_COPY_BUFFER_ROWS
#define CONDITIONS_clCommandCopyBufferRectKHR           RECORDED_COPY_RECT_ROWS
#define CONDITIONS_clCommandCopyBufferRectKHR_before    RECORDED_COPY_RECT_ROWS
#define CONDITIONS_clCommandCopyBufferToImageKHR        RECORDED_COPY_TO_IMAGE_ROWS
#define CONDITIONS_clCommandCopyBufferToImageKHR_before RECORDED_COPY_TO_IMAGE_ROWS
#define CONDITIONS_clCommandCopyImageKHR                RECORDED_COPY_IMAGE_ROWS
#define CONDITIONS_clCommandCopyImageKHR_before         RECORDED_COPY_IMAGE_ROWS
#define CONDITIONS_clCommandCopyImageToBufferKHR        RECORDED_COPY_FROM_IMAGE_ROWS
#define CONDITIONS_clCommandCopyImageToBufferKHR_before RECORDED_COPY_FROM_IMAGE_ROWS
#define CONDITIONS_clCommandFillBufferKHR               RECORDED_FILL_BUFFER_ROWS
#define CONDITIONS_clCommandFillBufferKHR_before        RECORDED_FILL_BUFFER_ROWS
#define CONDITIONS_clCommandFillImageKHR                RECORDED_FILL_IMAGE_ROWS
#define CONDITIONS_clCommandFillImageKHR_before         RECORDED_FILL_IMAGE_ROWS
#define CONDITIONS_clCommandSVMMemcpyKHR                RECORDED_MEMCPY_ROWS
#define CONDITIONS_clCommandSVMMemcpyKHR_before         RECORDED_MEMCPY_ROWS
#define CONDITIONS_clCommandSVMMemFillKHR               RECORDED_MEMFILL_ROWS
#define CONDITIONS_clCommandSVMMemFillKHR_before        RECORDED_MEMFILL_ROWS
#define CONDITIONS_clCommandNDRangeKernelKHR COMMAND_ROWS( \
    HANDLE(CL_INVALID_KERNEL, kernel) \
    COMMAND_BUFFER_CONTEXT_ROW(kernel))

/* ---- commands that change ---- */

#define UPDATE_ROWS(parameters) \
    LET(struct changes, changes, parameters) \
    ABOUT(CL_INVALID_MUTABLE_COMMAND_KHR, COMMAND_FOREIGN, changes_owner(command_buffer, changes), \
        ADDRESS(changes_foreign(command_buffer, changes))) \
    JUDGED_WITH(CL_INVALID_MUTABLE_COMMAND_KHR, COMMAND_UNKNOWN, changes_have_unknown(command_buffer, changes), \
        ADDRESS(changes_unknown(command_buffer, changes))) \
    DRIVER(CL_INVALID_MUTABLE_COMMAND_KHR, "one of the commands can't be changed") \
    DRIVER(CL_INVALID_OPERATION, "the new sizes make even work-groups uneven, or uneven ones even") \
    DRIVER(CL_INVALID_OPERATION, "the number of dimensions would change") \
    DRIVER(CL_INVALID_OPERATION, "the offset would change, which the command's properties do not allow") \
    DRIVER(CL_INVALID_OPERATION, "the global size would change, which the command's properties do not allow") \
    DRIVER(CL_INVALID_OPERATION, "the local size would change, which the command's properties do not allow") \
    DRIVER(CL_INVALID_OPERATION, "arguments would change, which the command's properties do not allow") \
    DRIVER(CL_INVALID_OPERATION, "execution information would change, which the command's properties do not allow") \
    JUDGED(CL_INVALID_OPERATION, COMMAND_BUFFER_RECORDING, known_is_recording(command_buffer)) \
    DRIVER(CL_INVALID_VALUE, "the list of arguments and its length do not match") \
    DRIVER(CL_INVALID_VALUE, "the list of pointers and its length do not match") \
    DRIVER(CL_INVALID_VALUE, "the list of execution information and its length do not match")
#define CONDITIONS_clUpdateMutableCommandsKHR        UPDATE_ROWS(CHANGES)
#define CONDITIONS_clUpdateMutableCommandsKHR_before UPDATE_ROWS(CHANGES_BEFORE)
#define CONDITIONS_clGetMutableCommandInfoKHR \
    HANDLE(CL_INVALID_MUTABLE_COMMAND_KHR, command) \
    DRIVER(CL_INVALID_VALUE, "the driver does not know the query, or param_value_size is too small for its answer") \
    OUT_OF_MEMORY_ROWS
