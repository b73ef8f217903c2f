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
 * back), or this process was forked while a thread that it does not have was loading them, or that
 * thread has ended. Then the caller answers from what has been published so far.
 */
bool lifecycle_start(void);

/* Whether they are loaded, and so what was found stays as it is. Not so while this very thread loads
 * them, nor in a process forked meanwhile. */
bool lifecycle_is_done(void);

/*
 * For the moment when the library has been loaded; `stays` says that nothing can unload it. Prepares to tell
 * an unload from the program's end, which may have begun by the time of the first call.
 */
void lifecycle_arrive(bool stays);

/*
 * For the moment when the library is taken down. From then on every call fails. If the program goes
 * on without the library: tells the layers, closes them and those drivers that can be unloaded, and
 * frees everything. If the program ends: tells the layers, and no more, because others may still
 * call; and where there are no layers it does nothing, and calls go on to the drivers.
 */
void lifecycle_leave(void);

#endif
