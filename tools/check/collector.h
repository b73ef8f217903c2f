/* SPDX-License-Identifier: Apache-2.0 */
/* Collects what the user reads about a program's findings: each finding once for each call site,
 * then a summary. */
#ifndef CLRELAY_TOOLS_CHECK_COLLECTOR_H
#define CLRELAY_TOOLS_CHECK_COLLECTOR_H

#include "../recording/recording.h"
#include "check_options.h"

struct collector;

/* Starts a collection. Returns NULL on failure; *error becomes the reason, which the caller
 * frees. */
struct collector *collector_start(const struct check_options *options, char **error);

/* Adds a file of records. Returns NULL, or a complaint for the caller to free. */
char *collector_add(struct collector *collector, const char *records);

/* Adds one of several files of records, unless it was added already, or a process is just making
 * it. If it can't be added, tells the user once why; its findings are missing then. */
void collector_offer(struct collector *collector, const char *records);

/* Whether findings are missing: some could not be recorded, or can't be shown. */
bool collector_misses(const struct collector *collector);

/* The recording that was added first. */
const struct recording *collector_recording(const struct collector *collector);

/* Writes new findings. `end`: also those whose calls have not returned. */
void collector_look(struct collector *collector, bool end);

/* The exit status of a command that succeeded otherwise: COLLECTOR_FOUND if it showed findings
 * above notes; RUN_FAILED if findings are missing, since such findings may be among them. */
enum { COLLECTOR_FOUND = 3 };
int collector_status(const struct collector *collector);

/* Frees the collector without a summary. */
void collector_free(struct collector *collector);

/* Writes the summary, and frees the collector. `ending` says how the program ended, or is NULL.
 * `while_loading`: `ending` also says why the layer saw no end. Returns NULL, or a complaint for
 * the caller to free. */
char *collector_end(struct collector *collector, const char *ending, bool while_loading);

#endif
