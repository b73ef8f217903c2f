/* SPDX-License-Identifier: Apache-2.0 */
/* What the user reads about a program's findings: each once for each call site, then a summary. */
#ifndef CLRELAY_TOOLS_CHECK_COLLECTOR_H
#define CLRELAY_TOOLS_CHECK_COLLECTOR_H

#include "../recording/recording.h"
#include "check_options.h"

struct collector;

/* Starts a collection. Returns NULL on failure, with the reason in *error, which the caller
 * frees. */
struct collector *collector_start(const struct check_options *options, char **error);

/* Adds a file of records. Returns NULL, or a complaint for the caller to free. */
char *collector_add(struct collector *collector, const char *records);

/* The same with a file that is only one of several, unless it was added already or a process is
 * just making it. Why it can't be added is told once, and its findings are missing. */
void collector_offer(struct collector *collector, const char *records);

/* Whether findings that there are, or would have been, can't be shown. */
bool collector_misses(const struct collector *collector);

/* The recording that was added first. */
const struct recording *collector_recording(const struct collector *collector);

/* Writes new findings; `end`: also those whose calls have not returned. */
void collector_look(struct collector *collector, bool end);

/* The exit status of a command that succeeded otherwise: COLLECTOR_FOUND if findings above notes
 * were shown, or RUN_FAILED if findings are missing, since there may have been such ones. */
enum { COLLECTOR_FOUND = 3 };
int collector_status(const struct collector *collector);

/* Frees the collector without a summary. */
void collector_free(struct collector *collector);

/* Writes the summary; `ending` says how the program ended, or is NULL; `while_loading`: and why the
 * layer saw no end. Frees the collector. Returns NULL, or a complaint for the caller to free. */
char *collector_end(struct collector *collector, const char *ending, bool while_loading);

#endif
