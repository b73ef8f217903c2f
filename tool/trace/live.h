/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the calls of a program while it runs. */
#ifndef CLRELAY_TOOL_TRACE_LIVE_H
#define CLRELAY_TOOL_TRACE_LIVE_H

#include "options.h"

struct live;

/* Begins to read a file of records. Returns NULL, and why in *error, which the caller frees. */
struct live *live_start(const char *records, const struct trace_options *options, char **error);

/* Prints what has returned since; `end`: also what has not returned. */
void live_print(struct live *live, bool end);

/* Returns NULL, or what went wrong, for the caller to free. */
char *live_end(struct live *live);

#endif
