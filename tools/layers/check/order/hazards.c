/* SPDX-License-Identifier: Apache-2.0 */
#include "hazards.h"

#include "../../build_log.h"
#include "../../layer_system.h"
#include "../found/build_logs.h"
#include "../found/current.h"
#include "flushes.h"
#include "../known/info_kernels.h"
#include "../known/info_mappings.h"
#include "../known/info_memory.h"
#include "order.h"
#include "waits.h"

#include <stdlib.h>

/* ---- threads ---- */

_Thread_local char hazard_thread THREAD_LOCAL_NEAR;
_Atomic(const char *) hazard_only_thread;
const char hazard_several;

/* The process is a child of one that has made calls, and has made none itself so far. */
static atomic_bool is_child;

/* The process ends, and has made no call since. */
static atomic_bool is_ending;

static void process_ends(void)
{
    atomic_store(&is_ending, true);
    atomic_store(&hazard_only_thread, &hazard_several); /* so that the next call looks */
}

/* The thread that forked is the only one in the child. */
static void forked(void)
{
    atomic_store(&hazard_only_thread, NULL);
    atomic_store(&is_child, true);
}

void hazard_another_thread(void)
{
    static atomic_flag hooked = ATOMIC_FLAG_INIT;
    const char *none = NULL;
    if (hazard_has_several()) return;
    if (atomic_compare_exchange_strong(&hazard_only_thread, &none, &hazard_thread)) {
        if (atomic_flag_test_and_set(&hooked)) return;
        system_at_fork(NULL, NULL, forked);
        /* This runs before what was registered earlier: by drivers, and for global objects of C++. */
        atexit(process_ends);
        return;
    }
    atomic_store(&hazard_only_thread, &hazard_several);
}

void hazard_called_by_another(struct check_call *call)
{
    hazard_another_thread();
    if (atomic_load_explicit(&is_child, memory_order_relaxed) && atomic_exchange(&is_child, false))
        finding_add(call, CHILD_OF_FORK, 0, NULL, NULL);
    if (atomic_load_explicit(&is_ending, memory_order_relaxed) &&
        atomic_exchange(&is_ending, false))
        finding_add(call, CALL_AT_EXIT, 0, NULL, NULL);
}

/* ---- callbacks ---- */

/* The number of the function to which the program gave this thread's current callback; 0: the
 * thread is in no callback that must not wait. */
static _Thread_local unsigned callback_of THREAD_LOCAL_NEAR;

/* The program whose build has ended during the call that began it. */
static _Thread_local const void *built_at_once THREAD_LOCAL_NEAR;

static void build_ended(unsigned given_to, const void *program)
{
    if (!check_on() || !check_conditions()) return;
    if (current_is(given_to)) built_at_once = program;
    else check_built((cl_program)(uintptr_t)program);
}

void hazard_built(cl_program program)
{
    if (program == built_at_once) check_built(program);
    built_at_once = NULL;
}

/* Of the other callbacks, the specification asks only that they are thread-safe. */
static bool must_not_wait(unsigned given_to)
{
    return given_to == SLOT_OF(clSetEventCallback) ||
           given_to == SLOT_OF(clSetMemObjectDestructorCallback);
}

static void *begin_callback(function called, unsigned given_to, const void *object,
                            const void *known, int64_t status)
{
    const unsigned outer = callback_of;
    (void)called;
    (void)status;
    if (build_log_comes_with(given_to)) build_ended(given_to, known ? known : object);
    if (!outer && must_not_wait(given_to)) callback_of = given_to;
    current_called_back(true);
    order_synchronized();
    flushes_done_of_all();
    return (void *)(uintptr_t)outer;
}

static void end_callback(void *begun)
{
    callback_of = (unsigned)(uintptr_t)begun;
    current_called_back(false);
}

static void find_stray(unsigned how, unsigned given_to, const void *code, const void *object)
{
    static const enum check_id check_ids[] = { [STRAY_DATA] = DRIVER_CALLBACK_DATA,
                                               [STRAY_LOST] = DRIVER_CALLBACK_LOST,
                                               [STRAY_AGAIN] = DRIVER_CALLBACK_AGAIN,
                                               [STRAY_OBJECT] = DRIVER_CALLBACK_OBJECT };
    const struct call_site nowhere = { NULL, 0 };
    struct finding_part part = { 0, 0 };
    char driver[4096] = "";
    uint64_t module;
    if (!check_on()) return;
    if (code) system_module(code, &module, driver, sizeof driver);
    part.number = finding_part_number(driver, given_to, 0);
    if (finding_part_is_due(check_ids[how], nowhere, &part))
        finding_write_part(check_ids[how], NULL, nowhere, part,
                           VALUES(sites_describe(code).module, given_to, ADDRESS(object)));
}

const struct callback_watch hazard_callbacks = { begin_callback, end_callback, find_stray };

void hazard_waits(struct check_call *call)
{
    if (callback_of) finding_add(call, CALLBACK_WAITS, 0, NULL, VALUES(callback_of));
}

/* Adds a finding if the only thread waits for a user event that it would have to complete itself,
 * directly or through a command. */
