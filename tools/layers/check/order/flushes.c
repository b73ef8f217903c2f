/* SPDX-License-Identifier: Apache-2.0 */
#include "flushes.h"

#include "../known/info_queues.h"

/* The time of the next command; and the time before which the host may know that all commands have
 * ended. */
static _Atomic uint64_t now = 1, ended;

/* Indexes of tracked.note of a command's event: the command's time, its queue, and the queue's
 * generation, because another object may get the queue's address. waits.c has note[0] of user
 * events, and note[1] and note[2]. */
enum { TIME, QUEUE = 3, QUEUE_GENERATION };

static struct flushes *flushes_at(const struct tracked *queue)
{
    struct info_queue *info = queue ? (void *)info_to_change(queue->handle, KIND_QUEUE) : NULL;
    return info ? &info->flushes : NULL;
}

static struct tracked *queue_of(const struct tracked *event)
{
    struct tracked *queue =
        event ? (struct tracked *)(uintptr_t)atomic_load(&event->note[QUEUE]) : NULL;
    return queue && objects_is_still(queue, atomic_load(&event->note[QUEUE_GENERATION])) ? queue
                                                                                         : NULL;
}

static bool is_kept_back(const struct tracked *queue, uint64_t time)
{
    const struct flushes *flushes = flushes_at(queue);
    return flushes && time && time >= atomic_load(&flushes->flushed) && time >= atomic_load(&ended);
}

static bool is_in_order(const struct tracked *queue)
{
    return info_queue_is_without(queue->handle, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}

/* ---- what a wait needs ---- */

/* A flush that a wait needs: of a queue, up to a time, for a command. */
struct need {
    struct tracked *queue; /* NULL: no flush is needed */
    uint64_t time;
    struct call_site command;
};
static const struct need nothing = { NULL, 0, { NULL, 0 } };

/* The flush that the end of a queue's commands needs: of all of them; or, if `time` is not 0, of
 * the command of that time and, on an in-order queue, of those before it. */
static struct need need_of_queue(const struct tracked *queue, uint64_t time)
{
    const struct flushes *flushes = flushes_at(queue);
    struct tracked *behind = flushes ? atomic_load(&flushes->behind) : NULL;
    if (!behind || !objects_is_still(behind, atomic_load(&flushes->generation)) ||
        !is_kept_back(behind, atomic_load(&flushes->needed)))
        return nothing;
    if (time && (is_in_order(queue) ? time < atomic_load(&flushes->since)
                                    : time != atomic_load(&flushes->since)))
        return nothing;
    return (struct need){ behind,
                          atomic_load(&flushes->needed),
                          { atomic_load(&flushes->site), atomic_load(&flushes->function) } };
}

/* The flush that a command on the queue `waiting` needs before an event. A flush for the command
 * also flushes `waiting`, so if the event needs just that, what `waiting` needs in turn counts. */
static struct need need_of_event(const struct tracked *waiting, cl_event handle)
{
    const struct tracked *event = objects_living(handle, KIND_EVENT);
    struct tracked *queue = queue_of(event);
    const uint64_t time = queue ? atomic_load(&event->note[TIME]) : 0;
    struct need need = nothing;
    if (!time) return need;
    if (queue != waiting && is_kept_back(queue, time))
        return (struct need){ queue, time, { NULL, 0 } };
    need = need_of_queue(queue, time);
    if (need.queue && need.queue == waiting) need = need_of_queue(waiting, need.time);
    return need;
}

static struct need need_of_list(const struct tracked *waiting, cl_uint count, const cl_event *list)
{
    struct need need = nothing;
    for (cl_uint i = 0; HAS_ELEMENT(list, count, i) && !need.queue; i++)
        need = need_of_event(waiting, list[i]);
    return need;
}

/* ---- what calls do ---- */

void flushes_enqueued(const struct check_call *call, cl_command_queue handle, cl_uint count,
                      const cl_event *list, const cl_event *event)
{
    struct tracked *queue = objects_living(handle, KIND_QUEUE);
    struct tracked *tracked = event ? objects_living(*event, KIND_EVENT) : NULL;
    const uint64_t time = tracked || count ? atomic_fetch_add(&now, 1) : 0;
    const struct need need = need_of_list(queue, count, list);
    struct flushes *to = need.queue ? flushes_at(queue) : NULL;
    if (tracked && queue) {
        atomic_store(&tracked->note[TIME], time);
        atomic_store(&tracked->note[QUEUE_GENERATION], atomic_load(&queue->generation));
        atomic_store(&tracked->note[QUEUE], ADDRESS(queue));
    }
    if (!to) return;
    atomic_store(&to->behind, need.queue);
    atomic_store(&to->generation, atomic_load(&need.queue->generation));
    atomic_store(&to->needed, need.time);
    atomic_store(&to->since, time);
    atomic_store(&to->site, finding_address(call));
    atomic_store(&to->function, call->number);
}

void flushes_done(cl_command_queue queue)
{
    struct flushes *flushes = flushes_at(objects_living(queue, KIND_QUEUE));
    if (flushes) atomic_store(&flushes->flushed, atomic_load(&now));
}

void flushes_done_of(cl_uint count, const cl_event *events)
{
    for (cl_uint i = 0; HAS_ELEMENT(events, count, i); i++) {
        const struct tracked *queue = queue_of(objects_living(events[i], KIND_EVENT));
        if (queue) flushes_done(queue->handle);
    }
}

void flushes_done_of_all(void)
{
    atomic_store(&ended, atomic_load(&now));
}

/* ---- queries ---- */

static struct unflushed unflushed(struct need need)
{
    return (struct unflushed){ need.queue ? need.queue->handle : NULL, need.command };
}

struct unflushed flushes_of_event(cl_event event)
{
    const struct tracked *tracked = objects_living(event, KIND_EVENT);
    const struct tracked *queue = queue_of(tracked);
    const uint64_t time = queue ? atomic_load(&tracked->note[TIME]) : 0;
    if (!time) return (struct unflushed){ NULL, { NULL, 0 } };
    return unflushed(need_of_queue(queue, time));
}

struct unflushed flushes_of_queue(cl_command_queue handle)
{
    return unflushed(need_of_queue(objects_living(handle, KIND_QUEUE), 0));
}

struct unflushed flushes_of_command(cl_command_queue handle, cl_uint count, const cl_event *list)
{
    const struct tracked *queue = objects_living(handle, KIND_QUEUE);
    const struct need need = need_of_list(queue, count, list);
    if (need.queue || !queue || !is_in_order(queue)) return unflushed(need);
    return unflushed(need_of_queue(queue, 0));
}
