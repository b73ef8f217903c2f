/* SPDX-License-Identifier: Apache-2.0 */
/* Preloaded, this simulates a system without /proc for a process that asks about its own memory. */
#undef _FORTIFY_SOURCE /* hardened headers declare the functions below with other parameters */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NO_MAPS(name)                                                                              \
    int name(const char *path, int flags, ...);                                                    \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        if (!strcmp(path, "/proc/self/maps")) {                                                    \
            errno = ENOENT;                                                                        \
            return -1;                                                                             \
        }                                                                                          \
        return (int)syscall(SYS_openat, AT_FDCWD, path, flags, 0600);                              \
    }
#undef open64
NO_MAPS(open)
NO_MAPS(open64)
NO_MAPS(__open_2) /* clang calls this one in hardened code */
NO_MAPS(__open64_2)
