/* SPDX-License-Identifier: Apache-2.0 */
/* The programs of a recording, as files. */
#ifndef CLRELAY_TOOL_TRACE_PROGRAMS_H
#define CLRELAY_TOOL_TRACE_PROGRAMS_H

#include "../recording/recording.h"

/* Writes each program's sources, IL and binaries to a folder, which it creates if needed. Returns
 * false after an error message. */
bool programs_write(const struct recording *recording, const char *folder);

#endif
