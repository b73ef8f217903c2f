/* SPDX-License-Identifier: Apache-2.0 */
/* Opens files only if nobody but the user and root can have made them. */
#ifndef CLRELAY_LOADER_LINUX_TRUST_H
#define CLRELAY_LOADER_LINUX_TRUST_H

#include "base/os.h"

#include <sys/stat.h>

/* Calls openat(), again if a signal interrupted it while it waited for a server or an automounter.
 * Nobody else may use what it makes, and programs that are started do not inherit it. */
int trust_open(int folder, const char *name, int flags);

/* Why something is not trusted, and the directory, file or link that is at fault. */
struct distrust {
    enum verdict why; /* VERDICT_UNTRUSTED_*, or VERDICT_ACCEPTED */
    char path[1024];
};

/*
 * Opens a directory that has a base. Below the base, each step is opened relative to the step
 * before, and checked after it was opened, so nothing can be replaced between check and use. A link
 * is followed if its owner is trusted.
 *
 * Returns a descriptor for reading the directory, which the caller closes; or -1 with the reason in
 * errno, or in *distrust. On success, *real is the path without links, for the caller to free, and
 * *above is a directory or link on the way to the base that others could replace, if there is one.
 */
int trust_open_folder(const struct os_place *place, char **real, struct distrust *above,
                      struct distrust *distrust);

/* Opens a file in such a directory, by the same rules. `path` is the directory's path, for
 * *distrust. Opens only regular files: *status says what the file is, and -1 with errno 0 means
 * that it is something else. */
int trust_open_file(int folder, const char *path, const char *name, struct stat *status,
                    struct distrust *distrust);

#endif
