/* SPDX-License-Identifier: Apache-2.0 */
/* A file or standard stream that a command writes its answer to. */
#ifndef CLRELAY_TOOLS_RECORDING_OUTPUT_H
#define CLRELAY_TOOLS_RECORDING_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

struct output {
    FILE *file;
    const char *name; /* for messages: the path, or the stream's name */
    int failure;      /* the error number of the first failed write; 0: none */
    bool in_parts;    /* an incomplete file is worth keeping */
};

enum output_kind {
    OUTPUT_TEXT,
    OUTPUT_LINES, /* text whose lines are worth keeping even if incomplete */
    OUTPUT_BYTES
};

/* Whether a path means standard output. */
bool output_is_standard(const char *path);

/* Whether writing to `path` would overwrite `other`: both name one file that is neither a pipe nor
 * a device. Each may be NULL. */
bool output_overwrites(const char *path, const char *other);

/* Whether a path names a program or library, which nobody means as output. It may be NULL. */
bool output_is_program(const char *path);

/* The file of a program to run; NULL if its name has to be searched for. */
const char *output_file_of(const char *program);

/* Tries whether a path can be opened, before a program runs for hours. Leaves no new file behind.
 * Returns as output_open(); `name` is for messages. */
char *output_try(const char *path, const char *name);

/* Tries whether a new file of this name can be made in the current folder; otherwise as
 * output_try(). */
char *output_try_new(const char *path, const char *name);

enum { OUTPUT_MOST_NAMES = 1000 };

/* A name that clrelay chooses for a file: STEM.END for `number` 1, STEM-2.END for 2, and so on.
 * `ending` includes the dot. The caller frees the name. */
char *output_name(const char *stem, const char *ending, unsigned number);

/* Makes a file with the first output_name() that is free. *path is the stem; it becomes the name,
 * which must stay valid until output_close(). Returns as output_open(). */
char *output_open_new(struct output *output, char **path, const char *ending);

/* Opens a path: "-" is standard output, NULL standard error. The path must stay valid until
 * output_close(). Child processes do not inherit the file. Returns NULL, or a complaint for the
 * caller to free. */
char *output_open(struct output *output, const char *path, enum output_kind kind);

/* Writes the output so far. */
void output_flush(struct output *output);

/* Writes the rest, and closes the file unless it is a standard stream. Removes an incomplete file,
 * unless it consists of lines. Returns as output_open(). */
char *output_close(struct output *output);

#endif
