/* SPDX-License-Identifier: Apache-2.0 */
/*
 * This sits between a loader and the C library, counts calls that can fail, and makes some fail.
 * The loader under test is linked with --wrap for each function in shim.c, so only its own calls
 * count; everywhere.c counts those of the whole process. It also counts what the loader has not
 * released yet.
 */
#ifndef CLRELAY_TEST_FAULTS_SHIM_H
#define CLRELAY_TEST_FAULTS_SHIM_H

#include <stdatomic.h>
#include <stdbool.h>

enum shim_kept { SHIM_MEMORY, SHIM_FILES, SHIM_KEPT };

struct shim {
    atomic_bool armed;
    bool everywhere;           /* only allocations count, and everywhere.c counts them */
    bool interrupts;           /* only calls that a signal can interrupt count and fail */
    unsigned long first, last; /* these calls fail, counted from 1 */
    atomic_ulong calls, failed;
    const char *function; /* the function whose call was the first to fail */
    atomic_long kept[SHIM_KEPT];
};
extern struct shim shim;

/* Closes the libraries that the loader has left open, and returns their number. */
int shim_close_libraries(void);

/* Counts a call. If the call must fail, sets errno to `error` and returns true. */
bool shim_fails(const char *function, int error);

#endif
