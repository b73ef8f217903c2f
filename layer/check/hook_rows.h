/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The hooks: what is called for some functions of the API, besides check_NAME() of condition.h, and when:
 *
 *   INSIDE   while the arguments are checked: for handles inside values
 *   ALONE    the same, if conditions, which would find those handles, are not checked
 *   BEFORE   after that, if conditions are checked: for what drivers do not tell
 *   FREEING  when the call is about to go to the driver
 *   FOLLOW   after success: for what the call has done to objects and memory
 *   AFTER    after success, if conditions are checked
 *   FAILURE  after failure
 *   ENDED    after either, if conditions are checked
 *
 * BEFORE(name) stands for before_NAME(call, arguments), BEFORE_BY(name, hook) for hook(call), which several
 * functions share; the others likewise. Define both macros for one time, or for several, then include this file,
 * which undefines them.
 */
/* clang-format off */
#ifdef ALONE
ALONE(clSetKernelArgSVMPointer) ALONE(clSetKernelExecInfo) ALONE(clCreateContext)
ALONE(clCreateContextFromType) ALONE(clCreateSemaphoreWithPropertiesKHR)
ALONE_BY(clSetKernelArg, check_argument) /* inline, because it is called often */
#undef ALONE
#undef ALONE_BY
#endif

#ifdef INSIDE
INSIDE(clCreateImage) INSIDE(clCreateImageWithProperties) INSIDE(clGetImageRequirementsInfoEXT)
INSIDE(clUpdateMutableCommandsKHR) INSIDE(clUpdateMutableCommandsKHR_before)
#undef INSIDE
#endif

#ifdef BEFORE
BEFORE_BY(clSetContextDestructorCallback, before_destructor)
BEFORE_BY(clSetMemObjectDestructorCallback, before_destructor)
BEFORE(clReleaseEvent)
BEFORE_BY(clReleaseCommandQueue, hook_flush)
BEFORE(clFinish) BEFORE(clWaitForEvents) BEFORE(clBuildProgram) BEFORE(clCompileProgram)
BEFORE(clLinkProgram)
BEFORE_BY(clSetKernelArg, before_argument) BEFORE_BY(clSetKernelArgSVMPointer, before_argument)
BEFORE(clEnqueueNDRangeKernel) BEFORE(clEnqueueTask) BEFORE(clCommandNDRangeKernelKHR)
BEFORE(clEnqueueNativeKernel) BEFORE(clEnqueueUnmapMemObject) BEFORE(clEnqueueSVMMap)
BEFORE(clEnqueueSVMMemcpy) BEFORE(clEnqueueSVMFree)
BEFORE_BY(clEnqueueWaitSemaphoresKHR, hook_barrier)
BEFORE(clEnqueueCommandBufferKHR)
BEFORE_BY(clUpdateMutableCommandsKHR, before_changes)
BEFORE_BY(clUpdateMutableCommandsKHR_before, before_changes)
BEFORE_BY(clCreateContext, before_waiting) BEFORE_BY(clCreateContextFromType, before_waiting)
BEFORE_BY(clCreateCommandQueue, before_waiting)
BEFORE_BY(clCreateCommandQueueWithProperties, before_waiting)
BEFORE_BY(clEnqueueReadBuffer, before_transfer) BEFORE_BY(clEnqueueReadBufferRect, before_transfer)
BEFORE_BY(clEnqueueReadImage, before_transfer) BEFORE_BY(clEnqueueWriteBuffer, before_transfer)
BEFORE_BY(clEnqueueWriteBufferRect, before_transfer) BEFORE_BY(clEnqueueWriteImage, before_transfer)
BEFORE_BY(clEnqueueFillBuffer, before_transfer) BEFORE_BY(clEnqueueFillImage, before_transfer)
BEFORE_BY(clEnqueueCopyBuffer, before_transfer) BEFORE_BY(clEnqueueCopyBufferRect, before_transfer)
BEFORE_BY(clEnqueueCopyBufferToImage, before_transfer)
BEFORE_BY(clEnqueueCopyImage, before_transfer)
BEFORE_BY(clEnqueueCopyImageToBuffer, before_transfer)
BEFORE_BY(clEnqueueMapBuffer, before_transfer) BEFORE_BY(clEnqueueMapImage, before_transfer)
#undef BEFORE
#undef BEFORE_BY
#endif

