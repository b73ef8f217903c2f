/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What drivers do not tell: order, threads, versions, cost. USE_function is what is checked before a
 * call, USED_function what is noted after it has succeeded; both are `, expression`.
 *
 * Time counts commands. A moment of the host that may wait for commands (a blocking call, a look at an
 * event, a callback) orders all commands before it: what is said about order holds whatever else the
 * program knows.
 */
/* clang-format off */
#ifndef CLRELAY_LAYER_CHECK_USE_H
#define CLRELAY_LAYER_CHECK_USE_H

#include "check.h"

/* Every call: versions, and which threads there are. `handle` is the first argument. */
extern HIDDEN const unsigned char use_versions[SLOT_COUNT]; /* 10 * major + minor; 0: any */
extern HIDDEN _Thread_local char use_thread;
extern HIDDEN _Atomic(const char *) use_only_thread; /* NULL: none yet */
HIDDEN SLOW void use_version(struct check_call *call, uint64_t handle, enum kind kind);
HIDDEN SLOW void use_another_thread(void);
ALWAYS_INLINED static inline void use_call(struct check_call *call, unsigned number, uint64_t handle,
                                           enum kind kind)
{
    if (atomic_load_explicit(&use_only_thread, memory_order_relaxed) != &use_thread)
        use_another_thread();
    if (number < SLOT_COUNT && use_versions[number] > 10 && kind) use_version(call, handle, kind);
}

/* A function that the specification has replaced: since which version (10 * major + minor). */
HIDDEN SLOW void use_deprecated(struct check_call *call, unsigned since);

/* A call that may wait, or that costs so much that callbacks must not make it. */
HIDDEN void use_waits(struct check_call *call);
HIDDEN void use_waits_for(struct check_call *call, cl_uint count, const cl_event *events);

/* The host may know now that commands have ended. */
HIDDEN void use_synchronized(void);

/* A command on a queue that reads, or writes, a memory object. `waits`: it has a wait list. */
HIDDEN void use_reads(struct check_call *call, cl_command_queue queue, cl_mem mem, bool waits);
HIDDEN void use_writes(struct check_call *call, cl_command_queue queue, cl_mem mem, bool waits);
HIDDEN void use_wrote(cl_command_queue queue, cl_mem mem);

/* A wait list or a barrier on a queue. */
HIDDEN void use_ordered(cl_command_queue queue);

/* A command that writes to the program's memory when it likes. */
HIDDEN void use_reads_later(struct check_call *call, cl_command_queue queue);

/* At the end of the program. */
HIDDEN void use_end(void);

/* A kernel object that a call changes or uses, until use_kernel_done(). */
HIDDEN void use_kernel(struct check_call *call, cl_kernel kernel);
HIDDEN void use_kernel_done(cl_kernel kernel);

/* Memory that the device is to use directly. */
HIDDEN void use_host_pointer(struct check_call *call, cl_context context, cl_mem_flags flags,
                             const void *pointer);

#define WAITS_IF(blocking)  ((blocking) ? use_waits(call) : (void)0)
#define DONE_IF(blocking)   ((blocking) ? use_synchronized() : (void)0)
#define HAS_LIST            (num_events_in_wait_list != 0)
#define READS(mem)          use_reads(call, command_queue, mem, HAS_LIST)
#define WRITES(mem)         use_writes(call, command_queue, mem, HAS_LIST)
#define WROTE(mem)          use_wrote(command_queue, mem)
#define LATER(blocking)     ((blocking) ? (void)0 : use_reads_later(call, command_queue))

#define USE_clFinish                    , use_waits(call)
#define USED_clFinish                   , use_synchronized()
#define USE_clWaitForEvents             , use_waits_for(call, num_events, event_list)
#define USED_clWaitForEvents            , use_synchronized()
#define USED_clGetEventInfo             , use_synchronized()
#define USED_clGetEventProfilingInfo    , use_synchronized()
#define USED_clSetEventCallback         , (use_synchronized(), use_another_thread())
#define USE_clBuildProgram              , WAITS_IF(!pfn_notify)
#define USE_clCompileProgram            , WAITS_IF(!pfn_notify)
#define USE_clLinkProgram               , WAITS_IF(!pfn_notify)
#define USE_clCreateContext             , use_waits(call)
#define USE_clCreateContextFromType     , use_waits(call)

