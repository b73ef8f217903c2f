/* SPDX-License-Identifier: Apache-2.0 */
/* The call that each thread is in, so that the command can say in which call a program died. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_FOUND_CURRENT_H
#define CLRELAY_TOOLS_LAYERS_CHECK_FOUND_CURRENT_H

#include "../../recorder.h"
#include "../../layer_system.h"

#include <string.h>

/* The thread's entry in the header of the file; NULL: it has none yet. */
extern HIDDEN _Thread_local struct record_current *current_call THREAD_LOCAL_NEAR;
HIDDEN SLOW struct record_current *current_take(const void *site);

/* Notes again which module calls, when a thread makes a context: a different module than that of
 * the thread's first call may be at its address by now. */
HIDDEN SLOW void current_describe(const void *site);

/* Notes that a driver has made a call inside one of its functions: it uses OpenCL itself. Returns
 * false. */
extern HIDDEN atomic_bool current_driver_calls;
HIDDEN SLOW bool current_begun_by_driver(void);

/* Before a thread calls a function of the driver, from `site`. A callback may make calls, too, so
 * *outer keeps the outer call for current_end(). *entry becomes the thread's entry. Returns false,
 * and notes nothing, if the driver itself makes the call: then the thread is in another call, and
 * in no callback. */
static inline bool current_begin(unsigned number, const void *site, uint32_t *outer,
                                 struct record_current **entry)
{
    struct record_current *current = current_call ? current_call : current_take(site);
    *entry = current;
    *outer = atomic_load_explicit(&current->function, memory_order_relaxed);
    if (*outer && !(*outer & RECORD_CALLED_BACK)) return current_begun_by_driver();
    atomic_store_explicit(&current->site, (uintptr_t)site, memory_order_relaxed);
    atomic_store_explicit(&current->function, number + 1, memory_order_relaxed);
    return true;
}

static inline uint32_t current_function(void)
{
    return current_call ? atomic_load_explicit(&current_call->function, memory_order_relaxed) : 0;
}

/* Whether the thread is in a call of a function. */
static inline bool current_is(unsigned number)
{
    return current_function() == number + 1;
}

/* Whether the thread is the program's, not the driver's, has made calls, and is in none of the
 * driver's functions now. */
extern HIDDEN _Thread_local bool current_is_of_driver THREAD_LOCAL_NEAR;
static inline bool current_in_program(void)
{
    const uint32_t in = current_function();
    return current_call && !current_is_of_driver && (!in || in & RECORD_CALLED_BACK);
}

/* Notes the query that the next function of the driver gets. */
static inline void current_ask(struct record_current *current, uint32_t query)
{
    atomic_store_explicit(&current->query, query, memory_order_relaxed);
}

/* Before a thread enters the driver's function with this object, which lives. */
static inline void current_enter(struct record_current *current, const void *object)
{
    const void *table;
    memcpy(&table, object, sizeof table);
    atomic_store_explicit(&current->table, (uintptr_t)table, memory_order_relaxed);
}

/* After the driver's function has returned, or when it calls the program. */
static inline void current_leave(struct record_current *current)
{
    atomic_store_explicit(&current->table, 0, memory_order_relaxed);
}

/* Notes which driver a platform or device belongs to, for the tables of current_enter(). */
HIDDEN SLOW void current_name_driver(const void *object);

/* Before and after the driver calls a callback of the program. The callback's calls have taken the
 * place of the outer call. */
static inline void current_called_back(bool begins)
{
    const uint32_t in = current_function() & ~RECORD_CALLED_BACK;
    if (begins && !in) current_is_of_driver = true;
    if (!current_call) return;
    current_leave(current_call);
    atomic_store_explicit(&current_call->site, 0, memory_order_relaxed);
    atomic_store_explicit(&current_call->function, begins ? in | RECORD_CALLED_BACK : in,
                          memory_order_relaxed);
}

static inline void current_end(uint32_t outer)
{
    /* The thread has no entry in a child that a driver made by fork(). */
    if (current_call) atomic_store_explicit(&current_call->function, outer, memory_order_relaxed);
}

#endif
