/* SPDX-License-Identifier: Apache-2.0 */
/* How a signal or an exception ended a program, in words. */
#ifndef CLRELAY_TOOLS_RECORDING_ENDING_H
#define CLRELAY_TOOLS_RECORDING_ENDING_H

#include <stdbool.h>
#include <stddef.h>

/* The name of a signal or an exception, and what it means: SIGSEGV (Segmentation fault). The caller
 * frees it. */
char *ending_signal(int crash);

/* A sentence: the signal, and the `count` calls in the text `calls` that had not returned. `whole`:
 * there certainly was no other such call. The thread that got the signal is not known, and may have
 * been in none of the calls. The caller frees the sentence. */
char *ending_text(int crash, const char *calls, size_t count, bool whole);

#endif
