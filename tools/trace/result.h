/* SPDX-License-Identifier: Apache-2.0 */
/* Writes what the user wants from a recording: a file in a format, the summary, notes. */
#ifndef CLRELAY_TOOLS_TRACE_RESULT_H
#define CLRELAY_TOOLS_TRACE_RESULT_H

#include "trace_options.h"

/* What to do with a recording. */
struct result {
    const char *records;   /* the file of the recording */
    const char *program;   /* the program that ran, or NULL */
    const char *loading;   /* from loading_ending(), or NULL */
    int crash;             /* the signal that ended the program; 0: none */
    unsigned long process; /* the program's */
    bool whole;            /* its calls were recorded all the time */
    char *path; /* the file to write; "-": standard output; NULL: nothing. The caller frees it */
    /* NULL, or the ending of a name that the user did not choose: `path` is the stem, and becomes a
     * new name. */
    const char *ending;
    bool written; /* whether the file was written */
};

/* Writes all that the options ask for. Returns false after an error message. */
bool result_write(struct result *result, const struct trace_options *options);

/* Shows the written file in the browser, if the options ask for that. Call this last, because the
 * user may end this process meanwhile. Returns as result_write(). */
bool result_show(const struct result *result, const struct trace_options *options);

#endif
