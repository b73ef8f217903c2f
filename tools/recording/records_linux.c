/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* mkdtemp, O_CLOEXEC */
#include "records.h"

#include "../base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <time.h>
#include <unistd.h>

#define PREFIX  ".clrelay-"
#define RECORDS "records"
#define LOADING "loading"
enum { LEFT = 0400 }; /* the mode of a file left to the user */

enum { LEAST_AHEAD = 8 << 20, MOST_AHEAD = 128 << 20 }; /* bytes */

static char *refuse(const char *path, int error)
{
    return text_format("%s: %s", path, strerror(error));
}

/* Makes the file. Returns 0, or an error number. */
static int make_file(struct records *records, uint64_t limit)
{
    void (*was)(int) = signal(SIGXFSZ, SIG_IGN);
    int file = open(records->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600), error;
    void *mapped;
    if (file < 0) return errno;
    flock(file, LOCK_EX | LOCK_NB); /* this process keeps the lock: see remove_abandoned() */
    error = ftruncate(file, (off_t)limit) ? errno : posix_fallocate(file, 0, RECORD_GRANULE);
    if (!error) {
        mapped = mmap(NULL, RECORD_GRANULE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (mapped == MAP_FAILED) error = errno;
        else records->file = mapped;
    }
    signal(SIGXFSZ, was);
    records->descriptor = file;
    records->prepared = RECORD_GRANULE;
    records->ahead = LEAST_AHEAD;
    return error;
}

bool records_prepare(struct records *records)
{
    const uint64_t taken = atomic_load(&records->file->end);
    uint64_t size;
    void *part;
    if (taken + records->ahead / 2 < records->prepared) return false;
    if (taken > records->prepared && records->ahead < MOST_AHEAD) records->ahead *= 2;
    size = taken + records->ahead - records->prepared;
    if (records->prepared + size > records->file->limit)
        size = records->file->limit - records->prepared;
    if (size == 0 || posix_fallocate(records->descriptor, (off_t)records->prepared, (off_t)size))
        return false; /* the layer itself notices when there is no space */
    part = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
                records->descriptor, (off_t)records->prepared);
    if (part != MAP_FAILED) munmap(part, (size_t)size);
    records->prepared += size;
    return true;
}

/* Removes a recording of this user that belongs to no running process. A running owner takes the
 * lock before it sets the size. */
static void remove_abandoned(int where, const char *name)
{
    struct stat about;
    int folder = openat(where, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), file = -1;
    if (folder >= 0 && fstat(folder, &about) == 0 && about.st_uid == geteuid())
        file = openat(folder, RECORDS, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0 &&
        (about.st_mode & 0777) != LEFT && flock(file, LOCK_EX | LOCK_NB) == 0 &&
        unlinkat(folder, RECORDS, 0) == 0) {
        unlinkat(folder, LOADING, 0);
        unlinkat(where, name, AT_REMOVEDIR);
    }
    if (file >= 0) close(file);
    if (folder >= 0) close(folder);
}

/* Removes what killed commands have left. In memory it would stay until the next boot. */
static void remove_all_abandoned(const char *where)
{
    DIR *folder = opendir(where);
    const struct dirent *item;
    while (folder && (item = readdir(folder)))
        if (strncmp(item->d_name, PREFIX, strlen(PREFIX)) == 0)
            remove_abandoned(dirfd(folder), item->d_name);
    if (folder) closedir(folder);
}

char *records_make(struct records *records, const char *where, uint64_t limit)
{
    char *complaint, *absolute = realpath(where, NULL);
    int error;
    if (!absolute) return refuse(where, errno);
    remove_all_abandoned(absolute);
    *records = (struct records){ .folder = text_format("%s/" PREFIX "XXXXXX", absolute) };
    free(absolute);
    if (!mkdtemp(records->folder)) {
        complaint = refuse(where, errno);
        free(records->folder);
        records->folder = NULL;
        return complaint;
    }
    records->path = text_format("%s/" RECORDS, records->folder);
    records->loading = text_format("%s/" LOADING, records->folder);
    error = make_file(records, limit);
    if (!error) return NULL;
    complaint = refuse(where, error);
    records_remove(records);
    return complaint;
}

