/* SPDX-License-Identifier: Apache-2.0 */
/* Semaphores: cl_khr_semaphore, cl_khr_external_semaphore and the extensions on top of it. */
#include "common.h"
#include "../known/info_contexts.h"
#include "../known/info_properties.h"
#include "../known/info_queues.h"
#include "../known/info_semaphores.h"

/* Headers of 2025 and later have this only among the extensions that are not final. */
#ifndef CL_SEMAPHORE_HANDLE_D3D12_FENCE_KHR
#define CL_SEMAPHORE_HANDLE_D3D12_FENCE_KHR 0x2059
#endif

static const cl_uint core_properties[] = { CL_SEMAPHORE_TYPE_KHR,
                                           CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
                                           CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, 0 };

/* The number of properties that are handles of other APIs to make the semaphore from. */
static unsigned imports(const cl_semaphore_properties_khr *properties)
{
    unsigned count = 0;
    for (cl_uint type = CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR;
         type <= CL_SEMAPHORE_HANDLE_D3D12_FENCE_KHR; type++)
        count += info_has_property(PROPERTIES(properties), type);
    return count;
}

void check_clCreateSemaphoreWithPropertiesKHR(
    struct check_call *call, const struct clCreateSemaphoreWithPropertiesKHR_args *a)
{
    const cl_semaphore_properties_khr *properties = a->sema_props;
    const uint64_t twice = info_property_twice(PROPERTIES(properties));
    const uint64_t word =
        info_property_element(PROPERTIES(properties), CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, 0);
    const cl_device_id owner = (cl_device_id)(uintptr_t)word;
    const uint64_t type = info_property(PROPERTIES(properties), CL_SEMAPHORE_TYPE_KHR);
    const uint64_t devices = info_context_size(a->context);
    not_null(call, a->context, CL_INVALID_CONTEXT);
    if (explaining(call, CL_INVALID_PROPERTY)) {
        const uint64_t other = info_property_outside(PROPERTIES(properties), core_properties);
        explain_if(call, other, CL_INVALID_PROPERTY, SEMAPHORE_PROPERTY_NAME, other);
    }
    error_if(call, twice, CL_INVALID_PROPERTY, SEMAPHORE_PROPERTY_TWICE, twice);
    explain_if(call, devices != UNKNOWN && devices > 1 && !owner, CL_INVALID_PROPERTY,
               SEMAPHORE_DEVICES, devices);
    explain_if(call,
               info_has_property(PROPERTIES(properties), CL_SEMAPHORE_TYPE_KHR) &&
                   type != CL_SEMAPHORE_TYPE_BINARY_KHR,
               CL_INVALID_PROPERTY, SEMAPHORE_TYPE, type);
    living(call, KIND_DEVICE, word, CL_INVALID_DEVICE);
    explain_if(
        call, info_property_element(PROPERTIES(properties), CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, 1),
        CL_INVALID_DEVICE, SEMAPHORE_DEVICES, devices);
    error_about(call, info_is_foreign_device(a->context, owner) ? owner : NULL, CL_INVALID_DEVICE,
                DEVICE_CONTEXT);
    error_if(call, !properties, CL_INVALID_VALUE, SEMAPHORE_TYPE_MISSING);
    error_if(call, !info_has_property(PROPERTIES(properties), CL_SEMAPHORE_TYPE_KHR),
             CL_INVALID_VALUE, SEMAPHORE_TYPE_MISSING);
    out_of_memory(call);
    driver_checks(call, CL_INVALID_DEVICE, "one of the devices can't import this kind of handle");
    explain_if(
        call,
        info_property_element(PROPERTIES(properties), CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, 1),
        CL_INVALID_VALUE, SEMAPHORE_EXPORTS);
    error_if(call,
             imports(properties) &&
                 info_has_property(PROPERTIES(properties), CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR),
             CL_INVALID_OPERATION, SEMAPHORE_IMPORTS);
    error_if(call, imports(properties) > 1, CL_INVALID_PROPERTY, SEMAPHORE_IMPORTS);
}

