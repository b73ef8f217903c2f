/* SPDX-License-Identifier: Apache-2.0 */
/* Queues, markers and barriers: sections 5.1, 5.12 and 5.15. */
#include "common.h"
#include "../known/info_contexts.h"
#include "../known/info_devices.h"
#include "../known/info_properties.h"
#include "../known/info_queues.h"

static const cl_command_queue_properties host_bits =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
static const cl_uint core_properties[] = { CL_QUEUE_PROPERTIES, CL_QUEUE_SIZE, 0 };

void check_clCreateCommandQueue(struct check_call *call, const struct clCreateCommandQueue_args *a)
{
    const uint64_t lacking = info_queue_bits_lacking(a->device, a->properties);
    device_of_context(call, &a->context, &a->device);
    explain_if(call, a->properties & ~host_bits, CL_INVALID_VALUE, QUEUE_BITS_UNKNOWN,
               a->properties & ~host_bits);
    error_if(call, lacking, CL_INVALID_QUEUE_PROPERTIES, QUEUE_BITS_UNSUPPORTED, lacking);
    out_of_memory(call);
}

/* A hint is high, medium or low. Both hints have the same values. */
static void queue_hint(struct check_call *call, const cl_queue_properties *properties, cl_uint name)
{
    const uint64_t hint = info_property(PROPERTIES(properties), name);
    error_if(call,
             info_has_property(PROPERTIES(properties), name) &&
                 hint != CL_QUEUE_PRIORITY_HIGH_KHR && hint != CL_QUEUE_PRIORITY_MED_KHR &&
                 hint != CL_QUEUE_PRIORITY_LOW_KHR,
             CL_INVALID_VALUE, QUEUE_HINT_VALUE, name, hint);
}

static void create_queue(struct check_call *call,
                         const struct clCreateCommandQueueWithProperties_args *a)
{
    const cl_queue_properties *properties = a->properties;
    const uint64_t bits = info_property(PROPERTIES(properties), CL_QUEUE_PROPERTIES);
    const uint64_t size = info_property(PROPERTIES(properties), CL_QUEUE_SIZE);
    const uint64_t twice = info_property_twice(PROPERTIES(properties));
    const uint64_t lacking = info_queue_bits_lacking(a->device, bits);
    const uint64_t most = info_device(a->device, CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE);
    const uint64_t unknown_bits =
        bits & ~(host_bits | CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT);
    device_of_context(call, &a->context, &a->device);
    error_if(call, twice, CL_INVALID_VALUE, QUEUE_PROPERTY_TWICE, twice);
    error_if(call,
             !(bits & CL_QUEUE_ON_DEVICE) &&
                 info_has_property(PROPERTIES(properties), CL_QUEUE_SIZE),
             CL_INVALID_VALUE, QUEUE_SIZE_HOST);
    error_if(call, bits & CL_QUEUE_ON_DEVICE_DEFAULT && !(bits & CL_QUEUE_ON_DEVICE),
             CL_INVALID_VALUE, QUEUE_DEFAULT_HOST);
    error_if(call, bits & CL_QUEUE_ON_DEVICE && !(bits & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE),
             CL_INVALID_VALUE, QUEUE_ON_DEVICE_ORDER);
    explain_if(call, unknown_bits, CL_INVALID_VALUE, QUEUE_BITS_UNKNOWN, unknown_bits);
    if (explaining(call, CL_INVALID_VALUE)) {
        const uint64_t other = info_property_outside(PROPERTIES(properties), core_properties);
        explain_if(call, other, CL_INVALID_VALUE, QUEUE_PROPERTY_NAME, other);
    }
    queue_hint(call, properties, CL_QUEUE_PRIORITY_KHR);
    queue_hint(call, properties, CL_QUEUE_THROTTLE_KHR);
    error_if(call, lacking, CL_INVALID_QUEUE_PROPERTIES, QUEUE_BITS_UNSUPPORTED, lacking);
    explain_if(call,
               bits & CL_QUEUE_ON_DEVICE &&
                   info_device(a->device, CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES) == 0,
               CL_INVALID_QUEUE_PROPERTIES, QUEUE_ON_DEVICE_UNSUPPORTED);
    explain_if(call, size > most, CL_INVALID_QUEUE_PROPERTIES, QUEUE_SIZE_LIMIT, size, most);
    error_if(call,
             bits & CL_QUEUE_ON_DEVICE &&
                 info_has_property(PROPERTIES(properties), CL_QUEUE_PRIORITY_KHR),
             CL_INVALID_QUEUE_PROPERTIES, QUEUE_HINT_ON_DEVICE, CL_QUEUE_PRIORITY_KHR);
    error_if(call,
             bits & CL_QUEUE_ON_DEVICE &&
                 info_has_property(PROPERTIES(properties), CL_QUEUE_THROTTLE_KHR),
             CL_INVALID_QUEUE_PROPERTIES, QUEUE_HINT_ON_DEVICE, CL_QUEUE_THROTTLE_KHR);
    out_of_memory(call);
}
CONDITIONS_OF_BOTH(create_queue, clCreateCommandQueueWithProperties,
                   clCreateCommandQueueWithPropertiesKHR, errcode_ret)

