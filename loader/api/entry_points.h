/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The OpenCL API, one row per slot of the dispatch table, in slot order.
 *
 * Everything that depends on the list of functions is made from these rows: define the row macros,
 * then include this file, which undefines them at its end. CONTRIBUTING.md says what else a new
 * function needs.
 *
 *   KIND(VERSION, TYPE, NAME, RESULT, (type, name), ...)
 *   BY_ARRAY(VERSION, TYPE, NAME, RESULT, length, list, (type, name), ...)
 *   BY_PROPERTIES(VERSION, TYPE, NAME, RESULT, properties, (type, name), ...)
 *
 * KIND says how a call finds its driver:
 *   BY_HANDLE      the first parameter is an object of the driver
 *   BY_PLATFORM    it is a platform, and NULL means the default one, where the specification leaves
 *                  that to the implementation; not defined: like BY_HANDLE
 *   BY_ARRAY       the first element of a list is one; two columns name its length and the list
 *   BY_PROPERTIES  CL_CONTEXT_PLATFORM in a property list, which a column names
 *   BY_LOADER      no driver: the loader itself answers (answer/queries.c)
 *   ABSENT(n)      n slots that do not exist on this system; not defined: nothing
 * BY_ANY(VERSION, TYPE, NAME, RESULT, (type, name), ...) stands for each KIND that is not defined.
 * VERSION is the OpenCL version of a core function, or EXT_ for an extension function; the number
 * names the version node that exports it (EXT alone: no loader exports it). RESULT is what a
 * failure looks like:
 *   STATUS   the error is returned           OBJECT   NULL, the error in *errcode_ret if not NULL
 *   POINTER  NULL                            NOTHING  nothing
 * parameters.h has the names of parameters that many functions share, like QUEUE_PARAM.
 */
/* clang-format off */

/* The versions as numbers: 10 * major + minor; 0 for extensions. */
#ifndef VERSION_1_0
#define VERSION_1_0     10
#define VERSION_1_1     11
#define VERSION_1_2     12
#define VERSION_2_0     20
#define VERSION_2_1     21
#define VERSION_2_2     22
#define VERSION_3_0     30
#define VERSION_3_1     31
#define VERSION_EXT     0
#define VERSION_EXT_1_0 0
#define VERSION_EXT_1_1 0
#define VERSION_EXT_1_2 0
#define VERSION_EXT_2_0 0
#ifndef CL_VERSION_3_1
#define LACKED_BY_HEADERS_3_1 , LACKED /* its functions: opencl_compat.h declares them */
#endif
#endif

#ifndef BY_HANDLE
#define BY_HANDLE BY_ANY
#endif
#ifndef BY_PLATFORM
#define BY_PLATFORM BY_HANDLE
#endif
#ifndef BY_ARRAY
#define BY_ARRAY(version, type, name, result, length, list, ...) \
        BY_ANY(version, type, name, result, __VA_ARGS__)
#endif
#ifndef BY_PROPERTIES
#define BY_PROPERTIES(version, type, name, result, properties, ...) \
        BY_ANY(version, type, name, result, __VA_ARGS__)
#endif
#ifndef BY_LOADER
#define BY_LOADER BY_ANY
#endif
#ifndef ABSENT
#define ABSENT(count)
#endif

BY_LOADER(1_0, cl_int, clGetPlatformIDs, STATUS, (cl_uint, num_entries),
        (cl_platform_id *, platforms), (cl_uint *, num_platforms))
BY_PLATFORM(1_0, cl_int, clGetPlatformInfo, STATUS, (cl_platform_id, platform),
        (cl_platform_info, param_name), VALUE_PARAMS)
BY_PLATFORM(1_0, cl_int, clGetDeviceIDs, STATUS, (cl_platform_id, platform),
        (cl_device_type, device_type), (cl_uint, num_entries), (cl_device_id *, devices),
        (cl_uint *, num_devices))
BY_HANDLE(1_0, cl_int, clGetDeviceInfo, STATUS, (cl_device_id, device),
        (cl_device_info, param_name), VALUE_PARAMS)
BY_ARRAY(1_0, cl_context, clCreateContext, OBJECT, num_devices, devices,
        (const cl_context_properties *, properties), (cl_uint, num_devices),
        (const cl_device_id *, devices), (context_callback, pfn_notify), (void *, user_data),
        ERROR_PARAM)
BY_PROPERTIES(1_0, cl_context, clCreateContextFromType, OBJECT, properties,
        (const cl_context_properties *, properties), (cl_device_type, device_type),
        (context_callback, pfn_notify), (void *, user_data), ERROR_PARAM)
