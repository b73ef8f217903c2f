/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* pipe2 */
#include "clang.h"

#include "../../layer/bounds_protocol.h"
#include "../base/text.h"
#include "../recording/program_linux.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Older ones don't declare OpenCL's functions by themselves. */
enum { OLDEST = 14, NEWEST = 30 };

char *clang_find(void)
{
    for (int version = NEWEST; version >= OLDEST; version--) {
        char *name = text_format("clang-%d", version), *path = program_find(name);
        free(name);
        if (path) return path;
    }
    return program_find("clang");
}

static int start(pid_t *process, char *const *words, const int files[3])
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    int error;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&actions);
    for (int i = 0; i < 3; i++) posix_spawn_file_actions_adddup2(&actions, files[i], i);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    error = posix_spawnp(process, words[0], &actions, &attributes, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

/* Stops at too many bytes. */
static char *read_all(int file, size_t *length)
{
    size_t space = 1 << 16;
    char *text = require_memory(malloc(space));
    ssize_t part;
    *length = 0;
    do {
        if (*length + 1 == space) text = require_memory(realloc(text, space *= 2));
        part = read(file, text + *length, space - *length - 1);
        if (part > 0) *length += (size_t)part;
    } while ((part > 0 && *length < BOUNDS_MOST_TEXT) || (part < 0 && errno == EINTR));
    text[*length] = 0;
    return text;
}

/* The text after "error: " of the first line that has it. */
static char *first_error(FILE *errors)
{
    char *line = NULL, *found = NULL;
    size_t space = 0;
    rewind(errors);
    while (!found && getline(&line, &space, errors) > 0) {
        const char *text = strstr(line, "error: ");
        if (text) found = text_format("%.*s", (int)strcspn(text + 7, "\n"), text + 7);
    }
    free(line);
    return found ? found : text_format("it could not be run");
}

/* Returns whether it has succeeded. */
static bool run(char *const *words, const int files[3], int pipe, char **output, size_t *length)
{
    pid_t process;
    int status = -1;
    const bool started = !start(&process, words, files);
    close(files[1]);
    if (started) *output = read_all(pipe, length);
    close(pipe);
    if (!started) return false;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return status == 0;
}

bool clang_run(char *const *words, const char *input, char **output, size_t *length)
{
    FILE *source = tmpfile(), *errors = tmpfile();
    int ends[2];
    bool good = false;
    *output = NULL;
    *length = 0;
    if (source && errors && fputs(input, source) >= 0 && !fflush(source) &&
        !lseek(fileno(source), 0, SEEK_SET) && !pipe2(ends, O_CLOEXEC)) {
        const int files[3] = { fileno(source), ends[1], fileno(errors) };
        good = run(words, files, ends[0], output, length);
    }
    if (!good) {
        free(*output);
        *output = errors ? first_error(errors) : text_format("there is no space for its input");
    }
    if (source) fclose(source);
    if (errors) fclose(errors);
    return good;
}
