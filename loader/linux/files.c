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
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
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

/* Takes back the signal of a write beyond the limit of sizes, which is blocked here. */
static void forgive_size(const sigset_t *size)
{
    const struct timespec now = { 0, 0 };
    int taken;
    do {
        taken = sigtimedwait(size, NULL, &now);
    } while (taken < 0 && errno == EINTR);
}

/* At a limit of sizes (ulimit -f) the line is lost, and the program does not end. */
void os_write(int file, const char *text, size_t length)
{
    int error = errno;
    sigset_t size, before, waiting;
    sigemptyset(&size);
    sigaddset(&size, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &size, &before);
    sigpending(&waiting);
    while (length > 0) {
        ssize_t written = write(file, text, length);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) break;
        text += written;
        length -= (size_t)written;
    }
    if (length > 0 && errno == EFBIG && !sigismember(&waiting, SIGXFSZ)) forgive_size(&size);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
}

struct os_directory {
    int file;
    char *real;            /* the path without links; NULL if anybody may write there */
    struct distrust above; /* a directory on that path that others could replace */
};

static struct os_file describe(struct stat *status)
{
    struct os_file file = { .kind = VERDICT_FILE_IS_DEVICE };
    SYSTEM_WROTE(status, sizeof *status);
    file.device = (uint64_t)status->st_dev;
    file.number = (uint64_t)status->st_ino;
    if (S_ISREG(status->st_mode)) file.kind = VERDICT_ACCEPTED;
    if (S_ISDIR(status->st_mode)) file.kind = VERDICT_FILE_IS_DIRECTORY;
    if (S_ISFIFO(status->st_mode)) file.kind = VERDICT_FILE_IS_FIFO;
    if (S_ISSOCK(status->st_mode)) file.kind = VERDICT_FILE_IS_SOCKET;
    return file;
}

/* What an error says about a path. `link`: the path itself is an existing link. */
static struct os_file describe_error(int error, bool link)
{
    if (error == ENOENT || error == ENOTDIR || error == ENAMETOOLONG || error == ELOOP)
        return (struct os_file){ .kind = link || error == ELOOP ? VERDICT_FILE_DANGLING_LINK
                                                                : VERDICT_FILE_MISSING };
    return (struct os_file){ .kind = VERDICT_FILE_UNREADABLE, .error = error };
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
    return (struct os_file){ .kind = VERDICT_FILE_MISSING };
}

/* Opens a file that may belong to anybody. Checks it first, because opening a device can have
 * effects; a FIFO would block without O_NONBLOCK. */
