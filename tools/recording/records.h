/* SPDX-License-Identifier: Apache-2.0 */
/* Files of records (tools/calls/record.h): the file that the command makes for a program, and files
 * of others. */
#ifndef CLRELAY_TOOLS_RECORDING_RECORDS_H
#define CLRELAY_TOOLS_RECORDING_RECORDS_H

#include "../calls/record.h"

#include <stdbool.h>
#include <stddef.h>

struct records {
    char *folder;  /* private to this user */
    char *path;    /* absolute */
    char *loading; /* a file beside it, where a loader notes what it loads; see loading.h */
    struct record_file *file;
    int descriptor;    /* of the file; unused on Windows */
    uint64_t prepared; /* bytes that are allocated and in memory */
    uint64_t ahead;    /* how far to stay ahead of the bytes in use */
};

/* Makes a file of `limit` bytes, most of them not allocated yet, in a new folder in `where`. Also
 * removes leftovers of killed processes there. Maps the header, which is filled with 0. Returns
 * NULL, or a complaint for the caller to free. */
char *records_make(struct records *records, const char *where, uint64_t limit);

/* Fills the header except `options`, `state` and `functions`, which are 0. */
void records_begin(struct records *records, uint64_t limit);

/* Allocates space and memory ahead of the bytes in use, so that the traced program need not wait
 * for them. Returns whether the program has used much since the last time. */
bool records_prepare(struct records *records);

/* Keeps the used part of the file under another name, or copies it to another file system. If
 * `taken` is NULL, replaces a file that has the name, but not one that a link of that name leads
 * to. Otherwise leaves such a file alone; *taken becomes whether there is one. Returns NULL, or a
 * complaint for the caller to free. */
char *records_keep(struct records *records, const char *path, bool *taken);

/* Removes the file and its folder. Do not use `file` any more. */
void records_remove(struct records *records);

/* Leaves the file and its folder to the user. Do not use `file` any more. */
void records_leave(struct records *records);

/* From now on, removes the file and its folder even if a signal ends this process. */
void records_remove_at_signals(const struct records *records);

/* Where to put a file of up to `limit` bytes: the folder that the environment names, or one in
 * memory with enough space. NULL: there is none. */
const char *records_usual_place(uint64_t limit);

/* A view of a file. On Linux, the view copies what another process may change, because reading the
 * mapping of a file that has become shorter would end this process. On Windows it maps the file,
 * which no process can make shorter then. */
struct records_view {
    /* The parts of the file that were read, at their offsets. Do not look at the rest. */
    unsigned char *bytes;
    size_t size;    /* the size of the file when it was opened */
    size_t ready;   /* the number of bytes that have memory; on Windows all */
    int descriptor; /* unused on Windows */
};

/* Opens a file, without reading it. Returns false on failure; *error becomes the reason, which the
 * caller frees, or NULL if the file is empty or no regular file. */
bool records_view_open(struct records_view *view, const char *path, char **error);

/* Reads a part of the file, perhaps again. Returns whether the file has the whole part. Bytes that
 * the file has lost stay as they were. */
bool records_view_read(struct records_view *view, uint64_t place, size_t size);

/* Returns `place`, or the start of a later granule if the file has only a hole before that. */
uint64_t records_view_skip(const struct records_view *view, uint64_t place);

/* Closes the file. The bytes stay; nothing more can be read. */
void records_view_end(struct records_view *view);

/* Closes the view. Do not use its bytes any more. */
void records_view_close(struct records_view *view);

/* Lets this process open as many files as the system allows. */
void records_allow_many(void);

/* Visits the files of records in a folder, in the order of their names. Returns false if it is no
 * folder. */
bool records_list(const char *folder, void (*visit)(const char *path, void *data), void *data);

/* Reads the first bytes of a file. Returns their number; 0 also if the file is gone or no regular
 * file. *error becomes the reason of a failure, which the caller frees, or NULL. */
size_t records_peek(const char *path, void *bytes, size_t size, char **error);

/* Whether a file can be read now. If not, *error becomes the reason, which the caller frees, or
 * NULL if a layer may still be making the file, without a finding so far. */
bool records_are_ready(const char *path, char **error);

/* The current time. Includes the time-stamp counter where layers use it. */
struct record_moment records_now(void);

/* Nanoseconds since 1970. */
uint64_t records_realtime(void);

/* Nanoseconds since the machine started, sleep included. 0: the system does not tell. */
uint64_t records_boottime(void);

#endif
