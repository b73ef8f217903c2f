/* SPDX-License-Identifier: Apache-2.0 */
#include "queries.h"

void object_query(struct check_call *call, const void *object, cl_uint name, cl_uint first,
                  cl_uint last, uint64_t needed, size_t size, const void *value)
{
    const bool others = info_is_other_query(name, first, last);
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
