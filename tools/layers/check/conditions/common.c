/* SPDX-License-Identifier: Apache-2.0 */
#include "common.h"

#include "../known/info_contexts.h"
#include "../known/info_devices.h"
#include "../known/info_events.h"
#include "../known/info_queues.h"
#include "../known/info_versions.h"

void out_of_memory(struct check_call *call)
{
    driver_checks(call, CL_OUT_OF_RESOURCES, "the device lacks resources");
    driver_checks(call, CL_OUT_OF_HOST_MEMORY, "the host lacks memory");
}

void out_of_device_memory(struct check_call *call)
{
    driver_checks(call, CL_MEM_OBJECT_ALLOCATION_FAILURE, "the device lacks memory");
}

/* Whether the program looks at platform after platform, and has got devices of one. */
static bool has_listed(const struct check_call *call)
{
    return call->number == SLOT_OF(clGetDeviceIDs) && atomic_load(&recorder_file->listings) > 0;
}

void no_device(struct check_call *call, cl_platform_id platform, cl_device_type type)
{
    if (!explaining(call, CL_DEVICE_NOT_FOUND)) return;
    const cl_platform_id other = has_listed(call) ? NULL : info_platform_with(type, platform);
    explain_if(call, !other, CL_DEVICE_NOT_FOUND, DEVICE_NONE, info_device_count(platform));
    explain_if(call, other, CL_DEVICE_NOT_FOUND, DEVICE_ELSEWHERE, ADDRESS(other));
}

void queue_of_host(struct check_call *call, const cl_command_queue *queue)
{
    not_null(call, *queue, CL_INVALID_COMMAND_QUEUE);
    error_if(call, info_queue_properties(*queue) & CL_QUEUE_ON_DEVICE, CL_INVALID_COMMAND_QUEUE,
             QUEUE_ON_DEVICE);
}

void mem_of_queue(struct check_call *call, cl_command_queue queue, cl_mem mem)
{
    error_about(call, info_contexts_differ(queue, mem) ? mem : NULL, CL_INVALID_CONTEXT,
                MEM_CONTEXT);
}

void events_of_queue(struct check_call *call, cl_command_queue queue, cl_uint count,
                     const cl_event *list)
{
    error_if(call, info_any_context_differs(queue, list, count), CL_INVALID_CONTEXT, EVENT_CONTEXT);
}

void wait_list(struct check_call *call, cl_uint count, const cl_event *const *list)
{
    error_if(call, !*list && count, CL_INVALID_EVENT_WAIT_LIST, WAIT_LIST_LENGTH);
    error_if(call, *list && !count, CL_INVALID_EVENT_WAIT_LIST, WAIT_LIST_LENGTH);
    none_null(call, *list, count, CL_INVALID_EVENT_WAIT_LIST);
}

void wait_list_failed(struct check_call *call, bool blocks, cl_uint count, const cl_event *list)
{
    if (!explaining(call, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)) return;
    const cl_event failed = blocks ? info_failed_event(list, count) : NULL;
    const bool expected = info_program_sets_errors(false);
    explain_if(call, failed && !expected, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
               EVENT_FAILED, ADDRESS(failed));
    explain_if(call, failed && expected, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
               EVENT_FAILED_AS_SET, ADDRESS(failed));
}

void images_of_queue(struct check_call *call, cl_command_queue queue)
{
    error_if(call, info_queue_limit(queue, CL_DEVICE_IMAGE_SUPPORT) == 0, CL_INVALID_OPERATION,
             IMAGES_UNSUPPORTED);
}

void images_of_context(struct check_call *call, cl_context context)
{
    error_if(call, info_context_most(context, CL_DEVICE_IMAGE_SUPPORT) == 0, CL_INVALID_OPERATION,
             IMAGES_UNSUPPORTED);
}

void query(struct check_call *call, uint64_t needed, size_t size, const void *value)
{
    explain_if(call, needed == UNKNOWN, CL_INVALID_VALUE, QUERY_NAME);
    explain_if(call, needed != UNKNOWN && value && size < needed, CL_INVALID_VALUE, QUERY_SIZE,
               needed);
}

/* ---- platforms, devices and their contexts ---- */

/* Whether a name is that of a query of another function. The names of the function's own queries
 * are between `first` and `last`. */
static bool is_other_query(cl_uint name, cl_uint first, cl_uint last)
{
    /* From here on, names are those of extensions, and may be for any object. */
    enum { CORE_END = 0x1290 };
    return name < CORE_END && (name < first || name > last);
}

void object_query(struct check_call *call, const void *object, cl_uint name, cl_uint first,
                  cl_uint last, uint64_t needed, size_t size, const void *value)
{
    const bool others = is_other_query(name, first, last);
    const bool newer = info_query_is_newer(object, name);
    const unsigned since = info_query_since(name), version = info_version(object);
    explain_if(call, others, CL_INVALID_VALUE, QUERY_NAME_WRONG);
    explain_if(call, newer && needed == UNKNOWN, CL_INVALID_VALUE, QUERY_NAME_NEWER, since / 10,
               since % 10, version / 10, version % 10);
    explain_if(call, !others && !newer && needed == UNKNOWN, CL_INVALID_VALUE, QUERY_NAME);
    explain_if(call, value && size < needed && needed != UNKNOWN, CL_INVALID_VALUE, QUERY_SIZE,
               needed);
}

void device_type(struct check_call *call, cl_device_type type)
{
    const cl_device_type all = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                               CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
    error_if(call, type == 0, CL_INVALID_DEVICE_TYPE, DEVICE_TYPE_WRONG);
    explain_if(call, type != CL_DEVICE_TYPE_ALL && type & ~all, CL_INVALID_DEVICE_TYPE,
               DEVICE_TYPE_WRONG);
}

void device_of_context(struct check_call *call, const cl_context *context,
                       const cl_device_id *device)
{
    not_null(call, *context, CL_INVALID_CONTEXT);
    not_null(call, *device, CL_INVALID_DEVICE);
    error_about(call, info_is_foreign_device(*context, *device) ? *device : NULL, CL_INVALID_DEVICE,
                DEVICE_CONTEXT);
}