BY_HANDLE(1_0, cl_int, clRetainContext, STATUS, CONTEXT_PARAM)
BY_HANDLE(1_0, cl_int, clReleaseContext, STATUS, CONTEXT_PARAM)
BY_HANDLE(1_0, cl_int, clGetContextInfo, STATUS, CONTEXT_PARAM, (cl_context_info, param_name),
        VALUE_PARAMS)
BY_HANDLE(1_0, cl_command_queue, clCreateCommandQueue, OBJECT, CONTEXT_PARAM,
        (cl_device_id, device), (cl_command_queue_properties, properties), ERROR_PARAM)
BY_HANDLE(1_0, cl_int, clRetainCommandQueue, STATUS, QUEUE_PARAM)
BY_HANDLE(1_0, cl_int, clReleaseCommandQueue, STATUS, QUEUE_PARAM)
BY_HANDLE(1_0, cl_int, clGetCommandQueueInfo, STATUS, QUEUE_PARAM,
        (cl_command_queue_info, param_name), VALUE_PARAMS)
BY_HANDLE(1_0, cl_int, clSetCommandQueueProperty, STATUS, QUEUE_PARAM,
        (cl_command_queue_properties, properties), (cl_bool, enable),
        (cl_command_queue_properties *, old_properties))
BY_HANDLE(1_0, cl_mem, clCreateBuffer, OBJECT, CONTEXT_PARAM, (cl_mem_flags, flags), (size_t, size),
        (void *, host_ptr), ERROR_PARAM)
BY_HANDLE(1_0, cl_mem, clCreateImage2D, OBJECT, CONTEXT_PARAM, (cl_mem_flags, flags),
        (const cl_image_format *, image_format), (size_t, image_width), (size_t, image_height),
        (size_t, image_row_pitch), (void *, host_ptr), ERROR_PARAM)
BY_HANDLE(1_0, cl_mem, clCreateImage3D, OBJECT, CONTEXT_PARAM, (cl_mem_flags, flags),
        (const cl_image_format *, image_format), (size_t, image_width), (size_t, image_height),
        (size_t, image_depth), (size_t, image_row_pitch), (size_t, image_slice_pitch),
        (void *, host_ptr), ERROR_PARAM)
BY_HANDLE(1_0, cl_int, clRetainMemObject, STATUS, (cl_mem, memobj))
BY_HANDLE(1_0, cl_int, clReleaseMemObject, STATUS, (cl_mem, memobj))
BY_HANDLE(1_0, cl_int, clGetSupportedImageFormats, STATUS, CONTEXT_PARAM, (cl_mem_flags, flags),
        (cl_mem_object_type, image_type), (cl_uint, num_entries),
        (cl_image_format *, image_formats), (cl_uint *, num_image_formats))
BY_HANDLE(1_0, cl_int, clGetMemObjectInfo, STATUS, (cl_mem, memobj), (cl_mem_info, param_name),
        VALUE_PARAMS)
BY_HANDLE(1_0, cl_int, clGetImageInfo, STATUS, (cl_mem, image), (cl_image_info, param_name),
        VALUE_PARAMS)
BY_HANDLE(1_0, cl_sampler, clCreateSampler, OBJECT, CONTEXT_PARAM, (cl_bool, normalized_coords),
        (cl_addressing_mode, addressing_mode), (cl_filter_mode, filter_mode), ERROR_PARAM)
BY_HANDLE(1_0, cl_int, clRetainSampler, STATUS, (cl_sampler, sampler))
BY_HANDLE(1_0, cl_int, clReleaseSampler, STATUS, (cl_sampler, sampler))
BY_HANDLE(1_0, cl_int, clGetSamplerInfo, STATUS, (cl_sampler, sampler),
        (cl_sampler_info, param_name), VALUE_PARAMS)
BY_HANDLE(1_0, cl_program, clCreateProgramWithSource, OBJECT, CONTEXT_PARAM, (cl_uint, count),
        (const char* *, strings), (const size_t *, lengths), ERROR_PARAM)
BY_HANDLE(1_0, cl_program, clCreateProgramWithBinary, OBJECT, CONTEXT_PARAM, (cl_uint, num_devices),
        (const cl_device_id *, device_list), (const size_t *, lengths),
        (const unsigned char* *, binaries), (cl_int *, binary_status), ERROR_PARAM)
BY_HANDLE(1_0, cl_int, clRetainProgram, STATUS, (cl_program, program))
BY_HANDLE(1_0, cl_int, clReleaseProgram, STATUS, (cl_program, program))
BY_HANDLE(1_0, cl_int, clBuildProgram, STATUS, (cl_program, program), (cl_uint, num_devices),
        (const cl_device_id *, device_list), (const char *, options),
        (program_callback, pfn_notify), (void *, user_data))
