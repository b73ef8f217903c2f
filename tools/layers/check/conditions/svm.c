/* SPDX-License-Identifier: Apache-2.0 */
/* Shared virtual memory: section 5.6; and unified shared memory: cl_intel_unified_shared_memory. */
#include "mem_objects.h"
#include "../known/info_contexts.h"
#include "../known/info_devices.h"
#include "../known/info_queues.h"

/* ---- what several functions share ---- */

static void svm_of_queue(struct check_call *call, cl_command_queue queue)
{
    error_if(call, info_queue_limit(queue, CL_DEVICE_SVM_CAPABILITIES) == 0, CL_INVALID_OPERATION,
             SVM_UNSUPPORTED);
}

static void pointer_not_null(struct check_call *call, const void *pointer)
{
    error_if(call, !pointer, CL_INVALID_VALUE, SVM_POINTER_NULL);
}

/* The pointer is not that of freed memory. Memory that OpenCL did not allocate may be used only on
 * devices with fine-grained system SVM. */
static void pointer_not_freed(struct check_call *call, cl_command_queue queue, const void *pointer)
{
    error_if(call,
             range_is_gone(pointer, RANGE_SVM) && !info_device_uses_host(info_queue_device(queue)),
             CL_INVALID_VALUE, SVM_FREED, ADDRESS(pointer));
}

/* The pointer is not that of the program's own memory, unless the device can use that. (Copies may
 * use it on any device.) */
static void pointer_is_allocated(struct check_call *call, cl_command_queue queue,
                                 const void *pointer)
{
    error_if(call,
             range_is_foreign(pointer) && objects_are_complete() &&
                 info_queue_limit(queue, CL_DEVICE_SVM_CAPABILITIES) &&
                 !info_device_uses_host(info_queue_device(queue)),
             CL_INVALID_VALUE, SVM_FOREIGN, ADDRESS(pointer));
}

static void pointer_in_range(struct check_call *call, const void *pointer, size_t size)
{
    pointer_not_null(call, pointer);
    range_in_svm(call, pointer, size);
}

static void can_be_freed(struct check_call *call, cl_context context, const void *pointer,
                         enum range_kind kind)
{
    error_if(call, range_is_freed(pointer, kind), CL_INVALID_VALUE, SVM_FREED_TWICE,
             ADDRESS(pointer));
    error_if(call, range_is_unknown(pointer, kind), CL_INVALID_VALUE, SVM_UNKNOWN,
             ADDRESS(pointer));
    error_if(call, range_has_other_context(pointer, context), CL_INVALID_VALUE, SVM_CONTEXT,
             ADDRESS(pointer));
}

static void copy_does_not_overlap(struct check_call *call, const void *to, const void *from,
                                  size_t size)
{
    error_if(call, bytes_overlap(ADDRESS(to), size, ADDRESS(from), size), CL_MEM_COPY_OVERLAP,
             COPY_OVERLAP);
}

/* ---- shared virtual memory ---- */

/* Whether the context has a device that lacks what the flags ask for. Atomics without fine-grained
 * memory are an error of their own. (UNKNOWN has all bits.) */
static bool svm_is_unsupported(cl_context context, cl_svm_mem_flags flags)
{
    cl_device_id devices[MOST_DEVICES];
    const size_t count =
        flags & CL_MEM_SVM_FINE_GRAIN_BUFFER ? info_asked_devices(context, devices) : 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t capabilities = info_device(devices[i], CL_DEVICE_SVM_CAPABILITIES);
        if (!(capabilities & CL_DEVICE_SVM_FINE_GRAIN_BUFFER) ||
            (flags & CL_MEM_SVM_ATOMICS && !(capabilities & CL_DEVICE_SVM_ATOMICS)))
            return true;
    }
    return false;
}

