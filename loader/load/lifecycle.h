/* SPDX-License-Identifier: Apache-2.0 */
/* Loading once, at the first call that needs drivers; and leaving. */
#ifndef CLRELAY_LIFECYCLE_H
#define CLRELAY_LIFECYCLE_H

#include "api/hooks.h" /* lifecycle_ensure_loaded() */
#include "base/os.h"   /* lifecycle_on_load() and lifecycle_on_unload() */

/* Whether they are loaded, and so what was found stays as it is. Not so while this very thread loads
 * them, nor in a process forked meanwhile. */
bool lifecycle_is_loaded(void);

#endif