BY_LOADER(1_0, cl_int, clUnloadCompiler, STATUS, (void,))
BY_HANDLE(1_0, cl_int, clGetProgramInfo, STATUS, (cl_program, program),
        (cl_program_info, param_name), VALUE_PARAMS)
BY_HANDLE(1_0, cl_int, clGetProgramBuildInfo, STATUS, (cl_program, program), (cl_device_id, device),
        (cl_program_build_info, param_name), VALUE_PARAMS)
BY_HANDLE(1_0, cl_kernel, clCreateKernel, OBJECT, (cl_program, program),
        (const char *, kernel_name), ERROR_PARAM)
BY_HANDLE(1_0, cl_int, clCreateKernelsInProgram, STATUS, (cl_program, program),
        (cl_uint, num_kernels), (cl_kernel *, kernels), (cl_uint *, num_kernels_ret))
BY_HANDLE(1_0, cl_int, clRetainKernel, STATUS, (cl_kernel, kernel))
BY_HANDLE(1_0, cl_int, clReleaseKernel, STATUS, (cl_kernel, kernel))
BY_HANDLE(1_0, cl_int, clSetKernelArg, STATUS, (cl_kernel, kernel), (cl_uint, arg_index),
        (size_t, arg_size), (const void *, arg_value))
BY_HANDLE(1_0, cl_int, clGetKernelInfo, STATUS, (cl_kernel, kernel), (cl_kernel_info, param_name),
        VALUE_PARAMS)
BY_HANDLE(1_0, cl_int, clGetKernelWorkGroupInfo, STATUS, (cl_kernel, kernel),
        (cl_device_id, device), (cl_kernel_work_group_info, param_name), VALUE_PARAMS)
BY_ARRAY(1_0, cl_int, clWaitForEvents, STATUS, num_events, event_list, (cl_uint, num_events),
        (const cl_event *, event_list))
BY_HANDLE(1_0, cl_int, clGetEventInfo, STATUS, (cl_event, event), (cl_event_info, param_name),
        VALUE_PARAMS)
BY_HANDLE(1_0, cl_int, clRetainEvent, STATUS, (cl_event, event))
BY_HANDLE(1_0, cl_int, clReleaseEvent, STATUS, (cl_event, event))
BY_HANDLE(1_0, cl_int, clGetEventProfilingInfo, STATUS, (cl_event, event),
        (cl_profiling_info, param_name), VALUE_PARAMS)
BY_HANDLE(1_0, cl_int, clFlush, STATUS, QUEUE_PARAM)
BY_HANDLE(1_0, cl_int, clFinish, STATUS, QUEUE_PARAM)
BY_HANDLE(1_0, cl_int, clEnqueueReadBuffer, STATUS, QUEUE_PARAM, (cl_mem, buffer),
        (cl_bool, blocking_read), (size_t, offset), (size_t, size), (void *, ptr), EVENT_PARAMS)
BY_HANDLE(1_0, cl_int, clEnqueueWriteBuffer, STATUS, QUEUE_PARAM, (cl_mem, buffer),
        (cl_bool, blocking_write), (size_t, offset), (size_t, size), (const void *, ptr),
        EVENT_PARAMS)
BY_HANDLE(1_0, cl_int, clEnqueueCopyBuffer, STATUS, QUEUE_PARAM, (cl_mem, src_buffer),
        (cl_mem, dst_buffer), (size_t, src_offset), (size_t, dst_offset), (size_t, size),
        EVENT_PARAMS)
BY_HANDLE(1_0, cl_int, clEnqueueReadImage, STATUS, QUEUE_PARAM, (cl_mem, image),
        (cl_bool, blocking_read), (const size_t *, origin), (const size_t *, region),
        (size_t, row_pitch), (size_t, slice_pitch), (void *, ptr), EVENT_PARAMS)
BY_HANDLE(1_0, cl_int, clEnqueueWriteImage, STATUS, QUEUE_PARAM, (cl_mem, image),
        (cl_bool, blocking_write), (const size_t *, origin), (const size_t *, region),
        (size_t, input_row_pitch), (size_t, input_slice_pitch), (const void *, ptr), EVENT_PARAMS)
BY_HANDLE(1_0, cl_int, clEnqueueCopyImage, STATUS, QUEUE_PARAM, (cl_mem, src_image),
        (cl_mem, dst_image), (const size_t *, src_origin), (const size_t *, dst_origin),
        (const size_t *, region), EVENT_PARAMS)
BY_HANDLE(1_0, cl_int, clEnqueueCopyImageToBuffer, STATUS, QUEUE_PARAM, (cl_mem, src_image),
        (cl_mem, dst_buffer), (const size_t *, src_origin), (const size_t *, region),
        (size_t, dst_offset), EVENT_PARAMS)
