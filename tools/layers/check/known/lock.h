/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The locks of the check layer. Owners hold them briefly: they must not call the driver or the
 * program meanwhile. A thread that forks takes all of them, so that in the child the data is
 * consistent and no lock is taken.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_LOCK_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_LOCK_H

#include "../../layer_system.h"

#include <stdatomic.h>

/* The locks in their order: a thread that holds one may take only later ones, or recorder_lock. */
enum lock {
    LOCK_INFO,
    LOCK_RECORDED,
    LOCK_MAPPINGS,
    LOCK_PROTOTYPES,
    LOCK_PROGRAMS,
    LOCK_RANGES,
    LOCK_USES,
    LOCK_CANARIES,
    LOCK_BOUNDS,
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
    system_take(&locks[lock].flag);
}

static inline void lock_release(enum lock lock)
{
    atomic_flag_clear_explicit(&locks[lock].flag, memory_order_release);
}

/* For a thread that forks, before the fork. */
HIDDEN void lock_take_all(void);

/* For the same thread, after the fork, in both processes. */
HIDDEN void lock_release_all(void);

#endif
