/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The hooks: what the checking function of an API function does besides check_NAME() (condition.h),
 * and when. wrappers.py writes the hooks into the functions; nothing else reads this file.
 *
 *   INSIDE     while the arguments are checked: for handles inside values
 *   ALONE      like INSIDE, but only if conditions, which would find those handles, are not checked
 *   REPLACED   before the call, if conditions are checked; the version is 10 * major + minor
 *   PARAMETER  after REPLACED: in each function that has a parameter of this name
 *   BEFORE     after PARAMETER: for mistakes that drivers do not report
 *   FREEING    when the call is about to go to the driver
 *   FOLLOW     after success: for what the call has done to objects and memory
 *   AFTER      after success, if conditions are checked
 *   FAILURE    after failure
 *   ENDED      after either, if conditions are checked
 *
 * BEFORE(NAME, statements): in the statements, `call` is the call, with its result and its error,
 * and `a` has its arguments. A statement calls a function. The functions of hooks/ exist only for
 * these rows; check_wrapped.h includes the headers of the others.
 */
/* clang-format off */
INSIDE(clCreateImage, hook_descriptor(call, a->image_desc))
INSIDE(clCreateImageWithProperties, hook_descriptor(call, a->image_desc))
INSIDE(clGetImageRequirementsInfoEXT, hook_descriptor(call, a->image_desc))
INSIDE(clUpdateMutableCommandsKHR, changes_check(call, a->command_buffer, CHANGES(a)))
INSIDE(clUpdateMutableCommandsKHR_before, changes_check(call, a->command_buffer, CHANGES_BEFORE(a)))

ALONE(clCreateContext, hook_platform(call, a->properties))
ALONE(clCreateContextFromType, hook_platform(call, a->properties))
ALONE(clCreateSemaphoreWithPropertiesKHR, hook_semaphore_device(call, a->sema_props))
ALONE(clSetKernelArg, check_argument(call))
ALONE(clSetKernelArgSVMPointer,
      check_pointers(call, KERNEL_ARGUMENT_POINTER_FREED, CL_INVALID_ARG_VALUE, &a->arg_value, 1))
ALONE(clSetKernelExecInfo, hook_exec_info(call, a->param_name, a->param_value_size, a->param_value))

BEFORE(clGetDeviceIDs, hook_asked())
BEFORE(clCreateContextFromType, hook_asked())
BEFORE(clGetGLContextInfoKHR, hook_asked())
#ifdef _WIN32
BEFORE(clGetDeviceIDsFromD3D10KHR, hook_asked())
BEFORE(clGetDeviceIDsFromD3D11KHR, hook_asked())
BEFORE(clGetDeviceIDsFromDX9MediaAdapterKHR, hook_asked())
#endif

/* Commands that read, write, fill or copy memory objects. */
#define TRANSFERS(ROW, statement) \
    ROW(clEnqueueReadBuffer, statement) ROW(clEnqueueReadBufferRect, statement) \
    ROW(clEnqueueReadImage, statement) ROW(clEnqueueWriteBuffer, statement) \
    ROW(clEnqueueWriteBufferRect, statement) ROW(clEnqueueWriteImage, statement) \
    ROW(clEnqueueFillBuffer, statement) ROW(clEnqueueFillImage, statement) \
    ROW(clEnqueueCopyBuffer, statement) ROW(clEnqueueCopyBufferRect, statement) \
    ROW(clEnqueueCopyImage, statement) ROW(clEnqueueCopyBufferToImage, statement) \
    ROW(clEnqueueCopyImageToBuffer, statement)

/* Commands that fill or copy memory with addresses. */
#define ADDRESS_TRANSFERS(ROW, statement) \
    ROW(clEnqueueSVMMemcpy, statement) ROW(clEnqueueSVMMemFill, statement) \
    ROW(clEnqueueMemcpyINTEL, statement) ROW(clEnqueueMemFillINTEL, statement) \
    ROW(clEnqueueMemsetINTEL, statement)

