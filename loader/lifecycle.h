/* SPDX-License-Identifier: Apache-2.0 */
/* Loading drivers and layers, once, at the first call that needs them; leaving; and `detour`. */
#ifndef CLRELAY_LIFECYCLE_H
#define CLRELAY_LIFECYCLE_H

#include <stdbool.h>

/*
 * Makes sure that the drivers are loaded. True when that happened during this call, by this thread
 * or by another that it waited for: `detour` has changed meanwhile, so a caller that was reached
 * through it begins again at its exported function. False when there was nothing to do or nothing
 * to wait for: the drivers were loaded before, or this very thread is loading them (a driver calls
 * back), or this process was forked while a thread that it does not have was loading them. Then
 * the caller answers from what has been published so far.
 */
bool lifecycle_start(void);

/* Whether the drivers are loaded, so that there are no more platforms to come. */
bool lifecycle_settled(void);

/*
 * For the moment when the library is taken down. If the program goes on without it: closes the
 * layers and those drivers that can be unloaded, and frees everything. If the program ends: does
 * nothing, because others may still call.
 */
void lifecycle_leave(void);

#endif
