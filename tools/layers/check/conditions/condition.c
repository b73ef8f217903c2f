/* SPDX-License-Identifier: Apache-2.0 */
#include "condition.h"

#include "../found/null_handles.h"

void condition_list(struct check_call *call, enum checked_by checked, int32_t error,
                    enum check_id check_id, unsigned values)
{
    const struct condition_row row = { call->number, checked, error, check_id, values, NULL };
    if (call->phase == LISTING) call->reader->visit(&row, call->reader->data);
}

void condition_of_driver(struct check_call *call, int32_t error, const char *text)
{
    const struct condition_row row = { call->number, CHECKED_BY_DRIVER, error, CHECK_ID_NONE, 0,
                                       text };
    call->reader->visit(&row, call->reader->data);
}

/* The specification names CL_INVALID_PROPERTY for some lists and CL_INVALID_VALUE for others.
 * Drivers mix them up. */
bool condition_is_meant(const struct check_call *call, int32_t error)
{
    const int32_t returned = call->error;
    switch (error) {
    case CL_INVALID_VALUE:
    case CL_INVALID_PROPERTY:
        return returned == CL_INVALID_VALUE || returned == CL_INVALID_PROPERTY;
    case CL_INVALID_PROGRAM_EXECUTABLE:
    case CL_INVALID_BUFFER_SIZE:
    case CL_INVALID_IMAGE_SIZE:
    case CL_IMAGE_FORMAT_NOT_SUPPORTED:
    case CL_MISALIGNED_SUB_BUFFER_OFFSET:
    case CL_INVALID_GLOBAL_WORK_SIZE:
    case CL_INVALID_WORK_GROUP_SIZE:
    case CL_INVALID_WORK_ITEM_SIZE: return returned == error || returned == EXPLAIN_LIMITS;
    default: return returned == error;
    }
}

bool condition_explains(struct check_call *call, int32_t error, enum check_id check_id,
                        unsigned values)
{
    condition_list(call, CHECKED_AFTER, error, check_id, values);
    return call->phase == EXPLAINING && condition_is_meant(call, error);
}

/* The index of a parameter, from the address of its argument in the call's structure. */
static unsigned index_of(const struct check_call *call, const void *argument)
{
    const struct signature *signature = signature_of(call->number);
    const size_t offset = (size_t)((const char *)argument - (const char *)call->args);
    unsigned index = 0;
    while (index < signature->parameters && signature_offset(signature, index) != offset) index++;
    return index;
}

void condition_null(struct check_call *call, const void *argument, enum kind kind, int32_t error)
{
    const unsigned count = call->count;
    finding_add(call, HANDLE_NULL, error, NULL, VALUES(index_of(call, argument)));
    causes_explain(call, count, kind);
}

void boolean_argument(struct check_call *call, const cl_bool *argument)
{
    error_if(call, *argument > CL_TRUE, CL_SUCCESS, BOOLEAN_, index_of(call, argument), *argument);
}
