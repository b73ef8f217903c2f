/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* O_CLOEXEC, RTLD_GLOBAL */
#include "child_system.h"

#include "../base/files.h"
#include "../base/text.h"
#include "protocol.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The memory left for the answer. */
static struct {
    char *to;
    size_t room;
} answer;

/* The process's initial files, and the process that checks them, which is not one that a driver has
 * forked. */
static struct {
    bool is_open;
    struct stat is;
} files[PROBE_FILE + 1];
static pid_t self;

static void save_files(void)
{
    self = getpid();
    for (int i = 0; i <= PROBE_FILE; i++) files[i].is_open = fstat(i, &files[i].is) == 0;
}

/* Drivers can close or replace files, but not memory. An ordinary file replaces the answer's, so
 * that the doctor notices such drivers. */
bool child_begin(char **words)
{
    off_t size = lseek(PROBE_FILE, 0, SEEK_END);
    void *memory = MAP_FAILED;
    (void)words;
    if (size > 0)
        memory = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, PROBE_FILE, 0);
    if (memory == MAP_FAILED) return false;
    answer.to = memory;
    answer.room = (size_t)size;
    close(PROBE_FILE);
    (void)!open("/dev/null", O_RDONLY | O_CLOEXEC);
    save_files();
    return true;
}

void child_answer(const char *text, size_t length)
{
    if (length > answer.room) length = answer.room;
    memcpy(answer.to, text, length);
    answer.to += length;
    answer.room -= length;
}

char *child_changed_files(void)
{
    char numbers[4 * (PROBE_FILE + 1)] = "";
    struct stat now;
    if (getpid() != self) return NULL;
    for (int i = 0; i <= PROBE_FILE; i++) {
        size_t length = strlen(numbers);
        if (!files[i].is_open || (fstat(i, &now) == 0 && now.st_dev == files[i].is.st_dev &&
                                  now.st_ino == files[i].is.st_ino))
            continue;
        snprintf(numbers + length, sizeof numbers - length, "%s%d", length ? ", " : "", i);
    }
    if (!*numbers) return NULL;
    return text_format("open files, which it closed or replaced (numbers: %s)", numbers);
}

/* Whether the dynamic linker did not find the library itself, as opposed to a dependency or a
 * symbol. */
static bool is_absent(const char *name, const char *message)
{
    const char *named = strstr(message, name), *reason = strerror(ENOENT);
    size_t length = strlen(message);
    return named && named[strlen(name)] == ':' && length > strlen(reason) &&
           strcmp(message + length - strlen(reason), reason) == 0;
}

static bool is_beside;

bool child_loader_is_beside(void)
{
    return is_beside;
}

void *child_open_loader(const char *path, char **message)
{
    /* Its functions are visible to drivers. */
    void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (library) return library;
    *message = text_format("%s", dlerror());
    if (strcmp(path, SYSTEM_LIBRARY) == 0 && is_absent(path, *message)) {
        char *own = file_own_library(true);
        library = own ? dlopen(own, RTLD_NOW | RTLD_GLOBAL) : NULL;
        free(own);
    }
    if (!library) return NULL;
    is_beside = true;
    free(*message);
    *message = NULL;
    return library;
}
