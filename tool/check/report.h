/* SPDX-License-Identifier: Apache-2.0 */
/* What the user reads of the findings of a program: each once for each call site, then a summary. */
#ifndef CLRELAY_TOOL_CHECK_REPORT_H
#define CLRELAY_TOOL_CHECK_REPORT_H

#include "../recording/recording.h"
#include "options.h"

struct report;

/* Begins one. Returns NULL, and why in *error, which the caller frees. `records` is the path of the
 * file of records. */
struct report *report_start(const char *records, const struct check_options *options, char **error);

/* Writes what was found since; `end`: also of calls that have not returned. */
void report_look(struct report *report, bool end);

/* Whether anything was found that is more than a note, and shown. */
bool report_is_bad(const struct report *report);

/* Frees it without a summary. */
void report_free(struct report *report);

/* Writes the summary; `ending` says how the program ended, or is NULL. Frees the report. Returns
 * NULL, or what went wrong, for the caller to free. */
char *report_end(struct report *report, const char *ending);

#endif
