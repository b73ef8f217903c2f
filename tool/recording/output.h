/* SPDX-License-Identifier: Apache-2.0 */
/* A file that a command writes its answer to, or one of the standard streams. */
#ifndef CLRELAY_TOOL_RECORDING_OUTPUT_H
#define CLRELAY_TOOL_RECORDING_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

struct output {
    FILE *file;
    const char *name; /* for messages: the path, or what the stream is called */
    int failure;      /* error number of the first write that failed; 0: none has */
    bool in_parts;    /* what is there before a failure is worth keeping */
};

enum output_kind {
    OUTPUT_TEXT,
    OUTPUT_LINES, /* text, each line of which is worth keeping without the rest */
    OUTPUT_BYTES
};

/* Whether a path means standard output. */
bool output_is_standard(const char *path);

/* Whether a path could be opened, before a program runs for hours; what was not there is not there afterwards,
 * either. Returns as output_open(); `name` is what messages call it. */
char *output_try(const char *path, const char *name);

/* Opens a path: "-" is standard output, NULL standard error. The path is used until output_close(). A program
 * that is started does not inherit the file. Returns NULL, or what is wrong, for the caller to free. */
char *output_open(struct output *output, const char *path, enum output_kind kind);

/* Writes what was printed so far. */
void output_flush(struct output *output);

/* Writes the rest, and closes it unless it is a standard stream. A file that could not be written to its end is
 * removed, unless it has lines. Returns as output_open(). */
char *output_close(struct output *output);

#endif
