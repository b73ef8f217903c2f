/* SPDX-License-Identifier: Apache-2.0 */
/* Hooks of functions that make, free and describe objects. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_HOOKS_HOOKS_OBJECTS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_HOOKS_HOOKS_OBJECTS_H

#include "../known/arguments.h"
#include "../known/ranges.h"
#include "../order/hazards.h"

HIDDEN void hook_descriptor(struct check_call *call, const cl_image_desc *desc);
HIDDEN void hook_image_made(const cl_image_desc *desc);
HIDDEN void hook_platform(struct check_call *call, const cl_context_properties *properties);
/* The program has got devices (`devices` may be NULL), and has tried to make a context. */
HIDDEN void hook_listed(const cl_device_id *devices);
/* The program has got platforms (`list` may be NULL), and asks for devices. */
HIDDEN void hook_platforms(const cl_platform_id *list);
HIDDEN void hook_asked(void);
HIDDEN void hook_context(void);
HIDDEN void hook_semaphore_device(struct check_call *call,
                                  const cl_semaphore_properties_khr *properties);

/* A query has succeeded. All of these functions have the same parameters, except for the type of
 * the first. hook_answer() notes what a platform or device has answered: after the last answer, the
 * program may leave them all. */
HIDDEN void hook_query(struct check_call *call);
HIDDEN void hook_answer(struct check_call *call);

/* The program gives a callback, if any. It may call OpenCL in a thread of the driver. */
static inline void hook_callback(bool is_given)
{
    if (is_given) hazard_another_thread();
}

HIDDEN void hook_svm_alloc(struct check_call *call, const struct clSVMAlloc_args *a);
HIDDEN void hook_allocated(struct check_call *call, size_t size, enum range_kind kind, bool shared,
                           const void *context);
HIDDEN void hook_free_list(const struct clEnqueueSVMFree_args *a, enum range_state state);

#endif
