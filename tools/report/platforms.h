/* SPDX-License-Identifier: Apache-2.0 */
/* The platforms that programs get, and what the loader's report adds to them. */
#ifndef CLRELAY_TOOLS_REPORT_PLATFORMS_H
#define CLRELAY_TOOLS_REPORT_PLATFORMS_H

#include "report.h"

/* Adds the report's facts to each platform (its library, its suffix, and whether it is the
 * default), and to each device (the pattern that chooses it in settings). Adds remedies (remedy.h)
 * to the report's drivers. */
void platforms_add_from_report(struct probed *probed);

size_t platforms_count_devices(const struct platforms *platforms);
/* Whether a platform could not list its devices. */
bool platforms_any_error(const struct platforms *platforms);

/* Moves devices, or the reason why there are none, from the platforms that programs get to a
 * driver's. */
void platforms_move_devices(struct candidate *driver, const struct platforms *platforms);

#endif