REPLACED(clEnqueueBarrier, 12)
REPLACED(clEnqueueWaitForEvents, 12)
REPLACED(clEnqueueMarker, 12)
REPLACED(clCreateImage2D, 12)
REPLACED(clCreateImage3D, 12)
REPLACED(clCreateFromGLTexture2D, 12)
REPLACED(clCreateFromGLTexture3D, 12)
REPLACED(clUnloadCompiler, 12)
REPLACED(clGetExtensionFunctionAddress, 12)
REPLACED(clCreateCommandQueue, 20)
REPLACED(clCreateSampler, 20)
REPLACED(clEnqueueTask, 20)
REPLACED(clSetProgramReleaseCallback, 30)

/* Values that the devices may be too old for. */
PARAMETER(flags, since_value(call, finding_subject(call), SINCE_MEM_FLAGS, a->flags))
PARAMETER(map_flags, since_value(call, finding_subject(call), SINCE_MAP_FLAGS, a->map_flags))
PARAMETER(addressing_mode, since_value(call, finding_subject(call), SINCE_ADDRESSING, a->addressing_mode))
PARAMETER(image_format, since_format(call, finding_subject(call), a->image_format))

/* Callbacks must not make contexts and queues, because that costs much. */
BEFORE(clCreateContext, hazard_waits(call))
BEFORE(clCreateContextFromType, hazard_waits(call))
BEFORE(clCreateCommandQueue, hazard_waits(call))
BEFORE(clCreateCommandQueueWithProperties, hazard_waits(call))
BEFORE(clReleaseCommandQueue, flushes_done(a->command_queue))
BEFORE(clFinish, hazard_finishes(call, a->command_queue))
BEFORE(clWaitForEvents, hazard_waits_for(call, a->num_events, a->event_list))
BEFORE(clReleaseEvent, waits_released(call, a->event))
BEFORE(clSetContextDestructorCallback, hook_callback(a->pfn_notify != NULL))
BEFORE(clSetMemObjectDestructorCallback, hook_callback(a->pfn_notify != NULL))
BEFORE(clBuildProgram, hook_build(call, a->program, a->pfn_notify != NULL))
BEFORE(clCompileProgram, hook_build(call, a->program, a->pfn_notify != NULL))
BEFORE(clLinkProgram, hook_build(call, NULL, a->pfn_notify != NULL))
BEFORE(clSetKernelArg, hook_kernel(call, a->kernel, true))
BEFORE(clSetKernelArgSVMPointer, hook_kernel(call, a->kernel, true))
BEFORE(clReleaseKernel, canaries_releases(a->kernel))
BEFORE(clEnqueueNDRangeKernel,
       hook_launch(call, a); canaries_before(a->command_queue, a->kernel, !hazard_has_several()))
BEFORE(clEnqueueTask, hook_task(call, a); canaries_before(a->command_queue, a->kernel, !hazard_has_several()))
BEFORE(clEnqueueNativeKernel, hook_callback(a->user_func != NULL))
BEFORE(clCommandNDRangeKernelKHR, hook_kernel(call, a->kernel, false))
TRANSFERS(BEFORE, hook_transfer(call))
BEFORE(clEnqueueMapBuffer, hook_transfer(call))
BEFORE(clEnqueueMapImage, hook_transfer(call))
BEFORE(clEnqueueUnmapMemObject,
       order_unmaps(call, a->memobj, a->mapped_ptr, a->num_events_in_wait_list, a->event_wait_list))
BEFORE(clEnqueueSVMMap, hook_transfer(call))
ADDRESS_TRANSFERS(BEFORE, hook_svm_transfer(call))
BEFORE(clSVMFree, uses_freed(call, a->svm_pointer, NULL))
BEFORE(clMemFreeINTEL, uses_freed(call, a->ptr, NULL))
BEFORE(clEnqueueSVMFree, hook_frees(call, a))
BEFORE(clEnqueueWaitSemaphoresKHR, order_barrier(a->command_queue))
BEFORE(clEnqueueCommandBufferKHR, hook_command_buffer(call, a))
BEFORE(clUpdateMutableCommandsKHR, recorded_changes(a->command_buffer); canaries_changed(a->command_buffer))
BEFORE(clUpdateMutableCommandsKHR_before,
       recorded_changes(a->command_buffer); canaries_changed(a->command_buffer))

