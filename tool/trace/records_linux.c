/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* mkdtemp, O_CLOEXEC */
#include "records.h"

#include "../../layer/clock.h"
#include "../text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static char *refuse(const char *path, int error)
{
    return text_format("%s: %s", path, strerror(error));
}

/* Returns 0, or an error number. */
static int make_file(struct records *records, uint64_t limit)
{
    void (*was)(int) = signal(SIGXFSZ, SIG_IGN);
    int file = open(records->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600), error;
    void *mapped;
    if (file < 0) return errno;
    error = ftruncate(file, (off_t)limit) ? errno : posix_fallocate(file, 0, RECORD_GRANULE);
    if (!error) {
        mapped = mmap(NULL, RECORD_GRANULE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (mapped == MAP_FAILED) error = errno;
        else records->file = mapped;
    }
    close(file);
    signal(SIGXFSZ, was);
    return error;
}

char *records_make(struct records *records, const char *where, uint64_t limit)
{
    char *complaint, *absolute = realpath(where, NULL);
    int error;
    if (!absolute) return refuse(where, errno);
    *records = (struct records){ .folder = text_format("%s/.clrelay-trace-XXXXXX", absolute) };
    free(absolute);
    if (!mkdtemp(records->folder)) {
        complaint = refuse(where, errno);
        free(records->folder);
        records->folder = NULL;
        return complaint;
    }
    records->path = text_format("%s/records", records->folder);
    error = make_file(records, limit);
    if (!error) return NULL;
    complaint = refuse(where, error);
    records_remove(records);
    return complaint;
}

char *records_keep(struct records *records, const char *path)
{
    uint64_t end = atomic_load(&records->file->end);
    if (rename(records->path, path)) return refuse(path, errno);
    /* What no process has taken needs no name in the size, either. */
    if (end < records->file->limit && truncate(path, (off_t)end)) return refuse(path, errno);
    return NULL;
}

void records_remove(struct records *records)
{
    if (records->path) unlink(records->path);
    if (records->folder) rmdir(records->folder);
    records_leave(records);
}

void records_leave(struct records *records)
{
    if (records->file) munmap(records->file, RECORD_GRANULE);
    free(records->path);
    free(records->folder);
    *records = (struct records){ NULL, NULL, NULL };
}

static const struct records *at_signal;

static void remove_at_signal(int number)
{
    if (at_signal->path) unlink(at_signal->path);
    if (at_signal->folder) rmdir(at_signal->folder);
    raise(number); /* the handler was for one time */
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

const char *records_usual_place(void)
{
    const char *folder = getenv("TMPDIR");
    return folder && *folder ? folder : NULL;
}

const void *records_map(const char *path, size_t *size, char **error)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    void *mapped = MAP_FAILED;
    struct stat about;
    if (file >= 0 && fstat(file, &about) == 0) {
        *size = (size_t)about.st_size;
        if (S_ISREG(about.st_mode) && *size > 0)
            mapped = mmap(NULL, *size, PROT_READ, MAP_SHARED, file, 0);
        else errno = S_ISDIR(about.st_mode) ? EISDIR : EINVAL;
    }
    if (mapped == MAP_FAILED) *error = refuse(path, errno);
    if (file >= 0) close(file);
    return mapped == MAP_FAILED ? NULL : mapped;
}

void records_unmap(const void *mapped, size_t size)
{
    munmap((void *)(uintptr_t)mapped, size);
}

struct record_moment records_now(void)
{
    const bool counter = system_has_steady_counter();
    struct record_moment now = { counter ? clock_counter() : 0, system_nanoseconds() };
    return now;
}

uint64_t records_realtime(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
