/* SPDX-License-Identifier: Apache-2.0 */
/* What may be wrong with the machine and not with a driver. */
#ifndef CLRELAY_TOOL_MACHINE_H
#define CLRELAY_TOOL_MACHINE_H

#include "survey.h"

/* What keeps drivers from their devices: on Linux, nodes that this user may not use. `missed`: some
 * driver has not found its device. */
void machine_check_devices(json_t *findings, const struct options *options, bool missed);

/* Other libraries of the loader's name in the way of the one that programs should get. */
void machine_check_libraries(json_t *findings, const struct options *options,
                             const struct survey *survey);

/* What there is, as texts by their names, for people; NULL: nothing is told. */
json_t *machine_facts(void);

/* What to install where no driver is, by the hardware; the caller frees it. */
char *machine_advice(const struct options *options);

#endif
