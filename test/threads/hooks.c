/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks.h"

#include "fake/fake.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void (*volatile hooks_before)(const char *name);

static void announce(const char *name)
{
    void (*before)(const char *) = hooks_before;
    if (before) before(name);
}

#define HOOK(type, name, parameters, arguments)                                                    \
    extern type name parameters;                                                                   \
    type name parameters                                                                           \
    {                                                                                              \
        static type(*real) parameters;                                                             \
        if (!real) real = (type(*) parameters)fake_symbol(RTLD_NEXT, #name);                       \
        announce(#name);                                                                           \
        return real arguments;                                                                     \
    }

HOOK(ssize_t, read, (int file, void *to, size_t size), (file, to, size))
HOOK(ssize_t, write, (int file, const void *from, size_t size), (file, from, size))
HOOK(int, close, (int file), (file))
HOOK(int, lstat, (const char *path, struct stat *status), (path, status))
HOOK(int, stat, (const char *path, struct stat *status), (path, status))
HOOK(int, fstat, (int file, struct stat *status), (file, status))
HOOK(DIR *, opendir, (const char *path), (path))
HOOK(struct dirent *, readdir, (DIR * directory), (directory))
HOOK(int, closedir, (DIR * directory), (directory))
#ifdef __GLIBC__ /* glibc's other names of these functions, for large files */
HOOK(int, lstat64, (const char *path, struct stat64 *status), (path, status))
HOOK(int, stat64, (const char *path, struct stat64 *status), (path, status))
HOOK(int, fstat64, (int file, struct stat64 *status), (file, status))
HOOK(struct dirent64 *, readdir64, (DIR * directory), (directory))
#endif
HOOK(int, mprotect, (void *memory, size_t size, int protection), (memory, size, protection))
HOOK(int, pthread_setcancelstate, (int state, int *before), (state, before))
HOOK(int, clock_gettime, (clockid_t clock, struct timespec *now), (clock, now))

#define HOOK_OPEN(name)                                                                            \
    extern int name(const char *path, int flags, ...);                                             \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        static int (*real)(const char *, int, ...);                                                \
        mode_t mode = 0;                                                                           \
        va_list list;                                                                              \
        va_start(list, flags);                                                                     \
        if (flags & O_CREAT) mode = va_arg(list, mode_t);                                          \
        va_end(list);                                                                              \
        if (!real) real = (int (*)(const char *, int, ...))fake_symbol(RTLD_NEXT, #name);          \
        announce(#name);                                                                           \
        return real(path, flags, mode);                                                            \
    }

HOOK_OPEN(open)
#ifdef __GLIBC__
HOOK_OPEN(open64)
#endif

typedef long (*raw)(long, ...);

static raw real_syscall(void)
{
    static raw real;
    if (!real) real = (raw)fake_symbol(RTLD_NEXT, "syscall");
    return real;
}

int hooks_thread(void)
{
    return (int)real_syscall()(SYS_gettid);
}

long syscall(long number, ...)
{
    long argument[6];
    va_list list;
    va_start(list, number);
    for (int i = 0; i < 6; i++) argument[i] = va_arg(list, long);
    va_end(list);
    announce("syscall");
    return real_syscall()(number, argument[0], argument[1], argument[2], argument[3], argument[4],
                          argument[5]);
}

/* ---- memory ---- */

bool hooks_is_memory(const char *name)
{
    return !strcmp(name, "malloc") || !strcmp(name, "calloc") || !strcmp(name, "realloc") ||
           !strcmp(name, "free");
}

/* The C library calls these internally, too, so some of the announcements come from the middle of
 * dlopen(). */
#if HOOKS_MEMORY
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void __libc_free(void *memory);

void *malloc(size_t size)
{
    announce("malloc");
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    announce("calloc");
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    announce("realloc");
    return __libc_realloc(memory, size);
}

void free(void *memory)
{
    announce("free");
    __libc_free(memory);
}
#endif
