/* SPDX-License-Identifier: Apache-2.0 */
/* The call that each thread is in: so the command can say in which one a program died. */
#ifndef CLRELAY_LAYER_CHECK_CURRENT_H
#define CLRELAY_LAYER_CHECK_CURRENT_H

#include "../recorder.h"
#include "../system.h"

/* The thread's place in the header of the file; NULL: it has none yet. */
extern HIDDEN _Thread_local struct record_current *current_call THREAD_LOCAL_NEAR;
HIDDEN SLOW struct record_current *current_take(void);

/* The thread calls a function of the driver, and has come back. A callback may make calls, too:
 * what current_begin() returns is for current_end(). */
static inline uint32_t current_begin(unsigned number)
{
    struct record_current *it = current_call ? current_call : current_take();
    const uint32_t outer = atomic_load_explicit(&it->function, memory_order_relaxed);
    atomic_store_explicit(&it->function, number + 1, memory_order_relaxed);
    return outer;
}

/* Whether the thread is in a call of a function. */
static inline bool current_is(unsigned number)
{
    return current_call &&
           atomic_load_explicit(&current_call->function, memory_order_relaxed) == number + 1;
}

static inline void current_end(uint32_t outer)
{
    /* A child of fork() that a driver made has none. */
    if (current_call) atomic_store_explicit(&current_call->function, outer, memory_order_relaxed);
}

#endif
