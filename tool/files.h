/* SPDX-License-Identifier: Apache-2.0 */
/* What files tell: for which architecture they are, and why they cannot be read. All texts that are
 * returned belong to the caller. */
#ifndef CLRELAY_TOOL_FILES_H
#define CLRELAY_TOOL_FILES_H

#include <stdbool.h>

/* The architecture that a library is for, in words; NULL: it is no library of this system, or cannot
 * be read. */
char *file_architecture(const char *path);
/* The same of this program. */
char *file_own_architecture(void);

/* The first part of a path that is not there; NULL: all of it is. */
char *file_first_missing(const char *path);

/* Why a file or directory cannot be read: which part of its path, whose it is, its mode; NULL: it
 * can be. */
char *file_obstacle(const char *path);

/* To whom a file, folder or link belongs and who may write to it. */
char *file_ownership(const char *path);

/* Where a link leads to; NULL: it is none. */
char *file_target(const char *path);

/* Where the system looks for libraries by their bare names, for people. */
char *file_search_directories(void);

/* A library of this name for any architecture, in the usual directories; NULL: there is none. */
char *file_find_library(const char *name);

/* Whether a path means the same file wherever the program runs. */
bool file_is_absolute(const char *path);

bool file_is_same(const char *one, const char *other);

/* The package of Debian and Ubuntu that a library comes from, or NULL, as on other systems; not the
 * caller's. */
const char *file_package(const char *library);

#endif