BY_HANDLE(1_0, cl_int, clEnqueueCopyBufferToImage, STATUS, QUEUE_PARAM, (cl_mem, src_buffer),
        (cl_mem, dst_image), (size_t, src_offset), (const size_t *, dst_origin),
        (const size_t *, region), EVENT_PARAMS)
BY_HANDLE(1_0, void *, clEnqueueMapBuffer, OBJECT, QUEUE_PARAM, (cl_mem, buffer),
        (cl_bool, blocking_map), (cl_map_flags, map_flags), (size_t, offset), (size_t, size),
        EVENT_PARAMS, ERROR_PARAM)
BY_HANDLE(1_0, void *, clEnqueueMapImage, OBJECT, QUEUE_PARAM, (cl_mem, image),
        (cl_bool, blocking_map), (cl_map_flags, map_flags), (const size_t *, origin),
        (const size_t *, region), (size_t *, image_row_pitch), (size_t *, image_slice_pitch),
        EVENT_PARAMS, ERROR_PARAM)
BY_HANDLE(1_0, cl_int, clEnqueueUnmapMemObject, STATUS, QUEUE_PARAM, (cl_mem, memobj),
        (void *, mapped_ptr), EVENT_PARAMS)
BY_HANDLE(1_0, cl_int, clEnqueueNDRangeKernel, STATUS, QUEUE_PARAM, (cl_kernel, kernel),
        (cl_uint, work_dim), (const size_t *, global_work_offset),
        (const size_t *, global_work_size), (const size_t *, local_work_size), EVENT_PARAMS)
BY_HANDLE(1_0, cl_int, clEnqueueTask, STATUS, QUEUE_PARAM, (cl_kernel, kernel), EVENT_PARAMS)
BY_HANDLE(1_0, cl_int, clEnqueueNativeKernel, STATUS, QUEUE_PARAM,
        (native_kernel_function, user_func), (void *, args), (size_t, cb_args),
        (cl_uint, num_mem_objects), (const cl_mem *, mem_list), (const void* *, args_mem_loc),
        EVENT_PARAMS)
BY_HANDLE(1_0, cl_int, clEnqueueMarker, STATUS, QUEUE_PARAM, (cl_event *, event))
BY_HANDLE(1_0, cl_int, clEnqueueWaitForEvents, STATUS, QUEUE_PARAM, (cl_uint, num_events),
        (const cl_event *, event_list))
BY_HANDLE(1_0, cl_int, clEnqueueBarrier, STATUS, QUEUE_PARAM)
BY_LOADER(1_0, void *, clGetExtensionFunctionAddress, POINTER, (const char *, func_name))
BY_HANDLE(EXT_1_0, cl_mem, clCreateFromGLBuffer, OBJECT, CONTEXT_PARAM, (cl_mem_flags, flags),
        (cl_GLuint, bufobj), ERROR_PARAM)
BY_HANDLE(EXT_1_0, cl_mem, clCreateFromGLTexture2D, OBJECT, CONTEXT_PARAM, (cl_mem_flags, flags),
        (cl_GLenum, target), (cl_GLint, miplevel), (cl_GLuint, texture), ERROR_PARAM)
BY_HANDLE(EXT_1_0, cl_mem, clCreateFromGLTexture3D, OBJECT, CONTEXT_PARAM, (cl_mem_flags, flags),
        (cl_GLenum, target), (cl_GLint, miplevel), (cl_GLuint, texture), ERROR_PARAM)
BY_HANDLE(EXT_1_0, cl_mem, clCreateFromGLRenderbuffer, OBJECT, CONTEXT_PARAM, (cl_mem_flags, flags),
        (cl_GLuint, renderbuffer), ERROR_PARAM)
BY_HANDLE(EXT_1_0, cl_int, clGetGLObjectInfo, STATUS, (cl_mem, memobj),
        (cl_gl_object_type *, gl_object_type), (cl_GLuint *, gl_object_name))
BY_HANDLE(EXT_1_0, cl_int, clGetGLTextureInfo, STATUS, (cl_mem, memobj),
        (cl_gl_texture_info, param_name), VALUE_PARAMS)
BY_HANDLE(EXT_1_0, cl_int, clEnqueueAcquireGLObjects, STATUS, QUEUE_PARAM, (cl_uint, num_objects),
        (const cl_mem *, mem_objects), EVENT_PARAMS)
BY_HANDLE(EXT_1_0, cl_int, clEnqueueReleaseGLObjects, STATUS, QUEUE_PARAM, (cl_uint, num_objects),
        (const cl_mem *, mem_objects), EVENT_PARAMS)
BY_PROPERTIES(EXT_1_0, cl_int, clGetGLContextInfoKHR, STATUS, properties,
        (const cl_context_properties *, properties), (cl_gl_context_info, param_name), VALUE_PARAMS)
