/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What drivers do not tell: order (order.h), threads, versions. USE_function is what is checked before a
 * call, USED_function what is noted after it has succeeded; both are `, expression`.
 */
/* clang-format off */
#ifndef CLRELAY_LAYER_CHECK_USE_H
#define CLRELAY_LAYER_CHECK_USE_H

#include "check.h"
#include "flushes.h"
#include "recorded.h"
#include "waits.h"

/* Every call: versions, and which threads there are. `handle` is the first argument. */
extern HIDDEN const unsigned char use_versions[SLOT_COUNT]; /* 10 * major + minor; 0: any */
extern HIDDEN _Thread_local char use_thread;
extern HIDDEN _Atomic(const char *) use_only_thread; /* NULL: none yet */
HIDDEN SLOW void use_version(struct check_call *call, uint64_t handle, enum kind kind);
HIDDEN SLOW void use_extension(struct check_call *call, uint64_t handle, enum kind kind);
HIDDEN SLOW void use_another_thread(void);
ALWAYS_INLINED static inline void use_call(struct check_call *call, unsigned number, uint64_t handle,
                                           enum kind kind)
{
    if (atomic_load_explicit(&use_only_thread, memory_order_relaxed) != &use_thread)
        use_another_thread();
    if (number < SLOT_COUNT && use_versions[number] > 10 && kind) use_version(call, handle, kind);
    if (number >= SIGNATURE_EXTENSIONS && kind) use_extension(call, handle, kind);
}

/* A function that the specification has replaced: since which version (10 * major + minor). */
HIDDEN SLOW void use_deprecated(struct check_call *call, unsigned since);

/* A call that began a build has succeeded: says if the build has ended in it, and failed. */
HIDDEN void use_built(cl_program program);

/* A call that may wait, or that costs so much that callbacks must not make it. */
HIDDEN void use_waits(struct check_call *call);
HIDDEN void use_waits_for(struct check_call *call, cl_uint count, const cl_event *events);
HIDDEN void use_finishes(struct check_call *call, cl_command_queue queue);
HIDDEN void use_blocks(struct check_call *call, cl_command_queue queue, cl_uint count,
                       const cl_event *list);

/* A command has been enqueued; `event` has its event, or is NULL. */
HIDDEN void use_enqueued(const struct check_call *call, cl_command_queue queue, cl_uint count,
                         const cl_event *list, const cl_event *event);

/* A kernel object that a call uses, or `sets` an argument of, until use_kernel_done(). */
HIDDEN void use_kernel(struct check_call *call, cl_kernel kernel, bool sets);
HIDDEN void use_kernel_done(cl_kernel kernel);

/* A launch that waits for no event: arguments that are mapped. */
HIDDEN void use_mapped(struct check_call *call, cl_command_queue queue, cl_kernel kernel);

#define WAITS_IF(blocking)  ((blocking) ? use_waits(call) : (void)0)
#define BLOCKS_IF(blocking) ((blocking) ? use_blocks(call, command_queue, num_events_in_wait_list, event_wait_list) : (void)0)
#define DONE_IF(blocking)   ((blocking) ? (order_synchronized(), flushes_done(command_queue)) : (void)0)
#define READS(mem, part)    order_reads(call, command_queue, mem, part)
#define WRITES(mem, part)   order_writes(call, command_queue, mem, part)
#define READ(mem, part)     order_has_read(call, command_queue, mem, part)
#define WROTE(mem, part)    order_has_written(call, command_queue, mem, part)
#define LATER(blocking)     ((blocking) ? (void)0 : order_reads_later(call, command_queue))
#define MAPPED(mem)         (blocking_map ? (void)0 : order_mapped(mem, result, event))