/* Copies the file to a new one. Returns an error number. */
static int copy_to(const struct records *records, const char *path, uint64_t size)
{
    static char part[1 << 16];
    int to = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600), error = 0;
    uint64_t at = 0;
    if (to < 0) return errno;
    while (!error && at < size) {
        size_t left = size - at < sizeof part ? (size_t)(size - at) : sizeof part;
        ssize_t got = pread(records->descriptor, part, left, (off_t)at), put = 0;
        if (got > 0) put = write(to, part, (size_t)got);
        if (got == 0) error = EIO;
        else if ((got < 0 || put < 0) && errno != EINTR) error = errno;
        else if (put > 0) at += (uint64_t)put;
    }
    if (close(to) && !error) error = errno;
    if (error) unlink(path);
    return error;
}

/* Moves the file to another name. Returns an error number: EXDEV or the like if it has to be
 * copied. */
static int move_to(const char *from, const char *path, bool replace)
{
    if (replace) return rename(from, path) ? errno : 0;
    if (link(from, path)) return errno; /* rename() would replace an existing file */
    unlink(from);
    return 0;
}

char *records_keep(struct records *records, const char *path, bool *taken)
{
    uint64_t end = atomic_load(&records->file->end);
    int error = move_to(records->path, path, !taken);
    if (end > records->file->limit) end = records->file->limit;
    if (error == EXDEV || (taken && error && error != EEXIST)) {
        if (!taken) unlink(path);
        error = copy_to(records, path, end);
        /* Cut off the part that no process has used. */
    } else if (!error && end < records->file->limit) {
        error = ftruncate(records->descriptor, (off_t)end) ? errno : 0;
    }
    if (taken) *taken = error == EEXIST;
    return error ? refuse(path, error) : NULL;
}

static void forget(struct records *records)
{
    if (records->file) munmap(records->file, RECORD_GRANULE);
    if (records->descriptor > 0) close(records->descriptor);
    free(records->path);
    free(records->loading);
    free(records->folder);
    *records = (struct records){ .file = NULL };
}

void records_remove(struct records *records)
{
    if (records->path) unlink(records->path);
    if (records->loading) unlink(records->loading);
    if (records->folder) rmdir(records->folder);
    forget(records);
}

void records_leave(struct records *records)
{
    fchmod(records->descriptor, LEFT);
    unlink(records->loading);
    forget(records);
}

static const struct records *at_signal;

static void remove_at_signal(int number)
{
    if (at_signal->path) unlink(at_signal->path);
    if (at_signal->loading) unlink(at_signal->loading);
    if (at_signal->folder) rmdir(at_signal->folder);
    raise(number); /* the handler was for one signal */
}

void records_remove_at_signals(const struct records *records)
{
    static const int numbers[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE };
    at_signal = records;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction action, was;
        memset(&action, 0, sizeof action);
        action.sa_handler = remove_at_signal;
        action.sa_flags = (int)SA_RESETHAND;
        sigaction(numbers[i], NULL, &was);
        if (was.sa_handler != SIG_IGN) sigaction(numbers[i], &action, NULL);
    }
}

/* A file in memory costs the program a third of the time that one on a disk does. */
const char *records_usual_place(uint64_t limit)
{
    static const char memory[] = "/dev/shm";
    const char *folder = getenv("TMPDIR");
    struct statfs about;
    if (folder && *folder) return folder;
    if (statfs(memory, &about) || about.f_type != TMPFS_MAGIC || access(memory, W_OK | X_OK))
        return NULL;
    return (uint64_t)about.f_bavail * (uint64_t)about.f_bsize / 2 > limit ? memory : NULL;
}

static int is_records(const struct dirent *item)
{
    const size_t length = strlen(item->d_name), suffix = strlen(RECORD_SUFFIX);
    return length > suffix && !strcmp(item->d_name + length - suffix, RECORD_SUFFIX);
}

bool records_list(const char *folder, void (*visit)(const char *path, void *data), void *data)
{
    struct dirent **names;
    const int count = scandir(folder, &names, is_records, alphasort);
    if (count < 0) return false;
    for (int i = 0; i < count; i++) {
        char *path = text_format("%s/%s", folder, names[i]->d_name);
        visit(path, data);
        free(path);
        free(names[i]);
    }
    free(names);
    return true;
}

