/* SPDX-License-Identifier: Apache-2.0 */
/* Mistakes with the lifetime of objects, and with platforms, devices, contexts, queues, events and
 * samplers. */
#include "cases.h"

#include <stdint.h>
#include <stdlib.h>

/* ---- objects for the cases ---- */

static cl_context context_of(const struct given *given)
{
    return clCreateContext(NULL, 1, &given->device, NULL, NULL, NULL);
}

static cl_mem buffer_in(cl_context context)
{
    return clCreateBuffer(context, 0, 4096, NULL, NULL);
}

static cl_command_queue queue_in(cl_context context, cl_device_id device,
                                 cl_command_queue_properties bits)
{
    const cl_queue_properties properties[] = { CL_QUEUE_PROPERTIES, bits, 0 };
    return clCreateCommandQueueWithProperties(context, device, properties, NULL);
}

static cl_sampler sampler_of(const struct given *given)
{
    const cl_sampler_properties properties[] = { CL_SAMPLER_FILTER_MODE, CL_FILTER_NEAREST, 0 };
    return clCreateSamplerWithProperties(given->context, properties, NULL);
}

static cl_program program_of(const struct given *given)
{
    return case_program(given, "kernel void nothing(global int *to) { *to = 1; }");
}

static cl_event marker_on(cl_command_queue queue)
{
    cl_event event = NULL;
    clEnqueueMarkerWithWaitList(queue, 0, NULL, &event);
    return event;
}

/* Returns the event of a command that has ended. */
static cl_event ended_event(const struct given *given)
{
    cl_event event = marker_on(given->queue);
    clFinish(given->queue);
    return event;
}

/* Makes sub-devices of one compute unit each. The caller frees the list. */
static cl_uint sub_devices(const struct given *given, cl_device_id **devices)
{
    const cl_device_partition_property each[] = { CL_DEVICE_PARTITION_EQUALLY, 1, 0 };
    cl_uint count = 0;
    clCreateSubDevices(given->device, each, 0, NULL, &count);
    *devices = calloc(count + 1, sizeof **devices);
    if (clCreateSubDevices(given->device, each, count, *devices, NULL)) exit(77);
    return count;
}

static void release_devices(cl_device_id *devices, cl_uint count)
{
    for (cl_uint i = 0; i < count; i++) clReleaseDevice(devices[i]);
    free(devices);
}

/* ---- used after the last release ---- */

CASE(event_freed, "CLR-EVENT-FREED")
{
    cl_event event = ended_event(given);
    if (wrong) clReleaseEvent(event);
    clWaitForEvents(1, &event);
    if (!wrong) clReleaseEvent(event);
}

CASE(event_in_wait_list_freed, "CLR-EVENT-FREED")
{
    cl_event event = ended_event(given);
    if (wrong) clReleaseEvent(event);
    clEnqueueMarkerWithWaitList(given->queue, 1, &event, NULL);
    if (!wrong) clReleaseEvent(event);
}

/* A context lives as long as any object in it. */
CASE(context_freed, "CLR-CONTEXT-FREED")
{
    cl_context context = context_of(given);
    kept_mem buffer = wrong ? NULL : buffer_in(context);
    cl_uint count;
    clReleaseContext(context);
    clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, sizeof count, &count, NULL);
}

/* The event of a command does not keep its queue alive. */
CASE(queue_freed, "CLR-QUEUE-FREED")
{
    cl_command_queue queue = queue_in(given->context, given->device, 0);
    kept_event event = NULL;
    clEnqueueMarkerWithWaitList(queue, 0, NULL, &event);
    if (wrong) clReleaseCommandQueue(queue);
    clFinish(queue);
    if (!wrong) clReleaseCommandQueue(queue);
}

/* A buffer lives as long as its sub-buffers. */
CASE(buffer_freed, "CLR-MEM-FREED")
{
    const cl_buffer_region all = { 0, 4096 };
    cl_mem buffer = buffer_in(given->context), part = NULL;
    size_t size;
    if (!wrong) part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &all, NULL);
    clReleaseMemObject(buffer);
    clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof size, &size, NULL);
    if (part) clReleaseMemObject(part);
}

