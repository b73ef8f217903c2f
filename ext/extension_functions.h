/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The extension functions that act on an object and are not in the dispatch table: those of all KHR
 * and EXT extensions that are not experimental, and those of Intel's unified shared memory, which
 * several vendors have. This is a second table like loader/api/entry_points.h, with the same use:
 * define the row macros, then include this file, which undefines them at its end.
 *
 *   KIND(EXTENSION, TYPE, NAME, RESULT, (type, name), ...)
 *
 * KIND says how a call finds its platform:
 *   BY_HANDLE          the first parameter is an object of the driver, with its table
 *   BY_SEMAPHORE       the first parameter is a semaphore, which only its driver may read
 *   CREATES_SEMAPHORE  like BY_HANDLE, and the result is a semaphore
 *   RETAINS_SEMAPHORE, RELEASES_SEMAPHORE   like BY_SEMAPHORE
 * EXTENSION is the extension of the function. RESULT is what a failure looks like: see
 * entry_points.h.
 */
/* clang-format off */
#ifndef CREATES_SEMAPHORE
#define CREATES_SEMAPHORE BY_HANDLE
#endif
#ifndef RETAINS_SEMAPHORE
#define RETAINS_SEMAPHORE BY_SEMAPHORE
#endif
#ifndef RELEASES_SEMAPHORE
#define RELEASES_SEMAPHORE BY_SEMAPHORE
#endif

BY_HANDLE(cl_khr_il_program, cl_program, clCreateProgramWithILKHR, OBJECT,
        (cl_context, context), (const void *, il), (size_t, length), (cl_int *, errcode_ret))
BY_HANDLE(cl_khr_terminate_context, cl_int, clTerminateContextKHR, STATUS, (cl_context, context))
BY_HANDLE(cl_khr_create_command_queue, cl_command_queue, clCreateCommandQueueWithPropertiesKHR,
        OBJECT, (cl_context, context), (cl_device_id, device),
        (const cl_queue_properties_khr *, properties), (cl_int *, errcode_ret))
BY_HANDLE(cl_ext_migrate_memobject, cl_int, clEnqueueMigrateMemObjectEXT, STATUS,
        (cl_command_queue, command_queue), (cl_uint, num_mem_objects),
        (const cl_mem *, mem_objects), (cl_mem_migration_flags_ext, flags),
        (cl_uint, num_events_in_wait_list), (const cl_event *, event_wait_list),
        (cl_event *, event))
BY_HANDLE(cl_khr_suggested_local_work_size, cl_int, clGetKernelSuggestedLocalWorkSizeKHR, STATUS,
        (cl_command_queue, command_queue), (cl_kernel, kernel), (cl_uint, work_dim),
        (const size_t *, global_work_offset), (const size_t *, global_work_size),
        (size_t *, suggested_local_work_size))
CREATES_SEMAPHORE(cl_khr_semaphore, cl_semaphore_khr, clCreateSemaphoreWithPropertiesKHR, OBJECT,
        (cl_context, context), (const cl_semaphore_properties_khr *, sema_props),
        (cl_int *, errcode_ret))
BY_HANDLE(cl_khr_semaphore, cl_int, clEnqueueWaitSemaphoresKHR, STATUS,
        (cl_command_queue, command_queue), (cl_uint, num_sema_objects),
        (const cl_semaphore_khr *, sema_objects),
        (const cl_semaphore_payload_khr *, sema_payload_list), (cl_uint, num_events_in_wait_list),
        (const cl_event *, event_wait_list), (cl_event *, event))
BY_HANDLE(cl_khr_semaphore, cl_int, clEnqueueSignalSemaphoresKHR, STATUS,
        (cl_command_queue, command_queue), (cl_uint, num_sema_objects),
        (const cl_semaphore_khr *, sema_objects),
        (const cl_semaphore_payload_khr *, sema_payload_list), (cl_uint, num_events_in_wait_list),
        (const cl_event *, event_wait_list), (cl_event *, event))
BY_SEMAPHORE(cl_khr_semaphore, cl_int, clGetSemaphoreInfoKHR, STATUS,
        (cl_semaphore_khr, sema_object), (cl_semaphore_info_khr, param_name),
        (size_t, param_value_size), (void *, param_value), (size_t *, param_value_size_ret))
RETAINS_SEMAPHORE(cl_khr_semaphore, cl_int, clRetainSemaphoreKHR, STATUS,
        (cl_semaphore_khr, sema_object))
RELEASES_SEMAPHORE(cl_khr_semaphore, cl_int, clReleaseSemaphoreKHR, STATUS,
        (cl_semaphore_khr, sema_object))
BY_SEMAPHORE(cl_khr_external_semaphore, cl_int, clGetSemaphoreHandleForTypeKHR, STATUS,
        (cl_semaphore_khr, sema_object), (cl_device_id, device),
        (cl_external_semaphore_handle_type_khr, handle_type), (size_t, handle_size),
        (void *, handle_ptr), (size_t *, handle_size_ret))
BY_SEMAPHORE(cl_khr_external_semaphore_sync_fd, cl_int, clReImportSemaphoreSyncFdKHR, STATUS,
        (cl_semaphore_khr, sema_object), (cl_semaphore_reimport_properties_khr *, reimport_props),
        (int, fd))
