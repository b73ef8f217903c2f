/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions of experimental extensions, as the registry calls them. Their parameters change
 * from revision to revision. So clrelay_ext does not export these functions: as long as its ABI
 * lives, it would promise parameters that drivers of other revisions do not have. Programs ask
 * drivers for the functions, and layers see that. The rows are like those of
 * ext/extension_functions.h:
 *
 *   PROVISIONAL(EXTENSION, FROM, TO, TYPE, "NAME", ROW, RESULT, (type, name), ...)
 *
 * The function NAME has these parameters from revision FROM of the extension on, and before
 * revision TO. ROW is NAME for the current parameters, and NAME_before for earlier ones. For the
 * current ones, TO is the revision after the last that the registry knows, because that may bring
 * other parameters. The row of a function that has never changed is for ALWAYS, and FOREVER.
 */
#include "provisional_types.h"

/* clang-format off */
#define ALWAYS  0
#define FOREVER UINT32_MAX
#define REVISION(major, minor, patch) (((cl_uint)(major) << 22) + ((minor) << 12) + (patch))
#define NEXT_COMMAND_BUFFER   REVISION(0, 9, 9)
#define NEXT_MUTABLE_DISPATCH REVISION(0, 9, 6)

/* A function that records a command. The parameter `properties` came with revision 0.9.5. */
#define COMMAND(from, name, ...) \
PROVISIONAL(cl_khr_command_buffer, from, REVISION(0, 9, 5), cl_int, #name, name##_before, STATUS, \
        (cl_command_buffer_khr, command_buffer), (cl_command_queue, command_queue), __VA_ARGS__, \
        (cl_uint, num_sync_points_in_wait_list), (const cl_sync_point_khr *, sync_point_wait_list), \
        (cl_sync_point_khr *, sync_point), (cl_mutable_command_khr *, mutable_handle)) \
PROVISIONAL(cl_khr_command_buffer, REVISION(0, 9, 5), NEXT_COMMAND_BUFFER, cl_int, #name, name, STATUS, \
        (cl_command_buffer_khr, command_buffer), (cl_command_queue, command_queue), \
        (const cl_command_properties_khr *, properties), __VA_ARGS__, \
        (cl_uint, num_sync_points_in_wait_list), (const cl_sync_point_khr *, sync_point_wait_list), \
        (cl_sync_point_khr *, sync_point), (cl_mutable_command_khr *, mutable_handle))

PROVISIONAL(cl_khr_command_buffer, ALWAYS, FOREVER, cl_command_buffer_khr,
        "clCreateCommandBufferKHR", clCreateCommandBufferKHR, OBJECT, (cl_uint, num_queues),
        (const cl_command_queue *, queues), (const cl_command_buffer_properties_khr *, properties),
        (cl_int *, errcode_ret))
PROVISIONAL(cl_khr_command_buffer, ALWAYS, FOREVER, cl_int, "clRetainCommandBufferKHR",
        clRetainCommandBufferKHR, STATUS, (cl_command_buffer_khr, command_buffer))
PROVISIONAL(cl_khr_command_buffer, ALWAYS, FOREVER, cl_int, "clReleaseCommandBufferKHR",
        clReleaseCommandBufferKHR, STATUS, (cl_command_buffer_khr, command_buffer))
PROVISIONAL(cl_khr_command_buffer, ALWAYS, FOREVER, cl_int, "clFinalizeCommandBufferKHR",
        clFinalizeCommandBufferKHR, STATUS, (cl_command_buffer_khr, command_buffer))
PROVISIONAL(cl_khr_command_buffer, ALWAYS, FOREVER, cl_int, "clEnqueueCommandBufferKHR",
        clEnqueueCommandBufferKHR, STATUS, (cl_uint, num_queues), (cl_command_queue *, queues),
        (cl_command_buffer_khr, command_buffer), (cl_uint, num_events_in_wait_list),
        (const cl_event *, event_wait_list), (cl_event *, event))
PROVISIONAL(cl_khr_command_buffer, ALWAYS, FOREVER, cl_int, "clCommandNDRangeKernelKHR",
        clCommandNDRangeKernelKHR, STATUS, (cl_command_buffer_khr, command_buffer),
        (cl_command_queue, command_queue), (const cl_command_properties_khr *, properties),
        (cl_kernel, kernel), (cl_uint, work_dim), (const size_t *, global_work_offset),
        (const size_t *, global_work_size), (const size_t *, local_work_size),
        (cl_uint, num_sync_points_in_wait_list), (const cl_sync_point_khr *, sync_point_wait_list),
        (cl_sync_point_khr *, sync_point), (cl_mutable_command_khr *, mutable_handle))
PROVISIONAL(cl_khr_command_buffer, REVISION(0, 9, 0), REVISION(0, 9, 5), cl_int,
        "clCommandBarrierWithWaitListKHR", clCommandBarrierWithWaitListKHR_before, STATUS,
        (cl_command_buffer_khr, command_buffer), (cl_command_queue, command_queue),
        (cl_uint, num_sync_points_in_wait_list), (const cl_sync_point_khr *, sync_point_wait_list),
        (cl_sync_point_khr *, sync_point), (cl_mutable_command_khr *, mutable_handle))