CASE(sampler_freed, "CLR-SAMPLER-FREED")
{
    cl_sampler sampler = sampler_of(given);
    cl_bool normalized;
    if (wrong) clReleaseSampler(sampler);
    clGetSamplerInfo(sampler, CL_SAMPLER_NORMALIZED_COORDS, sizeof normalized, &normalized, NULL);
    if (!wrong) clReleaseSampler(sampler);
}

/* A program lives as long as its kernels. */
CASE(program_freed, "CLR-PROGRAM-FREED")
{
    cl_program program = program_of(given);
    cl_kernel kernel = case_kernel(program, "nothing");
    size_t count;
    if (wrong) clReleaseKernel(kernel);
    clReleaseProgram(program);
    clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL);
    if (!wrong) clReleaseKernel(kernel);
}

CASE(kernel_asked_freed, "CLR-KERNEL-FREED")
{
    kept_program program = program_of(given);
    cl_kernel kernel = case_kernel(program, "nothing");
    cl_uint count;
    if (wrong) clReleaseKernel(kernel);
    clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL);
    if (!wrong) clReleaseKernel(kernel);
}

CASE(sub_device_freed, "CLR-DEVICE-FREED")
{
    cl_device_id *devices, first;
    cl_uint count = sub_devices(given, &devices);
    cl_device_type type;
    first = *devices;
    if (!wrong) clRetainDevice(first);
    release_devices(devices, count);
    clGetDeviceInfo(first, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    if (!wrong) clReleaseDevice(first);
}

/* A buffer holds a reference to its context, which the program must not release. */

#define RELEASED_TWICE(name, check_id, type, Kind, made)                                           \
    CASE(name, check_id)                                                                           \
    {                                                                                              \
        type object = made;                                                                        \
        if (!wrong) clRetain##Kind(object);                                                        \
        clRelease##Kind(object);                                                                   \
        clRelease##Kind(object);                                                                   \
    }
RELEASED_TWICE(event_released_twice, "CLR-EVENT-RELEASED-TWICE", cl_event, Event,
               ended_event(given))
RELEASED_TWICE(queue_released_twice, "CLR-QUEUE-RELEASED-TWICE", cl_command_queue, CommandQueue,
               queue_in(given->context, given->device, 0))
RELEASED_TWICE(buffer_released_twice, "CLR-MEM-RELEASED-TWICE", cl_mem, MemObject,
               buffer_in(given->context))
RELEASED_TWICE(sampler_released_twice, "CLR-SAMPLER-RELEASED-TWICE", cl_sampler, Sampler,
               sampler_of(given))
RELEASED_TWICE(program_released_again, "CLR-PROGRAM-RELEASED-TWICE", cl_program, Program,
               program_of(given))

/* clReleaseDevice does nothing for root devices, however often it is called. */
CASE(context_released_twice, "CLR-CONTEXT-RELEASED-TWICE")
{
    cl_context context = context_of(given);
    kept_mem buffer = buffer_in(context);
    if (!wrong) clRetainContext(context);
    clReleaseContext(context);
    clReleaseContext(context);
}

CASE(kernel_released_twice, "CLR-KERNEL-RELEASED-TWICE")
{
    kept_program program = program_of(given);
    cl_kernel kernel = case_kernel(program, "nothing");
    if (!wrong) clRetainKernel(kernel);
    clReleaseKernel(kernel);
    clReleaseKernel(kernel);
}

/* Releases of root devices do nothing, however many there are. */
CASE(sub_device_released_twice, "CLR-DEVICE-RELEASED-TWICE")
{
    cl_device_id *devices, first;
    cl_uint count = sub_devices(given, &devices);
    first = *devices;
    release_devices(devices, count);
    clReleaseDevice(wrong ? first : given->device);
}

/* The layer reports the context alone, and none of the objects in it. */

#define LEAKED(name, check_id, type, Kind, made)                                                   \
    CASE(name, check_id)                                                                           \
    {                                                                                              \
        type object = made;                                                                        \
        if (!wrong) clRelease##Kind(object);                                                       \
    }
LEAKED(event_leaked, "CLR-EVENT-LEAKED", cl_event, Event, ended_event(given))
LEAKED(queue_leaked, "CLR-QUEUE-LEAKED", cl_command_queue, CommandQueue,
       queue_in(given->context, given->device, 0))
LEAKED(buffer_leaked, "CLR-MEM-LEAKED", cl_mem, MemObject, buffer_in(given->context))
LEAKED(sampler_leaked, "CLR-SAMPLER-LEAKED", cl_sampler, Sampler, sampler_of(given))

/* The layer reports the program alone, not its kernel. */
CASE(context_leaked, "CLR-CONTEXT-LEAKED")
{
    cl_context context = context_of(given);
    cl_mem buffer = buffer_in(context);
    cl_command_queue queue = queue_in(context, given->device, 0);
    const struct given in_it = { .device = given->device, .context = context };
    cl_program program = program_of(&in_it);
    cl_kernel kernel = case_kernel(program, "nothing");
    clReleaseProgram(program);
    if (wrong) return;
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    clReleaseContext(context);
    clReleaseCommandQueue(queue);
}

/* The kernel is not reported besides. */
CASE(program_leaked, "CLR-PROGRAM-LEAKED")
{
    cl_program program = program_of(given);
    cl_kernel kernel = case_kernel(program, "nothing");
    if (wrong) return;
    clReleaseProgram(program);
    clReleaseKernel(kernel);
}

CASE(kernel_alone_leaked, "CLR-KERNEL-LEAKED")
{
    cl_program program = program_of(given);
    cl_kernel kernel = case_kernel(program, "nothing");
    clReleaseProgram(program);
    if (!wrong) clReleaseKernel(kernel);
}

CASE(sub_device_leaked, "CLR-DEVICE-LEAKED")
{
    cl_device_id *devices;
    cl_uint count = sub_devices(given, &devices);
    release_devices(devices, wrong ? count - 1 : count);
}

/* ---- no object at all, or another one ---- */

CASE(handle_null, "CLR-HANDLE-NULL")
{
    kept_event event = ended_event(given);
    cl_uint count;
    clGetEventInfo(wrong ? NULL : event, CL_EVENT_REFERENCE_COUNT, sizeof count, &count, NULL);
}

CASE(handle_null_second, "CLR-HANDLE-NULL")
{
    kept_mem buffer = clCreateBuffer(given->context, 0, 16, NULL, NULL);
    clEnqueueFillBuffer(given->queue, wrong ? NULL : buffer, "x", 1, 0, 16, 0, NULL, NULL);
    clFinish(given->queue);
}

CASE(handle_null_in_list, "CLR-HANDLE-NULL")
{
    cl_event events[] = { ended_event(given), NULL };
    clEnqueueMarkerWithWaitList(given->queue, wrong ? 2 : 1, events, NULL);
    clReleaseEvent(*events);
}

CASE(handle_unknown, "CLR-HANDLE-UNKNOWN")
{
    static void *nothing[64];
    cl_uint units;
    clGetDeviceInfo(wrong ? (cl_device_id)nothing : given->device, CL_DEVICE_MAX_COMPUTE_UNITS,
                    sizeof units, &units, NULL);
}

CASE(handle_type, "CLR-HANDLE-TYPE")
{
    cl_uint count;
    clGetContextInfo(wrong ? (cl_context)given->queue : given->context, CL_CONTEXT_REFERENCE_COUNT,
                     sizeof count, &count, NULL);
}

CASE(platform_in_properties_type, "CLR-HANDLE-TYPE")
{
    const cl_context_properties properties[] = {
        CL_CONTEXT_PLATFORM, wrong ? (intptr_t)given->device : (intptr_t)given->platform, 0
    };
    kept_context context = clCreateContext(properties, 1, &given->device, NULL, NULL, NULL);
}

/* ---- platforms and devices ---- */

CASE(platform_null, "CLR-PLATFORM-NULL")
{
    cl_uint count;
    clGetDeviceIDs(wrong ? NULL : given->platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count);
}

CASE(asked_list_room, "CLR-ASKED-LIST-ROOM")
{
    cl_platform_id platform;
    cl_uint count;
    clGetPlatformIDs(wrong ? 0 : 1, &platform, &count);
}

CASE(asked_nothing, "CLR-ASKED-NOTHING")
{
    cl_uint count;
    clGetDeviceIDs(given->platform, CL_DEVICE_TYPE_ALL, 0, NULL, wrong ? NULL : &count);
}

CASE(device_type, "CLR-DEVICE-TYPE-WRONG")
{
    cl_uint count;
    clGetDeviceIDs(given->platform, wrong ? 0 : CL_DEVICE_TYPE_DEFAULT, 0, NULL, &count);
}

CASE(device_none, "CLR-DEVICE-NONE")
{
    cl_uint count;
    clGetDeviceIDs(given->platform, wrong ? CL_DEVICE_TYPE_CUSTOM : CL_DEVICE_TYPE_CPU, 0, NULL,
                   &count);
}

CASE(device_context, "CLR-DEVICE-CONTEXT")
{
    cl_device_id devices[2];
    kept_queue queue = NULL;
    cl_uint count = 0;
    clGetDeviceIDs(given->platform, CL_DEVICE_TYPE_ALL, 2, devices, &count);
    if (count < 2) exit(77);
    queue = queue_in(given->context, devices[wrong ? 1 : 0], 0);
}

/* PoCL 7 makes no sub-devices of a CPU. */
static void need_sub_devices(const struct given *given)
{
    cl_uint most = 0;
    clGetDeviceInfo(given->device, CL_DEVICE_PARTITION_MAX_SUB_DEVICES, sizeof most, &most, NULL);
    if (most < 2) exit(77);
}

static void partition(const struct given *given, const cl_device_partition_property *properties)
{
    cl_device_id devices[2];
    cl_uint count = 0;
    need_sub_devices(given);
    if (clCreateSubDevices(given->device, properties, 2, devices, &count)) return;
    for (cl_uint i = 0; i < count; i++) clReleaseDevice(devices[i]);
}

static cl_uint units_of(const struct given *given)
{
    cl_uint units = 0;
    clGetDeviceInfo(given->device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
    return units;
}

CASE(partition_null, "CLR-PARTITION-NULL")
{
    const cl_device_partition_property whole[] = { CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0 };
    partition(given, wrong ? NULL : whole);
}

CASE(partition_units, "CLR-PARTITION-UNITS")
{
    const cl_device_partition_property properties[] = { CL_DEVICE_PARTITION_BY_COUNTS,
                                                        (intptr_t)units_of(given) + wrong, 0, 0 };
    partition(given, properties);
}

CASE(partition_negative, "CLR-PARTITION-NEGATIVE")
{
    const cl_device_partition_property properties[] = { CL_DEVICE_PARTITION_BY_COUNTS,
                                                        wrong ? -1 : 1, 0, 0 };
    partition(given, properties);
}

CASE(partition_unsupported, "CLR-PARTITION-UNSUPPORTED")
{
    const cl_device_partition_property properties[] = {
        wrong ? CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN : CL_DEVICE_PARTITION_BY_COUNTS,
        wrong ? CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE : 1, 0, 0
    };
    partition(given, properties);
}

CASE(partition_value, "CLR-PARTITION-VALUE")
{
    const cl_device_partition_property properties[] = { CL_DEVICE_PARTITION_EQUALLY,
                                                        wrong ? 0 : (intptr_t)units_of(given), 0 };
    partition(given, properties);
}

CASE(partition_room, "CLR-PARTITION-ROOM")
{
    const cl_device_partition_property each[] = { CL_DEVICE_PARTITION_EQUALLY, 1, 0 };
    const cl_uint count = units_of(given), room = wrong ? count - 1 : count;
    cl_device_id *devices = calloc(count, sizeof *devices);
    need_sub_devices(given);
    if (!clCreateSubDevices(given->device, each, room, devices, NULL))
        for (cl_uint i = 0; i < count; i++) clReleaseDevice(devices[i]);
    free(devices);
}

CASE(timer_unsupported, "CLR-TIMER-UNSUPPORTED")
{
    cl_ulong of_device, of_host, resolution = 0;
    clGetPlatformInfo(given->platform, CL_PLATFORM_HOST_TIMER_RESOLUTION, sizeof resolution,
                      &resolution, NULL);
    if (resolution) exit(77); /* PoCL 6 and later have timers */
    if (wrong) clGetDeviceAndHostTimer(given->device, &of_device, &of_host);
}

/* ---- queries ---- */

CASE(query_size, "CLR-QUERY-SIZE")
{
    cl_device_type type;
    clGetDeviceInfo(given->device, CL_DEVICE_TYPE, wrong ? 4 : sizeof type, &type, NULL);
}

CASE(query_small, "CLR-QUERY-SMALL")
{
    size_t large = 0;
    cl_uint right;
    clGetDeviceInfo(given->device, CL_DEVICE_MAX_COMPUTE_UNITS, wrong ? sizeof large : sizeof right,
                    wrong ? (void *)&large : &right, NULL);
}

CASE(query_name, "CLR-QUERY-NAME")
{
    cl_uint answer;
    clGetContextInfo(given->context, wrong ? 0x4fff : CL_CONTEXT_REFERENCE_COUNT, sizeof answer,
                     &answer, NULL);
}

CASE(query_name_wrong, "CLR-QUERY-NAME-WRONG")
{
    cl_uint answer;
    clGetDeviceInfo(given->device, wrong ? CL_CONTEXT_NUM_DEVICES : CL_DEVICE_VENDOR_ID,
                    sizeof answer, &answer, NULL);
}

/* PoCL 7 answers all queries of OpenCL 3.1, though its devices have an older version. */
static void query_newer(const struct given *given, bool wrong, cl_device_info name)
{
    cl_ulong answer;
    const cl_int error =
        clGetDeviceInfo(given->device, wrong ? name : CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES,
                        sizeof answer, &answer, NULL);
    if (wrong && !error) exit(77);
}

CASE(query_name_newer, "CLR-QUERY-NAME-NEWER")
{
    enum { INTEGER_DOT_PRODUCT_CAPABILITIES = 0x1073 }; /* of OpenCL 3.1 */
    query_newer(given, wrong, INTEGER_DOT_PRODUCT_CAPABILITIES);
}

CASE(query_name_newer_apart, "CLR-QUERY-NAME-NEWER")
{
    /* A query of OpenCL 3.1 whose number is far from those of the other queries. */
    enum { SPIRV_EXTENDED_INSTRUCTION_SETS = 0x12b9 };
    query_newer(given, wrong, SPIRV_EXTENDED_INSTRUCTION_SETS);
}

CASE(query_queue_size, "CLR-QUERY-QUEUE-SIZE")
{
    cl_uint answer;
    clGetCommandQueueInfo(given->queue, wrong ? CL_QUEUE_SIZE : CL_QUEUE_REFERENCE_COUNT,
                          sizeof answer, &answer, NULL);
}

/* ---- contexts ---- */

CASE(context_property_twice, "CLR-CONTEXT-PROPERTY-TWICE")
{
    const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM, (intptr_t)given->platform,
                                                 wrong ? CL_CONTEXT_PLATFORM : 0,
                                                 (intptr_t)given->platform, 0 };
    kept_context context = clCreateContext(properties, 1, &given->device, NULL, NULL, NULL);
}

CASE(context_property_name, "CLR-CONTEXT-PROPERTY-NAME")
{
    const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM, (intptr_t)given->platform,
                                                 wrong ? 0x4fff : 0, 1, 0 };
    kept_context context = clCreateContext(properties, 1, &given->device, NULL, NULL, NULL);
}

