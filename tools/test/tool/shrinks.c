/* SPDX-License-Identifier: Apache-2.0 */
/* Preloaded, this makes a file of records shorter when the program has just asked for its size, as
 * another process might. TOOL_SHRINKS_TO is the new size. */
#define _GNU_SOURCE /* RTLD_NEXT */
#undef _FILE_OFFSET_BITS
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

static void shrink(int file)
{
    static const char ending[] = ".records";
    const char *size = getenv("TOOL_SHRINKS_TO");
    char link[64], path[4096];
    ssize_t length;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    length = readlink(link, path, sizeof path - 1);
    if (!size || length < (ssize_t)sizeof ending) return;
    path[length] = '\0';
    if (strcmp(path + length - strlen(ending), ending) == 0 && truncate(path, atol(size)) != 0)
        abort();
}

EXPORTED int fstat(int file, struct stat *about)
{
    int (*next)(int, struct stat *), result;
    *(void **)&next = dlsym(RTLD_NEXT, "fstat");
    result = next(file, about);
    shrink(file);
    return result;
}

EXPORTED int fstat64(int file, struct stat64 *about)
{
    int (*next)(int, struct stat64 *), result;
    *(void **)&next = dlsym(RTLD_NEXT, "fstat64");
    result = next(file, about);
    shrink(file);
    return result;
}
