/* SPDX-License-Identifier: Apache-2.0 */
/* Files of records (tools/calls/record.h): the command's own for a program, and others. */
#ifndef CLRELAY_TOOLS_RECORDING_RECORDS_H
#define CLRELAY_TOOLS_RECORDING_RECORDS_H

#include "../calls/record.h"

#include <stdbool.h>
#include <stddef.h>

struct records {
    char *folder;  /* private to this user */
    char *path;    /* absolute */
    char *loading; /* beside it: where a loader notes what it loads; see loading.h */
    struct record_file *file;
    int descriptor;    /* of the file; on Windows none */
    uint64_t prepared; /* bytes that are allocated and in memory */
    uint64_t ahead;    /* how far to stay ahead of the bytes in use */
};

/* Makes a file of `limit` bytes, most of them not allocated yet, in a new folder in `where`, and
 * removes leftovers of killed processes there. The header is mapped; its bytes are 0. Returns NULL,
 * or a complaint for the caller to free. */
char *records_make(struct records *records, const char *where, uint64_t limit);

/* Fills the header except `options`, `state` and `functions`, which are 0. */
void records_begin(struct records *records, uint64_t limit);

/* Allocates space and memory ahead of the bytes in use, so that the traced program need not wait
 * for either. Returns whether much was used since the last time. */
bool records_prepare(struct records *records);

/* Keeps the file under another name, or copies it to another file system, as far as it is used.
 * `taken` NULL: replaces what has this name, but no file that it links to. Else leaves that alone;
 * *taken says whether it is there. Returns NULL, or a complaint for the caller to free. */
char *records_keep(struct records *records, const char *path, bool *taken);

/* Removes the file and its folder. `file` is invalid then. */
void records_remove(struct records *records);

/* Leaves the file and its folder to the user. `file` is invalid then. */
void records_leave(struct records *records);

/* From now on, removes the file and its folder even if a signal ends this process. */
void records_remove_at_signals(const struct records *records);

/* Where to put a file of up to `limit` bytes: the folder that the environment names, or one in
 * memory with enough space; NULL if there is none. */
const char *records_usual_place(uint64_t limit);

/* A file that is read. On Linux, what another process may change is copied, not mapped: to look at
 * a mapping of a file that has become shorter would end this process. Windows maps it: no process
 * can make it shorter then. */
struct records_view {
    /* What was read of the file, at its place. Do not look at the rest. */
    unsigned char *bytes;
    size_t size;    /* of the file when it was opened */
    size_t ready;   /* how many bytes have memory; on Windows all */
    int descriptor; /* on Windows none */
};

/* Opens a file, and reads nothing yet. Returns false on failure, with the reason in *error, which
 * the caller frees. *error NULL: the file is empty, or not a regular one. */
bool records_view_open(struct records_view *view, const char *path, char **error);

/* Reads a part of the file, perhaps again. Returns whether the file has all of it. Bytes that the
 * file no longer has stay as they were. */
bool records_view_read(struct records_view *view, uint64_t place, size_t size);

/* Closes the file, after the last part was read. The bytes stay. */
void records_view_end(struct records_view *view);

/* Closes the view. The bytes are invalid then. */
void records_view_close(struct records_view *view);

/* Lets this process have as many files open as the system allows. */
void records_allow_many(void);

/* Visits the files of records in a folder, in the order of their names. Returns false if it is no
 * folder. */
bool records_list(const char *folder, void (*visit)(const char *path, void *data), void *data);

/* Reads the first bytes of a file. Returns how many there were; 0 also where the file is gone or is
 * no regular one. *error is the reason of a failure, which the caller frees, or NULL. */
size_t records_peek(const char *path, void *bytes, size_t size, char **error);

/* Whether a file can be read now. If not, *error is the reason, which the caller frees; or NULL: a
 * layer may be making the file, and no finding is in it yet. */
bool records_are_ready(const char *path, char **error);

/* The current time. Includes the time-stamp counter where layers use it. */
struct record_moment records_now(void);

/* Nanoseconds since 1970. */
uint64_t records_realtime(void);

/* Nanoseconds since the machine started, sleep included. 0: the system does not tell. */
uint64_t records_boottime(void);

#endif
