/* SPDX-License-Identifier: Apache-2.0 */
/* What the user should know of a recording: what is missing in it, and why. */
#ifndef CLRELAY_TOOL_NOTES_H
#define CLRELAY_TOOL_NOTES_H

#include "options.h"

#include <jansson.h>

/* Adds sentences to a list. `program` may be NULL: it is not known any more. */
void notes_add(json_t *notes, const struct recording *recording,
               const struct trace_options *options, const char *program);

/* For notes.c, from the system: why no library of this user gets into a program, judged by its file
 * alone; the end of a sentence about it. NULL: there is no reason. The caller frees it. */
char *notes_of_program(const char *program);

#endif