/* The function has no error code; it returns NULL. Its hook asks for the explanation. */
void check_clSVMAlloc(struct check_call *call, const struct clSVMAlloc_args *a)
{
    const cl_svm_mem_flags flags = a->flags, of_host = flags & (MEM_HOST | MEM_HOST_ACCESS);
    not_null(call, a->context, CL_SUCCESS);
    error_if(call, of_host, CL_SUCCESS, SVM_FLAGS, of_host);
    explain_if(call, flags & ~MEM_SVM, CL_SUCCESS, SVM_FLAGS, flags & ~MEM_SVM);
    error_if(call, flags_clash(flags, MEM_ACCESS), CL_SUCCESS, SVM_FLAGS, flags & MEM_ACCESS);
    error_if(call, flags & CL_MEM_SVM_ATOMICS && !(flags & CL_MEM_SVM_FINE_GRAIN_BUFFER),
             CL_SUCCESS, SVM_ATOMICS);
    explain_if(call, info_context_most(a->context, CL_DEVICE_SVM_CAPABILITIES) == 0, CL_SUCCESS,
               SVM_UNSUPPORTED);
    explain_if(call, svm_is_unsupported(a->context, flags), CL_SUCCESS, SVM_CAPABILITY);
    error_if(call, a->size == 0, CL_SUCCESS, SVM_SIZE_ZERO);
    explain_if(call, a->size > info_context_least(a->context, CL_DEVICE_MAX_MEM_ALLOC_SIZE),
               CL_SUCCESS, SVM_SIZE_LIMIT,
               info_context_least(a->context, CL_DEVICE_MAX_MEM_ALLOC_SIZE));
    error_if(call, a->alignment & (a->alignment - 1), CL_SUCCESS, SVM_ALIGNMENT);
    driver_checks(call, CL_SUCCESS, "a device can't have the alignment");
    driver_checks(call, CL_SUCCESS, "a device lacks memory");
}

void check_clSVMFree(struct check_call *call, const struct clSVMFree_args *a)
{
    not_null(call, a->context, CL_SUCCESS);
    can_be_freed(call, a->context, a->svm_pointer, RANGE_SVM);
}

void check_clEnqueueSVMFree(struct check_call *call, const struct clEnqueueSVMFree_args *a)
{
    const void *freed = a->pfn_free_func
                            ? NULL
                            : ranges_first_freed(a->svm_pointers, a->num_svm_pointers, RANGE_SVM);
    const void *other = a->pfn_free_func
                            ? NULL
                            : ranges_first_unknown(a->svm_pointers, a->num_svm_pointers, RANGE_SVM);
    queue_of_host(call, &a->command_queue);
    svm_of_queue(call, a->command_queue);
    error_if(call, !a->svm_pointers != !a->num_svm_pointers, CL_INVALID_VALUE, MEM_LIST_LENGTH,
             a->num_svm_pointers, ADDRESS(a->svm_pointers));
    error_if(call, freed, CL_INVALID_VALUE, SVM_FREED_TWICE, ADDRESS(freed));
    error_if(call, other, CL_INVALID_VALUE, SVM_UNKNOWN, ADDRESS(other));
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    out_of_memory(call);
}

void check_clEnqueueSVMMemcpy(struct check_call *call, const struct clEnqueueSVMMemcpy_args *a)
{
    queue_of_host(call, &a->command_queue);
    svm_of_queue(call, a->command_queue);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
    pointer_in_range(call, a->dst_ptr, a->size);
    pointer_in_range(call, a->src_ptr, a->size);
    size_not_zero(call, a->size);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    boolean_argument(call, &a->blocking_copy);
    wait_list_failed(call, a->blocking_copy, a->num_events_in_wait_list, a->event_wait_list);
    copy_does_not_overlap(call, a->dst_ptr, a->src_ptr, a->size);
    out_of_memory(call);
}

