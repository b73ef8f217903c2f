/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The roles of pointer parameters, by their names: the API uses a name in one sense, with few
 * exceptions. The row of an exception has the function's name before the parameter's. A parameter
 * without a row is a value: a number, a handle, or an address that only the driver and the program
 * read from.
 *
 *   , (ROLE, element, length, count)
 *
 * ROLE is an enum role (signature.h), and `element` the type that the pointer points to. `length`
 * is the parameter with the number of elements, or no_, one_ or three_. `count` is the parameter
 * that points to the number of elements that the driver has returned (for STRINGS, to their
 * lengths), or no_.
 */
/* clang-format off */
#ifndef CLRELAY_TOOLS_CALLS_ROLES_H
#define CLRELAY_TOOLS_CALLS_ROLES_H

/* Strings, and what programs are made of. */
#define ROLE_func_name                    , (STRING, char, no_, no_)
#define ROLE_kernel_name                  , (STRING, char, no_, no_)
#define ROLE_kernel_names                 , (STRING, char, no_, no_)
#define ROLE_options                      , (STRING, char, no_, no_)
#define ROLE_strings                      , (STRINGS, char, count, lengths)
#define ROLE_header_include_names         , (STRINGS, char, num_input_headers, no_)
#define ROLE_binaries                     , (STRINGS, char, num_devices, lengths)
#define ROLE_il                           , (CONTENT, char, length, no_)

/* Lists of handles. */
#define ROLE_event_wait_list              , (LIST, cl_event, num_events_in_wait_list, no_)
#define ROLE_event_list                   , (LIST, cl_event, num_events, no_)
#define ROLE_device_list                  , (LIST, cl_device_id, num_devices, no_)
#define ROLE_clCreateContext_devices      , (LIST, cl_device_id, num_devices, no_)
#define ROLE_mem_list                     , (LIST, cl_mem, num_mem_objects, no_)
#define ROLE_mem_objects                  , (LIST, cl_mem, num_objects, no_)
#define ROLE_clEnqueueMigrateMemObjects_mem_objects            , (LIST, cl_mem, num_mem_objects, no_)
#define ROLE_clEnqueueMigrateMemObjectEXT_mem_objects          , (LIST, cl_mem, num_mem_objects, no_)
#define ROLE_clEnqueueAcquireExternalMemObjectsKHR_mem_objects , (LIST, cl_mem, num_mem_objects, no_)
#define ROLE_clEnqueueReleaseExternalMemObjectsKHR_mem_objects , (LIST, cl_mem, num_mem_objects, no_)
#define ROLE_input_headers                , (LIST, cl_program, num_input_headers, no_)
#define ROLE_input_programs               , (LIST, cl_program, num_input_programs, no_)
#define ROLE_sema_objects                 , (LIST, cl_semaphore_khr, num_sema_objects, no_)
#define ROLE_queues                       , (LIST, cl_command_queue, num_queues, no_)
#define ROLE_handles                      , (LIST, cl_mutable_command_khr, num_handles, no_)

/* Other lists, and structures. */
#define ROLE_sema_payload_list            , (LIST, cl_semaphore_payload_khr, num_sema_objects, no_)
#define ROLE_sync_point_wait_list         , (LIST, cl_sync_point_khr, num_sync_points_in_wait_list, no_)
#define ROLE_config_types                 , (LIST, cl_command_buffer_update_type_khr, num_configs, no_)
#define ROLE_configs                      , (LIST, void *, num_configs, no_)
#define ROLE_clCreateProgramWithSource_lengths  , (LIST, size_t, count, no_)
#define ROLE_clCreateProgramWithBinary_lengths  , (LIST, size_t, num_devices, no_)
#define ROLE_global_work_offset           , (LIST, size_t, work_dim, no_)
#define ROLE_global_work_size             , (LIST, size_t, work_dim, no_)
#define ROLE_local_work_size              , (LIST, size_t, work_dim, no_)
#define ROLE_origin                       , (LIST, size_t, three_, no_)
#define ROLE_region                       , (LIST, size_t, three_, no_)
#define ROLE_clEnqueueCopyBufferToImage_dst_origin , (LIST, size_t, three_, no_)
#define ROLE_src_origin                   , (LIST, size_t, three_, no_)
#define ROLE_dst_origin                   , (LIST, size_t, three_, no_)
#define ROLE_buffer_origin                , (LIST, size_t, three_, no_)
#define ROLE_host_origin                  , (LIST, size_t, three_, no_)
#define ROLE_args_mem_loc                 , (LIST, void *, num_mem_objects, no_)
#define ROLE_svm_pointers                 , (LIST, void *, num_svm_pointers, no_)
#define ROLE_clEnqueueSVMMigrateMem_sizes , (LIST, size_t, num_svm_pointers, no_)
#define ROLE_image_format                 , (LIST, cl_image_format, one_, no_)
#define ROLE_image_desc                   , (LIST, cl_image_desc, one_, no_)
#define ROLE_buffer_create_info           , (LIST, cl_buffer_region, one_, no_)
#define ROLE_fill_color                   , (LIST, cl_uint4, one_, no_)

/* Bytes whose type the driver and the program know. */
#define ROLE_clSetKernelArg_arg_value     , (LIST, char, arg_size, no_)
#define ROLE_clSetKernelExecInfo_param_value , (LIST, char, param_value_size, no_)
#define ROLE_args                         , (LIST, char, cb_args, no_)
#define ROLE_input_value                  , (LIST, char, input_value_size, no_)
#define ROLE_pattern                      , (LIST, char, pattern_size, no_)
#define ROLE_spec_value                   , (LIST, char, spec_size, no_)