#ifdef _WIN32
BY_HANDLE(EXT, cl_int, clGetDeviceIDsFromD3D10KHR, STATUS, (cl_platform_id, platform),
        (cl_d3d10_device_source_khr, d3d_device_source), (void *, d3d_object),
        (cl_d3d10_device_set_khr, d3d_device_set), (cl_uint, num_entries),
        (cl_device_id *, devices), (cl_uint *, num_devices))
BY_HANDLE(EXT, cl_mem, clCreateFromD3D10BufferKHR, OBJECT, CONTEXT_PARAM, (cl_mem_flags, flags),
        (ID3D10Buffer *, resource), ERROR_PARAM)
BY_HANDLE(EXT, cl_mem, clCreateFromD3D10Texture2DKHR, OBJECT, CONTEXT_PARAM, (cl_mem_flags, flags),
        (ID3D10Texture2D *, resource), (UINT, subresource), ERROR_PARAM)
BY_HANDLE(EXT, cl_mem, clCreateFromD3D10Texture3DKHR, OBJECT, CONTEXT_PARAM, (cl_mem_flags, flags),
        (ID3D10Texture3D *, resource), (UINT, subresource), ERROR_PARAM)
BY_HANDLE(EXT, cl_int, clEnqueueAcquireD3D10ObjectsKHR, STATUS, QUEUE_PARAM, (cl_uint, num_objects),
        (const cl_mem *, mem_objects), EVENT_PARAMS)
BY_HANDLE(EXT, cl_int, clEnqueueReleaseD3D10ObjectsKHR, STATUS, QUEUE_PARAM, (cl_uint, num_objects),
        (const cl_mem *, mem_objects), EVENT_PARAMS)
#else
ABSENT(6)
#endif
BY_HANDLE(1_1, cl_int, clSetEventCallback, STATUS, (cl_event, event),
        (cl_int, command_exec_callback_type), (event_callback, pfn_notify), (void *, user_data))
BY_HANDLE(1_1, cl_mem, clCreateSubBuffer, OBJECT, (cl_mem, buffer), (cl_mem_flags, flags),
        (cl_buffer_create_type, buffer_create_type), (const void *, buffer_create_info),
        ERROR_PARAM)
BY_HANDLE(1_1, cl_int, clSetMemObjectDestructorCallback, STATUS, (cl_mem, memobj),
        (mem_callback, pfn_notify), (void *, user_data))
BY_HANDLE(1_1, cl_event, clCreateUserEvent, OBJECT, CONTEXT_PARAM, ERROR_PARAM)
BY_HANDLE(1_1, cl_int, clSetUserEventStatus, STATUS, (cl_event, event), (cl_int, execution_status))
BY_HANDLE(1_1, cl_int, clEnqueueReadBufferRect, STATUS, QUEUE_PARAM, (cl_mem, buffer),
        (cl_bool, blocking_read), (const size_t *, buffer_origin), (const size_t *, host_origin),
        (const size_t *, region), (size_t, buffer_row_pitch), (size_t, buffer_slice_pitch),
        (size_t, host_row_pitch), (size_t, host_slice_pitch), (void *, ptr), EVENT_PARAMS)
BY_HANDLE(1_1, cl_int, clEnqueueWriteBufferRect, STATUS, QUEUE_PARAM, (cl_mem, buffer),
        (cl_bool, blocking_write), (const size_t *, buffer_origin), (const size_t *, host_origin),
        (const size_t *, region), (size_t, buffer_row_pitch), (size_t, buffer_slice_pitch),
        (size_t, host_row_pitch), (size_t, host_slice_pitch), (const void *, ptr), EVENT_PARAMS)
BY_HANDLE(1_1, cl_int, clEnqueueCopyBufferRect, STATUS, QUEUE_PARAM, (cl_mem, src_buffer),
        (cl_mem, dst_buffer), (const size_t *, src_origin), (const size_t *, dst_origin),
        (const size_t *, region), (size_t, src_row_pitch), (size_t, src_slice_pitch),
        (size_t, dst_row_pitch), (size_t, dst_slice_pitch), EVENT_PARAMS)
BY_HANDLE(EXT_1_1, cl_int, clCreateSubDevicesEXT, STATUS, (cl_device_id, in_device),
        (const cl_device_partition_property_ext *, properties), (cl_uint, num_entries),
        (cl_device_id *, out_devices), (cl_uint *, num_devices))
BY_HANDLE(EXT_1_1, cl_int, clRetainDeviceEXT, STATUS, (cl_device_id, device))
BY_HANDLE(EXT_1_1, cl_int, clReleaseDeviceEXT, STATUS, (cl_device_id, device))
BY_HANDLE(EXT_1_1, cl_event, clCreateEventFromGLsyncKHR, OBJECT, CONTEXT_PARAM, (cl_GLsync, sync),
        ERROR_PARAM)
