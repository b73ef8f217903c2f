/* SPDX-License-Identifier: Apache-2.0 */
/* Hooks of functions that wait for commands, order them, and make and enqueue command buffers. */
#include "../hooks.h"

#include "../changes.h"
#include "../flushes.h"
#include "../hazards.h"
#include "../info_commands.h"
#include "../order.h"
#include "../recorded.h"
#include "../waits.h"

/* ---- waits ---- */

void before_clFinish(struct check_call *call, const struct clFinish_args *a)
{
    hazard_finishes(call, a->command_queue);
}

void after_clFinish(struct check_call *call, const struct clFinish_args *a)
{
    order_synchronized();
    flushes_done(a->command_queue);
}

/* A queue is flushed, or released. */
void hook_flush(struct check_call *call)
{
    flushes_done((cl_command_queue)(uintptr_t)finding_subject(call));
}

void before_clWaitForEvents(struct check_call *call, const struct clWaitForEvents_args *a)
{
    hazard_waits_for(call, a->num_events, a->event_list);
}

/* The host may know now that commands have ended. (A semaphore may tell it through another API.) */
void after_synchronizing(struct check_call *call)
{
    order_synchronized();
}

/* The same; programs that ask until a command has ended need no flush. */
void after_asking(struct check_call *call)
{
    order_synchronized();
    flushes_done_of_all();
}

void after_clSetUserEventStatus(struct check_call *call, const struct clSetUserEventStatus_args *a)
{
    info_program_sets_errors(a->execution_status < 0);
    waits_completed(a->event);
}

void before_clReleaseEvent(struct check_call *call, const struct clReleaseEvent_args *a)
{
    waits_released(call, a->event);
}

/* All these functions have the queue as their first argument. */
void hook_barrier(struct check_call *call)
{
    order_barrier((cl_command_queue)(uintptr_t)finding_subject(call));
}

/* ---- command buffers ---- */

void after_clCreateCommandBufferKHR(struct check_call *call,
                                    const struct clCreateCommandBufferKHR_args *a)
{
    info_made_command_buffer((cl_command_buffer_khr)(uintptr_t)call->result, a->properties,
                             a->queues, a->num_queues);
}

void after_clFinalizeCommandBufferKHR(struct check_call *call,
                                      const struct clFinalizeCommandBufferKHR_args *a)
{
    info_finalized(a->command_buffer);
}

/* The queue that runs all of it; NULL if there may be several. */
static cl_command_queue only_queue(const struct clEnqueueCommandBufferKHR_args *a)
{
    return a->num_queues < 2
               ? info_command_buffer_queue(a->command_buffer, a->queues, a->num_queues)
               : NULL;
}

void before_clEnqueueCommandBufferKHR(struct check_call *call,
                                      const struct clEnqueueCommandBufferKHR_args *a)
{
    cl_command_queue queue = only_queue(a);
    if (!queue) order_synchronized();
    recorded_enqueue(call, queue, a->command_buffer, a->num_events_in_wait_list != 0);
}

void after_clEnqueueCommandBufferKHR(struct check_call *call,
                                     const struct clEnqueueCommandBufferKHR_args *a)
{
    recorded_enqueued(call, only_queue(a), a->command_buffer);
    order_uses_host();
}

/* ---- commands that may be changed ---- */

void follow_clCommandNDRangeKernelKHR(struct check_call *call,
                                      const struct clCommandNDRangeKernelKHR_args *a)
{
    changes_note(call, a->command_buffer, a->kernel, a->mutable_handle);
}

void follow_clRemapCommandBufferKHR(struct check_call *call,
                                    const struct clRemapCommandBufferKHR_args *a)
{
    changes_note_again(call, (cl_command_buffer_khr)(uintptr_t)call->result, a->num_handles,
                       a->handles, a->handles_ret);
}

void inside_clUpdateMutableCommandsKHR(struct check_call *call,
                                       const struct clUpdateMutableCommandsKHR_args *a)
{
    changes_check(call, a->command_buffer, CHANGES(a));
}

void inside_clUpdateMutableCommandsKHR_before(
    struct check_call *call, const struct clUpdateMutableCommandsKHR_before_args *a)
{
    changes_check(call, a->command_buffer, CHANGES_BEFORE(a));
}

void before_changes(struct check_call *call)
{
    recorded_changes((cl_command_buffer_khr)(uintptr_t)finding_subject(call));
}
