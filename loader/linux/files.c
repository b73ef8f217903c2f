/* SPDX-License-Identifier: Apache-2.0 */
/* Files and directories. */
#define _GNU_SOURCE
#ifndef __LP64__
#define _FILE_OFFSET_BITS 64 /* 32-bit: allows large files and inode numbers */
#endif
#include "base/os.h"

#include "linux/checked.h"
#include "linux/trust.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int os_open_to_append(const char *path, int *error)
{
    int flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
    int first = trust_open(AT_FDCWD, path, flags), file = first;
    /* If a program has closed a standard stream, its number belongs to the next file that the
     * program opens. */
    if (first >= 0 && first <= STDERR_FILENO) {
        file = fcntl(first, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        close(first);
    }
    *error = errno;
    return file;
}

void os_close(int file)
{
    close(file);
}

void os_write(int file, const char *text, size_t length)
{
    int error = errno;
    while (length > 0) {
        ssize_t written = write(file, text, length);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) break;
        text += written;
        length -= (size_t)written;
    }
    errno = error;
}

struct os_directory {
    int file;
    char *real;               /* the path without links; NULL if anybody may write there */
    struct os_distrust above; /* a directory on that path that others could replace */
};

static struct os_file describe(struct stat *status)
{
    struct os_file file = { .kind = OS_DEVICE };
    SYSTEM_WROTE(status, sizeof *status);
    file.device = (uint64_t)status->st_dev;
    file.number = (uint64_t)status->st_ino;
    if (S_ISREG(status->st_mode)) file.kind = OS_FILE;
    if (S_ISDIR(status->st_mode)) file.kind = OS_DIRECTORY;
    if (S_ISFIFO(status->st_mode)) file.kind = OS_FIFO;
    if (S_ISSOCK(status->st_mode)) file.kind = OS_SOCKET;
    return file;
}

/* What an error says about a path. `link`: the path itself is an existing link. */
static struct os_file describe_error(int error, bool link)
{
    if (error == ENOENT || error == ENOTDIR || error == ENAMETOOLONG || error == ELOOP)
        return (struct os_file){ .kind = link || error == ELOOP ? OS_DANGLING_LINK : OS_MISSING };
    return (struct os_file){ .kind = OS_UNREADABLE, .error = error };
}

struct os_file os_stat(const char *path)
{
    struct stat status;
    bool link = false;
    /* Check the link itself first: most files are no links, so one call is enough. */
    if (lstat(path, &status) == 0) {
        link = S_ISLNK(status.st_mode);
        if (!link || stat(path, &status) == 0) return describe(&status);
    }
    return describe_error(errno, link);
}

struct os_file os_fstat(int file)
{
    struct stat status;
    int error = errno;
    if (fstat(file, &status) == 0) return describe(&status);
    errno = error;
    return (struct os_file){ .kind = OS_MISSING };
}

/* Opens a file that may belong to anybody. Checks it first, because opening a device can have
 * effects; a FIFO would block without O_NONBLOCK. */
static int open_regular(const char *path, bool surely, struct os_file *file)
{
    int opened;
    *file = surely ? (struct os_file){ .kind = OS_FILE } : os_stat(path);
    if (file->kind != OS_FILE) return -1;
    opened = trust_open(AT_FDCWD, path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    if (opened < 0) *file = (struct os_file){ .kind = OS_UNREADABLE, .error = errno };
    return opened;
}

/* Opens a file in a directory that has a base. */
static int open_trusted(const struct os_directory *in, const char *name, struct os_file *file,
                        struct os_distrust *distrust)
{
    struct stat status = { .st_mode = 0 };
    int opened = trust_open_file(in->file, in->real, name, &status, distrust), error;
    if (opened >= 0) return opened;
    error = errno;
    if (distrust->why != OS_TRUSTED) *file = (struct os_file){ .kind = OS_UNTRUSTED };
    else if (error == 0) *file = describe(&status);
    else *file = describe_error(error, faccessat(in->file, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0);
    return -1;
}

ptrdiff_t os_read_file(const struct os_directory *in, const char *path, bool surely, char *buffer,
                       size_t capacity, struct os_file *file, struct os_distrust *distrust)
{
    struct stat status;
    size_t length = 0;
    const char *name = in && in->real ? os_basename(path) : NULL;
    int opened = name ? open_trusted(in, name, file, distrust) : open_regular(path, surely, file);
    if (opened < 0) return -1;
    /* Check again, because it may be another file by now. */
    if (fstat(opened, &status) != 0) goto unreadable;
    *file = describe(&status);
    if (file->kind != OS_FILE) goto close;
    /* The file's size is only a hint: the file may be growing, or have no size, as in /proc. */
    while (length < capacity && (length == 0 || length != (size_t)status.st_size)) {
        ssize_t got = read(opened, buffer + length, capacity - length);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) goto unreadable;
        if (got == 0) break;
        length += (size_t)got;
    }
    close(opened);
    return (ptrdiff_t)length;

unreadable:
    *file = (struct os_file){ .kind = OS_UNREADABLE, .error = errno };
close:
    close(opened);
    return -1;
}

static int compare_names(const void *one, const void *other)
{
    return strcmp(((const struct os_name *)one)->name, ((const struct os_name *)other)->name);
}

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);
    return length >= tail && strcmp(name + length - tail, ending) == 0;
}

