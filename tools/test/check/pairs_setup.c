/* SPDX-License-Identifier: Apache-2.0 */
/* Pairs about platforms, devices, contexts and command queues. */
#include "pairs.h"

#include <pthread.h>

/* ---- platforms and devices ---- */

PAIR_FAILS(DEVICE_UNAVAILABLE, CL_DEVICE_NOT_AVAILABLE,
           SAYS(gpu[1], CL_DEVICE_AVAILABLE, cl_bool, CL_FALSE),
           layer->clCreateContext(NULL, 2, gpu, NULL, NULL, NULL))
PAIR_REFUSED(DEVICE_UNAVAILABLE, CL_DEVICE_NOT_AVAILABLE,
             SAYS(gpu[1], CL_DEVICE_AVAILABLE, cl_bool, CL_FALSE),
             layer->clCreateContext(NULL, 1, gpu + 1, NULL, NULL, NULL),
             layer->clCreateContext(NULL, 1, gpu, NULL, NULL, NULL))

static const cl_device_partition_property counts[][6] = {
    { CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END },
    { CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END },
    { CL_DEVICE_PARTITION_BY_COUNTS, 3, 5, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END },
    { CL_DEVICE_PARTITION_BY_COUNTS, 4, 5, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END },
    { CL_DEVICE_PARTITION_BY_COUNTS, 0, 8, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END },
    { CL_DEVICE_PARTITION_BY_COUNTS, -1, 9, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END },
    { CL_DEVICE_PARTITION_BY_COUNTS, -1, 8, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END },
};
#define PART(list) layer->clCreateSubDevices(gpu[0], list, 0, NULL, NULL)
PAIR(PARTITION_COUNT, WANTS(3, 2), PART(counts[1]), PART(counts[0]))
PAIR(PARTITION_UNITS, WANTS(9, 8), PART(counts[3]), PART(counts[2]))
PAIR(PARTITION_NEGATIVE, , PART(counts[6]), PART(counts[4]))

/* The device can be split into sub-devices of the same number of its 8 compute units. */
static const cl_device_partition_property supported[] = { CL_DEVICE_PARTITION_EQUALLY,
                                                          CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN };
#define CAN_PART                                                                                   \
    says(NULL, CL_DEVICE_PARTITION_PROPERTIES, supported, sizeof supported);                       \
    SAYS(NULL, CL_DEVICE_PARTITION_AFFINITY_DOMAIN, cl_ulong, CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE)
static cl_device_id parts[8];
#define PART_BY(name, value, room)                                                                 \
    layer->clCreateSubDevices(gpu[0], (const cl_device_partition_property[]){ name, value, 0 },    \
                              room, parts, NULL)
#define EQUALLY CL_DEVICE_PARTITION_EQUALLY
PAIR_REFUSED(PARTITION_UNITS, CL_DEVICE_PARTITION_FAILED, CAN_PART, PART_BY(EQUALLY, 9, 2),
             PART_BY(EQUALLY, 8, 2))
PAIR_REFUSED(PARTITION_ROOM, CL_INVALID_VALUE, CAN_PART, PART_BY(EQUALLY, 4, 1),
             PART_BY(EQUALLY, 4, 2))
PAIR_REFUSED(PARTITION_VALUE, CL_INVALID_VALUE, CAN_PART, PART_BY(EQUALLY, 0, 2),
             PART_BY(EQUALLY, 8, 2))
PAIR_REFUSED(PARTITION_VALUE, CL_INVALID_VALUE, CAN_PART, PART_BY(EQUALLY, 0, 8),
             PART_BY(EQUALLY, 1, 8))
PAIR_REFUSED(PARTITION_VALUE, CL_INVALID_VALUE, CAN_PART,
             PART_BY(CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NUMA, 2),
             PART_BY(CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE, 2))
PAIR_REFUSED(PARTITION_UNSUPPORTED, CL_INVALID_VALUE, CAN_PART,
             PART_BY(CL_DEVICE_PARTITION_BY_COUNTS, 0, 2), PART_BY(EQUALLY, 8, 2))
PAIR(PARTITION_NULL, CAN_PART, PART_BY(0, 0, 2), PART_BY(EQUALLY, 8, 2))

static cl_ulong times[2];
#define TIMERS(first, second) layer->clGetDeviceAndHostTimer(gpu[0], first, second)
PAIR(TIMER_NULL, , TIMERS(NULL, times), TIMERS(times + 1, times))
PAIR(TIMER_NULL, , TIMERS(times, NULL), TIMERS(times, times + 1))
PAIR(TIMER_NULL, , layer->clGetHostTimer(gpu[0], NULL), layer->clGetHostTimer(gpu[0], times))

