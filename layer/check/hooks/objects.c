/* SPDX-License-Identifier: Apache-2.0 */
/* Hooks of functions that make, free and describe objects, and that set callbacks. */
#include "../hooks.h"

#include "../changes.h"
#include "../flushes.h"
#include "../hazards.h"
#include "../info_commands.h"
#include "../memory.h"
#include "../order.h"
#include "../waits.h"

#define RESULT(call) ((const void *)(uintptr_t)(call)->result)

/* ---- handles inside values: conditions, if they are checked, inspect most of them ---- */

static void context_properties(struct check_call *call, const cl_context_properties *properties)
{
    check_handle(call, KIND_PLATFORM, info_property(PROPERTIES(properties), CL_CONTEXT_PLATFORM),
                 false);
}

void alone_clCreateContext(struct check_call *call, const struct clCreateContext_args *a)
{
    context_properties(call, a->properties);
}

void alone_clCreateContextFromType(struct check_call *call,
                                   const struct clCreateContextFromType_args *a)
{
    context_properties(call, a->properties);
}

static void inside_descriptor(struct check_call *call, const cl_image_desc *desc)
{
    check_handle(call, KIND_MEM, ADDRESS(desc_mem(desc)), false);
}

void inside_clCreateImage(struct check_call *call, const struct clCreateImage_args *a)
{
    inside_descriptor(call, a->image_desc);
}

void inside_clCreateImageWithProperties(struct check_call *call,
                                        const struct clCreateImageWithProperties_args *a)
{
    inside_descriptor(call, a->image_desc);
}

void inside_clGetImageRequirementsInfoEXT(struct check_call *call,
                                          const struct clGetImageRequirementsInfoEXT_args *a)
{
    inside_descriptor(call, a->image_desc);
}

void alone_clCreateSemaphoreWithPropertiesKHR(
    struct check_call *call, const struct clCreateSemaphoreWithPropertiesKHR_args *a)
{
    check_handle(
        call, KIND_DEVICE,
        info_property_element(PROPERTIES(a->sema_props), CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, 0),
        false);
}

/* ---- what programs get ---- */

void follow_clGetExtensionFunctionAddress(struct check_call *call,
                                          const struct clGetExtensionFunctionAddress_args *a)
{
    check_looked_up(a->func_name, RESULT(call));
}

void follow_clGetExtensionFunctionAddressForPlatform(
    struct check_call *call, const struct clGetExtensionFunctionAddressForPlatform_args *a)
{
    check_looked_up(a->func_name, RESULT(call));
}

/* The parameters of all these functions are the same, except for the type of the first. */
void follow_query(struct check_call *call)
{
    const struct clGetDeviceInfo_args *a = call->args;
    check_answered(call, a->param_name, a->param_value_size, a->param_value,
                   a->param_value_size_ret);
}

void follow_clGetMemAllocInfoINTEL(struct check_call *call,
                                   const struct clGetMemAllocInfoINTEL_args *a)
{
    check_answered(call, a->param_name, a->param_value_size, a->param_value,
                   a->param_value_size_ret);
}

/* ---- contexts and queues ---- */

/* Making them costs much. */
void before_waiting(struct check_call *call)
{
    hazard_waits(call);
}

/* A context keeps its devices. */
void follow_clCreateContext(struct check_call *call, const struct clCreateContext_args *a)
{
    check_kept(a->devices, a->num_devices);
}

void after_clSetCommandQueueProperty(struct check_call *call,
                                     const struct clSetCommandQueueProperty_args *a)
{
    info_note_queue_bits(a->command_queue, a->properties, a->enable);
}

/* ---- callbacks: one may do what no thread of the program does ---- */

void before_destructor(struct check_call *call)
{
    const struct clSetContextDestructorCallback_args *a = call->args; /* or of a memory object */
    if (a->pfn_notify) hazard_another_thread();
}

/* An event with a callback is alive until that has been called. */
void follow_clSetEventCallback(struct check_call *call, const struct clSetEventCallback_args *a)
{
    check_kept(&a->event, 1);
}

void after_clSetEventCallback(struct check_call *call, const struct clSetEventCallback_args *a)
{
    order_synchronized();
    hazard_another_thread();
}

/* ---- memory with addresses: it is freed before the driver hears of it, because then another call may get it ---- */

static void made_range(struct check_call *call, size_t size, enum range_kind kind,
                       const void *context)
{
    ranges_made(RESULT(call), size, kind, context,
                (struct range_owner){ call_site(call), system_process() });
}

void follow_clSVMAlloc(struct check_call *call, const struct clSVMAlloc_args *a)
{
    if (call->result) made_range(call, a->size, RANGE_SVM, a->context);
    else check_no_memory(call, SVM_NO_MEMORY);
}

/* All these functions get the context and the address. */
void freeing_pointer(struct check_call *call)
{
    const struct clSVMFree_args *a = call->args;
    ranges_freed(a->svm_pointer);
}

void before_clEnqueueSVMFree(struct check_call *call, const struct clEnqueueSVMFree_args *a)
{
    if (a->pfn_free_func) hazard_another_thread();
}

void freeing_clEnqueueSVMFree(struct check_call *call, const struct clEnqueueSVMFree_args *a)
{
    if (!a->pfn_free_func) ranges_list_freed(a->svm_pointers, a->num_svm_pointers);
}

void failure_clEnqueueSVMFree(struct check_call *call, const struct clEnqueueSVMFree_args *a)
{
    if (!a->pfn_free_func) ranges_list_kept(a->svm_pointers, a->num_svm_pointers);
}

void follow_clHostMemAllocINTEL(struct check_call *call, const struct clHostMemAllocINTEL_args *a)
{
    made_range(call, a->size, RANGE_USM, a->context);
}

void follow_usm_alloc(struct check_call *call)
{
    const struct clDeviceMemAllocINTEL_args *a = call->args; /* or clSharedMemAllocINTEL's */
    made_range(call, a->size, RANGE_USM, a->context);
}

void failure_freeing(struct check_call *call)
{
    const struct clMemFreeINTEL_args *a = call->args;
    ranges_kept(a->ptr);
}
