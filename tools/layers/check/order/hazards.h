/* SPDX-License-Identifier: Apache-2.0 */
/* Mistakes that drivers do not report: several threads use one object, a wait does not end, a
 * callback makes a call that it must not make. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_ORDER_HAZARDS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_ORDER_HAZARDS_H

#include "../../callbacks.h"
#include "../../layer_system.h"
#include "../found/finding.h"

/* The address of hazard_thread identifies a thread. hazard_only_thread is the only one that has made calls; NULL:
 * there are none so far; &hazard_several: there are several. */
extern HIDDEN _Thread_local char hazard_thread THREAD_LOCAL_NEAR;
extern HIDDEN _Atomic(const char *) hazard_only_thread;
HIDDEN SLOW void hazard_another_thread(void);
HIDDEN SLOW void hazard_called_by_another(struct check_call *call);

ALWAYS_INLINED static inline void hazard_called(struct check_call *call)
{
    if (atomic_load_explicit(&hazard_only_thread, memory_order_relaxed) != &hazard_thread)
        hazard_called_by_another(call);
}

/* A call that began a build has succeeded: writes a finding if the build has ended in it, and
 * failed. */
HIDDEN void hazard_built(cl_program program);

/* For callbacks_interpose(). */
extern HIDDEN const struct callback_watch hazard_callbacks;

/* A call that may wait, or that costs so much that callbacks must not make it. */
HIDDEN void hazard_waits(struct check_call *call);
HIDDEN void hazard_waits_for(struct check_call *call, cl_uint count, const cl_event *events);
HIDDEN void hazard_finishes(struct check_call *call, cl_command_queue queue);
HIDDEN void hazard_blocks(struct check_call *call, cl_command_queue queue, cl_uint count,
                          const cl_event *list);

/* A command has been enqueued; `event` has its event, or is NULL. */
HIDDEN void hazard_enqueued(const struct check_call *call, cl_command_queue queue, cl_uint count,
                            const cl_event *list, const cl_event *event);

/* Whether several threads have called. */
extern HIDDEN const char hazard_several;
ALWAYS_INLINED static inline bool hazard_has_several(void)
{
    return atomic_load_explicit(&hazard_only_thread, memory_order_relaxed) == &hazard_several;
}

/* A call of one of several threads works with a kernel object, or `sets` an argument of it, until
 * hazard_kernel_done(). */
HIDDEN SLOW void hazard_kernel(struct check_call *call, cl_kernel kernel, bool sets);
HIDDEN SLOW void hazard_kernel_done(cl_kernel kernel);

/* Adds findings for arguments that are mapped, before a launch that waits for no event. */
HIDDEN void hazard_mapped(struct check_call *call, cl_command_queue queue, cl_kernel kernel);

/* Adds a finding if a command uses two buffers that share memory of the host, and certainly writes
 * to one: a copy, or a launch. */
HIDDEN void hazard_copies_shared(struct check_call *call, cl_mem from, cl_mem to);
HIDDEN void hazard_launches_shared(struct check_call *call, cl_kernel kernel);

#endif
