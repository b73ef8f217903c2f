/* SPDX-License-Identifier: Apache-2.0 */
/* Problems of the machine rather than of a driver. */
#ifndef CLRELAY_TOOL_COMMAND_MACHINE_H
#define CLRELAY_TOOL_COMMAND_MACHINE_H

#include "../report/survey.h"

/* What keeps drivers from their devices: on Linux, device nodes that this user may not use.
 * `missed`: some driver has not found its device. */
void machine_check_devices(json_t *findings, const struct options *options, bool missed);

/* Libraries with the loader's name that hide the one that programs should get. */
void machine_check_libraries(json_t *findings, const struct options *options,
                             const struct survey *survey);

/* Facts about the machine, as named texts for people, or NULL. */
json_t *machine_facts(void);

/* What to install if there is no driver, depending on the hardware. The caller frees it. */
char *machine_advice(const struct options *options);

#endif