static cl_uint counted;
#define ASK layer->clGetDeviceIDs(vendor[0], CL_DEVICE_TYPE_GPU, 0, NULL, &counted)
PAIR_WHERE(DEVICE_NONE, CL_SUCCESS, no_devices(vendor[0]); no_platforms(); WANTS(0), ASK)
PAIR_WHERE(DEVICE_ELSEWHERE, CL_SUCCESS, no_devices(vendor[0]); WANTS((uintptr_t)vendor[1]), ASK)
#define LIST layer->clGetDeviceIDs(vendor[1], CL_DEVICE_TYPE_ALL, 1, gpu + 2, NULL)
PAIR_WHERE(DEVICE_NONE, CL_SUCCESS, no_devices(vendor[0]); LIST; WANTS(0), ASK)

#define HOST_TIMER layer->clGetHostTimer(gpu[0], times)
PAIR_REFUSED(TIMER_UNSUPPORTED, CL_INVALID_OPERATION,
             SAYS(NULL, CL_PLATFORM_HOST_TIMER_RESOLUTION, cl_ulong, !wrong), HOST_TIMER,
             HOST_TIMER)
NO_PAIR(MEDIA_ADAPTERS_NONE, "its function is part of Windows alone")
NO_PAIR(MEDIA_ADAPTER_SET, "its function is part of Windows alone")
NO_PAIR(PLATFORM_FREED, "platforms are never released: the row is one of all kinds of objects")
NO_PAIR(PLATFORM_RELEASED_TWICE, "platforms are never released")
NO_PAIR(PLATFORM_LEAKED, "platforms are never released")

/* ---- contexts ---- */

static cl_context_properties list[8];

/* Makes a list of one or two properties. `second` may be 0 for none. */
static const cl_context_properties *properties(intptr_t name, intptr_t value, intptr_t second,
                                               intptr_t of_second)
{
    const cl_context_properties made[8] = { name, value, second, of_second, 0 };
    memcpy(list, made, sizeof list);
    return list;
}
#define CONTEXT(...) layer->clCreateContext(properties(__VA_ARGS__), 1, gpu, NULL, NULL, NULL)
#define CONTEXT_OF_TYPE(...)                                                                       \
    layer->clCreateContextFromType(properties(__VA_ARGS__), CL_DEVICE_TYPE_GPU, NULL, NULL, NULL)
#define PLATFORM(number) CL_CONTEXT_PLATFORM, (intptr_t)vendor[number]

/* No type that OpenCL has is to blame for an error. */
#define OF_TYPE(type) layer->clCreateContextFromType(NULL, type, NULL, NULL, NULL)
PAIR_REFUSED(DEVICE_TYPE_WRONG, CL_INVALID_DEVICE_TYPE, , OF_TYPE(CL_DEVICE_TYPE_CUSTOM << 1),
             OF_TYPE(CL_DEVICE_TYPE_CUSTOM))
PAIR_FAILS(DEVICE_ELSEWHERE, CL_DEVICE_NOT_FOUND, WANTS((uintptr_t)vendor[1]),
           CONTEXT_OF_TYPE(PLATFORM(0), 0, 0))
PAIR_REFUSED(CONTEXT_PLATFORM_MISSING, CL_INVALID_PLATFORM, , CONTEXT(0, 0, 0, 0),
             CONTEXT(PLATFORM(0), 0, 0))
PAIR_REFUSED(CONTEXT_GL_INCOMPLETE, CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR, ,
             CONTEXT(CL_GL_CONTEXT_KHR, 16, 0, 0),
             CONTEXT(CL_GL_CONTEXT_KHR, 16, CL_GLX_DISPLAY_KHR, 16))
PAIR_REFUSED(CONTEXT_GL_INCOMPLETE, CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR, ,
             CONTEXT_OF_TYPE(CL_EGL_DISPLAY_KHR, 16, 0, 0),
             CONTEXT_OF_TYPE(CL_EGL_DISPLAY_KHR, 16, CL_GL_CONTEXT_KHR, 16))
PAIR_REFUSED(CONTEXT_GL_INCOMPLETE, CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR, ,
             CONTEXT(CL_WGL_HDC_KHR, 16, 0, 0), CONTEXT(CL_CGL_SHAREGROUP_KHR, 16, 0, 0))
PAIR_FAILS(CONTEXT_TERMINATE, CL_INVALID_PROPERTY,
           SAYS(NULL, CL_DEVICE_TERMINATE_CAPABILITY_KHR, cl_ulong, 0),
           CONTEXT(CL_CONTEXT_TERMINATE_KHR, 1, 0, 0))
