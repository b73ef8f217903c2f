/* SPDX-License-Identifier: Apache-2.0 */
#include "waits.h"

#include "../../layer_system.h"
#include "../known/info_events.h"
#include "../known/info_queues.h"

/* Indexes of tracked.note of a user event: whether it is complete, and where the first command that
 * waits for it was enqueued. */
enum { COMPLETE, WAITER, WAITER_FUNCTION };

/* Indexes of tracked.note of a queue, and of a command's event: the user event that the queue or
 * command waits for, and its generation, because another object may get its address. order.c has
 * note[0] of queues. */
enum { AWAITED = 1, AWAITED_GENERATION };

/* ---- notes ---- */

static bool is_user_event(const struct tracked *tracked)
{
    return objects_kind(tracked) == KIND_EVENT && !atomic_load(&tracked->met) &&
           atomic_load(&tracked->made_by) == clCreateUserEvent_number;
}

static bool is_complete(const struct tracked *event)
{
    cl_event handle = event->handle;
    return atomic_load(&event->note[COMPLETE]) ||
           (objects_alive(event) && !info_event_is_pending(handle));
}

/* The user event that a queue, or the event of a command, waits for; NULL: none. */
static struct tracked *awaited_by(const struct tracked *tracked)
{
    struct tracked *event = (struct tracked *)(uintptr_t)atomic_load_explicit(
        &tracked->note[AWAITED], memory_order_relaxed);
    if (!event ||
        atomic_load(&event->generation) != atomic_load(&tracked->note[AWAITED_GENERATION]) ||
        is_complete(event))
        return NULL;
    return event;
}

static void note_awaited(struct tracked *tracked, const struct tracked *event)
{
    if (!tracked || is_user_event(tracked)) return;
    atomic_store(&tracked->note[AWAITED_GENERATION], atomic_load(&event->generation));
    atomic_store(&tracked->note[AWAITED], ADDRESS(event));
}

/* The user event that an event of the program waits for: itself, if it is one. */
static struct tracked *awaited_by_event(const void *handle)
{
    struct tracked *tracked = objects_living(handle, KIND_EVENT);
    if (!tracked) return NULL;
    if (is_user_event(tracked)) return is_complete(tracked) ? NULL : tracked;
    return awaited_by(tracked);
}

static struct tracked *awaited_by_list(cl_uint count, const cl_event *list)
{
    struct tracked *found = NULL;
    for (cl_uint i = 0; HAS_ELEMENT(list, count, i) && !found; i++)
        found = awaited_by_event(list[i]);
    return found;
}

/* The user event that a command waits for: through its list or, in an in-order queue, through the
 * commands before it. */
static struct tracked *awaited_by_command(cl_command_queue handle, cl_uint count,
                                          const cl_event *list)
{
    struct tracked *found = awaited_by_list(count, list), *queue;
    if (found) return found;
    queue = objects_living(handle, KIND_QUEUE);
    found = queue ? awaited_by(queue) : NULL;
    return found && info_queue_is_without(handle, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) ? found
                                                                                          : NULL;
}

/* ---- what calls do ---- */

void waits_enqueued(const struct check_call *call, cl_command_queue handle, cl_uint count,
                    const cl_event *list, const cl_event *event)
{
    struct tracked *tracked = awaited_by_command(handle, count, list);
    if (!tracked) return;
    if (!atomic_load(&tracked->note[WAITER])) {
        atomic_store(&tracked->note[WAITER_FUNCTION], call->number);
        atomic_store(&tracked->note[WAITER], ADDRESS(finding_address(call)));
    }
    note_awaited(objects_living(handle, KIND_QUEUE), tracked);
    if (event) note_awaited(objects_living(*event, KIND_EVENT), tracked);
}

void waits_completed(cl_event event)
{
    struct tracked *tracked = objects_living(event, KIND_EVENT);
    if (tracked && is_user_event(tracked)) atomic_store(&tracked->note[COMPLETE], 1);
}

/* ---- queries ---- */

static struct waiting waiting_for(const struct tracked *event)
{
    struct waiting waiting = { NULL, { NULL, 0 } };
    if (!event) return waiting;
    waiting.event = event->handle;
    waiting.command.address = (const void *)(uintptr_t)atomic_load(&event->note[WAITER]);
    waiting.command.function = (unsigned)atomic_load(&event->note[WAITER_FUNCTION]);
    return waiting;
}

struct waiting waits_of_event(cl_event event)
{
    return waiting_for(awaited_by_event(event));
}

struct waiting waits_of_queue(cl_command_queue handle)
{
    const struct tracked *queue = objects_living(handle, KIND_QUEUE);
    return waiting_for(queue ? awaited_by(queue) : NULL);
}

struct waiting waits_of_command(cl_command_queue queue, cl_uint count, const cl_event *list)
{
    return waiting_for(awaited_by_command(queue, count, list));
}

/* ---- commands that wait forever ---- */

static bool holds_command(const struct tracked *tracked)
{
    return is_user_event(tracked) && atomic_load(&tracked->note[WAITER]) &&
           !atomic_load(&tracked->note[COMPLETE]);
}

void waits_released(struct check_call *call, cl_event event)
{
    const struct tracked *tracked = objects_living(event, KIND_EVENT);
    /* A callback may refer to the event, too. */
    if (!tracked || !holds_command(tracked) || is_complete(tracked) ||
        atomic_load(&tracked->references) != 1 || atomic_load(&tracked->holders))
        return;
    finding_add_other(call, USER_EVENT_UNSET, event, NULL, waiting_for(tracked).command);
}

static void report(const struct tracked *tracked, void *data)
{
    (void)data;
    if (holds_command(tracked) && atomic_load(&tracked->references) > 0 &&
        atomic_load(&tracked->process) == system_process())
        finding_write_at(USER_EVENT_UNSET, tracked->handle, waiting_for(tracked).command, NULL);
}

void waits_end(void)
{
    objects_visit(report, NULL);
}
