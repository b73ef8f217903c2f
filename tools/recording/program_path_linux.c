/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* O_CLOEXEC */
#include "program_path_linux.h"

#include "../base/files.h"
#include "../base/text.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

char *program_find(const char *name)
{
    const char *path = getenv("PATH"), *end;
    struct stat about;
    if (strchr(name, '/')) return text_format("%s", name);
    for (; path; path = *end ? end + 1 : NULL) {
        char *file;
        end = path + strcspn(path, ":");
        file = text_format("%.*s/%s", end > path ? (int)(end - path) : 1, end > path ? path : ".",
                           name);
        if (access(file, X_OK) == 0 && stat(file, &about) == 0 && S_ISREG(about.st_mode))
            return file;
        free(file);
    }
    return NULL;
}

/* Shells make the same test: a binary has a NUL near its beginning. */
bool program_is_binary(const char *path)
{
    char begin[128];
    const int file = file_open(path);
    const ssize_t length = file < 0 ? 0 : read(file, begin, sizeof begin);
    if (file >= 0) close(file);
    return length > 0 && memchr(begin, '\0', (size_t)length);
}

bool program_is_privileged(const char *path)
{
    struct stat about;
    if (stat(path, &about)) return false;
    return (about.st_mode & S_ISUID && about.st_uid != getuid()) ||
           (about.st_mode & S_ISGID && about.st_gid != getgid()) ||
           (getxattr(path, "security.capability", NULL, 0) > 0 && getuid() != 0);
}
