/* SPDX-License-Identifier: Apache-2.0 */
/* The line-based formats of `clrelay trace`. ferror() tells of write errors. `arguments`: writes
 * those of calls, too. */
#ifndef CLRELAY_TOOLS_TRACE_LINE_FORMATS_H
#define CLRELAY_TOOLS_TRACE_LINE_FORMATS_H

#include "../recording/recording.h"
#include "marks.h"

#include <stdio.h>

/* One line for each call and callback, in the order in which they began: when, the thread if there
 * are several, what, how long, and what its command did on the device. A range of the program has a
 * line at each end. */
void format_text(FILE *to, const struct recording *recording, bool arguments);

/* The line of one entry, unless it is hidden. `marks` has seen the earlier entries. */
void format_text_entry(FILE *to, const struct recording *recording, struct marks *marks,
                       const struct entry *entry, bool arguments);

/* Comma-separated values (RFC 4180, but lines end with a newline alone): a header, then a row for
 * each call, range and instant. Times are nanoseconds, those of commands by their device's clock;
 * unknown values are empty. */
void format_csv(FILE *to, const struct recording *recording, bool arguments);

#endif
