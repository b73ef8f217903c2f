/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The locks of the check layer, each for short: nothing of the driver or the program may be called with one. A
 * thread that forks has all of them, so that what they protect is whole in the child, and none stays taken there.
 */
#ifndef CLRELAY_LAYER_CHECK_LOCK_H
#define CLRELAY_LAYER_CHECK_LOCK_H

#include "../system.h"

#include <stdatomic.h>

/* Whoever has one takes only those behind it, or recorder_lock. */
enum lock {
    LOCK_INFO,
    LOCK_RECORDED,
    LOCK_MAPPINGS,
    LOCK_PROTOTYPES,
    LOCK_PROGRAMS,
    LOCK_RANGES,
    LOCK_OBJECTS,
    LOCK_COUNT
};

/* Each has its own cache line. */
struct lock_line {
    _Alignas(64) atomic_flag flag;
};
extern HIDDEN struct lock_line locks[LOCK_COUNT];

static inline void lock_take(enum lock lock)
{
    while (atomic_flag_test_and_set_explicit(&locks[lock].flag, memory_order_acquire)) {
    }
}

static inline void lock_release(enum lock lock)
{
    atomic_flag_clear_explicit(&locks[lock].flag, memory_order_release);
}

/* What fork() does before, and afterwards in both processes. */
HIDDEN void lock_take_all(void);
HIDDEN void lock_release_all(void);

#endif
