/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* pipe2 */
#include "subprocess_linux.h"

#include "strings.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static void give(posix_spawn_file_actions_t *actions, int file, int stream)
{
    if (file >= 0) posix_spawn_file_actions_adddup2(actions, file, stream);
    else posix_spawn_file_actions_addopen(actions, stream, "/dev/null", O_RDWR, 0);
}

/* Starts the program, with default signal handlers. */
static int start(const struct subprocess *subprocess, int output, pid_t *process)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    int error;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&actions);
    give(&actions, subprocess->input, 0);
    give(&actions, output, 1);
    give(&actions, subprocess->prints_errors ? output : subprocess->errors, 2);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    error = posix_spawnp(process, subprocess->words[0], &actions, &attributes, subprocess->words,
                         subprocess->variables ? subprocess->variables : environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

/* Waits until a file has something to read, or has ended. Returns false if that is not before
 * `until`; 0: there is no limit. */
static bool is_in_time(int file, time_t until)
{
    struct pollfd wanted = { .fd = file, .events = POLLIN };
    struct timespec now;
    int ready;
    do {
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (until && now.tv_sec >= until) return false;
        ready = poll(&wanted, 1, until ? 1000 : -1);
    } while (ready == 0 || (ready < 0 && errno == EINTR));
    return ready > 0;
}

static char *read_all(int file, const struct subprocess *subprocess, pid_t process, size_t *length)
{
    struct string all = { NULL, 0, 0 };
    char part[1 << 14];
    ssize_t count;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    do {
        if (!is_in_time(file, subprocess->seconds ? now.tv_sec + (time_t)subprocess->seconds : 0)) {
            kill(process, SIGALRM);
            break;
        }
        count = read(file, part, sizeof part);
        if (count > 0) string_add_bytes(&all, part, (size_t)count);
    } while ((count > 0 && all.length < subprocess->most) || (count < 0 && errno == EINTR));
    string_add(&all, "");
    *length = all.length;
    return all.text;
}

char *subprocess_output(const struct subprocess *subprocess, size_t *length, int *status)
{
    pid_t process;
    int ends[2], error;
    char *output = NULL;
    if (pipe2(ends, O_CLOEXEC)) return NULL;
    error = start(subprocess, ends[1], &process);
    close(ends[1]);
    if (!error) output = read_all(ends[0], subprocess, process, length);
    close(ends[0]);
    while (!error && waitpid(process, status, 0) < 0 && errno == EINTR) {
    }
    return output;
}