#define USE_clEnqueueReadBuffer         , (WAITS_IF(blocking_read), READS(buffer))
#define USED_clEnqueueReadBuffer        , (DONE_IF(blocking_read), LATER(blocking_read))
#define USE_clEnqueueReadBufferRect     , (WAITS_IF(blocking_read), READS(buffer))
#define USED_clEnqueueReadBufferRect    , (DONE_IF(blocking_read), LATER(blocking_read))
#define USE_clEnqueueReadImage          , (WAITS_IF(blocking_read), READS(image))
#define USED_clEnqueueReadImage         , (DONE_IF(blocking_read), LATER(blocking_read))
#define USE_clEnqueueWriteBuffer        , (WAITS_IF(blocking_write), WRITES(buffer))
#define USED_clEnqueueWriteBuffer       , (WROTE(buffer), DONE_IF(blocking_write))
#define USE_clEnqueueWriteBufferRect    , (WAITS_IF(blocking_write), WRITES(buffer))
#define USED_clEnqueueWriteBufferRect   , (WROTE(buffer), DONE_IF(blocking_write))
#define USE_clEnqueueWriteImage         , (WAITS_IF(blocking_write), WRITES(image))
#define USED_clEnqueueWriteImage        , (WROTE(image), DONE_IF(blocking_write))
#define USE_clEnqueueFillBuffer         , WRITES(buffer)
#define USED_clEnqueueFillBuffer        , WROTE(buffer)
#define USE_clEnqueueFillImage          , WRITES(image)
#define USED_clEnqueueFillImage         , WROTE(image)
#define USE_clEnqueueCopyBuffer         , (READS(src_buffer), WRITES(dst_buffer))
#define USED_clEnqueueCopyBuffer        , WROTE(dst_buffer)
#define USE_clEnqueueCopyBufferRect     , (READS(src_buffer), WRITES(dst_buffer))
#define USED_clEnqueueCopyBufferRect    , WROTE(dst_buffer)
#define USE_clEnqueueCopyImage          , (READS(src_image), WRITES(dst_image))
#define USED_clEnqueueCopyImage         , WROTE(dst_image)
#define USE_clEnqueueCopyImageToBuffer  , (READS(src_image), WRITES(dst_buffer))
#define USED_clEnqueueCopyImageToBuffer , WROTE(dst_buffer)
#define USE_clEnqueueCopyBufferToImage  , (READS(src_buffer), WRITES(dst_image))
#define USED_clEnqueueCopyBufferToImage , WROTE(dst_image)
#define USE_clEnqueueMapBuffer          , (WAITS_IF(blocking_map), READS(buffer))
#define USED_clEnqueueMapBuffer         , DONE_IF(blocking_map)
#define USE_clEnqueueMapImage           , (WAITS_IF(blocking_map), READS(image))
#define USED_clEnqueueMapImage          , DONE_IF(blocking_map)
#define USE_clEnqueueSVMMap             , WAITS_IF(blocking_map)
#define USED_clEnqueueSVMMap            , DONE_IF(blocking_map)
#define USE_clEnqueueSVMMemcpy          , WAITS_IF(blocking_copy)
#define USED_clEnqueueSVMMemcpy         , DONE_IF(blocking_copy)
#define USED_clEnqueueMarkerWithWaitList  , use_ordered(command_queue)
#define USED_clEnqueueBarrierWithWaitList , use_ordered(command_queue)
#define USE_clEnqueueBarrier            , use_deprecated(call, 12)
#define USED_clEnqueueBarrier           , use_ordered(command_queue)
#define USE_clEnqueueWaitForEvents      , use_deprecated(call, 12)
#define USED_clEnqueueWaitForEvents     , use_ordered(command_queue)
#define USE_clEnqueueMarker             , use_deprecated(call, 12)
#define USE_clCreateImage2D             , (use_deprecated(call, 12), use_host_pointer(call, context, flags, host_ptr))
#define USE_clCreateImage3D             , (use_deprecated(call, 12), use_host_pointer(call, context, flags, host_ptr))
#define USE_clCreateFromGLTexture2D     , use_deprecated(call, 12)
#define USE_clCreateFromGLTexture3D     , use_deprecated(call, 12)
#define USE_clUnloadCompiler            , use_deprecated(call, 12)
#define USE_clGetExtensionFunctionAddress , use_deprecated(call, 12)
#define USE_clCreateCommandQueue        , (use_deprecated(call, 20), use_waits(call))
#define USE_clCreateCommandQueueWithProperties , use_waits(call)
#define USE_clCreateSampler             , use_deprecated(call, 20)
#define USE_clEnqueueTask               , (use_deprecated(call, 20), use_kernel(call, kernel))
#define USE_clSetProgramReleaseCallback , use_deprecated(call, 30)

#define USE_clSetKernelArg              , use_kernel(call, kernel)
#define USE_clSetKernelArgSVMPointer    , use_kernel(call, kernel)
#define USE_clEnqueueNDRangeKernel      , use_kernel(call, kernel)
/* After success and after failure. */
#define ALWAYS_clEnqueueTask            , use_kernel_done(kernel)
#define ALWAYS_clSetKernelArg           , use_kernel_done(kernel)
#define ALWAYS_clSetKernelArgSVMPointer , use_kernel_done(kernel)
#define ALWAYS_clEnqueueNDRangeKernel   , use_kernel_done(kernel)

#define USE_clCreateBuffer              , use_host_pointer(call, context, flags, host_ptr)
#define USE_clCreateBufferWithProperties , use_host_pointer(call, context, flags, host_ptr)
#define USE_clCreateImage               , use_host_pointer(call, context, flags, host_ptr)

#endif