/* Memory counts as freed before the driver frees it, because then another call may get it. */
FREEING(clSVMFree, range_becomes(a->svm_pointer, FREED))
FREEING(clMemFreeINTEL, range_becomes(a->ptr, FREED))
FREEING(clMemBlockingFreeINTEL, range_becomes(a->ptr, FREED))
FREEING(clEnqueueSVMFree, hook_free_list(a, TO_BE_FREED))
FREEING(clCreateContext, current_describe(call->site))
FREEING(clCreateContextFromType, current_describe(call->site))

FOLLOW(clGetPlatformInfo, hook_answer(call))
#define ANSWERED(name) FOLLOW(name, hook_query(call))
ANSWERED(clGetDeviceInfo) ANSWERED(clGetContextInfo) ANSWERED(clGetCommandQueueInfo)
ANSWERED(clGetMemObjectInfo) ANSWERED(clGetImageInfo) ANSWERED(clGetSamplerInfo)
ANSWERED(clGetProgramInfo) ANSWERED(clGetKernelInfo) ANSWERED(clGetEventInfo)
ANSWERED(clGetSemaphoreInfoKHR) ANSWERED(clGetCommandBufferInfoKHR)
ANSWERED(clGetMutableCommandInfoKHR) ANSWERED(clGetGLContextInfoKHR)
#undef ANSWERED
FOLLOW(clGetMemAllocInfoINTEL,
       check_answered(call, a->param_name, a->param_value_size, a->param_value, a->param_value_size_ret))
FOLLOW(clGetExtensionFunctionAddress, check_looked_up(a->func_name, call->result))
FOLLOW(clGetExtensionFunctionAddressForPlatform, check_looked_up(a->func_name, call->result))
/* A context keeps its devices, and an event with a callback is alive until that has been called. */
FOLLOW(clGetPlatformIDs, hook_platforms(a->platforms))
FOLLOW(clGetDeviceIDs, hook_listed(a->devices))
FOLLOW(clCreateContext, check_kept(a->devices, a->num_devices); hook_context())
FOLLOW(clCreateContextFromType, hook_context())
FOLLOW(clSetEventCallback, check_kept(&a->event, 1))
/* Mappings are noted even if conditions are not checked. */
FOLLOW(clEnqueueMapBuffer,
       info_mapped_buffer(a->buffer, call->result, a->map_flags, a->offset, a->size,
                          a->blocking_map ? NULL : a->command_queue);
       canaries_mapped(a->buffer))
FOLLOW(clEnqueueMapImage,
       info_mapped_image(a->image, call->result, a->map_flags, a->origin, a->region,
                         a->blocking_map ? NULL : a->command_queue);
       canaries_mapped(a->image))
FOLLOW(clEnqueueUnmapMemObject, hook_unmapped(call, a); canaries_unmapped(a->memobj))
FOLLOW(clEnqueueSVMMap, hook_svm_mapped(a))
FOLLOW(clEnqueueSVMUnmap, hook_svm_unmapped(call, a))
FOLLOW(clSVMAlloc, hook_svm_alloc(call, a))
FOLLOW(clHostMemAllocINTEL, hook_allocated(call, a->size, RANGE_USM, true, a->context))
FOLLOW(clDeviceMemAllocINTEL, hook_allocated(call, a->size, RANGE_USM, false, a->context))
FOLLOW(clSharedMemAllocINTEL, hook_allocated(call, a->size, RANGE_USM, true, a->context))
FOLLOW(clCommandNDRangeKernelKHR, changes_note(call, a->command_buffer, a->kernel, a->mutable_handle))
FOLLOW(clRemapCommandBufferKHR,
       changes_note_again(call, call->result, a->num_handles, a->handles, a->handles_ret))

