/* SPDX-License-Identifier: Apache-2.0 */
/* Hooks of commands that use memory. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_HOOKS_TRANSFERS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_HOOKS_TRANSFERS_H

#include "../known/arguments.h"
#include "../order/hazards.h"
#include "../overruns/bounds.h"
#include "../overruns/canaries.h"

/* Before a command that transfers memory objects is enqueued. The first argument is its queue. */
HIDDEN void hook_transfer(struct check_call *call);

/* Before a command that transfers memory with addresses is enqueued. */
HIDDEN void hook_svm_transfer(struct check_call *call);

/* A command that transfers memory has been enqueued. */
HIDDEN void hook_transferred(struct check_call *call);

/* Before a call that enqueues a command, waits for events and may block. */
HIDDEN void hook_blocks(struct check_call *call, cl_bool blocks, cl_uint count,
                        const cl_event *list);

/* A call has returned; if it blocked, the commands of the queue have ended. */
HIDDEN void hook_finished(cl_command_queue queue, cl_bool blocked);

/* Adds findings about what commands did: the host may know now that they have ended, because it has
 * waited or asked. */
static inline void hook_collect(bool waited)
{
    canaries_collect(!hazard_has_several());
    bounds_collect(waited);
}

HIDDEN void hook_mapped(struct check_call *call, cl_bool blocked, cl_mem mem,
                        const cl_event *event);
HIDDEN void hook_unmapped(struct check_call *call, const struct clEnqueueUnmapMemObject_args *a);

HIDDEN void hook_svm_mapped(const struct clEnqueueSVMMap_args *a);
HIDDEN void hook_svm_unmapped(struct check_call *call, const struct clEnqueueSVMUnmap_args *a);
HIDDEN void hook_svm_migrated(struct check_call *call, const struct clEnqueueSVMMigrateMem_args *a);
HIDDEN void hook_frees(struct check_call *call, const struct clEnqueueSVMFree_args *a);

/* A command has been recorded. Its arguments are those of the function that enqueues such a
 * command, `more` bytes further on. */
HIDDEN void hook_recorded(struct check_call *call, size_t more);
HIDDEN void hook_command_buffer(struct check_call *call,
                                const struct clEnqueueCommandBufferKHR_args *a);
HIDDEN void hook_command_buffer_enqueued(struct check_call *call,
                                         const struct clEnqueueCommandBufferKHR_args *a);

#endif