CASE(context_user_sync, "CLR-CONTEXT-USER-SYNC")
{
    const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM, (intptr_t)given->platform,
                                                 CL_CONTEXT_INTEROP_USER_SYNC, wrong ? -1 : CL_TRUE,
                                                 0 };
    kept_context context = clCreateContext(properties, 1, &given->device, NULL, NULL, NULL);
}

/* The driver of Debian 12 returns both an object and the error. */
CASE(context_type_none, "CLR-DEVICE-NONE")
{
    const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM, (intptr_t)given->platform,
                                                 0 };
    const cl_device_type type = wrong ? CL_DEVICE_TYPE_CUSTOM : CL_DEVICE_TYPE_ALL;
    cl_int error;
    cl_context context = clCreateContextFromType(properties, type, NULL, NULL, &error);
    if (!error) clReleaseContext(context);
}

CASE(context_devices_none, "CLR-CONTEXT-DEVICES-NONE")
{
    const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM, (intptr_t)given->platform,
                                                 0 };
    kept_context context =
        clCreateContext(properties, wrong ? 0 : 1, &given->device, NULL, NULL, NULL);
}

CASE(callback_data, "CLR-CALLBACK-DATA")
{
    int data;
    kept_context context =
        clCreateContext(NULL, 1, &given->device, NULL, wrong ? &data : NULL, NULL);
}