/* The parts of objects that commands touch. */
#define PART_BYTES        part_bytes(offset, size)
#define PART_BYTES_FROM   part_bytes(src_offset, size)
#define PART_BYTES_TO     part_bytes(dst_offset, size)
#define PART_RECT         part_rect(buffer_origin, region, buffer_row_pitch, buffer_slice_pitch)
#define PART_RECT_FROM    part_rect(src_origin, region, src_row_pitch, src_slice_pitch)
#define PART_RECT_TO      part_rect(dst_origin, region, dst_row_pitch, dst_slice_pitch)
#define PART_PIXELS       part_image(image, origin, region)
#define PART_PIXELS_FROM  part_image(src_image, src_origin, region)
#define PART_PIXELS_TO    part_image(dst_image, dst_origin, region)
#define PART_PACKED_FROM  part_bytes(src_offset, info_image_bytes(dst_image, region))
#define PART_PACKED_TO    part_bytes(dst_offset, info_image_bytes(src_image, region))

/* What a command waits for orders it, whatever it does. */
#define ORDERED_BY(type, name) PICK(ORDERED_BY_##name, (void)0, )
#define ORDERED_BY_num_events_in_wait_list , (num_events_in_wait_list ? order_barrier(command_queue) : (void)0)
#define USE_clEnqueueWaitSemaphoresKHR  , order_barrier(command_queue)
#define USE_clEnqueueCommandBufferKHR   , (ONE_QUEUE ? (void)0 : order_synchronized(), recorded_enqueue(call, ONE_QUEUE, command_buffer, num_events_in_wait_list != 0))
#define USED_clEnqueueSignalSemaphoresKHR , order_synchronized() /* another API may tell the host */
#define USED_clEnqueueCommandBufferKHR  , (recorded_enqueued(call, ONE_QUEUE, command_buffer), order_uses_host())
#define ONE_QUEUE                       (num_queues < 2 ? command_queue : NULL)
/* The queue of a command without a parameter for it. */
#define QUEUE_OF_clEnqueueCommandBufferKHR \
    , const cl_command_queue command_queue = info_command_buffer_queue(command_buffer, queues, num_queues); (void)command_queue;
#define HELD_BY(type, name)    PICK(HELD_BY_##name, (void)0, )
#define HELD_BY_num_events_in_wait_list , use_enqueued(call, command_queue, num_events_in_wait_list, event_wait_list, event)
#define USED_clSetUserEventStatus       , (info_program_sets_errors(execution_status < 0), waits_completed(event))
#define USE_clReleaseEvent              , waits_released(call, event)

#define USE_clFinish                    , use_finishes(call, command_queue)
#define USED_clFinish                   , (order_synchronized(), flushes_done(command_queue))
#define USED_clFlush                    , flushes_done(command_queue)
#define USE_clReleaseCommandQueue       , flushes_done(command_queue)
#define USE_clWaitForEvents             , use_waits_for(call, num_events, event_list)
#define USED_clWaitForEvents            , order_synchronized()
#define USED_clGetEventInfo             , (order_synchronized(), flushes_done_of_all())
#define USED_clGetEventProfilingInfo    , (order_synchronized(), flushes_done_of_all())
#define USED_clSetEventCallback         , (order_synchronized(), use_another_thread())
/* A callback may do what no thread of the program does. */
#define CALLED_BACK(callback)           ((callback) ? use_another_thread() : (void)0)
#define USE_clBuildProgram              , (WAITS_IF(!pfn_notify), CALLED_BACK(pfn_notify))
#define USE_clCompileProgram            , (WAITS_IF(!pfn_notify), CALLED_BACK(pfn_notify))
#define USE_clLinkProgram               , (WAITS_IF(!pfn_notify), CALLED_BACK(pfn_notify))
#define USE_clEnqueueSVMFree            , CALLED_BACK(pfn_free_func)
#define USE_clEnqueueNativeKernel       , CALLED_BACK(user_func)
#define USE_clSetMemObjectDestructorCallback , CALLED_BACK(pfn_notify)
#define USE_clSetContextDestructorCallback   , CALLED_BACK(pfn_notify)
#define USE_clCreateContext             , use_waits(call)
#define USE_clCreateContextFromType     , use_waits(call)

