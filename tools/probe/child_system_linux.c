/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* environ, O_CLOEXEC, RTLD_GLOBAL */
#include "child_system.h"

#include "../base/files.h"
#include "../base/system.h"
#include "../base/text.h"
#include "crash_linux.h"
#include "protocol.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The rest of the memory for the answer. */
static struct {
    char *to;
    size_t room;
} answer;

/* The initial files of the process that checks them. A child that a driver has forked does not
 * check. */
static struct {
    bool is_open;
    struct stat identity;
} files[PROBE_FILE + 1];
static pid_t self;

static void save_files(void)
{
    self = getpid();
    for (int i = 0; i <= PROBE_FILE; i++) files[i].is_open = fstat(i, &files[i].identity) == 0;
}

/* ---- signal handlers and variables ---- */

enum { MOST_SHOWN = 3 }; /* the most names to show, for each kind */

static struct {
    void (*handlers[NSIG])(int);
    char **variables; /* copies of NAME=VALUE, because a driver may overwrite these in place */
} initial;

static void save_handlers(void)
{
    size_t count = 0;
    for (int i = 1; i < NSIG; i++) {
        struct sigaction now = { .sa_handler = SIG_DFL };
        sigaction(i, NULL, &now);
        initial.handlers[i] = now.sa_handler;
    }
    while (environ && environ[count]) count++;
    initial.variables = require_memory(calloc(count + 1, sizeof *initial.variables));
    for (size_t i = 0; i < count; i++) initial.variables[i] = text_format("%s", environ[i]);
}

static bool has_variable(char **variables, const char *wanted)
{
    for (; variables && *variables; variables++)
        if (strcmp(*variables, wanted) == 0) return true;
    return false;
}

/* Adds a name to a list that shows only some names. */
static void add_name(char **list, size_t count, const char *name, size_t length)
{
    if (count < MOST_SHOWN) text_add(list, "%s%.*s", count ? ", " : "", (int)length, name);
}

static void add_more(char **list, size_t count)
{
    if (count > MOST_SHOWN) text_add(list, " and %zu more", count - MOST_SHOWN);
}

/* Adds the names of variables of one list that another list lacks, or has with another value. */
static size_t add_differing(char **list, size_t count, char **variables, char **others)
{
    for (; variables && *variables; variables++)
        if (!has_variable(others, *variables))
            add_name(list, count++, *variables, strcspn(*variables, "="));
    return count;
}

char *child_changed_handlers(void)
{
    char *signals = text_format("%s", ""), *names = text_format("%s", ""), *text = NULL;
    size_t count = 0, changed;
    for (int i = 1; i < NSIG; i++) {
        struct sigaction now;
        const char *name = system_crash_name(i);
        if (sigaction(i, NULL, &now) == 0 && now.sa_handler != initial.handlers[i])
            add_name(&signals, count++, name, strlen(name));
    }
    add_more(&signals, count);
    changed = add_differing(&names, 0, environ, initial.variables);
    if (!changed) changed = add_differing(&names, 0, initial.variables, environ);
    add_more(&names, changed);
    if (count || changed)
        text = text_format("%s%s%s%s%s", count ? "signal handlers: " : "", signals,
                           count && changed ? "; " : "", changed ? "environment variables: " : "",
                           names);
    free(signals);
    free(names);
    return text;
}

/* ---- the process ---- */

/* The answer goes to memory, because drivers can close or replace files. An ordinary file takes the
 * number of the answer's file, so that the doctor notices such drivers. */
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
    crash_watch(child_answer);
    save_handlers();
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
        if (!files[i].is_open || (fstat(i, &now) == 0 && now.st_dev == files[i].identity.st_dev &&
                                  now.st_ino == files[i].identity.st_ino))
            continue;
        snprintf(numbers + length, sizeof numbers - length, "%s%d", length ? ", " : "", i);
    }
    if (!*numbers) return NULL;
    return text_format("open files, which it closed or replaced (numbers: %s)", numbers);
}

/* Whether the dynamic linker did not find the library itself, rather than a dependency or a symbol.
 * If it skipped a library for another word size, its message says so, without a path before the
 * name. */
static bool is_absent(const char *name, const char *message)
{
    static const char passed_over[] = ": wrong ELF class: ";
    const char *named = strstr(message, name), *reason = strerror(ENOENT);
    size_t length = strlen(message);
    if (named == message && strncmp(message + strlen(name), passed_over, strlen(passed_over)) == 0)
        return true;
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
    /* RTLD_GLOBAL: drivers see the loader's functions. */
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