static void check_waiting(struct check_call *call, struct waiting waiting)
{
    if (waiting.event && !hazard_has_several())
        finding_add_other(call, USER_EVENT_WAIT, waiting.event, NULL, waiting.command);
}

/* Adds a finding if the wait needs a flush, because no other thread can flush. */
static void check_flushed(struct check_call *call, struct unflushed unflushed)
{
    if (unflushed.queue && !hazard_has_several())
        finding_add_other(call, QUEUE_NOT_FLUSHED, unflushed.queue, NULL, unflushed.command);
}

void hazard_waits_for(struct check_call *call, cl_uint count, const cl_event *events)
{
    hazard_waits(call);
    flushes_done_of(count, events); /* the wait itself flushes these queues */
    for (cl_uint i = 0; HAS_ELEMENT(events, count, i); i++) {
        check_waiting(call, waits_of_event(events[i]));
        check_flushed(call, flushes_of_event(events[i]));
    }
}

void hazard_finishes(struct check_call *call, cl_command_queue queue)
{
    hazard_waits(call);
    check_waiting(call, waits_of_queue(queue));
    check_flushed(call, flushes_of_queue(queue));
}

void hazard_blocks(struct check_call *call, cl_command_queue queue, cl_uint count,
                   const cl_event *list)
{
    hazard_waits(call);
    check_waiting(call, waits_of_command(queue, count, list));
    check_flushed(call, flushes_of_command(queue, count, list));
}

void hazard_enqueued(const struct check_call *call, cl_command_queue queue, cl_uint count,
                     const cl_event *list, const cl_event *event)
{
    waits_enqueued(call, queue, count, list, event);
    if (!hazard_has_several()) flushes_enqueued(call, queue, count, list, event);
}

/* ---- kernels ---- */

/* Index of tracked.note of a kernel: the thread that is in a call with it, as twice the address
 * that identifies the thread, plus 1 if the call sets an argument. */
enum { USER };

void hazard_kernel(struct check_call *call, cl_kernel handle, bool sets)
{
    const uint64_t user = 2 * ADDRESS(&hazard_thread);
    struct tracked *kernel = objects_living(handle, KIND_KERNEL);
    uint64_t other;
    if (!kernel) return;
    other = atomic_exchange(&kernel->note[USER], user + sets);
    /* Several threads may enqueue a kernel at once. */
    if (other && (other & ~(uint64_t)1) != user && (sets || other & 1))
        finding_add(call, KERNEL_THREADS, 0, handle, NULL);
}

void hazard_kernel_done(cl_kernel handle)
{
    struct tracked *kernel = objects_living(handle, KIND_KERNEL);
    if (kernel && atomic_load_explicit(&kernel->note[USER], memory_order_relaxed))
        atomic_store_explicit(&kernel->note[USER], 0, memory_order_relaxed);
}

/* ---- what is mapped ---- */

struct launching {
    struct check_call *call;
    cl_command_queue queue;
};

static void check_mapping(void *data, const struct mem_argument *argument)
{
    const struct launching *launching = data;
    if (argument->touches &&
        info_is_mapped_against(argument->mem, launching->queue, argument->writes))
        finding_add(launching->call, KERNEL_ARGUMENT_MAPPED, 0, argument->mem,
                    VALUES(argument->index));
}

void hazard_mapped(struct check_call *call, cl_command_queue queue, cl_kernel kernel)
{
    struct launching launching = { call, queue };
    /* With such an event, the region may be unmapped before the queue's commands begin. */
    if (info_touches_mems(kernel) && !waits_of_queue(queue).event)
        info_visit_mems(kernel, check_mapping, &launching);
}

/* ---- memory of the host that two buffers use ---- */

void hazard_copies_shared(struct check_call *call, cl_mem from, cl_mem to)
{
    if (info_may_share_host_memory() && info_shares_host_memory(from, to))
        finding_add(call, HOST_POINTERS_OVERLAP, 0, to, VALUES(ADDRESS(from)));
}

/* The most arguments that are compared, of those that the kernel certainly uses. */
enum { MOST_SHARING = 16 };
struct launched {
    struct check_call *call;
    size_t count;
    struct mem_argument list[MOST_SHARING];
};

static void compare_with_others(void *data, const struct mem_argument *argument)
{
    struct launched *launched = data;
    if (!argument->touches || launched->count == MOST_SHARING) return;
    for (size_t i = 0; i < launched->count; i++)
        if ((argument->writes || launched->list[i].writes) &&
            info_shares_host_memory(launched->list[i].mem, argument->mem))
            finding_add(launched->call, HOST_POINTERS_OVERLAP, 0, argument->mem,
                        VALUES(ADDRESS(launched->list[i].mem)));
    launched->list[launched->count++] = *argument;
}

void hazard_launches_shared(struct check_call *call, cl_kernel kernel)
{
    struct launched launched;
    if (!info_may_share_host_memory()) return;
    launched.call = call;
    launched.count = 0;
    info_visit_mems(kernel, compare_with_others, &launched);
}