void check_clGetCommandQueueInfo(struct check_call *call,
                                 const struct clGetCommandQueueInfo_args *a)
{
    not_null(call, a->command_queue, CL_INVALID_COMMAND_QUEUE);
    explain_if(call,
               a->param_name == CL_QUEUE_SIZE &&
                   info_queue_is_without(a->command_queue, CL_QUEUE_ON_DEVICE),
               CL_INVALID_COMMAND_QUEUE, QUERY_QUEUE_SIZE);
    explain_query(call, a, clGetCommandQueueInfo, a->command_queue, 0x1090, 0x109f);
    out_of_memory(call);
}

void check_clSetCommandQueueProperty(struct check_call *call,
                                     const struct clSetCommandQueueProperty_args *a)
{
    not_null(call, a->command_queue, CL_INVALID_COMMAND_QUEUE);
    explain_if(call, true, CL_INVALID_OPERATION, QUEUE_UNCHANGEABLE);
    explain_if(call, a->properties & ~host_bits, CL_INVALID_VALUE, QUEUE_BITS_UNKNOWN,
               a->properties & ~host_bits);
    if (explaining(call, CL_INVALID_QUEUE_PROPERTIES)) {
        const uint64_t lacking =
            info_queue_bits_lacking(info_queue_device(a->command_queue), a->properties);
        explain_if(call, lacking, CL_INVALID_QUEUE_PROPERTIES, QUEUE_BITS_UNSUPPORTED, lacking);
    }
    out_of_memory(call);
}

void check_clSetDefaultDeviceCommandQueue(struct check_call *call,
                                          const struct clSetDefaultDeviceCommandQueue_args *a)
{
    const uint64_t capabilities = info_device(a->device, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES);
    const cl_device_id device = info_queue_device(a->command_queue);
    device_of_context(call, &a->context, &a->device);
    error_if(call, !(capabilities & CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT), CL_INVALID_OPERATION,
             QUEUE_DEFAULT_FIXED);
    not_null(call, a->command_queue, CL_INVALID_COMMAND_QUEUE);
    error_if(call, capabilities && info_queue_is_without(a->command_queue, CL_QUEUE_ON_DEVICE),
             CL_INVALID_COMMAND_QUEUE, QUEUE_DEFAULT_OTHER);
    error_if(call, device && device != a->device, CL_INVALID_COMMAND_QUEUE, QUEUE_DEFAULT_OTHER);
    out_of_memory(call);
}

static void queue_alone(struct check_call *call, const struct clFlush_args *a)
{
    queue_of_host(call, &a->command_queue);
    out_of_memory(call);
}
CONDITIONS_OF_BOTH(queue_alone, clFlush, clFinish, command_queue)
SAME_ARGUMENTS(clFlush, clEnqueueBarrier, command_queue);
CONDITIONS(queue_alone, clEnqueueBarrier)

/* ---- markers and barriers ---- */

void check_clEnqueueMarker(struct check_call *call, const struct clEnqueueMarker_args *a)
{
    queue_of_host(call, &a->command_queue);
    error_if(call, !a->event, CL_INVALID_VALUE, MARKER_EVENT);
    out_of_memory(call);
}

void check_clEnqueueWaitForEvents(struct check_call *call,
                                  const struct clEnqueueWaitForEvents_args *a)
{
    queue_of_host(call, &a->command_queue);
    error_if(call, info_any_context_differs(a->command_queue, a->event_list, a->num_events),
             CL_INVALID_CONTEXT, EVENTS_CONTEXT);
    error_if(call, !a->num_events || !a->event_list, CL_INVALID_VALUE, EVENTS_NONE);
    out_of_memory(call);
}

static void marker(struct check_call *call, const struct clEnqueueMarkerWithWaitList_args *a)
{
    queue_of_host(call, &a->command_queue);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    out_of_memory(call);
}
CONDITIONS_OF_BOTH(marker, clEnqueueMarkerWithWaitList, clEnqueueBarrierWithWaitList, event)