#ifdef FREEING
FREEING_BY(clSVMFree, freeing_pointer)
FREEING(clEnqueueSVMFree)
FREEING_BY(clMemFreeINTEL, freeing_pointer) FREEING_BY(clMemBlockingFreeINTEL, freeing_pointer)
#undef FREEING
#undef FREEING_BY
#endif

#ifdef FOLLOW
FOLLOW(clGetExtensionFunctionAddress) FOLLOW(clGetExtensionFunctionAddressForPlatform)
FOLLOW(clCreateContext) FOLLOW(clSetEventCallback) FOLLOW(clEnqueueMapBuffer)
FOLLOW(clEnqueueMapImage) FOLLOW(clEnqueueUnmapMemObject) FOLLOW(clSVMAlloc)
FOLLOW(clHostMemAllocINTEL)
FOLLOW_BY(clDeviceMemAllocINTEL, follow_usm_alloc)
FOLLOW_BY(clSharedMemAllocINTEL, follow_usm_alloc)
FOLLOW(clCommandNDRangeKernelKHR) FOLLOW(clRemapCommandBufferKHR) FOLLOW(clGetMemAllocInfoINTEL)
FOLLOW_BY(clGetDeviceInfo, follow_query) FOLLOW_BY(clGetContextInfo, follow_query)
FOLLOW_BY(clGetCommandQueueInfo, follow_query) FOLLOW_BY(clGetMemObjectInfo, follow_query)
FOLLOW_BY(clGetImageInfo, follow_query) FOLLOW_BY(clGetSamplerInfo, follow_query)
FOLLOW_BY(clGetProgramInfo, follow_query) FOLLOW_BY(clGetKernelInfo, follow_query)
FOLLOW_BY(clGetEventInfo, follow_query) FOLLOW_BY(clGetSemaphoreInfoKHR, follow_query)
FOLLOW_BY(clGetCommandBufferInfoKHR, follow_query)
FOLLOW_BY(clGetMutableCommandInfoKHR, follow_query) FOLLOW_BY(clGetGLContextInfoKHR, follow_query)
#undef FOLLOW
#undef FOLLOW_BY
#endif

