/* SPDX-License-Identifier: Apache-2.0 */
/*
 * For LD_PRELOAD: makes calls that any loader makes to the C library fail, but not those of the
 * program, of drivers and of the C library itself. The environment says which calls fail:
 *
 *   ZOO_REFUSE      a group of functions: memory, libraries, files, reading, asking
 *   ZOO_REFUSE_AT   the number of the call that fails, counted from 1 over the functions of the
 *                   group; a "+" after it makes all later calls fail, too
 *   ZOO_REFUSED     a file that this library creates when a call has failed
 *
 * (../../faults/shim.c does this for a loader that is linked with it, and counts what the loader
 * releases.)
 */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *group;
static unsigned long first, last;
static atomic_ulong calls;

__attribute__((constructor)) static void begin(void)
{
    const char *at = getenv("ZOO_REFUSE_AT");
    char *end;
    if (!at) return;
    first = strtoul(at, &end, 10);
    last = *end == '+' ? ~0UL : first;
    group = getenv("ZOO_REFUSE");
}

/* Tells whether this call, which will return to `back`, is to fail, and then sets errno to this
 * error. */
static bool refused(const char *of, int error, void *back)
{
    const char *path = getenv("ZOO_REFUSED");
    Dl_info caller;
    unsigned long call;
    if (!group || strcmp(group, of) != 0) return false;
    if (!dladdr(back, &caller) || !strstr(caller.dli_fname, "libOpenCL")) return false;
    call = atomic_fetch_add(&calls, 1) + 1;
    if (call < first || call > last) return false;
    if (path) close((int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT, 0600));
    errno = error;
    return true;
}

#define REFUSED(of, error) refused(of, error, __builtin_return_address(0))

/* The function of that name that the loader would otherwise have called. */
#define NEXT(name) (__extension__(__typeof__(name) *) dlsym(RTLD_NEXT, #name))

/* The C library's own names for these, because dlsym() might allocate. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size)
{
    return REFUSED("memory", ENOMEM) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return REFUSED("memory", ENOMEM) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return REFUSED("memory", ENOMEM) ? NULL : __libc_realloc(old, size);
}

char *strdup(const char *text)
{
    return REFUSED("memory", ENOMEM) ? NULL : NEXT(strdup)(text);
}

void *dlopen(const char *name, int flags)
{
    /* This fails for real, so that dlerror() has a message. */
    return NEXT(dlopen)(REFUSED("libraries", ENOMEM) ? "/nowhere/refused.so" : name, flags);
}

#define OPEN(name)                                                                                 \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        va_list list;                                                                              \
        mode_t mode;                                                                               \
        va_start(list, flags);                                                                     \
        mode = va_arg(list, mode_t);                                                               \
        va_end(list);                                                                              \
        return REFUSED("files", EMFILE) ? -1 : NEXT(name)(path, flags, mode);                      \
    }
OPEN(open)
OPEN(open64)

#define OPEN_AT(name)                                                                              \
    int name(int folder, const char *path, int flags, ...)                                         \
    {                                                                                              \
        va_list list;                                                                              \
        mode_t mode;                                                                               \
        va_start(list, flags);                                                                     \
        mode = va_arg(list, mode_t);                                                               \
        va_end(list);                                                                              \
        return REFUSED("files", EMFILE) ? -1 : NEXT(name)(folder, path, flags, mode);              \
    }
OPEN_AT(openat)
OPEN_AT(openat64)

/* Defines a function whose return value `failure` says that it has failed. */
#define FAILS_WITH(failure, of, error, type, name, parameters, ...)                                \
    type name parameters                                                                           \
    {                                                                                              \
        return REFUSED(of, error) ? failure : NEXT(name)(__VA_ARGS__);                             \
    }

FAILS_WITH(NULL, "files", EMFILE, FILE *, fopen, (const char *path, const char *mode), path, mode)
FAILS_WITH(NULL, "files", EMFILE, FILE *, fopen64, (const char *path, const char *mode), path, mode)
FAILS_WITH(NULL, "files", EMFILE, DIR *, opendir, (const char *path), path)
FAILS_WITH(-1, "reading", EIO, ssize_t, read, (int file, void *to, size_t size), file, to, size)
FAILS_WITH(NULL, "reading", EIO, char *, fgets, (char *to, int size, FILE *file), to, size, file)
FAILS_WITH(-1, "reading", EIO, int, fseek, (FILE * file, long to, int from), file, to, from)
FAILS_WITH(-1, "reading", EIO, long, ftell, (FILE * file), file)
FAILS_WITH(NULL, "reading", EIO, struct dirent *, readdir, (DIR * directory), directory)
FAILS_WITH(NULL, "reading", EIO, struct dirent64 *, readdir64, (DIR * directory), directory)
FAILS_WITH(-1, "asking", EACCES, int, stat, (const char *path, struct stat *to), path, to)
FAILS_WITH(-1, "asking", EACCES, int, stat64, (const char *path, struct stat64 *to), path, to)
FAILS_WITH(-1, "asking", EACCES, int, lstat, (const char *path, struct stat *to), path, to)
FAILS_WITH(-1, "asking", EACCES, int, lstat64, (const char *path, struct stat64 *to), path, to)
FAILS_WITH(-1, "asking", EIO, int, fstat, (int file, struct stat *to), file, to)
FAILS_WITH(-1, "asking", EIO, int, fstat64, (int file, struct stat64 *to), file, to)
FAILS_WITH(NULL, "asking", EACCES, char *, getcwd, (char *to, size_t size), to, size)
FAILS_WITH(-1, "asking", EACCES, ssize_t, readlink, (const char *path, char *to, size_t size), path,
           to, size)