/* The conditions of a command that waits for semaphores, or signals them. */
static void semaphore_command(struct check_call *call,
                              const struct clEnqueueWaitSemaphoresKHR_args *a)
{
    const cl_semaphore_khr *list = a->sema_objects;
    const cl_uint count = a->num_sema_objects;
    const cl_device_id device = info_queue_device(a->command_queue);
    queue_of_host(call, &a->command_queue);
    error_about(call, info_semaphore_elsewhere(list, count, device), CL_INVALID_COMMAND_QUEUE,
                SEMAPHORE_DEVICE);
    error_about(call, info_semaphore_without(list, count, device), CL_INVALID_COMMAND_QUEUE,
                SEMAPHORE_DEVICE);
    error_if(call, !count, CL_INVALID_VALUE, SEMAPHORES_NONE);
    none_null(call, a->sema_objects, count, CL_INVALID_SEMAPHORE_KHR);
    error_about(call, info_elsewhere(a->command_queue, list, count), CL_INVALID_CONTEXT,
                SEMAPHORE_CONTEXT);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
    error_if(call, !a->sema_payload_list && info_semaphores_need_payload(list, count),
             CL_INVALID_VALUE, SEMAPHORE_PAYLOAD);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    wait_list_failed(call, true, a->num_events_in_wait_list, a->event_wait_list);
    out_of_memory(call);
}
CONDITIONS_OF_BOTH(semaphore_command, clEnqueueWaitSemaphoresKHR, clEnqueueSignalSemaphoresKHR,
                   event)

void check_clGetSemaphoreInfoKHR(struct check_call *call,
                                 const struct clGetSemaphoreInfoKHR_args *a)
{
    not_null(call, a->sema_object, CL_INVALID_SEMAPHORE_KHR);
    if (explaining(call, CL_INVALID_VALUE))
        query(call, info_semaphore_answer(a->sema_object, a->param_name), a->param_value_size,
              a->param_value);
    out_of_memory(call);
}

void check_clGetSemaphoreHandleForTypeKHR(struct check_call *call,
                                          const struct clGetSemaphoreHandleForTypeKHR_args *a)
{
    const bool file = a->handle_type == CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR ||
                      a->handle_type == CL_SEMAPHORE_HANDLE_SYNC_FD_KHR;
    not_null(call, a->sema_object, CL_INVALID_SEMAPHORE_KHR);
    not_null(call, a->device, CL_INVALID_DEVICE);
    error_about(call, info_is_device_elsewhere(a->sema_object, a->device) ? a->device : NULL,
                CL_INVALID_DEVICE, DEVICE_CONTEXT);
    error_about(call,
                info_is_semaphore_elsewhere(a->sema_object, a->device) ? a->sema_object : NULL,
                CL_INVALID_DEVICE, SEMAPHORE_DEVICE);
    explain_if(call, info_semaphore_lacks_export(a->sema_object, a->handle_type), CL_INVALID_VALUE,
               SEMAPHORE_NOT_EXPORTED);
    error_if(call, a->handle_ptr && file && a->handle_size < sizeof(int), CL_INVALID_VALUE,
             SEMAPHORE_HANDLE_SIZE);
    out_of_memory(call);
}

void check_clReImportSemaphoreSyncFdKHR(struct check_call *call,
                                        const struct clReImportSemaphoreSyncFdKHR_args *a)
{
    not_null(call, a->sema_object, CL_INVALID_SEMAPHORE_KHR);
    explain_if(call, info_semaphore_lacks(a->sema_object, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR),
               CL_INVALID_SEMAPHORE_KHR, SEMAPHORE_NOT_IMPORTED);
    explain_if(call, a->fd < 0, CL_INVALID_VALUE, SEMAPHORE_FD);
    driver_checks(call, CL_OUT_OF_HOST_MEMORY, "the host lacks memory");
    driver_checks(call, CL_OUT_OF_RESOURCES, "the device lacks resources");
}
