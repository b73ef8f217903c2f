/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the programs of a recording to files. */
#ifndef CLRELAY_TOOLS_TRACE_PROGRAM_FILES_H
#define CLRELAY_TOOLS_TRACE_PROGRAM_FILES_H

#include "../recording/recording.h"

/* Tries whether programs can be written to a folder, which may be missing. Leaves nothing behind.
 * Returns NULL, or a complaint for the caller to free: the folder has programs already, for
 * instance. */
char *programs_try(const char *folder);

/* Writes each program's sources, IL and binaries to new files in a folder, which it creates if
 * needed. Returns false after an error message. */
bool programs_write(const struct recording *recording, const char *folder);

#endif
