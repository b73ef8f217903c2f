/* SPDX-License-Identifier: Apache-2.0 */
/* Problems of the machine rather than of a driver. */
#ifndef CLRELAY_TOOL_COMMAND_MACHINE_H
#define CLRELAY_TOOL_COMMAND_MACHINE_H

#include "../report/loader.h"
#include "findings.h"

/* Why drivers can't reach their devices: on Linux, device nodes that this user may not use.
 * `missed`: a driver has not found its device. */
void machine_check_devices(struct findings *findings, const struct options *options, bool missed);

/* The rows of causes.h. Variables: returns whether one hides the drivers of the default
 * directories. GPUs that no platform lists: returns their number. Platforms
 * without devices. */
bool machine_check_variables(struct findings *findings, const struct options *options,
                             const struct report *report);
void machine_check_platforms(struct findings *findings, const struct options *options,
                             const struct report *report);
size_t machine_check_gpus(struct findings *findings, const struct options *options,
                          const struct report *report);

/* Libraries with the loader's name that hide the one that programs should get. */
void machine_check_libraries(struct findings *findings, const struct options *options,
                             const struct probed *probed);

/* Facts about the machine, for people. NULL as a name ends the list. The caller frees the
 * values. */
struct fact {
    const char *name;
    char *value;
};
enum { MOST_FACTS = 4 };
void machine_facts(struct fact facts[MOST_FACTS + 1]);

/* What to install if there is no driver, judged by the hardware. The caller frees it. */
char *machine_advice(const struct options *options);

#endif
