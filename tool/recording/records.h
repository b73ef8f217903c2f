/* SPDX-License-Identifier: Apache-2.0 */
/* Files of records (layer/record.h): the one that the command makes for a program, and others. */
#ifndef CLRELAY_TOOL_RECORDING_RECORDS_H
#define CLRELAY_TOOL_RECORDING_RECORDS_H

#include "../../layer/record.h"

#include <stdbool.h>
#include <stddef.h>

struct records {
    char *folder; /* nobody else may look into it */
    char *path;   /* absolute */
    struct record_file *file;
    int descriptor;    /* of the file; on Windows none */
    uint64_t prepared; /* the bytes that have space and are in memory */
    uint64_t ahead;    /* how far they shall be ahead of those that are taken */
};

/* Makes a file of `limit` bytes, most of which need no space yet, in a new folder in `where`, and removes there
 * what processes have left that were killed. Its header is mapped; its bytes are 0. Returns NULL, or why it can't,
 * for the caller to free. */
char *records_make(struct records *records, const char *where, uint64_t limit);

/* Fills the header, but for what is recorded: `options`, `state` and `functions` are 0. */
void records_begin(struct records *records, uint64_t limit);

/* Gives the file space, and the space memory, some way ahead of what has been taken: so the traced
 * program need not wait for either. Returns whether much was taken since the last time. */
bool records_prepare(struct records *records);

/* Keeps the file under another name, or a copy on another file system, as long as it is needed. Returns NULL,
 * or why it can't, for the caller to free. */
char *records_keep(struct records *records, const char *path);

/* Removes the file and its folder, or leaves them where they are, for the user. Then `file` is gone. */
void records_remove(struct records *records);
void records_leave(struct records *records);

/* Removes them even if a signal ends this process, from now on. */
void records_remove_at_signals(const struct records *records);

/* Where a file of up to `limit` bytes goes: the folder that the environment names, or one in memory
 * that has the space; NULL if there is none. */
const char *records_usual_place(uint64_t limit);

/* Maps a whole file for reading. Returns NULL, and why in *error, which the caller frees. */
const void *records_map(const char *path, size_t *size, char **error);
void records_unmap(const void *mapped, size_t size);

/* The present moment. With the time-stamp counter where layers use it. */
struct record_moment records_now(void);

/* Nanoseconds since 1970. */
uint64_t records_realtime(void);

/* Nanoseconds since the machine started, with those that it slept. 0: the system does not tell. */
uint64_t records_boottime(void);

#endif
