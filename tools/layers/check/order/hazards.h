/* SPDX-License-Identifier: Apache-2.0 */
/* Mistakes that drivers do not report: several threads use one object, a wait does not end, a
 * callback makes a call that it must not make. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_ORDER_HAZARDS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_ORDER_HAZARDS_H

#include "../../callbacks.h"
#include "../../layer_system.h"
#include "../found/finding.h"

/* The address of hazard_thread identifies a thread. hazard_only_thread is the only thread that has
 * made calls; NULL: no thread has so far; &hazard_several: several have. */
extern HIDDEN _Thread_local char hazard_thread THREAD_LOCAL_NEAR;
extern HIDDEN _Atomic(const char *) hazard_only_thread;
HIDDEN SLOW void hazard_another_thread(void);
HIDDEN SLOW void hazard_called_by_another(struct check_call *call);

ALWAYS_INLINED static inline void hazard_called(struct check_call *call)
{
    if (atomic_load_explicit(&hazard_only_thread, memory_order_relaxed) != &hazard_thread)
        hazard_called_by_another(call);
}

/* After a call that began a build has succeeded: writes a finding if the build has ended during the
 * call, and failed. */
HIDDEN void hazard_built(cl_program program);

/* For callbacks_interpose(). */
extern HIDDEN const struct callback_watch hazard_callbacks;

/* Before a call that may wait, or that costs so much that callbacks must not make it. */
HIDDEN void hazard_waits(struct check_call *call);

/* Before a call that waits for events. */
HIDDEN void hazard_waits_for(struct check_call *call, cl_uint count, const cl_event *events);

/* Before a call of clFinish. */
HIDDEN void hazard_finishes(struct check_call *call, cl_command_queue queue);

/* Before a blocking call that enqueues a command, which waits for the events of a list. */
HIDDEN void hazard_blocks(struct check_call *call, cl_command_queue queue, cl_uint count,
                          const cl_event *list);

/* Notes that a command has been enqueued. `event` points to its event, or is NULL. */
HIDDEN void hazard_enqueued(const struct check_call *call, cl_command_queue queue, cl_uint count,
                            const cl_event *list, const cl_event *event);

/* Whether several threads have made calls. */
extern HIDDEN const char hazard_several;
ALWAYS_INLINED static inline bool hazard_has_several(void)
{
    return atomic_load_explicit(&hazard_only_thread, memory_order_relaxed) == &hazard_several;
}

/* Notes that a call uses a kernel object, or if `sets`, changes one of its arguments, until
 * hazard_kernel_done(). Only if several threads have made calls. */
HIDDEN SLOW void hazard_kernel(struct check_call *call, cl_kernel kernel, bool sets);
HIDDEN SLOW void hazard_kernel_done(cl_kernel kernel);

/* Adds findings for arguments that are mapped, before a launch without a wait list. */
HIDDEN void hazard_mapped(struct check_call *call, cl_command_queue queue, cl_kernel kernel);

/* Adds a finding if a copy is from one buffer to another one that shares memory of the host with
 * it. */
HIDDEN void hazard_copies_shared(struct check_call *call, cl_mem from, cl_mem to);

/* Adds a finding if a launch uses two buffers that share memory of the host, and certainly writes
 * to one of them. */
HIDDEN void hazard_launches_shared(struct check_call *call, cl_kernel kernel);

#endif
