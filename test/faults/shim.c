/* SPDX-License-Identifier: Apache-2.0 */
#define _FILE_OFFSET_BITS 64 /* as in the loader */
#include "shim.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct shim shim;

bool shim_fails(const char *function, int error)
{
    unsigned long call;
    if (!atomic_load(&shim.armed)) return false;
    call = atomic_fetch_add(&shim.calls, 1) + 1;
    if (call < shim.first || call > shim.last) return false;
    if (atomic_fetch_add(&shim.failed, 1) == 0) shim.function = function;
    errno = error;
    return true;
}

#define fails(error)  (!shim.everywhere && !shim.interrupts && FAILS(error))
#define interrupted() (shim.interrupts && FAILS(EINTR))
#define FAILS(error)  shim_fails(__func__ + sizeof "__wrap", (error))

static void keep(enum shim_kept what, bool more)
{
    atomic_fetch_add(&shim.kept[what], more ? 1 : -1);
}

/* ---- memory ---- */

void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size)
{
    void *memory = fails(ENOMEM) ? NULL : malloc(size);
    if (memory) keep(SHIM_MEMORY, true);
    return memory;
}

void *__wrap_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size)
{
    void *memory = fails(ENOMEM) ? NULL : calloc(count, size);
    if (memory) keep(SHIM_MEMORY, true);
    return memory;
}

void *__wrap_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size)
{
    void *memory = fails(ENOMEM) ? NULL : realloc(old, size);
    if (memory && !old) keep(SHIM_MEMORY, true);
    return memory;
}

char *__wrap_strdup(const char *text);
char *__wrap_strdup(const char *text)
{
    char *copy = fails(ENOMEM) ? NULL : strdup(text);
    if (copy) keep(SHIM_MEMORY, true);
    return copy;
}

void __wrap_free(void *memory);
void __wrap_free(void *memory)
{
    if (memory) keep(SHIM_MEMORY, false);
    free(memory);
}

/* ---- libraries and threads ---- */

enum { MOST_LIBRARIES = 64 };
static void *_Atomic open_libraries[MOST_LIBRARIES];

/* Replaces `before` with `now`. */
static void exchange_library(void *before, void *now)
{
    for (int i = 0; i < MOST_LIBRARIES; i++) {
        void *expected = before;
        if (atomic_compare_exchange_strong(&open_libraries[i], &expected, now)) return;
    }
    abort(); /* too many, or one that is not open */
}

int shim_close_libraries(void)
{
    int count = 0;
    for (int i = 0; i < MOST_LIBRARIES; i++) {
        void *library = atomic_exchange(&open_libraries[i], NULL);
        if (!library) continue;
        dlclose(library);
        count++;
    }
    return count;
}

void *__wrap_dlopen(const char *name, int flags);
void *__wrap_dlopen(const char *name, int flags)
{
    /* This fails for real, so that dlerror() has a message for it. */
    void *library = dlopen(fails(ENOMEM) ? "/nowhere/fault.so" : name, flags);
    if (library) exchange_library(NULL, library);
    return library;
}

int __wrap_dlclose(void *library);
int __wrap_dlclose(void *library)
{
    exchange_library(library, NULL);
    return dlclose(library);
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *argument)
{
    return fails(EAGAIN) ? EAGAIN : pthread_create(thread, attributes, run, argument);
}

int __wrap_mprotect(void *memory, size_t size, int how);
int __wrap_mprotect(void *memory, size_t size, int how)
{
    return fails(ENOMEM) ? -1 : mprotect(memory, size, how);
}

/* ---- files ---- */

static int keep_file(int file)
{
    if (file >= 0) keep(SHIM_FILES, true);
    return file;
}

/* The loader passes a mode only when it creates a file; otherwise nobody reads it. */
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...)
{
    if (fails(EMFILE) || interrupted()) return -1;
    return keep_file(flags & O_CREAT ? open(path, flags, 0600) : open(path, flags));
}

int __wrap_openat(int folder, const char *path, int flags, ...);
int __wrap_openat(int folder, const char *path, int flags, ...)
{
    if (fails(EMFILE) || interrupted()) return -1;
    return keep_file(flags & O_CREAT ? openat(folder, path, flags, 0600)
                                     : openat(folder, path, flags));
}