BY_HANDLE(1_2, cl_int, clCreateSubDevices, STATUS, (cl_device_id, in_device),
        (const cl_device_partition_property *, properties), (cl_uint, num_devices),
        (cl_device_id *, out_devices), (cl_uint *, num_devices_ret))
BY_HANDLE(1_2, cl_int, clRetainDevice, STATUS, (cl_device_id, device))
BY_HANDLE(1_2, cl_int, clReleaseDevice, STATUS, (cl_device_id, device))
BY_HANDLE(1_2, cl_mem, clCreateImage, OBJECT, CONTEXT_PARAM, (cl_mem_flags, flags),
        (const cl_image_format *, image_format), (const cl_image_desc *, image_desc),
        (void *, host_ptr), ERROR_PARAM)
BY_HANDLE(1_2, cl_program, clCreateProgramWithBuiltInKernels, OBJECT, CONTEXT_PARAM,
        (cl_uint, num_devices), (const cl_device_id *, device_list), (const char *, kernel_names),
        ERROR_PARAM)
BY_HANDLE(1_2, cl_int, clCompileProgram, STATUS, (cl_program, program), (cl_uint, num_devices),
        (const cl_device_id *, device_list), (const char *, options), (cl_uint, num_input_headers),
        (const cl_program *, input_headers), (const char* *, header_include_names),
        (program_callback, pfn_notify), (void *, user_data))
BY_HANDLE(1_2, cl_program, clLinkProgram, OBJECT, CONTEXT_PARAM, (cl_uint, num_devices),
        (const cl_device_id *, device_list), (const char *, options), (cl_uint, num_input_programs),
        (const cl_program *, input_programs), (program_callback, pfn_notify), (void *, user_data),
        ERROR_PARAM)
BY_HANDLE(1_2, cl_int, clUnloadPlatformCompiler, STATUS, (cl_platform_id, platform))
BY_HANDLE(1_2, cl_int, clGetKernelArgInfo, STATUS, (cl_kernel, kernel), (cl_uint, arg_index),
        (cl_kernel_arg_info, param_name), VALUE_PARAMS)
BY_HANDLE(1_2, cl_int, clEnqueueFillBuffer, STATUS, QUEUE_PARAM, (cl_mem, buffer),
        (const void *, pattern), (size_t, pattern_size), (size_t, offset), (size_t, size),
        EVENT_PARAMS)
BY_HANDLE(1_2, cl_int, clEnqueueFillImage, STATUS, QUEUE_PARAM, (cl_mem, image),
        (const void *, fill_color), (const size_t *, origin), (const size_t *, region),
        EVENT_PARAMS)
BY_HANDLE(1_2, cl_int, clEnqueueMigrateMemObjects, STATUS, QUEUE_PARAM, (cl_uint, num_mem_objects),
        (const cl_mem *, mem_objects), (cl_mem_migration_flags, flags), EVENT_PARAMS)
BY_HANDLE(1_2, cl_int, clEnqueueMarkerWithWaitList, STATUS, QUEUE_PARAM, EVENT_PARAMS)
BY_HANDLE(1_2, cl_int, clEnqueueBarrierWithWaitList, STATUS, QUEUE_PARAM, EVENT_PARAMS)
BY_LOADER(1_2, void *, clGetExtensionFunctionAddressForPlatform, POINTER,
        (cl_platform_id, platform), (const char *, func_name))
BY_HANDLE(EXT_1_2, cl_mem, clCreateFromGLTexture, OBJECT, CONTEXT_PARAM, (cl_mem_flags, flags),
        (cl_GLenum, target), (cl_GLint, miplevel), (cl_GLuint, texture), ERROR_PARAM)
#ifdef _WIN32
BY_HANDLE(EXT, cl_int, clGetDeviceIDsFromD3D11KHR, STATUS, (cl_platform_id, platform),
        (cl_d3d11_device_source_khr, d3d_device_source), (void *, d3d_object),
        (cl_d3d11_device_set_khr, d3d_device_set), (cl_uint, num_entries),
        (cl_device_id *, devices), (cl_uint *, num_devices))
BY_HANDLE(EXT, cl_mem, clCreateFromD3D11BufferKHR, OBJECT, CONTEXT_PARAM, (cl_mem_flags, flags),
        (ID3D11Buffer *, resource), ERROR_PARAM)
BY_HANDLE(EXT, cl_mem, clCreateFromD3D11Texture2DKHR, OBJECT, CONTEXT_PARAM, (cl_mem_flags, flags),
        (ID3D11Texture2D *, resource), (UINT, subresource), ERROR_PARAM)
