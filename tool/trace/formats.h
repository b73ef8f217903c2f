/* SPDX-License-Identifier: Apache-2.0 */
/* The formats of `clrelay trace` that are lines of text. Errors of writing: ferror(). `arguments`:
 * those of calls, too. */
#ifndef CLRELAY_TOOL_TRACE_FORMATS_H
#define CLRELAY_TOOL_TRACE_FORMATS_H

#include "../recording/recording.h"
#include "marks.h"

#include <stdio.h>

/* A line for each call and each callback, in the order in which they began: when, by whom if there
 * are several, what, how long, and what became of the command on its device. A range of the program
 * has a line where it begins and one where it ends. */
void format_text(FILE *to, const struct recording *recording, bool arguments);

/* The line of one entry; none if it is hidden. `marks` has noted those before. */
void format_text_entry(FILE *to, const struct recording *recording, struct marks *marks,
                       const struct entry *entry, bool arguments);

/* Comma-separated values (RFC 4180, but lines end with a newline alone): a row for each call, range
 * and instant, after one with the names of the columns. Times are nanoseconds, those of commands as
 * their device counts them; what is not known is empty. */
void format_csv(FILE *to, const struct recording *recording, bool arguments);

#endif
