/* SPDX-License-Identifier: Apache-2.0 */
/* Facts about files: their architecture, and why they can't be read. The caller frees all returned
 * texts. */
#ifndef CLRELAY_TOOLS_BASE_FILES_H
#define CLRELAY_TOOLS_BASE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The architecture of a library, in words. NULL if it can't be read, or is not a library of this
 * system. */
char *file_architecture(const char *path);
/* The same for this program. */
char *file_own_architecture(void);

/* The folder of this program, or NULL. */
char *file_own_folder(void);

/* The libOpenCL.so.1 installed with this program or, if `built`, also built with it. NULL if it is
 * not there. */
char *file_own_library(bool built);

/* The first part of a path that does not exist, or NULL if the whole path does. */
char *file_first_missing(const char *path);

/* Why a file or directory can't be read: the part of its path, the owner, the mode. NULL if it can
 * be read. */
char *file_obstacle(const char *path);

/* The owner of a file, directory or link, and who may write to it. */
char *file_ownership(const char *path);

/* The target of a link, or NULL if it is not a link. */
char *file_target(const char *path);

/* Where the system searches for libraries by bare name, in words. */
char *file_search_directories(void);

/* A library with this name in the usual directories, for any architecture; or NULL. */
char *file_find_library(const char *name);

/* Whether a path means the same file wherever the program runs. */
bool file_is_absolute(const char *path);

bool file_is_folder(const char *path);

/* Makes a folder if it is missing. Returns whether it exists now. */
bool file_make_folder(const char *path);

/* Makes a file for a name that the user did not give. What has the name already, even a link to
 * nowhere, is left alone. Child processes do not inherit the file. NULL: errno is the reason,
 * EEXIST if the name is taken. */
FILE *file_make(const char *path);

bool file_is_same(const char *one, const char *other);

/* Opens a regular file for reading. Anything else counts as missing, on Linux: opening a pipe would
 * wait for its other end, perhaps for ever, and opening a device may have effects. Returns NULL or
 * -1 if there is no such file. */
FILE *file_stream(const char *path);
int file_open(const char *path); /* Linux */

/* The text in the first line of a file that begins so; on Linux. Without a beginning: the first
 * line. Returns whether there is one. */
bool file_line(const char *path, const char *beginning, char *to, size_t size);

#endif
