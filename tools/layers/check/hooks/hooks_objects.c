/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks_objects.h"

#include "../conditions/failures.h"
#include "../found/bad_handles.h"
#include "../found/returned.h"
#include "../known/lock.h"
#include "../known/memory.h"
#include "../known/info_memory.h"
#include "../known/info_properties.h"

/* ---- handles inside values ---- */

void hook_image_made(const cl_image_desc *desc)
{
    if (desc_mem(desc)) info_may_write(desc_mem(desc));
}

void hook_descriptor(struct check_call *call, const cl_image_desc *desc)
{
    check_handle(call, KIND_MEM, ADDRESS(desc_mem(desc)), false);
}

void hook_platform(struct check_call *call, const cl_context_properties *properties)
{
    check_handle(call, KIND_PLATFORM, info_property(PROPERTIES(properties), CL_CONTEXT_PLATFORM),
                 false);
}

void hook_listed(const cl_device_id *devices)
{
    if (devices) atomic_fetch_add(&recorder_file->listings, 1);
}

void hook_platforms(const cl_platform_id *list)
{
    if (list) atomic_fetch_add(&recorder_file->platforms, 1);
}

void hook_asked(void)
{
    atomic_fetch_add(&recorder_file->asked, 1);
}

void hook_context(void)
{
    atomic_fetch_add(&recorder_file->contexts, 1);
}

void hook_semaphore_device(struct check_call *call, const cl_semaphore_properties_khr *properties)
{
    check_handle(
        call, KIND_DEVICE,
        info_property_element(PROPERTIES(properties), CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, 0),
        false);
}

void hook_answer(struct check_call *call)
{
    const struct clGetDeviceInfo_args *a = call->args; /* of all queries */
    struct record_answer *answer = &recorder_file->answer;
    const size_t *told = a->param_value_size_ret ? a->param_value_size_ret : &call->answered;
    const size_t size = *told < a->param_value_size ? *told : a->param_value_size;
    if (!a->param_value || atomic_load(&recorder_file->contexts) > 0) return;
    lock_take(LOCK_INFO);
    answer->query = a->param_name;
    answer->size = (uint32_t)size;
    memcpy(answer->bytes, a->param_value,
           size < sizeof answer->bytes ? size : sizeof answer->bytes);
    lock_release(LOCK_INFO);
}

void hook_query(struct check_call *call)
{
    const struct clGetDeviceInfo_args *a = call->args;
    if (call->number == SLOT_OF(clGetDeviceInfo)) hook_answer(call);
    check_answered(call, a->param_name, a->param_value_size, a->param_value,
                   a->param_value_size_ret);
    if (check_conditions() && a->param_value)
        check_small_answer(call, a->param_name, a->param_value_size, a->param_value_size_ret);
}

/* ---- memory with addresses ---- */

void hook_allocated(struct check_call *call, size_t size, enum range_kind kind, bool shared,
                    const void *context)
{
    ranges_made(call->result, size, kind, shared, context,
                (struct range_owner){ call_site(call), system_process() });
}

void hook_svm_alloc(struct check_call *call, const struct clSVMAlloc_args *a)
{
    const bool shared = a->flags & CL_MEM_SVM_FINE_GRAIN_BUFFER;
    if (call->result) hook_allocated(call, a->size, RANGE_SVM, shared, a->context);
    else check_no_memory(call, SVM_NO_MEMORY);
}

/* A callback frees the memory itself, and the layer does not know which part. */
void hook_free_list(const struct clEnqueueSVMFree_args *a, enum range_state state)
{
    if (!a->pfn_free_func) ranges_become(a->svm_pointers, a->num_svm_pointers, state);
}