static void CL_CALLBACK context_ends(cl_context context, void *data)
{
}

CASE(callback_missing, "CLR-CALLBACK-MISSING")
{
    kept_context context = context_of(given);
    clSetContextDestructorCallback(context, wrong ? NULL : context_ends, NULL);
}

/* ---- command queues ---- */

CASE(queue_bits_unknown, "CLR-QUEUE-BITS-UNKNOWN")
{
    kept_queue queue =
        queue_in(given->context, given->device, CL_QUEUE_PROFILING_ENABLE | (wrong ? 1u << 20 : 0));
}

CASE(queue_default_host, "CLR-QUEUE-DEFAULT-HOST")
{
    kept_queue queue =
        queue_in(given->context, given->device, wrong ? CL_QUEUE_ON_DEVICE_DEFAULT : 0);
}

CASE(queue_default_fixed, "CLR-QUEUE-DEFAULT-FIXED")
{
    cl_device_device_enqueue_capabilities capabilities = 0;
    clGetDeviceInfo(given->device, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, sizeof capabilities,
                    &capabilities, NULL);
    if (capabilities) exit(77);
    if (wrong) clSetDefaultDeviceCommandQueue(given->context, given->device, given->queue);
}

CASE(queue_property_twice, "CLR-QUEUE-PROPERTY-TWICE")
{
    const cl_queue_properties properties[] = { CL_QUEUE_PROPERTIES, 0,
                                               wrong ? CL_QUEUE_PROPERTIES : 0, 0, 0 };
    kept_queue queue =
        clCreateCommandQueueWithProperties(given->context, given->device, properties, NULL);
}