/* Data that goes to a device. */
#define ROLE_clEnqueueWriteBuffer_ptr     , (DATA, char, size, no_)

/* Lists that end with a zero. */
#define ROLE_properties                   , (PROPERTIES, cl_properties, no_, no_)
#define ROLE_clCreateContext_properties         , (PROPERTIES, intptr_t, no_, no_)
#define ROLE_clCreateContextFromType_properties , (PROPERTIES, intptr_t, no_, no_)
#define ROLE_clGetGLContextInfoKHR_properties   , (PROPERTIES, intptr_t, no_, no_)
#define ROLE_clCreateSubDevices_properties      , (PROPERTIES, intptr_t, no_, no_)
#define ROLE_clCreateFromEGLImageKHR_properties , (PROPERTIES, intptr_t, no_, no_)
#define ROLE_clCreatePipe_properties            , (PROPERTIES, intptr_t, no_, no_)
#define ROLE_clCreateCommandQueue_properties            , (VALUE, char, no_, no_)
#define ROLE_clSetCommandQueueProperty_properties       , (VALUE, char, no_, no_)
#define ROLE_sampler_properties           , (PROPERTIES, cl_properties, no_, no_)
#define ROLE_sema_props                   , (PROPERTIES, cl_properties, no_, no_)
#define ROLE_reimport_props               , (PROPERTIES, cl_properties, no_, no_)

/* What the driver returns. */
#define ROLE_platforms                    , (RETURNED_LIST, cl_platform_id, num_entries, num_platforms)
#define ROLE_devices                      , (RETURNED_LIST, cl_device_id, num_entries, num_devices)
#define ROLE_clCreateSubDevices_out_devices    , (RETURNED_LIST, cl_device_id, num_devices, num_devices_ret)
#define ROLE_clCreateSubDevicesEXT_out_devices , (RETURNED_LIST, cl_device_id, num_entries, num_devices)
#define ROLE_kernels                      , (RETURNED_LIST, cl_kernel, num_kernels, num_kernels_ret)
#define ROLE_image_formats                , (RETURNED_LIST, cl_image_format, num_entries, num_image_formats)
#define ROLE_param_value                  , (RETURNED_LIST, char, param_value_size, param_value_size_ret)
#define ROLE_handle_ptr                   , (RETURNED_LIST, char, handle_size, handle_size_ret)
#define ROLE_suggested_local_work_size    , (RETURNED_LIST, size_t, work_dim, no_)
#define ROLE_binary_status                , (RETURNED_LIST, cl_int, num_devices, no_)
#define ROLE_event                        , (RETURNED, cl_event, one_, no_)
#define ROLE_sync_point                   , (RETURNED, cl_sync_point_khr, one_, no_)
#define ROLE_mutable_handle               , (RETURNED, cl_mutable_command_khr, one_, no_)
#define ROLE_handles_ret                  , (RETURNED_LIST, cl_mutable_command_khr, num_handles, no_)
#define ROLE_clRetainEvent_event          , (VALUE, char, no_, no_)
#define ROLE_clReleaseEvent_event         , (VALUE, char, no_, no_)
#define ROLE_clGetEventInfo_event         , (VALUE, char, no_, no_)
#define ROLE_clGetEventProfilingInfo_event , (VALUE, char, no_, no_)
#define ROLE_clSetUserEventStatus_event   , (VALUE, char, no_, no_)
#define ROLE_clSetEventCallback_event     , (VALUE, char, no_, no_)
#define ROLE_errcode_ret                  , (RETURNED_ERROR, cl_int, one_, no_)
#define ROLE_num_platforms                , (RETURNED, cl_uint, one_, no_)
#define ROLE_num_devices                  , (VALUE, char, no_, no_)
#define ROLE_clGetDeviceIDs_num_devices   , (RETURNED, cl_uint, one_, no_)
#define ROLE_clCreateSubDevicesEXT_num_devices         , (RETURNED, cl_uint, one_, no_)
#define ROLE_clGetDeviceIDsFromD3D10KHR_num_devices    , (RETURNED, cl_uint, one_, no_)
#define ROLE_clGetDeviceIDsFromD3D11KHR_num_devices    , (RETURNED, cl_uint, one_, no_)
#define ROLE_clGetDeviceIDsFromDX9MediaAdapterKHR_num_devices , (RETURNED, cl_uint, one_, no_)
#define ROLE_num_devices_ret              , (RETURNED, cl_uint, one_, no_)
#define ROLE_num_image_formats            , (RETURNED, cl_uint, one_, no_)
#define ROLE_num_kernels_ret              , (RETURNED, cl_uint, one_, no_)
#define ROLE_param_value_size_ret         , (RETURNED, size_t, one_, no_)
#define ROLE_handle_size_ret              , (RETURNED, size_t, one_, no_)
#define ROLE_old_properties               , (RETURNED, cl_command_queue_properties, one_, no_)
#define ROLE_gl_object_type               , (RETURNED, cl_uint, one_, no_)
#define ROLE_gl_object_name               , (RETURNED, cl_uint, one_, no_)
#define ROLE_image_row_pitch              , (VALUE, char, no_, no_)
#define ROLE_image_slice_pitch            , (VALUE, char, no_, no_)
#define ROLE_clEnqueueMapImage_image_row_pitch   , (RETURNED, size_t, one_, no_)
#define ROLE_clEnqueueMapImage_image_slice_pitch , (RETURNED, size_t, one_, no_)
#define ROLE_device_timestamp             , (RETURNED, cl_ulong, one_, no_)
#define ROLE_host_timestamp               , (RETURNED, cl_ulong, one_, no_)
#define ROLE_media_adapter_type           , (LIST, cl_uint, num_media_adapters, no_)

#endif
