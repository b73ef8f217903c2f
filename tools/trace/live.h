/* SPDX-License-Identifier: Apache-2.0 */
/* Prints a program's calls while it runs. */
#ifndef CLRELAY_TOOLS_TRACE_LIVE_H
#define CLRELAY_TOOLS_TRACE_LIVE_H

#include "trace_options.h"

struct live;

/* Starts reading a file of records. Returns NULL on failure; *error becomes the reason, which the
 * caller frees. */
struct live *live_start(const char *records, const struct trace_options *options, char **error);

/* Prints the calls that have returned since the last time. `end`: also those that have not. */
void live_print(struct live *live, bool end);

/* Returns NULL, or a complaint for the caller to free. */
char *live_end(struct live *live);

#endif