CASE(queue_property_name, "CLR-QUEUE-PROPERTY-NAME")
{
    const cl_queue_properties properties[] = { CL_QUEUE_PROPERTIES, 0, wrong ? 0x4fff : 0, 1, 0 };
    kept_queue queue =
        clCreateCommandQueueWithProperties(given->context, given->device, properties, NULL);
}

/* A value stands where a name belongs. What follows in memory is then read as properties, too. */
CASE(queue_property_value, "CLR-QUEUE-PROPERTY-NAME")
{
    const cl_queue_properties behind = 0x7f0000001000;
    const cl_queue_properties properties[] = {
        wrong ? CL_QUEUE_PROFILING_ENABLE : CL_QUEUE_PROPERTIES,
        0,
        wrong ? behind : 0,
        1,
        behind,
        2,
        0
    };
    kept_queue queue =
        clCreateCommandQueueWithProperties(given->context, given->device, properties, NULL);
}

CASE(queue_size_host, "CLR-QUEUE-SIZE-HOST")
{
    const cl_queue_properties properties[] = { CL_QUEUE_PROPERTIES, 0, wrong ? CL_QUEUE_SIZE : 0,
                                               4096, 0 };
    kept_queue queue =
        clCreateCommandQueueWithProperties(given->context, given->device, properties, NULL);
}

