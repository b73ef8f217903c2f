/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions of the C library that the loader calls, announced one by one, so that something can
 * happen at each step of what the loader does. The program that this is part of must export its
 * symbols (ENABLE_EXPORTS).
 */
#ifndef CLRELAY_TEST_HOOKS_H
#define CLRELAY_TEST_HOOKS_H

#include <stdbool.h>
#include <stdlib.h> /* __GLIBC__ */

/* Called before each of them, in the thread that calls, unless it is NULL. What it calls itself is
 * announced too. */
extern void (*volatile hooks_before)(const char *name);

/* Whether the functions that manage memory are among them. Checkers have these themselves. */
#if defined(__GLIBC__) && !defined(HOOKS_WITHOUT_MEMORY)
#define HOOKS_MEMORY 1
#else
#define HOOKS_MEMORY 0
#endif

/* So many there are at least while drivers are loaded. */
#define HOOKS_LEAST (HOOKS_MEMORY ? 50 : 10)

/* Whether it is a function that manages memory: it must not be called where another one may just be
 * running, in a signal handler or in a raw fork, because they have a lock. */
bool hooks_is_memory(const char *name);

/* The number of this thread, of which the C library's copy is wrong in a raw fork. */
int hooks_thread(void);

#endif
