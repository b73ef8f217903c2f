/* SPDX-License-Identifier: Apache-2.0 */
/* Facts about files: their architecture, and why they can't be read. The caller frees all returned
 * texts. */
#ifndef CLRELAY_TOOLS_BASE_FILES_H
#define CLRELAY_TOOLS_BASE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The architecture of a library, in words. NULL: the library can't be read, or belongs to another
 * system. */
char *file_architecture(const char *path);
/* The architecture of this program, in words. */
char *file_own_architecture(void);

/* The folder of this program, or NULL. */
char *file_own_folder(void);

/* The libOpenCL.so.1 that is installed with this program. `built`: the one that is built with it
 * counts, too. NULL: there is none, as on Windows. */
char *file_own_library(bool built);

/* The first part of a path that does not exist, or NULL if the whole path does. */
char *file_first_missing(const char *path);

/* Why a file or directory can't be read: names the part of the path at fault, its owner and its
 * mode. NULL: it can be read. */
char *file_obstacle(const char *path);
/* The first folder of an absolute path that this user may not enter, or the file itself; or NULL: the
 * modes let the user read the file, or that is not known here. The caller frees the path. */
char *file_barrier(const char *path);

/* The owner of a file, directory or link, and who may write to it. */
char *file_ownership(const char *path);

/* The target of a link, or NULL if it is not a link. */
char *file_target(const char *path);

/* Describes where the system searches for libraries that a program names without a folder. */
char *file_search_directories(void);

/* The path of a library with this name in the usual directories, for any architecture. NULL: none
 * has it. */
char *file_find_library(const char *name);

/* Whether a path means the same file wherever the program runs. */
bool file_is_absolute(const char *path);

bool file_is_folder(const char *path);

/* Makes a folder if it is missing. Returns whether it exists now. */
bool file_make_folder(const char *path);

/* Makes a file under a name that the user did not give. Leaves anything that has the name already
 * alone, even a link to nowhere. Child processes do not inherit the file. Returns NULL on failure,
 * with the reason in errno: EEXIST if the name is taken. */
FILE *file_make(const char *path);

bool file_is_same(const char *one, const char *other);

/* Opens a regular file for reading. On Linux, anything else counts as missing: opening a pipe might
 * wait for its other end forever, and opening a device may have effects. Returns NULL if there is
 * no such file. */
FILE *file_stream(const char *path);
/* The same as file_stream(), as a file descriptor. Returns -1 if there is no such file. On Linux
 * only. */
int file_open(const char *path);

/* Copies the text that follows `beginning` in the first line that begins with it, or with "" the
 * first line. Returns whether there is such a line. On Linux only. */
bool file_line(const char *path, const char *beginning, char *to, size_t size);

#endif