/* ---- events ---- */

CALL(barrier_wait_list_missing, "CLR-WAIT-LIST-LENGTH",
     clEnqueueBarrierWithWaitList(given->queue, wrong ? 1 : 0, NULL, NULL))

CASE(marker_wait_list_empty, "CLR-WAIT-LIST-LENGTH")
{
    kept_event event = ended_event(given);
    clEnqueueMarkerWithWaitList(given->queue, wrong ? 0 : 1, &event, NULL);
}

CASE(event_context, "CLR-EVENT-CONTEXT")
{
    kept_context other = wrong ? context_of(given) : NULL;
    const cl_context context = wrong ? other : given->context;
    kept_event event = clCreateUserEvent(context, NULL);
    clSetUserEventStatus(event, CL_COMPLETE);
    clEnqueueMarkerWithWaitList(given->queue, 1, &event, NULL);
}

CASE(events_context, "CLR-EVENTS-CONTEXT")
{
    kept_context other = wrong ? context_of(given) : NULL;
    const cl_context context = wrong ? other : given->context;
    cl_event events[] = { clCreateUserEvent(context, NULL),
                          clCreateUserEvent(given->context, NULL) };
    clSetUserEventStatus(events[0], CL_COMPLETE);
    clSetUserEventStatus(events[1], CL_COMPLETE);
    clWaitForEvents(2, events);
    clReleaseEvent(events[0]);
    clReleaseEvent(events[1]);
}

CASE(events_none, "CLR-EVENTS-NONE")
{
    kept_event event = ended_event(given);
    clWaitForEvents(wrong ? 0 : 1, &event);
}