static enum verdict open_regular(const char *path, bool is_regular, int *opened,
                                 struct details *details)
{
    struct os_file file = { .kind = VERDICT_ACCEPTED };
    if (!is_regular) file = os_stat(path);
    if (file.kind != VERDICT_ACCEPTED) return os_refuse(details, file.kind, file.error);
    *opened = trust_open(AT_FDCWD, path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    return *opened >= 0 ? VERDICT_ACCEPTED : os_refuse(details, VERDICT_FILE_UNREADABLE, errno);
}

/* Opens a file in a directory that has a base. */
static enum verdict open_trusted(const struct os_directory *in, const char *name, int *opened,
                                 struct details *details)
{
    struct stat status = { .st_mode = 0 };
    struct distrust distrust = { .why = VERDICT_ACCEPTED };
    struct os_file file;
    int error;
    *opened = trust_open_file(in->file, in->real, name, &status, &distrust);
    if (*opened >= 0) return VERDICT_ACCEPTED;
    error = errno;
    file = error == 0
               ? describe(&status)
               : describe_error(error, faccessat(in->file, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0);
    if (distrust.why != VERDICT_ACCEPTED)
        return verdict_explain(details, distrust.why, "%s", distrust.path);
    return os_refuse(details, file.kind, file.error);
}

enum verdict os_read_file(const struct os_directory *in, const char *path, bool is_regular,
                          char *buffer, size_t capacity, size_t *length, struct details *details)
{
    struct stat status;
    const char *name = in && in->real ? os_basename(path) : NULL;
    int opened = -1;
    enum verdict verdict = name ? open_trusted(in, name, &opened, details)
                                : open_regular(path, is_regular, &opened, details);
    if (verdict != VERDICT_ACCEPTED) return verdict;
    *length = 0;
    /* Check again, because it may be another file by now. */
    if (fstat(opened, &status) != 0) goto unreadable;
    verdict = describe(&status).kind;
    if (verdict != VERDICT_ACCEPTED) goto close;
    /* The file's size is only a hint: the file may be growing, or have no size, as in /proc. */
    while (*length < capacity && (*length == 0 || *length != (size_t)status.st_size)) {
        ssize_t got = read(opened, buffer + *length, capacity - *length);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) goto unreadable;
        if (got == 0) break;
        *length += (size_t)got;
    }
    goto close;

unreadable:
    verdict = os_refuse(details, VERDICT_FILE_UNREADABLE, errno);
close:
    close(opened);
    return verdict;
}

static int compare_names(const void *one, const void *other)
{
    return strcmp(((const struct os_name *)one)->name, ((const struct os_name *)other)->name);
}

bool os_is_in_directory(const struct os_directory *directory, const char *name)
{
    return faccessat(directory->file, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

/* Opens a directory that has a base. */
static int open_trusted_directory(struct os_directory *directory, const struct os_place *place,
                                  struct distrust *distrust)
{
    if (!os_is_missing(place->path, place->base))
        return trust_open_folder(place, &directory->real, &directory->above, distrust);
    errno = ENOENT; /* the usual case */
    return -1;
}

enum verdict os_open_directory(const struct os_place *place, struct os_directory **directory,
                               struct os_file *file, struct details *details)
{
    struct stat status;
    struct distrust distrust = { .why = VERDICT_ACCEPTED };
    struct os_directory *os_directory = *directory = malloc(sizeof *os_directory);
    enum verdict verdict = VERDICT_UNREADABLE_DIRECTORY;
    if (!os_directory) return os_refuse(details, verdict, ENOMEM);
    os_directory->real = NULL;
    os_directory->file = place->base ? open_trusted_directory(os_directory, place, &distrust)
                                     : trust_open(AT_FDCWD, place->path, O_RDONLY | O_DIRECTORY);
    if (os_directory->file >= 0 && fstat(os_directory->file, &status) == 0) {
        *file = describe(&status);
        return VERDICT_ACCEPTED;
    }
    if (distrust.why != VERDICT_ACCEPTED)
        verdict = verdict_explain(details, distrust.why, "%s", distrust.path);
    else if (os_directory->file < 0 && (errno == ENOENT || errno == ENOTDIR))
        verdict = VERDICT_NO_DIRECTORY;
    else os_refuse(details, verdict, errno);
    os_close_directory(os_directory);
    *directory = NULL;
    return verdict;
}

void os_close_directory(struct os_directory *directory)
{
    if (directory->file >= 0) close(directory->file);
    free(directory->real);
    free(directory);
}

enum verdict os_directory_path(const struct os_directory *directory, const char **real,
                               struct details *details)
{
    *real = directory->real;
    if (!*real || directory->above.why == VERDICT_ACCEPTED) return VERDICT_ACCEPTED;
    return verdict_explain(details, directory->above.why, "%s", directory->above.path);
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
    (*names)[count].is_regular = entry->d_type == DT_REG;
    (*names)[count].name = strdup(entry->d_name);
    return (*names)[count].name != NULL;
}

/* The system's own call, because opendir() would take 32 KiB of memory. It fails for a directory
 * that somebody has removed meanwhile, which is empty. */
struct os_name *os_list_directory(struct os_directory *directory, const char *ending,
                                  struct details *details)
{
    _Alignas(struct dirent) char buffer[2048];
    struct os_name *names = calloc(1, sizeof *names);
    size_t count = 0;
    long got = 0;

    if (!names) goto full;
    while ((got = syscall(SYS_getdents64, directory->file, buffer, sizeof buffer)) > 0) {
        const struct dirent *entry;
        SYSTEM_WROTE(buffer, (size_t)got);
        for (long at = 0; at < got; at += entry->d_reclen) {
            entry = (const void *)(buffer + at);
            if (!text_ends_with(entry->d_name, ending)) continue;
            if (!add_name(&names, count, entry)) goto full;
            count++;
        }
    }
    if (got < 0 && errno != ENOENT) goto fail;
    qsort(names, count, sizeof *names, compare_names);
    return names;

full:
    errno = ENOMEM;
fail:
    os_refuse(details, VERDICT_UNREADABLE_DIRECTORY, errno);
    if (names) os_free_names(names);
    return NULL;
}

void os_free_names(struct os_name *names)
{
    for (size_t i = 0; names[i].name; i++) free(names[i].name);
    free(names);
}

char *os_user_folder(const char *name, size_t *base)
{
    const char *folder = getenv("XDG_CONFIG_HOME"), *below = "/";
    char *path;
    if (!folder || *folder != '/') {
        folder = getenv("HOME");
        below = "/.config/";
    }
    if (!folder || *folder != '/') return strdup("");
    *base = strlen(folder);
    path = malloc(*base + strlen(below) + strlen(name) + 1);
    return path ? strcat(strcat(strcpy(path, folder), below), name) : NULL;
}

bool os_is_lasting(int error)
{
    static const int lasting[] = { EACCES, EPERM, ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG };
    for (size_t i = 0; i < sizeof lasting / sizeof lasting[0]; i++)
        if (error == lasting[i]) return true;
    return false;
}

const char *os_error_text(int error, char *buffer, size_t size)
{
#ifdef __GLIBC__
    return strerror_r(error, buffer, size); /* GNU's version, which may not use the buffer */
#else
    return strerror_r(error, buffer, size) == 0 ? buffer : "unknown error";
#endif
}