void check_clEnqueueSVMMemFill(struct check_call *call, const struct clEnqueueSVMMemFill_args *a)
{
    queue_of_host(call, &a->command_queue);
    svm_of_queue(call, a->command_queue);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
    pointer_not_null(call, a->svm_ptr);
    pointer_not_freed(call, a->command_queue, a->svm_ptr);
    pointer_is_allocated(call, a->command_queue, a->svm_ptr);
    range_in_svm(call, a->svm_ptr, a->size);
    size_not_zero(call, a->size);
    fill_alignment(call, ADDRESS(a->svm_ptr), a->pattern_size);
    fill_pattern(call, a->pattern, a->pattern_size);
    fill_size(call, a->pattern_size, a->size);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    out_of_memory(call);
}

void check_clEnqueueSVMMap(struct check_call *call, const struct clEnqueueSVMMap_args *a)
{
    queue_of_host(call, &a->command_queue);
    svm_of_queue(call, a->command_queue);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
    pointer_not_null(call, a->svm_ptr);
    pointer_not_freed(call, a->command_queue, a->svm_ptr);
    pointer_is_allocated(call, a->command_queue, a->svm_ptr);
    range_in_svm(call, a->svm_ptr, a->size);
    error_if(call, a->size == 0, CL_INVALID_VALUE, SVM_MAP_SIZE_ZERO);
    map_flags(call, a->flags);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    boolean_argument(call, &a->blocking_map);
    wait_list_failed(call, a->blocking_map, a->num_events_in_wait_list, a->event_wait_list);
    out_of_memory(call);
}

void check_clEnqueueSVMUnmap(struct check_call *call, const struct clEnqueueSVMUnmap_args *a)
{
    queue_of_host(call, &a->command_queue);
    svm_of_queue(call, a->command_queue);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
    pointer_not_null(call, a->svm_ptr);
    pointer_not_freed(call, a->command_queue, a->svm_ptr);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    out_of_memory(call);
}

void check_clEnqueueSVMMigrateMem(struct check_call *call,
                                  const struct clEnqueueSVMMigrateMem_args *a)
{
    queue_of_host(call, &a->command_queue);
    svm_of_queue(call, a->command_queue);
    events_of_queue(call, a->command_queue, a->num_events_in_wait_list, a->event_wait_list);
    error_if(call, !a->num_svm_pointers, CL_INVALID_VALUE, MIGRATION_NONE, a->num_svm_pointers,
             ADDRESS(a->svm_pointers));
    error_if(call, !a->svm_pointers, CL_INVALID_VALUE, MIGRATION_NONE, a->num_svm_pointers,
             ADDRESS(a->svm_pointers));
    migration_flags(call, a->flags);
    error_if(call, ranges_first_short(a->svm_pointers, a->sizes, a->num_svm_pointers),
             CL_INVALID_VALUE, SVM_MIGRATION_RANGE);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    out_of_memory(call);
}

/* ---- unified shared memory ---- */

static void usm_size(struct check_call *call, cl_context context, size_t size, cl_uint alignment)
{
    error_if(call, size == 0, CL_INVALID_BUFFER_SIZE, USM_SIZE_ZERO);
    explain_if(call, size > info_context_least(context, CL_DEVICE_MAX_MEM_ALLOC_SIZE),
               CL_INVALID_BUFFER_SIZE, USM_SIZE_LIMIT,
               info_context_least(context, CL_DEVICE_MAX_MEM_ALLOC_SIZE));
    error_if(call, alignment & (alignment - 1), CL_INVALID_VALUE, USM_ALIGNMENT);
    out_of_memory(call);
}

static void usm_device(struct check_call *call, cl_context context, cl_device_id device)
{
    error_if(call, info_is_foreign_device(context, device), CL_INVALID_DEVICE, USM_DEVICE);
}

void check_clHostMemAllocINTEL(struct check_call *call, const struct clHostMemAllocINTEL_args *a)
{
    not_null(call, a->context, CL_INVALID_CONTEXT);
    explain_if(call, info_asked_most(a->context, CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL) == 0,
               CL_INVALID_OPERATION, USM_UNSUPPORTED);
    usm_size(call, a->context, a->size, a->alignment);
}

