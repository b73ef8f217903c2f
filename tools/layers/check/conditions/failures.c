/* SPDX-License-Identifier: Apache-2.0 */
#include "failures.h"

#include "../../../calls/functions.h"
#include "../order/order.h"
#include "condition.h"
#include "conditions.h"
#include "../known/info_devices.h"
#include "../known/info_kernels.h"
#include "../known/info_memory.h"
#include "../known/info_properties.h"
#include "../known/info_queues.h"

_Atomic(cl_kernel) check_launched_last;

/* The object by which the loader finds the driver of a call: the first argument, or the platform in
 * a list of properties. NULL: not known. */
static const void *asked(const struct check_call *call)
{
    if (call->number == clGetGLContextInfoKHR_number) {
        const struct clGetGLContextInfoKHR_args *a = call->args;
        const uint64_t platform = info_property(PROPERTIES(a->properties), CL_CONTEXT_PLATFORM);
        return (const void *)(uintptr_t)platform;
    }
    return signature_of(call->number)->parameter[0].size == sizeof(void *) ? finding_subject(call)
                                                                           : NULL;
}

/* The finding for a failure that no condition explains. If a driver lacks a function, the loader
 * returns CL_INVALID_OPERATION. */
static enum check_id unexplained(const struct check_call *call, int32_t error)
{
    if (error == CL_INVALID_OPERATION && call->number < SLOT_COUNT &&
        !info_driver_has(asked(call), call->number))
        return FUNCTION_MISSING;
    /* A program may make a query just to see whether it fails. */
    return functions_match(functions_name(call->number), "clGet*") ? QUERY_FAILED : CALL_FAILED;
}

/* Whether a device has less memory than the buffers and images of its queue's context need.
 * *needed and *there become both sizes. */
static bool lacks_memory(const struct check_call *call, int32_t error, uint64_t *needed,
                         uint64_t *there)
{
    cl_device_id device =
        error == CL_MEM_OBJECT_ALLOCATION_FAILURE ? info_queue_device(finding_subject(call)) : NULL;
    if (!device) return false;
    *needed = info_memory_beside(finding_subject(call));
    *there = info_asked(device, CL_DEVICE_GLOBAL_MEM_SIZE);
    return *needed > *there;
}

/* Whether a driver may have run out of something because the program has many objects. *many becomes
 * their number, and *kind their kind. Many buffers are usual: lacks_memory() looks at these. */
static bool has_many_objects(int32_t error, uint64_t *many, enum kind *kind)
{
    enum { MANY = 100 };
    struct objects_counts counts = { { 0 } };
    if (error != CL_OUT_OF_RESOURCES && error != CL_OUT_OF_HOST_MEMORY) return false;
    objects_count(&counts);
    *many = 0;
    for (enum kind i = KIND_CONTEXT; i < KIND_COUNT; i++) {
        if (i == KIND_MEM || counts.of[i] <= *many) continue;
        *many = counts.of[i];
        *kind = i;
    }
    return *many >= MANY;
}

/* The kernel launched last, if the call waits for commands and the program still has the kernel. Some
 * drivers return CL_OUT_OF_RESOURCES from such a call because a kernel has failed. */
static cl_kernel kernel_before(const struct check_call *call, int32_t error)
{
    static const char waiting[] = "clFinish,clWaitForEvents,clEnqueueRead*,clEnqueueMap*";
    cl_kernel kernel = atomic_load(&check_launched_last);
    if (error != CL_OUT_OF_RESOURCES || !functions_match(functions_name(call->number), waiting) ||
        !objects_living(kernel, KIND_KERNEL))
        return NULL;
    info_name_kernel(kernel);
    return kernel;
}

/* The specification names no error for a wrong boolean, but some drivers return one. */
static bool rejects_boolean(const struct check_call *call, int32_t error)
{
    for (unsigned i = 0; i < call->count; i++)
        if (call->found[i].check_id == BOOLEAN_) return error == CL_INVALID_VALUE;
    return false;
}

/* Adds findings for the conditions of the call's function that explain an error. */
static void explain(struct check_call *call, int32_t error)
{
    call->phase = EXPLAINING;
    call->error = error;
    conditions_of(call);
    call->phase = CHECKING;
}

void check_failed(struct check_call *call)
{
    const int32_t error = call->error;
    uint64_t needed, there, many;
    enum kind kind;
    cl_kernel kernel;
    if (!check_conditions()) return;
    /* The call has waited until all events had ended, one of them with an error. */
    if (error == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) order_synchronized();
    /* A finding with an error explains the failure, whatever error the driver has returned. */
    if (finding_explains(call)) return;
    explain(call, error);
    if (!finding_explains(call)) explain(call, EXPLAIN_LIMITS);
    if (!finding_explains(call) && lacks_memory(call, error, &needed, &there))
        finding_add(call, CONTEXT_MEMORY, error, NULL, VALUES(needed, there));
    if (!finding_explains(call) && has_many_objects(error, &many, &kind))
        finding_add(call, OBJECTS_MANY, error, NULL,
                    VALUES((uint64_t)(int64_t)error, many, (uint64_t)kind));
    if (!finding_explains(call) && (kernel = kernel_before(call, error)))
        finding_add(call, KERNEL_BEFORE, error, NULL,
                    VALUES((uint64_t)(int64_t)error, (uintptr_t)kernel));
    if (!finding_explains(call) && !rejects_boolean(call, error))
        finding_add(call, unexplained(call, error), error, NULL, VALUES((uint64_t)(int64_t)error));
    finding_write(call);
}

void check_no_memory(struct check_call *call, enum check_id otherwise)
{
    if (!check_conditions() || call->count) return;
    explain(call, CL_SUCCESS);
    if (!call->count) finding_add(call, otherwise, CL_SUCCESS, NULL, NULL);
    finding_write(call);
}
