/* SPDX-License-Identifier: Apache-2.0 */
/* Loads once, at the first call that needs drivers; unloads. */
#ifndef CLRELAY_LOADER_LOAD_LIFECYCLE_H
#define CLRELAY_LOADER_LOAD_LIFECYCLE_H

#include "api/hooks.h" /* lifecycle_ensure_loaded() */
#include "base/os.h"   /* lifecycle_on_load() and lifecycle_on_unload() */

/* Whether the drivers are loaded, so that what was found no longer changes. False while this very
 * thread loads them, and in a process that was forked meanwhile. */
bool lifecycle_is_loaded(void);

#endif