PAIR_REFUSED(CONTEXT_INTEROP_GL, CL_INVALID_PROPERTY, ,
             layer->clCreateContext((const cl_context_properties[]){ CL_CONTEXT_INTEROP_USER_SYNC,
                                                                     1, CL_GL_CONTEXT_KHR, 16,
                                                                     CL_GLX_DISPLAY_KHR, 16, 0 },
                                    1, gpu, NULL, NULL, NULL),
             CONTEXT(CL_CONTEXT_INTEROP_USER_SYNC, 1, 0, 0))
PAIR_FAILS(CONTEXT_PROPERTY_NAME, CL_INVALID_PROPERTY, , CONTEXT(CL_GL_CONTEXT_KHR, 16, 0, 0))
PAIR_FAILS(CONTEXT_PROPERTY_NAME, CL_INVALID_PROPERTY, ,
           CONTEXT_OF_TYPE(CL_CONTEXT_TERMINATE_KHR, 1, 0, 0))
PAIR_REFUSED(CONTEXT_TERMINATE, CL_INVALID_PROPERTY,
             SAYS(gpu[1], CL_DEVICE_TERMINATE_CAPABILITY_KHR, cl_ulong, 2);
             properties(CL_CONTEXT_TERMINATE_KHR, 1, 0, 0),
             layer->clCreateContext(list, 2, gpu, NULL, NULL, NULL),
             layer->clCreateContext(list, 1, gpu, NULL, NULL, NULL))
PAIR_REFUSED(CONTEXT_UNTERMINABLE, CL_INVALID_OPERATION,
             cl_context can = CONTEXT(CL_CONTEXT_TERMINATE_KHR, 1, 0, 0);
             cl_context can_not = CONTEXT(PLATFORM(0), 0, 0),
             EXTENSION(clTerminateContextKHR)(can_not), EXTENSION(clTerminateContextKHR)(can))

/* A driver that does not tell its properties, or is part of itself. */
PAIR_REFUSED(CONTEXT_UNTERMINABLE, CL_INVALID_OPERATION,
             cl_context made = CONTEXT(PLATFORM(0), 0, 0);
             if (!wrong) fails(made, CL_CONTEXT_PROPERTIES, CL_INVALID_VALUE),
             EXTENSION(clTerminateContextKHR)(made), EXTENSION(clTerminateContextKHR)(made))
PAIR(DEVICE_CONTEXT, SAYS(gpu[1], CL_DEVICE_PARENT_DEVICE, cl_device_id, gpu[wrong]),
     layer->clCreateCommandQueueWithProperties(a_context(), gpu[1], NULL, NULL),
     layer->clCreateCommandQueueWithProperties(a_context(), gpu[1], NULL, NULL))

PAIR(CONTEXT_USER_SYNC, , CONTEXT(CL_CONTEXT_INTEROP_USER_SYNC, 2, 0, 0),
     CONTEXT(CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, 0, 0))

/* ---- command queues ---- */

#define OUT_OF_ORDER CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE
#define ON_DEVICE    (CL_QUEUE_ON_DEVICE | OUT_OF_ORDER)

static cl_command_queue made_queue(uint64_t name, uint64_t value, uint64_t second,
                                   uint64_t of_second)
{
    const cl_queue_properties of_queue[] = { name, value, second, of_second, 0 };
    return layer->clCreateCommandQueueWithProperties(a_context(), gpu[0], of_queue, NULL);
}
#define QUEUE(bits, ...) made_queue(CL_QUEUE_PROPERTIES, bits, __VA_ARGS__)

PAIR(QUEUE_BITS_UNSUPPORTED,
     SAYS(NULL, CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, cl_ulong, CL_QUEUE_PROFILING_ENABLE),
     QUEUE(OUT_OF_ORDER, 0, 0), QUEUE(CL_QUEUE_PROFILING_ENABLE, 0, 0))
PAIR(QUEUE_BITS_UNSUPPORTED,
     SAYS(NULL, CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, cl_ulong, CL_QUEUE_PROFILING_ENABLE),
     QUEUE(OUT_OF_ORDER, 0, 0), QUEUE(ON_DEVICE, 0, 0))
PAIR(QUEUE_BITS_UNSUPPORTED, SAYS(NULL, CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, cl_ulong, OUT_OF_ORDER);
     version(12), layer->clCreateCommandQueue(a_context(), gpu[0], CL_QUEUE_PROFILING_ENABLE, NULL),
     layer->clCreateCommandQueue(a_context(), gpu[0], OUT_OF_ORDER, NULL))
/* Behind a word that is no name, nobody knows what a list means. */
static const cl_queue_properties odd_list[] = { 1, 1, CL_QUEUE_PROPERTIES, 0, CL_QUEUE_PROPERTIES,
                                                0, 0 };
PAIR(QUEUE_PROPERTY_TWICE, , QUEUE(0, CL_QUEUE_PROPERTIES, 0),
     layer->clCreateCommandQueueWithProperties(a_context(), gpu[0], odd_list, NULL))
