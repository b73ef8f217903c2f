/* SPDX-License-Identifier: Apache-2.0 */
/* The options of `clrelay check`. */
#ifndef CLRELAY_TOOLS_CHECK_CHECK_OPTIONS_H
#define CLRELAY_TOOLS_CHECK_CHECK_OPTIONS_H

#include "../base/array.h"
#include "suppressions.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

enum check_format { FORMAT_TEXT, FORMAT_JSON, FORMAT_SARIF, FORMAT_JUNIT };

ARRAY(input_paths, const char *);

struct check_options {
    const char *log;     /* a file; NULL: standard error */
    const char *explain; /* a check ID; NULL: not asked for */
    /* `environment`: the folder to name in variables; `read`: the folder or file to read findings
     * from. NULL: not asked for. */
    const char *environment, *read;
    int level;        /* the lowest that is shown: enum level (tools/calls/check_ids.h) */
    uint64_t limit;   /* bytes of the recording */
    int format;       /* enum check_format */
    json_t *baseline; /* the findings that are known (baseline.h); NULL: none */
    bool json, stop, guard, canaries, bounds, frees, objects_only, follow, list, help;
    struct suppressions suppressions; /* --ignore and --suppressions */
    struct input_paths inputs;        /* the files that options name as inputs */
    char **program;                   /* and its arguments; NULL-terminated */
};

/* Frees the options, even after options_read_check() has failed. */
void options_free_check(struct check_options *options);

/* Reads the words after `clrelay check`. Returns NULL, or a complaint for the caller to free. */
char *options_read_check(struct check_options *options, int count, char **words);

/* Prints the help for the options. */
void options_print_check_help(void);

#endif