PROVISIONAL(cl_khr_command_buffer, REVISION(0, 9, 5), NEXT_COMMAND_BUFFER, cl_int,
        "clCommandBarrierWithWaitListKHR", clCommandBarrierWithWaitListKHR, STATUS,
        (cl_command_buffer_khr, command_buffer), (cl_command_queue, command_queue),
        (const cl_command_properties_khr *, properties), (cl_uint, num_sync_points_in_wait_list),
        (const cl_sync_point_khr *, sync_point_wait_list), (cl_sync_point_khr *, sync_point),
        (cl_mutable_command_khr *, mutable_handle))
COMMAND(REVISION(0, 9, 0), clCommandCopyBufferKHR, (cl_mem, src_buffer), (cl_mem, dst_buffer),
        (size_t, src_offset), (size_t, dst_offset), (size_t, size))
COMMAND(REVISION(0, 9, 0), clCommandCopyBufferRectKHR, (cl_mem, src_buffer), (cl_mem, dst_buffer),
        (const size_t *, src_origin), (const size_t *, dst_origin), (const size_t *, region),
        (size_t, src_row_pitch), (size_t, src_slice_pitch), (size_t, dst_row_pitch),
        (size_t, dst_slice_pitch))
COMMAND(REVISION(0, 9, 0), clCommandCopyBufferToImageKHR, (cl_mem, src_buffer), (cl_mem, dst_image),
        (size_t, src_offset), (const size_t *, dst_origin), (const size_t *, region))
COMMAND(REVISION(0, 9, 0), clCommandCopyImageKHR, (cl_mem, src_image), (cl_mem, dst_image), (const
        size_t *, src_origin), (const size_t *, dst_origin), (const size_t *, region))
COMMAND(REVISION(0, 9, 0), clCommandCopyImageToBufferKHR, (cl_mem, src_image), (cl_mem, dst_buffer),
        (const size_t *, src_origin), (const size_t *, region), (size_t, dst_offset))
COMMAND(REVISION(0, 9, 0), clCommandFillBufferKHR, (cl_mem, buffer), (const void *, pattern),
        (size_t, pattern_size), (size_t, offset), (size_t, size))
COMMAND(REVISION(0, 9, 0), clCommandFillImageKHR, (cl_mem, image), (const void *, fill_color),
        (const size_t *, origin), (const size_t *, region))
COMMAND(REVISION(0, 9, 4), clCommandSVMMemcpyKHR, (void *, dst_ptr), (const void *, src_ptr),
        (size_t, size))
COMMAND(REVISION(0, 9, 4), clCommandSVMMemFillKHR, (void *, svm_ptr), (const void *, pattern),
        (size_t, pattern_size), (size_t, size))
PROVISIONAL(cl_khr_command_buffer, ALWAYS, FOREVER, cl_int, "clGetCommandBufferInfoKHR",
        clGetCommandBufferInfoKHR, STATUS, (cl_command_buffer_khr, command_buffer),
        (cl_command_buffer_info_khr, param_name), (size_t, param_value_size), (void *, param_value),
        (size_t *, param_value_size_ret))
PROVISIONAL(cl_khr_command_buffer_multi_device, ALWAYS, FOREVER, cl_command_buffer_khr,
        "clRemapCommandBufferKHR", clRemapCommandBufferKHR, OBJECT,
        (cl_command_buffer_khr, command_buffer), (cl_bool, automatic), (cl_uint, num_queues),
        (const cl_command_queue *, queues), (cl_uint, num_handles),
        (const cl_mutable_command_khr *, handles), (cl_mutable_command_khr *, handles_ret),
        (cl_int *, errcode_ret))
PROVISIONAL(cl_khr_command_buffer_mutable_dispatch, REVISION(0, 9, 0), REVISION(0, 9, 2), cl_int,
        "clUpdateMutableCommandsKHR", clUpdateMutableCommandsKHR_before, STATUS,
        (cl_command_buffer_khr, command_buffer), (const void *, mutable_config))
PROVISIONAL(cl_khr_command_buffer_mutable_dispatch, REVISION(0, 9, 2), NEXT_MUTABLE_DISPATCH,
        cl_int, "clUpdateMutableCommandsKHR", clUpdateMutableCommandsKHR, STATUS,
        (cl_command_buffer_khr, command_buffer), (cl_uint, num_configs),
        (const cl_command_buffer_update_type_khr *, config_types), (const void **, configs))
PROVISIONAL(cl_khr_command_buffer_mutable_dispatch, ALWAYS, FOREVER, cl_int,
        "clGetMutableCommandInfoKHR", clGetMutableCommandInfoKHR, STATUS,
        (cl_mutable_command_khr, command), (cl_mutable_command_info_khr, param_name),
        (size_t, param_value_size), (void *, param_value), (size_t *, param_value_size_ret))

#undef COMMAND
#undef REVISION
#undef ALWAYS
#undef FOREVER
#undef NEXT_COMMAND_BUFFER
#undef NEXT_MUTABLE_DISPATCH
#undef PROVISIONAL