void check_clDeviceMemAllocINTEL(struct check_call *call,
                                 const struct clDeviceMemAllocINTEL_args *a)
{
    not_null(call, a->context, CL_INVALID_CONTEXT);
    not_null(call, a->device, CL_INVALID_DEVICE);
    usm_device(call, a->context, a->device);
    explain_if(call, info_asked_most(a->context, CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL) == 0,
               CL_INVALID_OPERATION, USM_UNSUPPORTED);
    usm_size(call, a->context, a->size, a->alignment);
}

void check_clSharedMemAllocINTEL(struct check_call *call,
                                 const struct clSharedMemAllocINTEL_args *a)
{
    not_null(call, a->context, CL_INVALID_CONTEXT);
    usm_device(call, a->context, a->device);
    usm_size(call, a->context, a->size, a->alignment);
}

static void usm_free(struct check_call *call, const struct clMemFreeINTEL_args *a)
{
    not_null(call, a->context, CL_INVALID_CONTEXT);
    can_be_freed(call, a->context, a->ptr, RANGE_USM);
}
CONDITIONS_OF_BOTH(usm_free, clMemFreeINTEL, clMemBlockingFreeINTEL, ptr)

void check_clGetMemAllocInfoINTEL(struct check_call *call,
                                  const struct clGetMemAllocInfoINTEL_args *a)
{
    not_null(call, a->context, CL_INVALID_CONTEXT);
    driver_checks(call, CL_INVALID_VALUE,
                  "the driver does not know the query, or param_value_size is too small");
    out_of_memory(call);
}

/* The first conditions of all commands on unified shared memory. */
static void usm_command(struct check_call *call, const cl_command_queue *queue, cl_uint events,
                        const cl_event *event_list, size_t size)
{
    queue_of_host(call, queue);
    events_of_queue(call, *queue, events, event_list);
    size_not_zero(call, size);
}

void check_clEnqueueMemFillINTEL(struct check_call *call,
                                 const struct clEnqueueMemFillINTEL_args *a)
{
    usm_command(call, &a->command_queue, a->num_events_in_wait_list, a->event_wait_list, a->size);
    pointer_in_range(call, a->dst_ptr, a->size);
    fill_alignment(call, ADDRESS(a->dst_ptr), a->pattern_size);
    fill_pattern(call, a->pattern, a->pattern_size);
    fill_size(call, a->pattern_size, a->size);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    out_of_memory(call);
}

void check_clEnqueueMemcpyINTEL(struct check_call *call, const struct clEnqueueMemcpyINTEL_args *a)
{
    usm_command(call, &a->command_queue, a->num_events_in_wait_list, a->event_wait_list, a->size);
    pointer_in_range(call, a->dst_ptr, a->size);
    pointer_in_range(call, a->src_ptr, a->size);
    copy_does_not_overlap(call, a->dst_ptr, a->src_ptr, a->size);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    out_of_memory(call);
}

void check_clEnqueueMemAdviseINTEL(struct check_call *call,
                                   const struct clEnqueueMemAdviseINTEL_args *a)
{
    usm_command(call, &a->command_queue, a->num_events_in_wait_list, a->event_wait_list, a->size);
    pointer_in_range(call, a->ptr, a->size);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    out_of_memory(call);
}

void check_clEnqueueMigrateMemINTEL(struct check_call *call,
                                    const struct clEnqueueMigrateMemINTEL_args *a)
{
    usm_command(call, &a->command_queue, a->num_events_in_wait_list, a->event_wait_list, a->size);
    pointer_in_range(call, a->ptr, a->size);
    migration_flags(call, a->flags);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    out_of_memory(call);
}

void check_clEnqueueMemsetINTEL(struct check_call *call, const struct clEnqueueMemsetINTEL_args *a)
{
    usm_command(call, &a->command_queue, a->num_events_in_wait_list, a->event_wait_list, a->size);
    pointer_in_range(call, a->dst_ptr, a->size);
    wait_list(call, a->num_events_in_wait_list, &a->event_wait_list);
    out_of_memory(call);
}