#define USE_clEnqueueReadBuffer         , (BLOCKS_IF(blocking_read), READS(buffer, PART_BYTES))
#define USED_clEnqueueReadBuffer        , (READ(buffer, PART_BYTES), DONE_IF(blocking_read), LATER(blocking_read))
#define USE_clEnqueueReadBufferRect     , (BLOCKS_IF(blocking_read), READS(buffer, PART_RECT))
#define USED_clEnqueueReadBufferRect    , (READ(buffer, PART_RECT), DONE_IF(blocking_read), LATER(blocking_read))
#define USE_clEnqueueReadImage          , (BLOCKS_IF(blocking_read), READS(image, PART_PIXELS))
#define USED_clEnqueueReadImage         , (READ(image, PART_PIXELS), DONE_IF(blocking_read), LATER(blocking_read))
#define USE_clEnqueueWriteBuffer        , (BLOCKS_IF(blocking_write), WRITES(buffer, PART_BYTES))
#define USED_clEnqueueWriteBuffer       , (WROTE(buffer, PART_BYTES), order_uses_host(), DONE_IF(blocking_write))
#define USE_clEnqueueWriteBufferRect    , (BLOCKS_IF(blocking_write), WRITES(buffer, PART_RECT))
#define USED_clEnqueueWriteBufferRect   , (WROTE(buffer, PART_RECT), order_uses_host(), DONE_IF(blocking_write))
#define USE_clEnqueueWriteImage         , (BLOCKS_IF(blocking_write), WRITES(image, PART_PIXELS))
#define USED_clEnqueueWriteImage        , (WROTE(image, PART_PIXELS), order_uses_host(), DONE_IF(blocking_write))
#define USE_clEnqueueFillBuffer         , WRITES(buffer, PART_BYTES)
#define USED_clEnqueueFillBuffer        , WROTE(buffer, PART_BYTES)
#define USE_clEnqueueFillImage          , WRITES(image, PART_PIXELS)
#define USED_clEnqueueFillImage         , WROTE(image, PART_PIXELS)
#define USE_clEnqueueCopyBuffer         , (READS(src_buffer, PART_BYTES_FROM), WRITES(dst_buffer, PART_BYTES_TO))
#define USED_clEnqueueCopyBuffer        , (READ(src_buffer, PART_BYTES_FROM), WROTE(dst_buffer, PART_BYTES_TO))
#define USE_clEnqueueCopyBufferRect     , (READS(src_buffer, PART_RECT_FROM), WRITES(dst_buffer, PART_RECT_TO))
#define USED_clEnqueueCopyBufferRect    , (READ(src_buffer, PART_RECT_FROM), WROTE(dst_buffer, PART_RECT_TO))
#define USE_clEnqueueCopyImage          , (READS(src_image, PART_PIXELS_FROM), WRITES(dst_image, PART_PIXELS_TO))
#define USED_clEnqueueCopyImage         , (READ(src_image, PART_PIXELS_FROM), WROTE(dst_image, PART_PIXELS_TO))
#define USE_clEnqueueCopyImageToBuffer  , (READS(src_image, PART_PIXELS_FROM), WRITES(dst_buffer, PART_PACKED_TO))
#define USED_clEnqueueCopyImageToBuffer , (READ(src_image, PART_PIXELS_FROM), WROTE(dst_buffer, PART_PACKED_TO))
#define USE_clEnqueueCopyBufferToImage  , (READS(src_buffer, PART_PACKED_FROM), WRITES(dst_image, PART_PIXELS_TO))
#define USED_clEnqueueCopyBufferToImage , (READ(src_buffer, PART_PACKED_FROM), WROTE(dst_image, PART_PIXELS_TO))
#define USE_clEnqueueMapBuffer          , (BLOCKS_IF(blocking_map), READS(buffer, PART_BYTES))
#define USED_clEnqueueMapBuffer         , (READ(buffer, PART_BYTES), DONE_IF(blocking_map), MAPPED(buffer))
#define USE_clEnqueueMapImage           , (BLOCKS_IF(blocking_map), READS(image, PART_PIXELS))
#define USED_clEnqueueMapImage          , (READ(image, PART_PIXELS), DONE_IF(blocking_map), MAPPED(image))
#define USE_clEnqueueUnmapMemObject     , order_unmaps(call, memobj, mapped_ptr, num_events_in_wait_list, event_wait_list)
#define USED_clEnqueueNativeKernel      , order_uses_host()
#define USE_clEnqueueSVMMap             , BLOCKS_IF(blocking_map)
#define USED_clEnqueueSVMMap            , DONE_IF(blocking_map)
#define USE_clEnqueueSVMMemcpy          , BLOCKS_IF(blocking_copy)
#define USED_clEnqueueSVMMemcpy         , (order_uses_host(), DONE_IF(blocking_copy))
#define USED_clEnqueueSVMMemFill        , order_uses_host()
#define USED_clEnqueueMemFillINTEL      , order_uses_host()
#define USED_clEnqueueMemcpyINTEL       , (order_uses_host(), DONE_IF(blocking))
#define USED_clMemBlockingFreeINTEL     , (order_synchronized(), flushes_done_of_all())
#define USED_clEnqueueMemsetINTEL       , order_uses_host()
/* Commands that are recorded: what they use counts when their command buffer is enqueued. */
#define RECORDS_READ(mem, part)   recorded_mem(command_buffer, mem, part, false)
#define RECORDS_WRITE(mem, part)  recorded_mem(command_buffer, mem, part, true)
#define RECORDS_COPY_BUFFER       (RECORDS_READ(src_buffer, PART_BYTES_FROM), RECORDS_WRITE(dst_buffer, PART_BYTES_TO))
#define RECORDS_COPY_RECT         (RECORDS_READ(src_buffer, PART_RECT_FROM), RECORDS_WRITE(dst_buffer, PART_RECT_TO))
#define RECORDS_COPY_TO_IMAGE     (RECORDS_READ(src_buffer, PART_PACKED_FROM), RECORDS_WRITE(dst_image, PART_PIXELS_TO))
#define RECORDS_COPY_IMAGE        (RECORDS_READ(src_image, PART_PIXELS_FROM), RECORDS_WRITE(dst_image, PART_PIXELS_TO))
#define RECORDS_COPY_FROM_IMAGE   (RECORDS_READ(src_image, PART_PIXELS_FROM), RECORDS_WRITE(dst_buffer, PART_PACKED_TO))
#define RECORDS_FILL_BUFFER       RECORDS_WRITE(buffer, PART_BYTES)
#define RECORDS_FILL_IMAGE        RECORDS_WRITE(image, PART_PIXELS)
#define RECORDS_MEMCPY            (recorded_pointer(command_buffer, src_ptr), recorded_pointer(command_buffer, dst_ptr))
#define RECORDS_MEMFILL           recorded_pointer(command_buffer, svm_ptr)
#define USED_clCommandCopyBufferKHR               , RECORDS_COPY_BUFFER
#define USED_clCommandCopyBufferKHR_before        , RECORDS_COPY_BUFFER
#define USED_clCommandCopyBufferRectKHR           , RECORDS_COPY_RECT
#define USED_clCommandCopyBufferRectKHR_before    , RECORDS_COPY_RECT
#define USED_clCommandCopyBufferToImageKHR        , RECORDS_COPY_TO_IMAGE
#define USED_clCommandCopyBufferToImageKHR_before , RECORDS_COPY_TO_IMAGE
#define USED_clCommandCopyImageKHR                , RECORDS_COPY_IMAGE
#define USED_clCommandCopyImageKHR_before         , RECORDS_COPY_IMAGE
#define USED_clCommandCopyImageToBufferKHR        , RECORDS_COPY_FROM_IMAGE
#define USED_clCommandCopyImageToBufferKHR_before , RECORDS_COPY_FROM_IMAGE
#define USED_clCommandFillBufferKHR               , RECORDS_FILL_BUFFER
#define USED_clCommandFillBufferKHR_before        , RECORDS_FILL_BUFFER
#define USED_clCommandFillImageKHR                , RECORDS_FILL_IMAGE
#define USED_clCommandFillImageKHR_before         , RECORDS_FILL_IMAGE
#define USED_clCommandSVMMemcpyKHR                , RECORDS_MEMCPY
#define USED_clCommandSVMMemcpyKHR_before         , RECORDS_MEMCPY
#define USED_clCommandSVMMemFillKHR               , RECORDS_MEMFILL
#define USED_clCommandSVMMemFillKHR_before        , RECORDS_MEMFILL
#define USED_clCommandNDRangeKernelKHR            , recorded_kernel(command_buffer, kernel, RANGE, mutable_handle)
#define USE_clUpdateMutableCommandsKHR            , recorded_changes(command_buffer)
#define USE_clUpdateMutableCommandsKHR_before     , recorded_changes(command_buffer)
#define USED_clGetCommandBufferInfoKHR            , order_synchronized()

