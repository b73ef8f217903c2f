/* SPDX-License-Identifier: Apache-2.0 */
/* Sets `detour`, by which every call goes (api/dispatch.h). */
#ifndef CLRELAY_DETOUR_H
#define CLRELAY_DETOUR_H

#include <stdbool.h>

/* Sets what layers call: the complete table below them all. To be called before the first layer is loaded. */
void detour_set_terminator(void);

/* Sets it as the loaded drivers and layers need it. Calls may go on meanwhile. */
void detour_set(void);

/* From now on every call fails, but those that are on their way. False: the system refuses it. */
bool detour_close(void);

#endif
