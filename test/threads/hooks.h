/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Announces each C library function that the loader calls, so that something can happen at each of
 * its steps. The program must export its symbols (ENABLE_EXPORTS).
 */
#ifndef CLRELAY_TEST_THREADS_HOOKS_H
#define CLRELAY_TEST_THREADS_HOOKS_H

#include <stdbool.h>
#include <stdlib.h> /* defines __GLIBC__ */

/* If not NULL, this is called before each of them, in the calling thread. Calls that it makes are
 * announced, too. */
extern void (*volatile hooks_before)(const char *name);

/* Whether memory functions are announced. Sanitizers replace these themselves. */
#if defined(__GLIBC__) && !defined(HOOKS_WITHOUT_MEMORY)
#define HOOKS_MEMORY 1
#else
#define HOOKS_MEMORY 0
#endif

/* The loader makes at least this many calls while it loads drivers. */
#define HOOKS_LEAST (HOOKS_MEMORY ? 50 : 10)

/* Tells whether this is a memory function, which takes a lock: do not call one in a signal handler
 * or a raw fork that may have interrupted another. */
bool hooks_is_memory(const char *name);

/* Returns the number of this thread. In a raw fork, the C library's copy of it is wrong. */
int hooks_thread(void);

#endif