AFTER(clSetCommandQueueProperty, info_note_queue_bits(a->command_queue, a->properties, a->enable))
AFTER(clFlush, flushes_done(a->command_queue))
AFTER(clFinish, hook_finished(a->command_queue, true))
/* The host may know now that commands have ended. (A semaphore may tell it through another API.) */
AFTER(clWaitForEvents, order_synchronized(); hook_collect(true))
AFTER(clEnqueueSignalSemaphoresKHR, order_synchronized())
AFTER(clGetCommandBufferInfoKHR, order_synchronized())
/* Also, a program that asks again and again until a command has ended needs no flush. */
AFTER(clGetEventInfo, order_synchronized(); flushes_done_of_all(); hook_collect(false))
AFTER(clGetEventProfilingInfo, order_synchronized(); flushes_done_of_all())
AFTER(clMemBlockingFreeINTEL, order_synchronized(); flushes_done_of_all())
AFTER(clSetEventCallback, order_synchronized(); hazard_another_thread())
AFTER(clSetUserEventStatus, info_program_sets_errors(a->execution_status < 0); waits_completed(a->event))
AFTER(clEnqueueMarkerWithWaitList, order_barrier(a->command_queue))
AFTER(clEnqueueBarrierWithWaitList, order_barrier(a->command_queue))
AFTER(clEnqueueBarrier, order_barrier(a->command_queue))
AFTER(clEnqueueWaitForEvents, order_barrier(a->command_queue))
AFTER(clBuildProgram, hazard_built(a->program); bounds_compiled(a->program, a->options, 0, NULL, NULL))
AFTER(clCompileProgram,
      hazard_built(a->program);
      bounds_compiled(a->program, a->options, a->num_input_headers, a->input_headers,
                      (const char *const *)a->header_include_names))
AFTER(clLinkProgram,
      check_linked(call, call->result); bounds_linked(call->result, a->num_input_programs, a->input_programs))
AFTER(clCreateKernel, bounds_made(call, a->program))
AFTER(clCreateKernelsInProgram, bounds_made(call, a->program))
AFTER(clCloneKernel, info_copy_arguments(a->source_kernel, call->result))
AFTER(clSetKernelArg, info_note_argument(a->kernel, a->arg_index, a->arg_size, a->arg_value))
AFTER(clSetKernelArgSVMPointer, info_note_pointer(a->kernel, a->arg_index, a->arg_value, true))
AFTER(clSetKernelArgMemPointerINTEL, info_note_pointer(a->kernel, a->arg_index, a->arg_value, false);
      bounds_forget(a->kernel))
AFTER(clSetKernelExecInfo, hook_exec_info_set(a->kernel, a->param_name, a->param_value_size, a->param_value))
AFTER(clSetKernelArgDevicePointerEXT, info_note_pointer(a->kernel, a->arg_index, NULL, false);
      bounds_forget(a->kernel))
AFTER(clEnqueueNDRangeKernel,
      hook_launched(call, a); canaries_behind(call, a->command_queue); bounds_launched(call))
AFTER(clEnqueueTask,
      hook_task_launched(call, a); canaries_behind(call, a->command_queue); bounds_launched(call))
