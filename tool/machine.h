/* SPDX-License-Identifier: Apache-2.0 */
/* What may be wrong with the machine and not with a driver. */
#ifndef CLRELAY_TOOL_MACHINE_H
#define CLRELAY_TOOL_MACHINE_H

#include "look.h"

/* Device nodes that this user may not use. `missed`: some driver has not found its device. */
void machine_check_nodes(json_t *findings, const struct options *options, bool missed);

/* Other libOpenCL.so.1 in the way of the one that programs should get. */
void machine_check_libraries(json_t *findings, const struct options *options,
                             const struct look *look);

/* What to install where no driver is, by the hardware; the caller frees it. */
char *machine_advice(const struct options *options);

#endif
