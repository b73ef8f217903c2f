/* SPDX-License-Identifier: Apache-2.0 */
/* The line-based formats of `clrelay trace`. ferror() tells of write errors. `arguments`: also
 * writes the arguments of calls. */
#ifndef CLRELAY_TOOLS_TRACE_LINE_FORMATS_H
#define CLRELAY_TOOLS_TRACE_LINE_FORMATS_H

#include "../recording/recording.h"
#include "marks.h"

#include <stdio.h>

/* Writes a line for each call and callback, in the order in which they began: when, in which thread
 * if there are several, what, for how long, and what its command did on the device. A range of the
 * program has a line at its beginning and its end. */
void format_text(FILE *to, const struct recording *recording, bool arguments);

/* Writes the line of an entry, unless the entry is hidden. `marks` has seen the earlier entries. */
void format_text_entry(FILE *to, const struct recording *recording, struct marks *marks,
                       const struct entry *entry, bool arguments);

/* Writes comma-separated values (RFC 4180, but lines end with a newline alone): a header, then a
 * row for each call, range and instant. Times are nanoseconds; a command's times are by its
 * device's clock. An unknown value is empty. */
void format_csv(FILE *to, const struct recording *recording, bool arguments);

#endif
