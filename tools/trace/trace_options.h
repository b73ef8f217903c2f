/* SPDX-License-Identifier: Apache-2.0 */
/* The options of `clrelay trace`. */
#ifndef CLRELAY_TOOLS_TRACE_TRACE_OPTIONS_H
#define CLRELAY_TOOLS_TRACE_TRACE_OPTIONS_H

#include "format_table.h"

struct trace_options {
    const struct format *format; /* NULL: not given */
    const char *output;          /* NULL: not given; "-": standard output */
    const char *convert;         /* a kept recording; NULL: run a program */
    const char *compare;         /* the earlier of two runs; program[0] is the later one */
    const char *functions;       /* patterns; "": all */
    const char *kernels;
    const char *programs;  /* a folder; NULL: none */
    const char *summary;   /* a file; NULL: standard error */
    const char *live;      /* a file; "": standard error; NULL: not live */
    uint64_t limit;        /* bytes of the recording */
    double start_after;    /* seconds, or START_BY_SIGNAL */
    double duration;       /* seconds; 0: until the end */
    double fail_if_slower; /* percent; 0: never */
    bool keep, open, no_device, call_sites, hash_data, system_clock, no_arguments, json, help;
    char **program; /* and its arguments; NULL-terminated */
};
#define START_BY_SIGNAL (-1.0)

/* Reads the words after `clrelay trace`. Returns NULL, or a complaint for the caller to free. */
char *options_read(struct trace_options *options, int count, char **words);

/* Prints the help for the options. */
void options_print_help(void);

#endif