AFTER(clEnqueueNativeKernel, order_uses_host(); order_synchronized(); info_may_write_any())
/* Commands may write to a buffer through a sub-buffer, or an image of it. */
AFTER(clCreateSubBuffer, info_may_write(a->buffer))
AFTER(clCreateImage, hook_image_made(a->image_desc))
AFTER(clCreateImageWithProperties, hook_image_made(a->image_desc))
/* Another API may wait for the command, and tell the host. */
AFTER(clEnqueueReleaseGLObjects, order_synchronized())
AFTER(clEnqueueReleaseEGLObjectsKHR, order_synchronized())
AFTER(clEnqueueReleaseExternalMemObjectsKHR, order_synchronized())
TRANSFERS(AFTER, hook_transferred(call))
AFTER(clEnqueueMapBuffer, hook_transferred(call); hook_mapped(call, a->blocking_map, a->buffer, a->event))
AFTER(clEnqueueMapImage, hook_transferred(call); hook_mapped(call, a->blocking_map, a->image, a->event))
AFTER(clEnqueueSVMMap, hook_transferred(call))
AFTER(clEnqueueSVMUnmap, hook_transferred(call))
AFTER(clEnqueueSVMMigrateMem, hook_svm_migrated(call, a))
AFTER(clEnqueueMigrateMemINTEL, hook_transferred(call))
AFTER(clEnqueueMemAdviseINTEL, hook_transferred(call))
ADDRESS_TRANSFERS(AFTER, order_uses_host(); hook_transferred(call))
AFTER(clCreateCommandBufferKHR,
      info_made_command_buffer(call->result, a->properties, a->queues, a->num_queues); info_may_write_any())
AFTER(clFinalizeCommandBufferKHR, info_finalized(a->command_buffer))
AFTER(clEnqueueCommandBufferKHR, hook_command_buffer_enqueued(call, a))
AFTER(clCommandNDRangeKernelKHR,
      recorded_kernel(a->command_buffer, a->kernel, a->work_dim, a->global_work_offset, a->global_work_size,
                      a->mutable_handle);
      canaries_recorded(call, a->command_buffer, a->kernel))
/* After the command buffer, a recorded command has the queue, and properties since the revision
 * 0.9.5; the rest is what the enqueued command has after its queue. */
#define RECORDED(name) \
    AFTER(name, hook_recorded(call, 2 * sizeof(void *))) AFTER(name##_before, hook_recorded(call, sizeof(void *)))
RECORDED(clCommandCopyBufferKHR) RECORDED(clCommandCopyBufferRectKHR)
RECORDED(clCommandCopyBufferToImageKHR) RECORDED(clCommandCopyImageKHR)
RECORDED(clCommandCopyImageToBufferKHR) RECORDED(clCommandFillBufferKHR)
RECORDED(clCommandFillImageKHR) RECORDED(clCommandSVMMemcpyKHR) RECORDED(clCommandSVMMemFillKHR)
#undef RECORDED

FAILURE(clCreateContext, hook_context())
FAILURE(clCreateContextFromType, hook_context())
FAILURE(clSetKernelArg, hook_argument_failed(a->kernel, a->arg_index))
FAILURE(clSetKernelArgSVMPointer, hook_argument_failed(a->kernel, a->arg_index))
FAILURE(clSetKernelArgMemPointerINTEL, hook_argument_failed(a->kernel, a->arg_index))
FAILURE(clEnqueueNDRangeKernel, canaries_failed())
FAILURE(clEnqueueTask, canaries_failed())
FAILURE(clEnqueueCommandBufferKHR, canaries_failed())
FAILURE(clMemFreeINTEL, range_becomes(a->ptr, LIVING))
FAILURE(clMemBlockingFreeINTEL, range_becomes(a->ptr, LIVING))
FAILURE(clEnqueueSVMFree, hook_free_list(a, LIVING))
/* The build log says why a program was not built. */
FAILURE(clBuildProgram, hook_build_failed(call, a->program))
FAILURE(clCompileProgram, hook_build_failed(call, a->program))
FAILURE(clCreateKernel, if (call->error == CL_INVALID_PROGRAM_EXECUTABLE) check_log(a->program))

ENDED(clSetKernelArg, hook_kernel_done(a->kernel))
ENDED(clSetKernelArgSVMPointer, hook_kernel_done(a->kernel))
ENDED(clEnqueueNDRangeKernel, hook_kernel_done(a->kernel))
ENDED(clEnqueueTask, hook_kernel_done(a->kernel))
ENDED(clCommandNDRangeKernelKHR, hook_kernel_done(a->kernel))
#undef TRANSFERS
#undef ADDRESS_TRANSFERS
