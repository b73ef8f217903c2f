/* SPDX-License-Identifier: Apache-2.0 */
/* What the user reads about a program's findings: each once for each call site, then a summary. */
#ifndef CLRELAY_TOOL_CHECK_REPORT_H
#define CLRELAY_TOOL_CHECK_REPORT_H

#include "../recording/recording.h"
#include "options.h"

struct report;

/* Starts a report. Returns NULL on failure, with the reason in *error, which the caller frees. */
struct report *report_start(const struct check_options *options, char **error);

/* Adds a file of records. Returns NULL, or a complaint for the caller to free. */
char *report_add(struct report *report, const char *records);

/* Whether it was added. */
bool report_has(const struct report *report, const char *records);

/* Adds a complaint to the summary. */
void report_complain(struct report *report, const char *complaint);

/* Writes new findings; `end`: also those whose calls have not returned. */
void report_look(struct report *report, bool end);

/* Whether a finding above notes was shown. */
bool report_is_bad(const struct report *report);

/* Frees the report without a summary. */
void report_free(struct report *report);

/* Writes the summary; `ending` says how the program ended, or is NULL. Frees the report. Returns
 * NULL, or a complaint for the caller to free. */
char *report_end(struct report *report, const char *ending);

#endif
