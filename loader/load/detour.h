/* SPDX-License-Identifier: Apache-2.0 */
/* Sets `detour`, the table that every call goes through (api/dispatch.h). */
#ifndef CLRELAY_DETOUR_H
#define CLRELAY_DETOUR_H

#include <stdbool.h>

/* Sets the terminator, the complete table below all layers. Call it before the first layer is
 * loaded. */
void detour_set_terminator(void);

/* Sets `detour` as the loaded drivers and layers need it. Calls may continue meanwhile. */
void detour_set(void);

/* Makes every call fail from now on, except those that have already passed. Returns false if the
 * system refuses to change the memory. */
bool detour_close(void);

#endif