BY_HANDLE(EXT, cl_mem, clCreateFromD3D11Texture3DKHR, OBJECT, CONTEXT_PARAM, (cl_mem_flags, flags),
        (ID3D11Texture3D *, resource), (UINT, subresource), ERROR_PARAM)
BY_HANDLE(EXT, cl_mem, clCreateFromDX9MediaSurfaceKHR, OBJECT, CONTEXT_PARAM, (cl_mem_flags, flags),
        (cl_dx9_media_adapter_type_khr, adapter_type), (void *, surface_info), (cl_uint, plane),
        ERROR_PARAM)
BY_HANDLE(EXT, cl_int, clEnqueueAcquireD3D11ObjectsKHR, STATUS, QUEUE_PARAM, (cl_uint, num_objects),
        (const cl_mem *, mem_objects), EVENT_PARAMS)
BY_HANDLE(EXT, cl_int, clEnqueueReleaseD3D11ObjectsKHR, STATUS, QUEUE_PARAM, (cl_uint, num_objects),
        (const cl_mem *, mem_objects), EVENT_PARAMS)
BY_HANDLE(EXT, cl_int, clGetDeviceIDsFromDX9MediaAdapterKHR, STATUS, (cl_platform_id, platform),
        (cl_uint, num_media_adapters), (cl_dx9_media_adapter_type_khr *, media_adapter_type),
        (void *, media_adapters), (cl_dx9_media_adapter_set_khr, media_adapter_set),
        (cl_uint, num_entries), (cl_device_id *, devices), (cl_uint *, num_devices))
BY_HANDLE(EXT, cl_int, clEnqueueAcquireDX9MediaSurfacesKHR, STATUS, QUEUE_PARAM,
        (cl_uint, num_objects), (const cl_mem *, mem_objects), EVENT_PARAMS)
BY_HANDLE(EXT, cl_int, clEnqueueReleaseDX9MediaSurfacesKHR, STATUS, QUEUE_PARAM,
        (cl_uint, num_objects), (const cl_mem *, mem_objects), EVENT_PARAMS)
#else
ABSENT(10)
#endif
BY_HANDLE(EXT_1_0, cl_mem, clCreateFromEGLImageKHR, OBJECT, CONTEXT_PARAM,
        (CLeglDisplayKHR, egldisplay), (CLeglImageKHR, eglimage), (cl_mem_flags, flags),
        (const cl_egl_image_properties_khr *, properties), ERROR_PARAM)
BY_HANDLE(EXT_1_0, cl_int, clEnqueueAcquireEGLObjectsKHR, STATUS, QUEUE_PARAM,
        (cl_uint, num_objects), (const cl_mem *, mem_objects), EVENT_PARAMS)
BY_HANDLE(EXT_1_0, cl_int, clEnqueueReleaseEGLObjectsKHR, STATUS, QUEUE_PARAM,
        (cl_uint, num_objects), (const cl_mem *, mem_objects), EVENT_PARAMS)
BY_HANDLE(EXT_1_0, cl_event, clCreateEventFromEGLSyncKHR, OBJECT, CONTEXT_PARAM,
        (CLeglSyncKHR, sync), (CLeglDisplayKHR, display), ERROR_PARAM)
BY_HANDLE(2_0, cl_command_queue, clCreateCommandQueueWithProperties, OBJECT, CONTEXT_PARAM,
        (cl_device_id, device), (const cl_queue_properties *, properties), ERROR_PARAM)
BY_HANDLE(2_0, cl_mem, clCreatePipe, OBJECT, CONTEXT_PARAM, (cl_mem_flags, flags),
        (cl_uint, pipe_packet_size), (cl_uint, pipe_max_packets),
        (const cl_pipe_properties *, properties), ERROR_PARAM)
BY_HANDLE(2_0, cl_int, clGetPipeInfo, STATUS, (cl_mem, pipe), (cl_pipe_info, param_name),
        VALUE_PARAMS)
BY_HANDLE(2_0, void *, clSVMAlloc, POINTER, CONTEXT_PARAM, (cl_svm_mem_flags, flags),
        (size_t, size), (cl_uint, alignment))
BY_HANDLE(2_0, void, clSVMFree, NOTHING, CONTEXT_PARAM, (void *, svm_pointer))
BY_HANDLE(2_0, cl_int, clEnqueueSVMFree, STATUS, QUEUE_PARAM, (cl_uint, num_svm_pointers),
        (void* *, svm_pointers), (svm_free_callback, pfn_free_func), (void *, user_data),
        EVENT_PARAMS)
BY_HANDLE(2_0, cl_int, clEnqueueSVMMemcpy, STATUS, QUEUE_PARAM, (cl_bool, blocking_copy),
        (void *, dst_ptr), (const void *, src_ptr), (size_t, size), EVENT_PARAMS)
