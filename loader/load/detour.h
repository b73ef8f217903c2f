/* SPDX-License-Identifier: Apache-2.0 */
/* Sets `detour`, the table that every call goes through (api/dispatch.h). */
#ifndef CLRELAY_LOADER_LOAD_DETOUR_H
#define CLRELAY_LOADER_LOAD_DETOUR_H

#include "api/dispatch.h"

/* What the innermost layer calls: a complete table. It has no NULL slot, because layers can't go
 * directly to an object's table. Call it when all drivers are loaded. */
const struct dispatch *detour_terminator(void);

/* Sets `detour` as the loaded drivers and layers need it. Calls may continue meanwhile. */
void detour_set(void);

/* Makes every call fail from now on, except those that have already passed. Returns false if the
 * system refuses to change the memory. */
bool detour_close(void);

#endif
