/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Announces each call of a C library function that the loader makes, so that something can happen
 * at each of its steps. The program that contains this must export its symbols (ENABLE_EXPORTS).
 */
#ifndef CLRELAY_TEST_THREADS_HOOKS_H
#define CLRELAY_TEST_THREADS_HOOKS_H

#include <stdbool.h>
#include <stdlib.h> /* __GLIBC__ */

/* If not NULL, called before each of them, in the calling thread. What it calls is announced,
 * too. */
extern void (*volatile hooks_before)(const char *name);

/* Whether the memory functions are among them. Checkers replace these themselves. */
#if defined(__GLIBC__) && !defined(HOOKS_WITHOUT_MEMORY)
#define HOOKS_MEMORY 1
#else
#define HOOKS_MEMORY 0
#endif

/* The minimum number of calls while drivers are loaded. */
#define HOOKS_LEAST (HOOKS_MEMORY ? 50 : 10)

/* Whether it is a memory function, which takes a lock: do not call it in a signal handler or a raw
 * fork that may have interrupted another one. */
bool hooks_is_memory(const char *name);

/* The number of this thread. In a raw fork, the C library's copy of it is wrong. */
int hooks_thread(void);

#endif