PAIR_REFUSED(QUEUE_SIZE_LIMIT, CL_INVALID_QUEUE_PROPERTIES, WANTS(1025, 1024),
             QUEUE(ON_DEVICE, CL_QUEUE_SIZE, 1025), QUEUE(ON_DEVICE, CL_QUEUE_SIZE, 1024))
PAIR_REFUSED(QUEUE_ON_DEVICE_UNSUPPORTED, CL_INVALID_QUEUE_PROPERTIES,
             SAYS(NULL, CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, cl_ulong, 0), QUEUE(ON_DEVICE, 0, 0),
             QUEUE(OUT_OF_ORDER, 0, 0))
PAIR_FAILS(QUEUE_ON_DEVICE_UNSUPPORTED, CL_INVALID_QUEUE_PROPERTIES,
           SAYS(NULL, CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, cl_ulong, 0), QUEUE(ON_DEVICE, 0, 0))
PAIR_FAILS(QUEUE_UNCHANGEABLE, CL_INVALID_OPERATION, version(10),
           layer->clSetCommandQueueProperty(a_queue(), CL_QUEUE_PROFILING_ENABLE, 1, NULL))
PAIR(QUEUE_ON_DEVICE, , layer->clFlush(device_queue()), layer->clFlush(a_queue()))
/* Another thread may flush the queue. */
static void *call_from_thread(void *context)
{
    layer->clRetainContext(context);
    return NULL;
}
static void use_thread(void)
{
    pthread_t thread;
    if (!pthread_create(&thread, NULL, call_from_thread, a_context())) pthread_join(thread, NULL);
}
static void CL_CALLBACK built(cl_program program, void *data)
{
}
#define UNFLUSHED                                                                                  \
    cl_event event;                                                                                \
    layer->clEnqueueMarkerWithWaitList(queue_with(a_context(), gpu[0], 0), 0, NULL, &event);       \
    layer->clEnqueueMarkerWithWaitList(a_queue(), 1, &event, NULL)
PAIR(QUEUE_NOT_FLUSHED, UNFLUSHED;
     if (!wrong) use_thread(), layer->clFinish(a_queue()), layer->clFinish(a_queue()))
PAIR(QUEUE_NOT_FLUSHED, UNFLUSHED;
     layer->clBuildProgram(a_program(), 0, NULL, NULL, wrong ? NULL : built, NULL),
     layer->clFinish(a_queue()), layer->clFinish(a_queue()))
PAIR(QUEUE_ON_DEVICE_ORDER, , QUEUE(CL_QUEUE_ON_DEVICE, 0, 0), QUEUE(ON_DEVICE, 0, 0))
PAIR(QUEUE_HINT_VALUE, , QUEUE(0, CL_QUEUE_PRIORITY_KHR, 3),
     QUEUE(0, CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_LOW_KHR))
PAIR(QUEUE_HINT_VALUE, , QUEUE(0, CL_QUEUE_THROTTLE_KHR, 5),
     QUEUE(0, CL_QUEUE_THROTTLE_KHR, CL_QUEUE_THROTTLE_LOW_KHR))
PAIR(QUEUE_HINT_VALUE, , QUEUE(0, CL_QUEUE_PRIORITY_KHR, 0),
     QUEUE(0, CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_MED_KHR))
PAIR(QUEUE_HINT_ON_DEVICE, , QUEUE(ON_DEVICE, CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_HIGH_KHR),
     QUEUE(OUT_OF_ORDER, CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_HIGH_KHR))
PAIR(QUEUE_HINT_ON_DEVICE, , QUEUE(ON_DEVICE, CL_QUEUE_THROTTLE_KHR, CL_QUEUE_THROTTLE_MED_KHR),
     QUEUE(OUT_OF_ORDER, CL_QUEUE_THROTTLE_KHR, CL_QUEUE_THROTTLE_MED_KHR))
#define DEFAULT(of) layer->clSetDefaultDeviceCommandQueue(both_context(), gpu[0], of)
PAIR(QUEUE_DEFAULT_OTHER, , DEFAULT(queue_with(both_context(), gpu[1], ON_DEVICE)),
     DEFAULT(queue_with(both_context(), gpu[0], ON_DEVICE)))
PAIR(QUEUE_DEFAULT_OTHER, , DEFAULT(queue_with(both_context(), gpu[0], OUT_OF_ORDER)),
     DEFAULT(queue_with(both_context(), gpu[0], ON_DEVICE)))

static cl_event event;
PAIR(MARKER_EVENT, version(11), layer->clEnqueueMarker(a_queue(), NULL),
     layer->clEnqueueMarker(a_queue(), &event))
