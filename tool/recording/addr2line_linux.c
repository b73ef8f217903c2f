/* SPDX-License-Identifier: Apache-2.0 */
/* Runs addr2line, for sites.c. */
#define _GNU_SOURCE /* pipe2 */
#include "sites.h"

#include "../base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Starts it with default signals and without standard error. */
static int start(pid_t *process, char **words, int output)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none, usual;
    int error;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGCHLD);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, output, 1);
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    error = posix_spawnp(process, words[0], &files, &attributes, words, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return error;
}

static char *read_all(int file)
{
    char *text = NULL;
    size_t length = 0;
    ssize_t part;
    do {
        text = require_memory(realloc(text, length + 4096 + 1));
        part = read(file, text + length, 4096);
        if (part > 0) length += (size_t)part;
    } while (part > 0 || (part < 0 && errno == EINTR));
    text[length] = 0;
    return text;
}

char *addr2line_run(char **words)
{
    int ends[2], status;
    char *output = NULL;
    pid_t process;
    if (pipe2(ends, O_CLOEXEC)) return NULL;
    if (start(&process, words, ends[1])) {
        close(ends[0]);
        close(ends[1]);
        return NULL;
    }
    close(ends[1]);
    output = read_all(ends[0]);
    close(ends[0]);
    waitpid(process, &status, 0);
    return output;
}