BY_HANDLE(2_0, cl_int, clEnqueueSVMMemFill, STATUS, QUEUE_PARAM, (void *, svm_ptr),
        (const void *, pattern), (size_t, pattern_size), (size_t, size), EVENT_PARAMS)
BY_HANDLE(2_0, cl_int, clEnqueueSVMMap, STATUS, QUEUE_PARAM, (cl_bool, blocking_map),
        (cl_map_flags, flags), (void *, svm_ptr), (size_t, size), EVENT_PARAMS)
BY_HANDLE(2_0, cl_int, clEnqueueSVMUnmap, STATUS, QUEUE_PARAM, (void *, svm_ptr), EVENT_PARAMS)
BY_HANDLE(2_0, cl_sampler, clCreateSamplerWithProperties, OBJECT, CONTEXT_PARAM,
        (const cl_sampler_properties *, sampler_properties), ERROR_PARAM)
BY_HANDLE(2_0, cl_int, clSetKernelArgSVMPointer, STATUS, (cl_kernel, kernel), (cl_uint, arg_index),
        (const void *, arg_value))
BY_HANDLE(2_0, cl_int, clSetKernelExecInfo, STATUS, (cl_kernel, kernel),
        (cl_kernel_exec_info, param_name), (size_t, param_value_size), (const void *, param_value))
BY_HANDLE(EXT_2_0, cl_int, clGetKernelSubGroupInfoKHR, STATUS, (cl_kernel, in_kernel),
        (cl_device_id, in_device), (cl_kernel_sub_group_info, param_name),
        (size_t, input_value_size), (const void *, input_value), VALUE_PARAMS)
BY_HANDLE(2_1, cl_kernel, clCloneKernel, OBJECT, (cl_kernel, source_kernel), ERROR_PARAM)
BY_HANDLE(2_1, cl_program, clCreateProgramWithIL, OBJECT, CONTEXT_PARAM, (const void *, il),
        (size_t, length), ERROR_PARAM)
BY_HANDLE(2_1, cl_int, clEnqueueSVMMigrateMem, STATUS, QUEUE_PARAM, (cl_uint, num_svm_pointers),
        (const void* *, svm_pointers), (const size_t *, sizes), (cl_mem_migration_flags, flags),
        EVENT_PARAMS)
BY_HANDLE(2_1, cl_int, clGetDeviceAndHostTimer, STATUS, (cl_device_id, device),
        (cl_ulong *, device_timestamp), (cl_ulong *, host_timestamp))
BY_HANDLE(2_1, cl_int, clGetHostTimer, STATUS, (cl_device_id, device), (cl_ulong *, host_timestamp))
BY_HANDLE(2_1, cl_int, clGetKernelSubGroupInfo, STATUS, (cl_kernel, kernel), (cl_device_id, device),
        (cl_kernel_sub_group_info, param_name), (size_t, input_value_size),
        (const void *, input_value), VALUE_PARAMS)
BY_HANDLE(2_1, cl_int, clSetDefaultDeviceCommandQueue, STATUS, CONTEXT_PARAM,
        (cl_device_id, device), QUEUE_PARAM)
BY_HANDLE(2_2, cl_int, clSetProgramReleaseCallback, STATUS, (cl_program, program),
        (program_callback, pfn_notify), (void *, user_data))
BY_HANDLE(2_2, cl_int, clSetProgramSpecializationConstant, STATUS, (cl_program, program),
        (cl_uint, spec_id), (size_t, spec_size), (const void *, spec_value))
BY_HANDLE(3_0, cl_mem, clCreateBufferWithProperties, OBJECT, CONTEXT_PARAM,
        (const cl_mem_properties *, properties), (cl_mem_flags, flags), (size_t, size),
        (void *, host_ptr), ERROR_PARAM)
BY_HANDLE(3_0, cl_mem, clCreateImageWithProperties, OBJECT, CONTEXT_PARAM,
        (const cl_mem_properties *, properties), (cl_mem_flags, flags),
        (const cl_image_format *, image_format), (const cl_image_desc *, image_desc),
        (void *, host_ptr), ERROR_PARAM)
BY_HANDLE(3_0, cl_int, clSetContextDestructorCallback, STATUS, CONTEXT_PARAM,
        (context_destructor_callback, pfn_notify), (void *, user_data))
BY_HANDLE(3_1, cl_int, clGetKernelSuggestedLocalWorkSize, STATUS, QUEUE_PARAM, (cl_kernel, kernel),
        (cl_uint, work_dim), (const size_t *, global_work_offset),
        (const size_t *, global_work_size), (size_t *, suggested_local_work_size))

#undef BY_HANDLE
#undef BY_PLATFORM
#undef BY_ARRAY
#undef BY_PROPERTIES
#undef BY_LOADER
#undef BY_ANY
#undef ABSENT
