/* SPDX-License-Identifier: Apache-2.0 */
/* Says how a signal ended the recorded program, and in which calls. */
#ifndef CLRELAY_TOOLS_TRACE_LAST_CALLS_H
#define CLRELAY_TOOLS_TRACE_LAST_CALLS_H

#include "../recording/recording.h"

/* Returns a sentence that the caller frees. `crash` is the signal, and `process` the program's
 * process ID. `whole`: calls were recorded all the time. Call this before recording_choose(). */
char *trace_ending(const struct recording *recording, int crash, unsigned long process, bool whole);

#endif