/* This only reserves the memory: the file may have holes. */
bool records_view_open(struct records_view *view, const char *path, char **error)
{
    struct stat about;
    void *bytes = MAP_FAILED;
    *view = (struct records_view){ .descriptor =
                                       open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) };
    if (view->descriptor >= 0 && fstat(view->descriptor, &about) == 0) {
        if (S_ISREG(about.st_mode)) view->size = (size_t)about.st_size;
        if (S_ISREG(about.st_mode) && (uintmax_t)about.st_size > SIZE_MAX) errno = EFBIG;
        else if (view->size)
            bytes = mmap(NULL, view->size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        else errno = S_ISDIR(about.st_mode) ? EISDIR : 0;
    }
    if (bytes != MAP_FAILED) {
        view->bytes = bytes;
        return true;
    }
    if (errno) *error = refuse(path, errno);
    records_view_end(view);
    return false;
}

/* Gives memory to all bytes up to `end`, and some more: each step is a call of the system. */
static void make_ready(struct records_view *view, size_t end)
{
    enum { STEP = 4 << 20 };
    size_t ready = end + STEP - end % STEP;
    if (end <= view->ready) return;
    if (ready > view->size) ready = view->size;
    require_memory(mprotect(view->bytes, ready, PROT_READ | PROT_WRITE) ? NULL : view->bytes);
    view->ready = ready;
}

/* Copies only pieces that differ. Most of a file is zeros, as is fresh memory; the system need not
 * provide memory for those. */
static void put_bytes(unsigned char *to, const unsigned char *bytes, size_t size)
{
    enum { PIECE = 4096 };
    for (size_t at = 0, piece; at < size; at += piece) {
        piece = size - at < PIECE ? size - at : PIECE;
        if (memcmp(to + at, bytes + at, piece) != 0) memcpy(to + at, bytes + at, piece);
    }
}

bool records_view_read(struct records_view *view, uint64_t place, size_t size)
{
    unsigned char part[1 << 16];
    ssize_t got = 1;
    if (place > view->size || size > view->size - place) return false;
    make_ready(view, (size_t)place + size);
    while (size > 0 && (got > 0 || (got < 0 && errno == EINTR))) {
        got = pread(view->descriptor, part, size < sizeof part ? size : sizeof part, (off_t)place);
        if (got <= 0) continue;
        put_bytes(view->bytes + place, part, (size_t)got);
        place += (uint64_t)got;
        size -= (size_t)got;
    }
    return size == 0;
}

uint64_t records_view_skip(const struct records_view *view, uint64_t place)
{
    const off_t data = lseek(view->descriptor, (off_t)place, SEEK_DATA);
    if (data < 0) return errno == ENXIO ? view->size : place;
    return (uint64_t)data < place + RECORD_GRANULE
               ? place
               : (uint64_t)data - (uint64_t)data % RECORD_GRANULE;
}

void records_view_end(struct records_view *view)
{
    if (view->descriptor >= 0) close(view->descriptor);
    view->descriptor = -1;
}

void records_view_close(struct records_view *view)
{
    records_view_end(view);
    munmap(view->bytes, view->size);
}

void records_allow_many(void)
{
    struct rlimit most;
    if (getrlimit(RLIMIT_NOFILE, &most)) return;
    most.rlim_cur = most.rlim_max;
    setrlimit(RLIMIT_NOFILE, &most);
}

size_t records_peek(const char *path, void *bytes, size_t size, char **error)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat about;
    ssize_t got = -1;
    *error = NULL;
    errno = file < 0 ? errno : 0;
    if (file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode))
        got = pread(file, bytes, size, 0);
    /* ENXIO means a socket, or a missing device. */
    if (got < 0 && errno && errno != ENOENT && errno != ENXIO) *error = refuse(path, errno);
    if (file >= 0) close(file);
    return got > 0 ? (size_t)got : 0;
}

static uint64_t time_of(clockid_t clock)
{
    struct timespec now;
    if (clock_gettime(clock, &now) != 0) return 0;
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t records_realtime(void)
{
    return time_of(CLOCK_REALTIME);
}

uint64_t records_boottime(void)
{
    return time_of(CLOCK_BOOTTIME);
}
