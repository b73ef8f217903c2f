/* SPDX-License-Identifier: Apache-2.0 */
/* Events: sections 5.11 and 5.14. */
#include "common.h"
#include "../known/info_contexts.h"
#include "../known/info_events.h"
#include "../known/info_queues.h"

void check_clWaitForEvents(struct check_call *call, const struct clWaitForEvents_args *a)
{
    error_if(call, !a->num_events || !a->event_list, CL_INVALID_VALUE, EVENTS_NONE);
    error_if(call,
             a->num_events && a->event_list &&
                 info_any_context_differs(*a->event_list, a->event_list, a->num_events),
             CL_INVALID_CONTEXT, EVENTS_CONTEXT);
    none_null(call, a->event_list, a->num_events, CL_INVALID_EVENT);
    wait_list_failed(call, true, a->num_events, a->event_list);
    out_of_memory(call);
}

void check_clGetEventInfo(struct check_call *call, const struct clGetEventInfo_args *a)
{
    not_null(call, a->event, CL_INVALID_EVENT);
    explain_query(call, a, clGetEventInfo, a->event, 0x11d0, 0x11df);
    driver_checks(call, CL_INVALID_VALUE, "the event has no such property");
    out_of_memory(call);
}

void check_clGetEventProfilingInfo(struct check_call *call,
                                   const struct clGetEventProfilingInfo_args *a)
{
    not_null(call, a->event, CL_INVALID_EVENT);
    if (explaining(call, CL_PROFILING_INFO_NOT_AVAILABLE)) {
        const bool user = info_event_type(a->event) == CL_COMMAND_USER;
        const cl_command_queue queue = info_event_queue(a->event);
        const bool unprofiled = info_queue_is_without(queue, CL_QUEUE_PROFILING_ENABLE);
        explain_if(call, user, CL_PROFILING_INFO_NOT_AVAILABLE, PROFILING_USER_EVENT);
        explain_if(call, unprofiled, CL_PROFILING_INFO_NOT_AVAILABLE, PROFILING_QUEUE,
                   ADDRESS(queue));
        explain_if(call, info_event_is_pending(a->event) && !user && !unprofiled,
                   CL_PROFILING_INFO_NOT_AVAILABLE, PROFILING_PENDING,
                   (uint64_t)(int64_t)info_event_status(a->event));
    }
    explain_query(call, a, clGetEventProfilingInfo, a->event, 0x1280, 0x128f);
    out_of_memory(call);
}

void check_clSetEventCallback(struct check_call *call, const struct clSetEventCallback_args *a)
{
    const cl_int type = a->command_exec_callback_type;
    not_null(call, a->event, CL_INVALID_EVENT);
    error_if(call, !a->pfn_notify, CL_INVALID_VALUE, CALLBACK_MISSING);
    error_if(call, type < CL_COMPLETE || type > CL_SUBMITTED, CL_INVALID_VALUE, EVENT_CALLBACK_TYPE,
             (uint64_t)(int64_t)type);
    out_of_memory(call);
}

void check_clCreateUserEvent(struct check_call *call, const struct clCreateUserEvent_args *a)
{
    not_null(call, a->context, CL_INVALID_CONTEXT);
    out_of_memory(call);
}

void check_clSetUserEventStatus(struct check_call *call, const struct clSetUserEventStatus_args *a)
{
    const cl_command_type type = info_event_type(a->event);
    not_null(call, a->event, CL_INVALID_EVENT);
    error_if(call, type && type != CL_COMMAND_USER, CL_INVALID_EVENT, EVENT_NOT_USER, type);
    error_if(call, a->execution_status > CL_COMPLETE, CL_INVALID_VALUE, USER_EVENT_STATUS);
    error_if(call, type == CL_COMMAND_USER && info_event_status(a->event) <= CL_COMPLETE,
             CL_INVALID_OPERATION, USER_EVENT_TWICE,
             (uint64_t)(int64_t)info_event_status(a->event));
    out_of_memory(call);
}