#define USED_clEnqueueMarkerWithWaitList  , order_barrier(command_queue)
#define USED_clEnqueueBarrierWithWaitList , order_barrier(command_queue)
#define USE_clEnqueueBarrier            , use_deprecated(call, 12)
#define USED_clEnqueueBarrier           , order_barrier(command_queue)
#define USE_clEnqueueWaitForEvents      , use_deprecated(call, 12)
#define USED_clEnqueueWaitForEvents     , order_barrier(command_queue)
#define USE_clEnqueueMarker             , use_deprecated(call, 12)
#define USE_clCreateImage2D             , use_deprecated(call, 12)
#define USE_clCreateImage3D             , use_deprecated(call, 12)
#define USE_clCreateFromGLTexture2D     , use_deprecated(call, 12)
#define USE_clCreateFromGLTexture3D     , use_deprecated(call, 12)
#define USE_clUnloadCompiler            , use_deprecated(call, 12)
#define USE_clGetExtensionFunctionAddress , use_deprecated(call, 12)
#define USE_clCreateCommandQueue        , (use_deprecated(call, 20), use_waits(call))
#define USE_clCreateCommandQueueWithProperties , use_waits(call)
#define USE_clCreateSampler             , use_deprecated(call, 20)
#define USE_clEnqueueTask               , (use_deprecated(call, 20), LAUNCH(0, NULL, NULL))
#define USE_clSetProgramReleaseCallback , use_deprecated(call, 30)

