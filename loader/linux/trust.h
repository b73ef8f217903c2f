/* SPDX-License-Identifier: Apache-2.0 */
/* Opening what counts only if nobody but the user and root can have made it. */
#ifndef CLRELAY_TRUST_H
#define CLRELAY_TRUST_H

#include "base/os.h"

#include <sys/stat.h>

/*
 * Opens the folder of a place that has a base. Below the base each step is opened in the folder that
 * the step before has led to, and judged after it was opened, so nothing can be exchanged between a
 * look and its use. A link is followed if its owner is trusted like that of a folder.
 *
 * Returns a descriptor to read the folder by, which the caller closes; -1: errno says why, or *doubt
 * what is not believed. On success `real`, of PATH_MAX bytes, is the folder's path without links, and
 * *above a folder or a link on the way to the base that others could exchange, if there is one.
 */
int trust_open_folder(const struct os_place *place, char *real, struct os_distrust *above,
                      struct os_distrust *distrust);

/* os_is_missing(). */
bool trust_is_missing(const char *path);

/*
 * Opens a file in such a folder, by the same rules. `path` is the folder's path, for *doubt. Only
 * regular files are opened: *status tells what it is, and -1 with errno 0 that it is something else.
 */
int trust_open_file(int folder, const char *path, const char *name, struct stat *status,
                    struct os_distrust *distrust);

#endif
