/* SPDX-License-Identifier: Apache-2.0 */
/* Preloaded, this makes device nodes fail to open whose paths fit the pattern TOOL_UNOPENED. TOOL_OPENING
 * is the error. 0 means that open() hangs. For paths that fit TOOL_ABSENT, too, the error is ENXIO. */
#define _GNU_SOURCE
#undef _FILE_OFFSET_BITS
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

static bool is_named(const char *path, const char *variable)
{
    const char *pattern = getenv(variable);
    return pattern && fnmatch(pattern, path, 0) == 0;
}

static int open_or_not(const char *path, int flags, mode_t mode)
{
    if (!is_named(path, "TOOL_UNOPENED"))
        return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_LARGEFILE, mode);
    while (!(errno = atoi(getenv("TOOL_OPENING")))) pause();
    if (is_named(path, "TOOL_ABSENT")) errno = ENXIO;
    return -1;
}

#define OPEN(name)                                                                                 \
    EXPORTED int name(const char *path, int flags, ...)                                            \
    {                                                                                              \
        mode_t mode;                                                                               \
        va_list rest;                                                                              \
        va_start(rest, flags);                                                                     \
        mode = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(rest, mode_t) : 0;     \
        va_end(rest);                                                                              \
        return open_or_not(path, flags, mode);                                                     \
    }
OPEN(open)
#ifdef __GLIBC__ /* where open64() is another function */
OPEN(open64)
#endif
