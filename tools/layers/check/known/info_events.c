/* SPDX-License-Identifier: Apache-2.0 */
#include "info_events.h"

struct info_event {
    struct info info;
    cl_command_type type; /* 0: not known */
    cl_command_queue queue;
};

static void fill_event(void *handle, struct info *info)
{
    struct info_event *filled = (void *)info;
    cl_event event = handle;
    queries.clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof filled->type, &filled->type, NULL);
    queries.clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof filled->queue, &filled->queue,
                           NULL);
}

const struct info_kind info_kind_event = { sizeof(struct info_event), fill_event, NULL };

cl_command_type info_event_type(cl_event event)
{
    const struct info_event *info = (const void *)info_of(event, KIND_EVENT);
    return info ? info->type : 0;
}

cl_command_queue info_event_queue(cl_event event)
{
    const struct info_event *info = (const void *)info_of(event, KIND_EVENT);
    return info ? info->queue : NULL;
}

cl_int info_event_status(cl_event event)
{
    cl_int status;
    if (!objects_living(event, KIND_EVENT) ||
        queries.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
                               NULL))
        return UNKNOWN_STATUS;
    return status;
}

bool info_program_sets_errors(bool sets)
{
    static atomic_bool has;
    if (sets) atomic_store(&has, true);
    return atomic_load(&has);
}

bool info_event_is_pending(cl_event event)
{
    const cl_int status = info_event_status(event);
    return status > CL_COMPLETE && status <= CL_QUEUED;
}

cl_event info_failed_event(const cl_event *list, size_t count)
{
    for (size_t i = 0; HAS_ELEMENT(list, count, i); i++)
        if (info_event_status(list[i]) < 0) return list[i];
    return NULL;
}