int __wrap_fcntl(int file, int command, ...);
int __wrap_fcntl(int file, int command, ...)
{
    va_list list;
    int argument;
    va_start(list, command);
    argument = va_arg(list, int);
    va_end(list);
    if (fails(EMFILE)) return -1;
    file = fcntl(file, command, argument);
    return command == F_DUPFD_CLOEXEC ? keep_file(file) : file;
}

int __wrap_close(int file);
int __wrap_close(int file)
{
    keep(SHIM_FILES, false);
    return close(file);
}

ssize_t __wrap_read(int file, void *to, size_t size);
ssize_t __wrap_read(int file, void *to, size_t size)
{
    return fails(EIO) || interrupted() ? -1 : read(file, to, size);
}

/* A full disk does not matter: the report about it would be missing, too. */
ssize_t __wrap_write(int file, const void *from, size_t size);
ssize_t __wrap_write(int file, const void *from, size_t size)
{
    return interrupted() ? -1 : write(file, from, size);
}

int __wrap_stat(const char *path, struct stat *status);
int __wrap_stat(const char *path, struct stat *status)
{
    return fails(EACCES) ? -1 : stat(path, status);
}

int __wrap_lstat(const char *path, struct stat *status);
int __wrap_lstat(const char *path, struct stat *status)
{
    return fails(EACCES) ? -1 : lstat(path, status);
}

/* A log that the loader cannot identify stays open: its descriptor may belong to another file by
 * now. */
int __wrap_fstat(int file, struct stat *status);
int __wrap_fstat(int file, struct stat *status)
{
    return !(fcntl(file, F_GETFL) & O_APPEND) && fails(EIO) ? -1 : fstat(file, status);
}

char *__wrap_getcwd(char *to, size_t size);
char *__wrap_getcwd(char *to, size_t size)
{
    return fails(EACCES) ? NULL : getcwd(to, size);
}

ssize_t __wrap_readlink(const char *path, char *to, size_t size);
ssize_t __wrap_readlink(const char *path, char *to, size_t size)
{
    return fails(EACCES) ? -1 : readlink(path, to, size);
}

ssize_t __wrap_readlinkat(int folder, const char *path, char *to, size_t size);
ssize_t __wrap_readlinkat(int folder, const char *path, char *to, size_t size)
{
    return fails(EACCES) ? -1 : readlinkat(folder, path, to, size);
}

int __wrap_faccessat(int folder, const char *path, int mode, int flags);
int __wrap_faccessat(int folder, const char *path, int mode, int flags)
{
    return fails(EACCES) ? -1 : faccessat(folder, path, mode, flags);
}

char *__wrap_realpath(const char *path, char *to);
char *__wrap_realpath(const char *path, char *to)
{
    char *found = fails(ENOMEM) ? NULL : realpath(path, to);
    if (found && !to) keep(SHIM_MEMORY, true);
    return found;
}

/* Of the calls without a libc function, only this one fails: the one that reads a directory. */
long __wrap_syscall(long number, ...);
long __wrap_syscall(long number, ...)
{
    long value[6];
    va_list arguments;
    va_start(arguments, number);
    for (size_t i = 0; i < 6; i++) value[i] = va_arg(arguments, long);
    va_end(arguments);
    if (number == SYS_getdents64 && fails(EIO)) return -1;
    return syscall(number, value[0], value[1], value[2], value[3], value[4], value[5]);
}

/* ---- functions by their second names ---- */

#define AS_WELL(type, name, ...)                                                                   \
    type __wrap_##name##64(__VA_ARGS__) __attribute__((alias("__wrap_" #name)))

AS_WELL(int, open, const char *path, int flags, ...);
AS_WELL(int, openat, int folder, const char *path, int flags, ...);
AS_WELL(int, fcntl, int file, int command, ...);
AS_WELL(int, stat, const char *path, struct stat *status);
AS_WELL(int, lstat, const char *path, struct stat *status);
AS_WELL(int, fstat, int file, struct stat *status);
