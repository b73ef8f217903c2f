/* SPDX-License-Identifier: Apache-2.0 */
/* Pairs about handles and events, and about features that older devices lack. */
#include "pairs.h"

/* ---- handles and events ---- */

/* The upper half of a 64-bit address is not 0. */
#define HALF(handle) ((cl_mem)(uintptr_t)(uint32_t)(uintptr_t)(handle))
#if UINTPTR_MAX > UINT32_MAX
PAIR(HANDLE_HALF, , layer->clRetainMemObject(HALF(a_buffer())),
     layer->clRetainMemObject(a_buffer()))
#else
NO_PAIR(HANDLE_HALF, "handles have 32 bits")
#endif
PAIR(HANDLE_TYPE, WANTS(0, KIND_KERNEL, KIND_MEM),
     layer->clRetainMemObject((cl_mem)(void *)a_kernel()), layer->clRetainMemObject(a_buffer()))
PAIR(DEVICE_PLATFORM, ,
     layer->clCreateContext(NULL, 2, ((const cl_device_id[]){ gpu[0], gpu[2] }), NULL, NULL, NULL),
     layer->clCreateContext(NULL, 2, gpu, NULL, NULL, NULL))
PAIR(DEVICE_PLATFORM, ,
     layer->clCreateContext(((const intptr_t[]){ CL_CONTEXT_PLATFORM, (intptr_t)vendor[1], 0 }), 1,
                            gpu, NULL, NULL, NULL),
     layer->clCreateContext(((const intptr_t[]){ CL_CONTEXT_PLATFORM, (intptr_t)vendor[0], 0 }), 1,
                            gpu, NULL, NULL, NULL))
PAIR(DEVICE_CONTEXT, , layer->clCreateCommandQueueWithProperties(a_context(), gpu[2], NULL, NULL),
     layer->clCreateCommandQueueWithProperties(a_context(), gpu[0], NULL, NULL))
#define ENDED(status)                                                                              \
    cl_event event = layer->clCreateUserEvent(a_context(), NULL);                                  \
    SAYS(event, CL_EVENT_COMMAND_EXECUTION_STATUS, cl_int, status)
PAIR_REFUSED(EVENT_FAILED, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
             ENDED(wrong ? -1 : CL_COMPLETE), layer->clWaitForEvents(1, &event),
             layer->clWaitForEvents(1, &event))
PAIR_WHERE(FUNCTION_MISSING, CL_INVALID_OPERATION, lacks_flush(a_queue()),
           layer->clFlush(a_queue()))
PAIR_BODY(PLATFORM_NONE)
{
    cl_platform_id first;
    if (wrong) no_platforms();
    layer->clGetPlatformIDs(1, &first, NULL);
}

#define STATUS(status) layer->clSetUserEventStatus(event, status)
#define USER           cl_event event = layer->clCreateUserEvent(a_context(), NULL)
PAIR(USER_EVENT_STATUS, USER, STATUS(1), STATUS(CL_COMPLETE))
PAIR(USER_EVENT_TWICE, ENDED(wrong ? CL_COMPLETE : CL_RUNNING), STATUS(-1), STATUS(-1))
static void CL_CALLBACK notified(cl_event event, cl_int status, void *data)
{
}
#define CALLBACK(type) layer->clSetEventCallback(event, type, notified, NULL)
PAIR(EVENT_CALLBACK_TYPE, USER, CALLBACK(CL_QUEUED), CALLBACK(CL_SUBMITTED))
PAIR(EVENT_CALLBACK_TYPE, USER, CALLBACK(-1), CALLBACK(CL_COMPLETE))
/* A command waits for the event, and a callback for it may still complete it. */
PAIR(USER_EVENT_UNSET, USER; SAYS(event, CL_EVENT_COMMAND_EXECUTION_STATUS, cl_int, CL_SUBMITTED);
     layer->clEnqueueFillBuffer(a_queue(), a_buffer(), "x", 1, 0, 64, 1, &event, NULL);
     if (!wrong) CALLBACK(CL_COMPLETE), layer->clReleaseEvent(event), layer->clReleaseEvent(event))
