/* SPDX-License-Identifier: Apache-2.0 */
/* What comes out of a recording: a file in a format, the summary, notes. */
#ifndef CLRELAY_TOOL_TRACE_RESULT_H
#define CLRELAY_TOOL_TRACE_RESULT_H

#include "options.h"

/* What to do with a recording. */
struct result {
    const char *records; /* its file */
    const char *program; /* that was run, or NULL */
    const char *path;    /* what to write; "-": standard output; NULL: nothing */
};

/* Writes all that the options ask for. Returns false if that failed, which was said. */
bool result_write(const struct result *result, const struct trace_options *options);

#endif