#define USE_clSetKernelArg              , use_kernel(call, kernel, true)
#define USE_clSetKernelArgSVMPointer    , use_kernel(call, kernel, true)
#define USE_clEnqueueNDRangeKernel      , LAUNCH(RANGE)
#define USE_clCommandNDRangeKernelKHR   , use_kernel(call, kernel, false)
#define USED_clEnqueueNDRangeKernel     , order_launched(call, command_queue, kernel, RANGE)
#define USED_clEnqueueTask              , order_launched(call, command_queue, kernel, 0, NULL, NULL)
#define RANGE work_dim, global_work_offset, global_work_size
#define LAUNCH(...) (use_kernel(call, kernel, false), num_events_in_wait_list ? (void)0 : use_mapped(call, command_queue, kernel), order_launch(call, command_queue, kernel, __VA_ARGS__))
/* After success and after failure. */
#define ALWAYS_clEnqueueTask            , use_kernel_done(kernel)
#define ALWAYS_clSetKernelArg           , use_kernel_done(kernel)
#define ALWAYS_clSetKernelArgSVMPointer , use_kernel_done(kernel)
#define ALWAYS_clEnqueueNDRangeKernel   , use_kernel_done(kernel)
#define ALWAYS_clCommandNDRangeKernelKHR , use_kernel_done(kernel)

#endif
