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
    bool written;        /* it was */
};

/* Writes all that the options ask for. Returns false if that failed, which was said. */
bool result_write(struct result *result, const struct trace_options *options);

/* Shows what was written in the browser, if the options ask for it: when nothing else is left to do, because the
 * user may end this process meanwhile. Returns as result_write(). */
bool result_show(const struct result *result, const struct trace_options *options);

#endif
