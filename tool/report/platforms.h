/* SPDX-License-Identifier: Apache-2.0 */
/* The platforms that programs get, and what the loader's report says about them. */
#ifndef CLRELAY_TOOL_REPORT_PLATFORMS_H
#define CLRELAY_TOOL_REPORT_PLATFORMS_H

#include "report.h"

/* Adds to each platform what the loader's report knows: its library, its suffix, and whether it is
 * the default. Adds to the drivers of the report what remedy.h says. */
void platforms_add_from_report(struct probed *probed);

size_t platforms_count_devices(const struct platforms *platforms);
/* Whether a platform could not list its devices. */
bool platforms_any_error(const struct platforms *platforms);

/* Moves devices, or why there are none, to the platforms of a driver from those that programs
 * get. */
void platforms_move_devices(struct candidate *driver, const struct platforms *platforms);

#endif