static char bytes[64];
#define WRITE(queue, blocking)                                                                     \
    layer->clEnqueueWriteBuffer(queue, a_buffer(), blocking, 0, 64, bytes, 0, NULL, NULL)
PAIR(BOOLEAN_, , WRITE(a_queue(), 2), WRITE(a_queue(), CL_TRUE))
/* Only in a queue that is in order, a command waits for those before it. */
PAIR(USER_EVENT_WAIT, USER;
     cl_command_queue on = queue_with(a_context(), gpu[0],
                                      wrong ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
     layer->clEnqueueMarkerWithWaitList(on, 1, &event, NULL), WRITE(on, 1), WRITE(on, 1))

/* A wait that returns an error because a command failed has waited. Other calls that fail have
 * not. */
#define FILL_ON(queue) layer->clEnqueueFillBuffer(queue, a_buffer(), "x", 1, 0, 64, 0, NULL, NULL)
PAIR(QUEUES_UNORDERED, ENDED(-1); cl_command_queue other = queue_with(a_context(), gpu[0], 0);
     FILL_ON(other);
     refuse(wrong ? CL_OUT_OF_RESOURCES : CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
     layer->clWaitForEvents(1, &event); refuse(CL_SUCCESS), FILL_ON(a_queue()), FILL_ON(a_queue()))

/* A command on a part of a buffer is one on the buffer, too. */
#define FILL_AT(begin)                                                                             \
    layer->clEnqueueFillBuffer(a_queue(), a_buffer(), "x", 1, begin, 16, 0, NULL, NULL)
PAIR(QUEUES_UNORDERED, cl_command_queue other = queue_with(a_context(), gpu[0], 0);
     layer->clEnqueueFillBuffer(other, buffer_at(16), "x", 1, 0, 16, 0, NULL, NULL), FILL_AT(16),
     FILL_AT(32))

/* ---- queries ---- */

static cl_ulong value[8];
#define ASK(name, size) layer->clGetContextInfo(a_context(), name, size, value, NULL)
#define ASK_MEM(size)   layer->clGetMemObjectInfo(a_buffer(), CL_MEM_SIZE, size, value, NULL)
PAIR(QUERY_SIZE, , ASK(CL_CONTEXT_DEVICES, sizeof(void *) - 1),
     ASK(CL_CONTEXT_DEVICES, sizeof(void *)))
PAIR(QUERY_SIZE, , ASK_MEM(sizeof(size_t) - 1), ASK_MEM(sizeof(size_t)))
/* A sufficient size does not explain an error. */
PAIR(QUERY_FAILED, if (wrong) fails_to_answer(a_buffer(), CL_MEM_SIZE), ASK_MEM(sizeof(size_t)),
     ASK_MEM(sizeof(size_t)))
PAIR(QUERY_FAILED, if (wrong) fails_to_answer(a_context(), CL_CONTEXT_DEVICES),
     ASK(CL_CONTEXT_DEVICES, sizeof(void *)), ASK(CL_CONTEXT_DEVICES, sizeof(void *)))
/* The first and the last name of each function's queries, and their neighbours. Names of extensions
 * begin at 0x1290, and may be for any object. */
#define ANSWERED(name) SAYS(NULL, name, cl_uint, 1)
#define NAMED(function, ...)                                                                       \
    layer->function(__VA_ARGS__, wrong ? wrong_name : name, sizeof value, value, NULL)
static cl_event queried_event;
static cl_sampler queried_sampler;
static cl_mem queried_pipe;
static void make_queried(void)
{
    queried_event = layer->clCreateUserEvent(a_context(), NULL);
    queried_sampler =
        layer->clCreateSampler(a_context(), 0, CL_ADDRESS_NONE, CL_FILTER_NEAREST, NULL);
    queried_pipe = layer->clCreatePipe(a_context(), 0, 4, 1, NULL, NULL);
    SAYS(a_kernel(), CL_KERNEL_NUM_ARGS, cl_uint, 1);
}
#define OTHERS(name_, wrong_name_, call)                                                           \
    PAIR(QUERY_NAME_WRONG, const cl_uint name = name_; const cl_uint wrong_name = wrong_name_;     \
         make_queried(); ANSWERED(name_);                                                          \
         if (wrong) fails(NULL, wrong_name_, CL_INVALID_VALUE), call, call)
#define OF_PLATFORM NAMED(clGetPlatformInfo, vendor[0])
OTHERS(0x0900, 0x08ff, OF_PLATFORM)
OTHERS(0x097f, 0x0980, OF_PLATFORM)
#define OF_DEVICE NAMED(clGetDeviceInfo, gpu[0])
OTHERS(0x1000, 0x0fff, OF_DEVICE)
OTHERS(0x107f, 0x1080, OF_DEVICE)
#define OF_CONTEXT NAMED(clGetContextInfo, a_context())
OTHERS(0x1080, 0x107f, OF_CONTEXT)
OTHERS(0x108f, 0x1090, OF_CONTEXT)
OTHERS(0x108f, 0x128f, OF_CONTEXT)
#define OF_QUEUE NAMED(clGetCommandQueueInfo, a_queue())
OTHERS(0x1090, 0x108f, OF_QUEUE)
OTHERS(0x109f, 0x10a0, OF_QUEUE)
#define OF_MEM NAMED(clGetMemObjectInfo, a_buffer())
OTHERS(0x1100, 0x10ff, OF_MEM)
OTHERS(0x110f, 0x1110, OF_MEM)
#define OF_IMAGE NAMED(clGetImageInfo, an_image())
OTHERS(0x1110, 0x110f, OF_IMAGE)
OTHERS(0x111f, 0x1120, OF_IMAGE)
#define OF_PIPE NAMED(clGetPipeInfo, queried_pipe)
OTHERS(0x1120, 0x111f, OF_PIPE)
OTHERS(0x112f, 0x1130, OF_PIPE)
#define OF_SAMPLER NAMED(clGetSamplerInfo, queried_sampler)
OTHERS(0x1150, 0x114f, OF_SAMPLER)
OTHERS(0x115f, 0x1160, OF_SAMPLER)
#define OF_PROGRAM NAMED(clGetProgramInfo, a_program())
OTHERS(0x1160, 0x115f, OF_PROGRAM)
OTHERS(0x117f, 0x1180, OF_PROGRAM)
#define OF_BUILD NAMED(clGetProgramBuildInfo, a_program(), gpu[0])
OTHERS(0x1180, 0x117f, OF_BUILD)
OTHERS(0x118f, 0x1190, OF_BUILD)
#define OF_KERNEL NAMED(clGetKernelInfo, a_kernel())
OTHERS(0x1190, 0x118f, OF_KERNEL)
OTHERS(0x1195, 0x1196, OF_KERNEL)
#define OF_ARGUMENT NAMED(clGetKernelArgInfo, a_kernel(), 0)
OTHERS(0x1196, 0x1195, OF_ARGUMENT)
OTHERS(0x119f, 0x11a0, OF_ARGUMENT)
#define OF_GROUP NAMED(clGetKernelWorkGroupInfo, a_kernel(), gpu[0])
OTHERS(0x11b0, 0x11af, OF_GROUP)
OTHERS(0x11bf, 0x11c0, OF_GROUP)
#define OF_EVENT NAMED(clGetEventInfo, queried_event)
OTHERS(0x11d0, 0x11cf, OF_EVENT)
OTHERS(0x11df, 0x11e0, OF_EVENT)
#define OF_TIMES NAMED(clGetEventProfilingInfo, queried_event)
OTHERS(0x1280, 0x127f, OF_TIMES)
OTHERS(0x128f, 0x1279, OF_TIMES)
#define UNKNOWN_QUERY(name_, wrong_name_)                                                          \
    PAIR(QUERY_NAME, const cl_uint name = name_; const cl_uint wrong_name = wrong_name_;           \
         ANSWERED(name_), OF_CONTEXT, OF_CONTEXT)
UNKNOWN_QUERY(0x1290, 0x108f)
UNKNOWN_QUERY(0x1290, 0x1291)

/* Queries that a version added, and the version before. */
#define LATER(name_, since, before, call)                                                          \
    PAIR(QUERY_NAME_NEWER, const cl_uint name = name_; const cl_uint wrong_name = name_;           \
         version(wrong ? before : since); make_queried(); ANSWERED(name_);                         \
         if (wrong) fails(NULL, name_, CL_INVALID_VALUE);                                          \
         WANTS((since) / 10, (since) % 10, (before) / 10, (before) % 10), call, call)
LATER(CL_PLATFORM_HOST_TIMER_RESOLUTION, 21, 20, OF_PLATFORM)
LATER(CL_PLATFORM_NUMERIC_VERSION, 30, 22, OF_PLATFORM)
LATER(CL_PLATFORM_EXTENSIONS_WITH_VERSION, 30, 22, OF_PLATFORM)
LATER(0x1032, 12, 11, OF_DEVICE)
LATER(0x1034, 11, 10, OF_DEVICE)
LATER(0x103d, 11, 10, OF_DEVICE)
LATER(0x103e, 12, 11, OF_DEVICE)
LATER(0x1049, 12, 11, OF_DEVICE)
LATER(0x104a, 20, 12, OF_DEVICE)
LATER(0x105a, 20, 12, OF_DEVICE)
LATER(0x105b, 21, 20, OF_DEVICE)
LATER(0x105d, 21, 20, OF_DEVICE)
LATER(0x105e, 30, 22, OF_DEVICE)
LATER(0x1069, 30, 22, OF_DEVICE)
LATER(0x106a, 31, 30, OF_DEVICE)
LATER(0x106e, 31, 30, OF_DEVICE)
LATER(0x106f, 30, 22, OF_DEVICE)
LATER(0x1072, 30, 22, OF_DEVICE)
LATER(0x1073, 31, 30, OF_DEVICE)
LATER(0x1075, 31, 30, OF_DEVICE)
LATER(0x12b9, 31, 30, OF_DEVICE)
LATER(0x12bb, 31, 30, OF_DEVICE)
LATER(0x1083, 11, 10, OF_CONTEXT)
LATER(0x1094, 20, 12, OF_QUEUE)
LATER(0x1095, 21, 20, OF_QUEUE)
LATER(0x1098, 30, 22, OF_QUEUE)
LATER(0x1107, 11, 10, OF_MEM)
LATER(0x1108, 11, 10, OF_MEM)
LATER(0x1109, 20, 12, OF_MEM)
LATER(0x110a, 30, 22, OF_MEM)
LATER(0x1118, 12, 11, OF_IMAGE)
LATER(0x111a, 12, 11, OF_IMAGE)
LATER(0x1122, 30, 22, OF_PIPE)
LATER(0x1155, 20, 12, OF_SAMPLER)
LATER(0x1157, 20, 12, OF_SAMPLER)
LATER(0x1158, 30, 22, OF_SAMPLER)
LATER(0x1167, 12, 11, OF_PROGRAM)
LATER(0x1168, 12, 11, OF_PROGRAM)
LATER(0x1169, 21, 20, OF_PROGRAM)
LATER(0x116a, 22, 21, OF_PROGRAM)
LATER(0x116b, 22, 21, OF_PROGRAM)
LATER(0x1184, 12, 11, OF_BUILD)
LATER(0x1185, 20, 12, OF_BUILD)
LATER(0x1195, 12, 11, OF_KERNEL)
LATER(0x11d4, 11, 10, OF_EVENT)
LATER(0x1284, 20, 12, OF_TIMES)
/* A refused query of the version that a device has is not newer. */
PAIR(QUERY_NAME, const cl_uint name = CL_DEVICE_MAX_PIPE_ARGS; const cl_uint wrong_name = name;
     version(20); if (!wrong) ANSWERED(CL_DEVICE_MAX_PIPE_ARGS), OF_DEVICE, OF_DEVICE)

/* An answer that fills the variable is not too small, even if it has more bytes than it should. */
#define ASK_UNITS                                                                                  \
    layer->clGetDeviceInfo(gpu[0], CL_DEVICE_MAX_COMPUTE_UNITS, sizeof *value, value, NULL)
PAIR(QUERY_SMALL, if (wrong) SAYS(gpu[0], CL_DEVICE_MAX_COMPUTE_UNITS, cl_uint, 8);
     else SAYS(gpu[0], CL_DEVICE_MAX_COMPUTE_UNITS, cl_ulong, 8), ASK_UNITS, ASK_UNITS)
/* That it is a user event explains the error, not that it is pending. */
#define TIME_OF(event)                                                                             \
    layer->clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof *value, value, NULL)
PAIR(PROFILING_USER_EVENT, USER;
     SAYS(event, CL_EVENT_COMMAND_EXECUTION_STATUS, cl_int, CL_SUBMITTED);
     if (wrong) fails(event, CL_PROFILING_COMMAND_END, CL_PROFILING_INFO_NOT_AVAILABLE);
     else SAYS(event, CL_PROFILING_COMMAND_END, cl_ulong, 1), TIME_OF(event), TIME_OF(event))
/* Of a context's devices, the newest one decides which queries there are. */
#define OLDER(device)     SAYS_TEXT(gpu[device], CL_DEVICE_VERSION, "OpenCL 1.2 of a driver")
#define ASK_SAMPLER(name) layer->clGetSamplerInfo(of_both, name, sizeof value, value, NULL)
enum { MIP_FILTER = 0x1155 }; /* CL_SAMPLER_MIP_FILTER_MODE of OpenCL 2.0 */
PAIR(QUERY_NAME, version(20); OLDER(1);
     cl_sampler of_both = layer->clCreateSamplerWithProperties(both_context(), NULL, NULL);
     if (!wrong) ANSWERED(MIP_FILTER), ASK_SAMPLER(MIP_FILTER), ASK_SAMPLER(MIP_FILTER))

/* ---- values that older devices lack ---- */

#define IMAGE_OF(order, type)                                                                      \
    layer->clCreateImage(                                                                          \
        a_context(), 0, &(const cl_image_format){ order, type },                                   \
        &(const cl_image_desc){ .image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = 4 }, NULL,     \
        NULL)
#define BUFFER_WITH(flags) layer->clCreateBuffer(a_context(), flags, 64, NULL, NULL)
#define MAP(flags)                                                                                 \
    layer->clEnqueueMapBuffer(a_queue(), a_buffer(), 1, flags, 0, 64, 0, NULL, NULL, NULL)
#define SAMPLER(addressing)                                                                        \
    layer->clCreateSampler(a_context(), 1, addressing, CL_FILTER_NEAREST, NULL)
/* One call, on a device of the version that introduced the value, and of the version before. */
#define PAIR_SINCE(id, since, before, call) PAIR(id, version(wrong ? before : since), call, call)
PAIR_SINCE(MEM_FLAGS_NEWER, 12, 11, BUFFER_WITH(CL_MEM_HOST_NO_ACCESS))
PAIR_SINCE(MAP_FLAGS_NEWER, 12, 11, MAP(CL_MAP_WRITE_INVALIDATE_REGION))
PAIR_SINCE(ADDRESSING_MODE_NEWER, 11, 10, SAMPLER(CL_ADDRESS_MIRRORED_REPEAT))
PAIR_SINCE(CHANNEL_ORDER_NEWER, 20, 12, IMAGE_OF(CL_sRGBA, CL_UNORM_INT8))
PAIR_SINCE(CHANNEL_ORDER_NEWER, 11, 10,
           layer->clCreateImage2D(a_context(), 0,
                                  &(const cl_image_format){ CL_RGBx, CL_UNORM_SHORT_565 }, 4, 4, 0,
                                  NULL, NULL))
PAIR_SINCE(CHANNEL_TYPE_NEWER, 21, 20, IMAGE_OF(CL_RGBA, CL_UNORM_INT_101010_2))
PAIR_SINCE(VERSION_FUNCTION, 12, 11,
           layer->clEnqueueFillBuffer(a_queue(), a_buffer(), "x", 1, 0, 64, 0, NULL, NULL))
PAIR_SINCE(FUNCTION_DEPRECATED, 11, 12, layer->clEnqueueBarrier(a_queue()))

PAIR(MEM_FLAGS_EXTENSION, lacks("cl_img_cached_allocations");
     if (!wrong) SAYS_TEXT(NULL, CL_DEVICE_VERSION, "unknown"),
     BUFFER_WITH(CL_MEM_USE_UNCACHED_CPU_MEMORY_IMG),
     BUFFER_WITH(CL_MEM_USE_UNCACHED_CPU_MEMORY_IMG))
PAIR(CHANNEL_ORDER_EXTENSION, version(12); if (wrong) lacks("cl_khr_depth_images"),
                                           IMAGE_OF(CL_DEPTH, CL_FLOAT),
                                           IMAGE_OF(CL_DEPTH, CL_FLOAT))
PAIR(CHANNEL_ORDER_EXTENSION, version(wrong ? 12 : 20);
     lacks("cl_khr_depth_images"), IMAGE_OF(CL_DEPTH, CL_FLOAT), IMAGE_OF(CL_DEPTH, CL_FLOAT))
PAIR_WHERE(CHANNEL_TYPE_EXTENSION, CL_SUCCESS, lacks("cl_ext_image_raw10_raw12"),
           (SAYS_TEXT(NULL, CL_DEVICE_EXTENSIONS, "none"), IMAGE_OF(CL_R, 0x10e3)))
#define A_SEMAPHORE                                                                                \
    EXTENSION(clCreateSemaphoreWithPropertiesKHR)                                                  \
    (a_context(), (const cl_semaphore_properties_khr[]){ CL_SEMAPHORE_TYPE_KHR, 1, 0 }, NULL)
PAIR_WHERE(EXTENSION_FUNCTION, CL_SUCCESS, lacks("cl_khr_semaphore"), A_SEMAPHORE)

/* A driver that does not tell its extensions may have any. */
#define UNTOLD(about, name)                                                                        \
    lacks("cl_khr_semaphore");                                                                     \
    if (!wrong) fails(about, name, CL_OUT_OF_RESOURCES)
PAIR(EXTENSION_FUNCTION, UNTOLD(NULL, CL_DEVICE_EXTENSIONS), A_SEMAPHORE, A_SEMAPHORE)
/* Newer devices need not name the extension of a function that OpenCL has since 2.0. */
PAIR(EXTENSION_FUNCTION, lacks("cl_khr_semaphore"), A_SEMAPHORE,
     EXTENSION(clCreateCommandQueueWithPropertiesKHR)(a_context(), gpu[0], NULL, NULL))
PAIR(EXTENSION_FUNCTION, UNTOLD(NULL, CL_PLATFORM_EXTENSIONS), A_SEMAPHORE, A_SEMAPHORE)
PAIR(EXTENSION_FUNCTION, UNTOLD(gpu[0], CL_DEVICE_PLATFORM), A_SEMAPHORE, A_SEMAPHORE)

/* The name of an extension is a whole word. */
PAIR_WHERE(EXTENSION_FUNCTION, CL_SUCCESS,
           SAYS_TEXT(NULL, CL_DEVICE_EXTENSIONS, "cl_khr_semaphores cl_khr_external_semaphore");
           SAYS_TEXT(NULL, CL_PLATFORM_EXTENSIONS, "cl_khr_semaphores"), A_SEMAPHORE)

/* ---- what other programs test ---- */

PAIR_ELSEWHERE(KERNEL_OUT_OF_BOUNDS, "test_bounds.py")
PAIR_ELSEWHERE(BOUNDS_UNCHECKED, "test_bounds.py")
PAIR_ELSEWHERE(CALL_AT_EXIT, "../tool/test_check.py")
PAIR_ELSEWHERE(FREES_UNSEEN, "test_findings.py")
PAIR_ELSEWHERE(DRIVER_CALLBACK_DATA, "callbacks.c")
PAIR_ELSEWHERE(DRIVER_CALLBACK_LOST, "callbacks.c")
PAIR_ELSEWHERE(DRIVER_CALLBACK_AGAIN, "callbacks.c")
PAIR_ELSEWHERE(DRIVER_CALLBACK_OBJECT, "callbacks.c")
