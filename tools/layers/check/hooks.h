/* SPDX-License-Identifier: Apache-2.0 */
/* The hooks of wrapped functions: hook_rows.h. Those that are more than a call of another file's function are in the
 * files of hooks/. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_HOOKS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_HOOKS_H

#include "overruns/bounds.h"
#include "overruns/canaries.h"
#include "conditions/changes.h"
#include "check.h"
#include "found/current.h"
#include "order/flushes.h"
#include "habits.h"
#include "order/hazards.h"
#include "known/info_commands.h"
#include "order/launch_arguments.h"
#include "order/order.h"
#include "known/ranges.h"
#include "order/recorded.h"
#include "order/uses.h"
#include "order/waits.h"

/* ---- hooks/objects.c ---- */

HIDDEN void hook_descriptor(struct check_call *call, const cl_image_desc *desc);
HIDDEN void hook_image_made(const cl_image_desc *desc);
HIDDEN void hook_platform(struct check_call *call, const cl_context_properties *properties);
HIDDEN void hook_semaphore_device(struct check_call *call,
                                  const cl_semaphore_properties_khr *properties);

/* A query has succeeded. The parameters of these functions are the same, except for the type of the first. */
HIDDEN void hook_query(struct check_call *call);

/* A callback, if there is one, may do what no thread of the program does. */
static inline void hook_callback(bool is_given)
{
    if (is_given) hazard_another_thread();
}

/* Memory with an address was allocated, or is to be freed. */
HIDDEN void hook_svm_alloc(struct check_call *call, const struct clSVMAlloc_args *a);
HIDDEN void hook_allocated(struct check_call *call, size_t size, enum range_kind kind, bool shared,
                           const void *context);
HIDDEN void hook_free_list(const struct clEnqueueSVMFree_args *a, enum range_state state);

/* ---- hooks/kernels.c ---- */

/* Without a callback a build ends in its call; otherwise it may go on in another thread. */
HIDDEN void hook_build(struct check_call *call, cl_program program, bool has_callback);
HIDDEN void hook_log(struct check_call *call, cl_int error, cl_program program);

HIDDEN void hook_exec_info(struct check_call *call, cl_kernel_exec_info name, size_t size,
                           const void *value);
HIDDEN void hook_exec_info_set(cl_kernel kernel, cl_kernel_exec_info name, size_t size,
                               const void *value);
HIDDEN void hook_argument_failed(cl_kernel kernel, cl_uint index);

/* A call works with a kernel, or sets an argument of it, until hook_kernel_done(). */
HIDDEN void hook_kernel(struct check_call *call, cl_kernel kernel, bool sets);
HIDDEN void hook_kernel_done(cl_kernel kernel);
HIDDEN void hook_launch(struct check_call *call, const struct clEnqueueNDRangeKernel_args *a);
HIDDEN void hook_launched(struct check_call *call, const struct clEnqueueNDRangeKernel_args *a);
HIDDEN void hook_task(struct check_call *call, const struct clEnqueueTask_args *a);
HIDDEN void hook_task_launched(struct check_call *call, const struct clEnqueueTask_args *a);

/* ---- hooks/transfers.c: commands that use memory ---- */

/* A command on the queue that is the first argument: before and after its call. */
HIDDEN void hook_transfer(struct check_call *call);
HIDDEN void hook_svm_transfer(struct check_call *call);
HIDDEN void hook_transferred(struct check_call *call);

/* A command that may block, which waits for events; and its end, if it did. */
HIDDEN void hook_blocks(struct check_call *call, cl_bool blocks, cl_uint count,
                        const cl_event *list);
HIDDEN void hook_finished(cl_command_queue queue, cl_bool blocked);

/* The host may know now that commands have ended, because it has waited or asked: adds findings about
 * what they did. */
static inline void hook_collect(bool waited)
{
    canaries_collect(!hazard_has_several());
    bounds_collect(waited);
}

HIDDEN void hook_mapped(struct check_call *call, cl_bool blocked, cl_mem mem,
                        const cl_event *event);
HIDDEN void hook_unmapped(struct check_call *call, const struct clEnqueueUnmapMemObject_args *a);

/* The same for memory with addresses; and it is to be freed. */
HIDDEN void hook_svm_mapped(const struct clEnqueueSVMMap_args *a);
HIDDEN void hook_svm_unmapped(struct check_call *call, const struct clEnqueueSVMUnmap_args *a);
HIDDEN void hook_svm_migrated(struct check_call *call, const struct clEnqueueSVMMigrateMem_args *a);
HIDDEN void hook_frees(struct check_call *call, const struct clEnqueueSVMFree_args *a);

/* A command was recorded. Its arguments are those of the enqueued command, `more` bytes further on. */
HIDDEN void hook_recorded(struct check_call *call, size_t more);
HIDDEN void hook_command_buffer(struct check_call *call,
                                const struct clEnqueueCommandBufferKHR_args *a);
HIDDEN void hook_command_buffer_enqueued(struct check_call *call,
                                         const struct clEnqueueCommandBufferKHR_args *a);

/* ---- the switches: each runs the row of a function, if there is one; compilers know which for a constant ---- */

#define HOOK(when)                                                                                 \
    ALWAYS_INLINED static inline void when(struct check_call *call, unsigned number,               \
                                           const void *args)
#define CASE(name, ...)                                                                            \
    case name##_number: {                                                                          \
        const struct name##_args *a = args;                                                        \
        (void)call, (void)a;                                                                       \
        __VA_ARGS__;                                                                               \
        break;                                                                                     \
    }

HOOK(hook_inside)
{
    switch (number) {
#define INSIDE CASE
#include "hook_rows.h"
    }
}

HOOK(hook_alone)
{
    switch (number) {
#define ALONE CASE
#include "hook_rows.h"
    }
}

HOOK(hook_before)
{
    switch (number) {
#define BEFORE CASE
#include "hook_rows.h"
    }
}

HOOK(hook_freeing)
{
    switch (number) {
#define FREEING CASE
#include "hook_rows.h"
    }
}

HOOK(hook_follow)
{
    switch (number) {
#define FOLLOW CASE
#include "hook_rows.h"
    }
}

HOOK(hook_after)
{
    switch (number) {
#define AFTER CASE
#include "hook_rows.h"
    }
}

HOOK(hook_failed)
{
    switch (number) {
#define FAILURE CASE
#include "hook_rows.h"
    }
}

HOOK(hook_ended)
{
    switch (number) {
#define ENDED CASE
#include "hook_rows.h"
    }
}

#endif
