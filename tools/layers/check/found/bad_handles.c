/* SPDX-License-Identifier: Apache-2.0 */
#include "bad_handles.h"

#include "../known/ranges.h"
#include "null_handles.h"
#include "current.h"
#include "kind_findings.h"
#include "../known/info_contexts.h"
#include "../known/info_kernels.h"

void check_bad_handle(struct check_call *call, enum kind kind, const void *handle, bool releases)
{
    const struct tracked *tracked = objects_find(handle);
    const int32_t error = object_kinds[kind].error;
    const void *whole = tracked ? NULL : objects_of_half(handle, kind);
    const unsigned count = call->count;
    struct range_place place;
    call->strange = 1;
    if (whole) {
        finding_add(call, HANDLE_HALF, error, whole, VALUES(ADDRESS(handle), kind));
        return;
    }
    if (!tracked) {
        if (!objects_are_complete()) return;
        /* A driver that uses OpenCL itself may have made the object before the layer was loaded. */
        if (atomic_load(&current_driver_calls) && info_is_of_driver(handle))
            objects_met_of_driver(handle, kind, call_site(call));
        else if (range_at(handle, &place) && place.kind == RANGE_SVM)
            finding_add(call, HANDLE_SVM, error, handle, NULL);
        else finding_add(call, HANDLE_UNKNOWN, error, handle, NULL);
        return;
    }
    if (objects_kind(tracked) == KIND_NONE) {
        if (releases) return;
        finding_add(call, HANDLE_UNKNOWN, error, handle, NULL);
        causes_explain_refused(call, count, kind, handle);
        return;
    }
    if (objects_kind(tracked) != kind) {
        finding_add(call, HANDLE_TYPE, error, handle, VALUES(0, objects_kind(tracked), kind));
    } else if (!releases) {
        finding_add(call, object_kinds[kind].freed, error, handle, NULL);
    } else if (!atomic_load(&tracked->met)) {
        finding_add(call, object_kinds[kind].released_twice, error, handle, NULL);
    } else {
        return;
    }
    if (!objects_alive(tracked)) check_refuse(call, error);
}

void check_list(struct check_call *call, enum kind kind, const void *list, uint64_t count)
{
    const void *const *handles = list;
    for (uint64_t i = 0; HAS_ELEMENT(handles, count, i) && i < MOST_IN_LIST; i++)
        check_handle(call, kind, (uintptr_t)handles[i], false);
}

atomic_bool check_samplers;

void check_bad_argument(struct check_call *call, cl_kernel kernel, cl_uint index, size_t size,
                        const void *value)
{
    check_argument_object(call, info_check_argument(kernel, index, size, value));
}

void check_argument_object(struct check_call *call, struct argument_check argument_check)
{
    const uint64_t object = ADDRESS(argument_check.object);
    if (argument_check.fault == ARGUMENT_MEM) check_handle(call, KIND_MEM, object, false);
    if (argument_check.fault == ARGUMENT_SAMPLER) check_handle(call, KIND_SAMPLER, object, false);
    if (argument_check.fault == ARGUMENT_QUEUE) check_handle(call, KIND_QUEUE, object, false);
}

void check_pointers(struct check_call *call, enum check_id check_id, int32_t error,
                    const void *list, size_t count)
{
    const void *freed = info_first_freed(finding_subject(call), list, count, RANGE_SVM);
    if (freed) finding_add(call, check_id, error, NULL, VALUES(ADDRESS(freed)));
}