#ifdef AFTER
AFTER(clFinish)
AFTER_BY(clFlush, hook_flush)
AFTER(clSetUserEventStatus) AFTER(clSetCommandQueueProperty)
AFTER_BY(clBuildProgram, after_build) AFTER_BY(clCompileProgram, after_build)
AFTER(clLinkProgram) AFTER(clSetKernelArg) AFTER(clSetKernelArgSVMPointer)
AFTER(clSetKernelArgMemPointerINTEL) AFTER(clSetKernelArgDevicePointerEXT) AFTER(clCloneKernel)
AFTER(clEnqueueNDRangeKernel) AFTER(clEnqueueTask) AFTER(clCommandNDRangeKernelKHR)
AFTER(clEnqueueMapBuffer) AFTER(clEnqueueMapImage) AFTER(clEnqueueSVMMap) AFTER(clEnqueueSVMMemcpy)
AFTER(clEnqueueMemcpyINTEL) AFTER(clSetEventCallback) AFTER(clCreateCommandBufferKHR)
AFTER(clFinalizeCommandBufferKHR) AFTER(clEnqueueCommandBufferKHR)
AFTER_BY(clEnqueueReadBuffer, after_transfer) AFTER_BY(clEnqueueReadBufferRect, after_transfer)
AFTER_BY(clEnqueueReadImage, after_transfer) AFTER_BY(clEnqueueWriteBuffer, after_transfer)
AFTER_BY(clEnqueueWriteBufferRect, after_transfer) AFTER_BY(clEnqueueWriteImage, after_transfer)
AFTER_BY(clEnqueueFillBuffer, after_transfer) AFTER_BY(clEnqueueFillImage, after_transfer)
AFTER_BY(clEnqueueCopyBuffer, after_transfer) AFTER_BY(clEnqueueCopyBufferRect, after_transfer)
AFTER_BY(clEnqueueCopyBufferToImage, after_transfer) AFTER_BY(clEnqueueCopyImage, after_transfer)
AFTER_BY(clEnqueueCopyImageToBuffer, after_transfer) AFTER_BY(clEnqueueNativeKernel, after_host_use)
AFTER_BY(clEnqueueSVMMemFill, after_host_use) AFTER_BY(clEnqueueMemFillINTEL, after_host_use)
AFTER_BY(clEnqueueMemsetINTEL, after_host_use) AFTER_BY(clEnqueueMarkerWithWaitList, hook_barrier)
AFTER_BY(clEnqueueBarrierWithWaitList, hook_barrier) AFTER_BY(clEnqueueBarrier, hook_barrier)
AFTER_BY(clEnqueueWaitForEvents, hook_barrier) AFTER_BY(clWaitForEvents, after_synchronizing)
AFTER_BY(clEnqueueSignalSemaphoresKHR, after_synchronizing)
AFTER_BY(clGetCommandBufferInfoKHR, after_synchronizing) AFTER_BY(clGetEventInfo, after_asking)
AFTER_BY(clGetEventProfilingInfo, after_asking) AFTER_BY(clMemBlockingFreeINTEL, after_asking)
AFTER_BY(clCommandCopyBufferKHR, after_recording)
AFTER_BY(clCommandCopyBufferRectKHR, after_recording)
AFTER_BY(clCommandCopyBufferToImageKHR, after_recording)
AFTER_BY(clCommandCopyImageKHR, after_recording)
AFTER_BY(clCommandCopyImageToBufferKHR, after_recording)
AFTER_BY(clCommandFillBufferKHR, after_recording) AFTER_BY(clCommandFillImageKHR, after_recording)
AFTER_BY(clCommandSVMMemcpyKHR, after_recording) AFTER_BY(clCommandSVMMemFillKHR, after_recording)
AFTER_BY(clCommandCopyBufferKHR_before, after_recording_before)
AFTER_BY(clCommandCopyBufferRectKHR_before, after_recording_before)
AFTER_BY(clCommandCopyBufferToImageKHR_before, after_recording_before)
AFTER_BY(clCommandCopyImageKHR_before, after_recording_before)
AFTER_BY(clCommandCopyImageToBufferKHR_before, after_recording_before)
AFTER_BY(clCommandFillBufferKHR_before, after_recording_before)
AFTER_BY(clCommandFillImageKHR_before, after_recording_before)
AFTER_BY(clCommandSVMMemcpyKHR_before, after_recording_before)
AFTER_BY(clCommandSVMMemFillKHR_before, after_recording_before)
#undef AFTER
#undef AFTER_BY
#endif

#ifdef FAILURE
FAILURE_BY(clSetKernelArg, failure_argument) FAILURE_BY(clSetKernelArgSVMPointer, failure_argument)
FAILURE_BY(clSetKernelArgMemPointerINTEL, failure_argument)
FAILURE(clEnqueueSVMFree)
FAILURE_BY(clMemFreeINTEL, failure_freeing) FAILURE_BY(clMemBlockingFreeINTEL, failure_freeing)
FAILURE(clBuildProgram) FAILURE(clCompileProgram) FAILURE(clCreateKernel)
#undef FAILURE
#undef FAILURE_BY
#endif

#ifdef ENDED
ENDED_BY(clSetKernelArg, ended_argument) ENDED_BY(clSetKernelArgSVMPointer, ended_argument)
ENDED_BY(clEnqueueNDRangeKernel, ended_launch) ENDED_BY(clEnqueueTask, ended_launch)
ENDED(clCommandNDRangeKernelKHR)
#undef ENDED
#undef ENDED_BY
#endif