bool os_is_missing(const char *path)
{
    return trust_is_missing(&(struct os_place){ .path = path });
}

bool os_is_in_directory(const struct os_directory *directory, const char *name)
{
    return faccessat(directory->file, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

/* Opens a directory that has a base. */
static int open_trusted_directory(struct os_directory *directory, const struct os_place *place,
                                  struct os_distrust *distrust)
{
    if (!trust_is_missing(place))
        return trust_open_folder(place, &directory->real, &directory->above, distrust);
    errno = ENOENT; /* the usual case */
    return -1;
}

struct os_directory *os_open_directory(const struct os_place *place, struct os_file *file,
                                       struct os_distrust *distrust)
{
    struct stat status;
    struct os_directory *directory = malloc(sizeof *directory);
    distrust->why = OS_TRUSTED;
    *file = (struct os_file){ .kind = OS_UNREADABLE, .error = ENOMEM };
    if (!directory) return NULL;
    directory->real = NULL;
    directory->file = place->base ? open_trusted_directory(directory, place, distrust)
                                  : trust_open(AT_FDCWD, place->path, O_RDONLY | O_DIRECTORY);
    if (directory->file >= 0 && fstat(directory->file, &status) == 0) {
        *file = describe(&status);
        return directory;
    }
    file->error = errno;
    if (distrust->why != OS_TRUSTED) *file = (struct os_file){ .kind = OS_UNTRUSTED };
    else if (directory->file < 0 && (errno == ENOENT || errno == ENOTDIR))
        *file = (struct os_file){ .kind = OS_MISSING };
    os_close_directory(directory);
    return NULL;
}

void os_close_directory(struct os_directory *directory)
{
    if (directory->file >= 0) close(directory->file);
    free(directory->real);
    free(directory);
}

const char *os_directory_path(const struct os_directory *directory, struct os_distrust *distrust)
{
    if (!directory->real || directory->above.why == OS_TRUSTED) return directory->real;
    *distrust = directory->above;
    return NULL;
}

/* Adds a name to an array, which grows by pieces. Returns false if there is no memory. */
static bool add_name(struct os_name **names, size_t count, const struct dirent *entry)
{
    enum { PIECE = 16 };
    if (count % PIECE == 0) {
        struct os_name *larger = realloc(*names, (count + PIECE + 1) * sizeof *larger);
        if (!larger) return false;
        *names = larger;
    }
    (*names)[count + 1].name = NULL;
    (*names)[count].regular = entry->d_type == DT_REG;
    (*names)[count].name = strdup(entry->d_name);
    return (*names)[count].name != NULL;
}

/* The system's own call, because opendir() would take 32 KiB of memory. It fails for a directory
 * that somebody has removed meanwhile, which is empty. */
struct os_name *os_list_directory(struct os_directory *directory, const char *ending, int *error)
{
    _Alignas(struct dirent) char buffer[2048];
    struct os_name *names = calloc(1, sizeof *names);
    size_t count = 0;
    long got = 0;

    *error = ENOMEM;
    if (!names) return NULL;
    while ((got = syscall(SYS_getdents64, directory->file, buffer, sizeof buffer)) > 0) {
        const struct dirent *entry;
        SYSTEM_WROTE(buffer, (size_t)got);
        for (long at = 0; at < got; at += entry->d_reclen) {
            entry = (const void *)(buffer + at);
            if (!ends_with(entry->d_name, ending)) continue;
            if (!add_name(&names, count, entry)) goto fail;
            count++;
        }
    }
    *error = got < 0 && errno != ENOENT ? errno : 0;
    if (*error) goto fail;
    qsort(names, count, sizeof *names, compare_names);
    return names;

fail:
    os_free_names(names);
    return NULL;
}

void os_free_names(struct os_name *names)
{
    for (size_t i = 0; names[i].name; i++) free(names[i].name);
    free(names);
}

char *os_user_folder(const char *name, size_t *base, bool *has_place)
{
    const char *folder = getenv("XDG_CONFIG_HOME"), *below = "/";
    char *path;
    if (!folder || *folder != '/') {
        folder = getenv("HOME");
        below = "/.config/";
    }
    *has_place = folder && *folder == '/';
    if (!*has_place) return NULL;
    *base = strlen(folder);
    path = malloc(*base + strlen(below) + strlen(name) + 1);
    return path ? strcat(strcat(strcpy(path, folder), below), name) : NULL;
}

const char *os_error_text(int error, char *buffer, size_t size)
{
#ifdef __GLIBC__
    return strerror_r(error, buffer, size); /* GNU's version, which may not use the buffer */
#else
    return strerror_r(error, buffer, size) == 0 ? buffer : "unknown error";
#endif
}