CASE(event_failed, "CLR-EVENT-FAILED-AS-SET")
{
    kept_event event = clCreateUserEvent(given->context, NULL);
    clSetUserEventStatus(event, wrong ? -1 : CL_COMPLETE);
    clWaitForEvents(1, &event);
}

CASE(event_not_user, "CLR-EVENT-NOT-USER")
{
    kept_event event = wrong ? ended_event(given) : clCreateUserEvent(given->context, NULL);
    clSetUserEventStatus(event, CL_COMPLETE);
}

CASE(user_event_status, "CLR-USER-EVENT-STATUS")
{
    kept_event event = clCreateUserEvent(given->context, NULL);
    clSetUserEventStatus(event, wrong ? CL_RUNNING : CL_COMPLETE);
}

CASE(user_event_twice, "CLR-USER-EVENT-TWICE")
{
    kept_event event = clCreateUserEvent(given->context, NULL);
    clSetUserEventStatus(event, CL_COMPLETE);
    if (wrong) clSetUserEventStatus(event, CL_COMPLETE);
}

/* A callback may use its event, even if the program has released that. */
static void CL_CALLBACK looks_at_event(cl_event event, cl_int status, void *data)
{
    cl_command_type type;
    clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL);
}

CASE(event_callback_type, "CLR-EVENT-CALLBACK-TYPE")
{
    kept_event event = marker_on(given->queue);
    clSetEventCallback(event, wrong ? CL_QUEUED : CL_COMPLETE, looks_at_event, NULL);
    clFinish(given->queue);
}

static void ask_time(cl_event event)
{
    cl_ulong time;
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof time, &time, NULL);
}

CASE(profiling_queue, "CLR-PROFILING-QUEUE")
{
    kept_queue queue =
        queue_in(given->context, given->device, wrong ? 0 : CL_QUEUE_PROFILING_ENABLE);
    kept_event event = marker_on(queue);
    clFinish(queue);
    ask_time(event);
}

CASE(profiling_pending, "CLR-PROFILING-PENDING")
{
    kept_queue queue = queue_in(given->context, given->device, CL_QUEUE_PROFILING_ENABLE);
    kept_event user = clCreateUserEvent(given->context, NULL), event = NULL;
    clEnqueueMarkerWithWaitList(queue, 1, &user, &event);
    if (wrong) ask_time(event);
    clSetUserEventStatus(user, CL_COMPLETE);
    clFinish(queue);
    if (!wrong) ask_time(event);
}

CASE(profiling_user_event, "CLR-PROFILING-USER-EVENT")
{
    kept_queue queue = queue_in(given->context, given->device, CL_QUEUE_PROFILING_ENABLE);
    kept_event user = clCreateUserEvent(given->context, NULL), event = NULL;
    clSetUserEventStatus(user, CL_COMPLETE);
    clEnqueueMarkerWithWaitList(queue, 1, &user, &event);
    clFinish(queue);
    ask_time(wrong ? user : event);
}

/* ---- samplers ---- */

static void make_sampler(const struct given *given, const cl_sampler_properties *properties)
{
    kept_sampler sampler = clCreateSamplerWithProperties(given->context, properties, NULL);
}

CASE(sampler_value, "CLR-SAMPLER-VALUE")
{
    const cl_sampler_properties properties[] = { CL_SAMPLER_FILTER_MODE,
                                                 wrong ? CL_ADDRESS_CLAMP : CL_FILTER_LINEAR, 0 };
    make_sampler(given, properties);
}

CASE(sampler_property_twice, "CLR-SAMPLER-PROPERTY-TWICE")
{
    const cl_sampler_properties properties[] = { CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR,
                                                 wrong ? CL_SAMPLER_FILTER_MODE : 0,
                                                 CL_FILTER_LINEAR, 0 };
    make_sampler(given, properties);
}

CASE(sampler_property_name, "CLR-SAMPLER-PROPERTY-NAME")
{
    const cl_sampler_properties properties[] = { wrong ? 0x4fff : CL_SAMPLER_NORMALIZED_COORDS,
                                                 CL_TRUE, 0 };
    make_sampler(given, properties);
}

CASE(sampler_repeats, "CLR-SAMPLER-REPEATS")
{
    const cl_sampler_properties properties[] = { CL_SAMPLER_NORMALIZED_COORDS, !wrong,
                                                 CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_REPEAT, 0 };
    make_sampler(given, properties);
}