BY_HANDLE(cl_khr_external_memory, cl_int, clEnqueueAcquireExternalMemObjectsKHR, STATUS,
        (cl_command_queue, command_queue), (cl_uint, num_mem_objects),
        (const cl_mem *, mem_objects), (cl_uint, num_events_in_wait_list),
        (const cl_event *, event_wait_list), (cl_event *, event))
BY_HANDLE(cl_khr_external_memory, cl_int, clEnqueueReleaseExternalMemObjectsKHR, STATUS,
        (cl_command_queue, command_queue), (cl_uint, num_mem_objects),
        (const cl_mem *, mem_objects), (cl_uint, num_events_in_wait_list),
        (const cl_event *, event_wait_list), (cl_event *, event))
BY_HANDLE(cl_ext_buffer_device_address, cl_int, clSetKernelArgDevicePointerEXT, STATUS,
        (cl_kernel, kernel), (cl_uint, arg_index), (cl_mem_device_address_ext, arg_value))
BY_HANDLE(cl_ext_image_requirements_info, cl_int, clGetImageRequirementsInfoEXT, STATUS,
        (cl_context, context), (const cl_mem_properties *, properties), (cl_mem_flags, flags),
        (const cl_image_format *, image_format), (const cl_image_desc *, image_desc),
        (cl_image_requirements_info_ext, param_name), (size_t, param_value_size),
        (void *, param_value), (size_t *, param_value_size_ret))
BY_HANDLE(cl_intel_unified_shared_memory, void *, clHostMemAllocINTEL, OBJECT,
        (cl_context, context), (const cl_mem_properties_intel *, properties), (size_t, size),
        (cl_uint, alignment), (cl_int *, errcode_ret))
BY_HANDLE(cl_intel_unified_shared_memory, void *, clDeviceMemAllocINTEL, OBJECT,
        (cl_context, context), (cl_device_id, device),
        (const cl_mem_properties_intel *, properties), (size_t, size), (cl_uint, alignment),
        (cl_int *, errcode_ret))
BY_HANDLE(cl_intel_unified_shared_memory, void *, clSharedMemAllocINTEL, OBJECT,
        (cl_context, context), (cl_device_id, device),
        (const cl_mem_properties_intel *, properties), (size_t, size), (cl_uint, alignment),
        (cl_int *, errcode_ret))
BY_HANDLE(cl_intel_unified_shared_memory, cl_int, clMemFreeINTEL, STATUS,
        (cl_context, context), (void *, ptr))
BY_HANDLE(cl_intel_unified_shared_memory, cl_int, clMemBlockingFreeINTEL, STATUS,
        (cl_context, context), (void *, ptr))
BY_HANDLE(cl_intel_unified_shared_memory, cl_int, clGetMemAllocInfoINTEL, STATUS,
        (cl_context, context), (const void *, ptr), (cl_mem_info_intel, param_name),
        (size_t, param_value_size), (void *, param_value), (size_t *, param_value_size_ret))
BY_HANDLE(cl_intel_unified_shared_memory, cl_int, clSetKernelArgMemPointerINTEL, STATUS,
        (cl_kernel, kernel), (cl_uint, arg_index), (const void *, arg_value))
BY_HANDLE(cl_intel_unified_shared_memory, cl_int, clEnqueueMemFillINTEL, STATUS,
        (cl_command_queue, command_queue), (void *, dst_ptr), (const void *, pattern),
        (size_t, pattern_size), (size_t, size), (cl_uint, num_events_in_wait_list),
        (const cl_event *, event_wait_list), (cl_event *, event))
BY_HANDLE(cl_intel_unified_shared_memory, cl_int, clEnqueueMemcpyINTEL, STATUS,
        (cl_command_queue, command_queue), (cl_bool, blocking), (void *, dst_ptr),
        (const void *, src_ptr), (size_t, size), (cl_uint, num_events_in_wait_list),
        (const cl_event *, event_wait_list), (cl_event *, event))
BY_HANDLE(cl_intel_unified_shared_memory, cl_int, clEnqueueMemAdviseINTEL, STATUS,
        (cl_command_queue, command_queue), (const void *, ptr), (size_t, size),
        (cl_mem_advice_intel, advice), (cl_uint, num_events_in_wait_list),
        (const cl_event *, event_wait_list), (cl_event *, event))
BY_HANDLE(cl_intel_unified_shared_memory, cl_int, clEnqueueMigrateMemINTEL, STATUS,
        (cl_command_queue, command_queue), (const void *, ptr), (size_t, size),
        (cl_mem_migration_flags, flags), (cl_uint, num_events_in_wait_list),
        (const cl_event *, event_wait_list), (cl_event *, event))
BY_HANDLE(cl_intel_unified_shared_memory, cl_int, clEnqueueMemsetINTEL, STATUS,
        (cl_command_queue, command_queue), (void *, dst_ptr), (cl_int, value), (size_t, size),
        (cl_uint, num_events_in_wait_list), (const cl_event *, event_wait_list),
        (cl_event *, event))

#undef BY_HANDLE
#undef BY_SEMAPHORE
#undef CREATES_SEMAPHORE
#undef RETAINS_SEMAPHORE
#undef RELEASES_SEMAPHORE
