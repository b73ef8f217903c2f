/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Between a loader and the C library: calls that can fail are counted, and some of them do. The
 * loader that is tried is linked with --wrap for each of the functions in shim.c, so only its own
 * calls are counted; everywhere.c counts those of the whole process. What the loader has not given
 * back yet is counted, too.
 */
#ifndef CLRELAY_TEST_SHIM_H
#define CLRELAY_TEST_SHIM_H

#include <stdatomic.h>
#include <stdbool.h>

enum shim_kept { SHIM_MEMORY, SHIM_FILES, SHIM_DIRECTORIES, SHIM_KEPT };

struct shim {
    atomic_bool armed;
    bool everywhere;           /* allocations are counted by everywhere.c, and nothing else is */
    bool interrupts;           /* what a signal can interrupt is, and nothing else fails */
    unsigned long first, last; /* these calls fail, counted from 1 */
    atomic_ulong calls, failed;
    const char *function; /* whose call was the first to fail */
    atomic_long kept[SHIM_KEPT];
};
extern struct shim shim;

/* Closes the libraries that the loader has left open; how many they were. */
int shim_close_libraries(void);

/* Counts a call; whether it of this function is to fail, and then errno
 * is this. */
bool shim_fails(const char *function, int error);

#endif
