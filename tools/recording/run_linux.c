/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* pipe2 */
#include "run.h"

#include "../base/files.h"
#include "../base/text.h"
#include "program_path_linux.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The forwarded signals. */
static const int handed_on[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
enum { HANDED_ON = sizeof handed_on / sizeof *handed_on };

/* The signal mask and handlers at the start; the program inherits them. */
static sigset_t old_mask;
static struct sigaction old_child, old_pipe;

/* The signals that run_wait() takes; they are blocked, so nothing is interrupted. */
static sigset_t taken_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < HANDED_ON; i++) sigaddset(&set, handed_on[i]);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGCHLD);
    return set;
}

static void take_signals(void)
{
    sigset_t set = taken_signals();
    struct sigaction usual;
    memset(&usual, 0, sizeof usual);
    usual.sa_handler = SIG_DFL; /* if SIGCHLD were ignored, the exit status would be lost */
    sigaction(SIGCHLD, &usual, &old_child);
    usual.sa_handler = SIG_IGN; /* the program goes on when the reader of --live has ended */
    sigaction(SIGPIPE, &usual, &old_pipe);
    sigprocmask(SIG_BLOCK, &set, &old_mask);
}

static void give_signals_back(void)
{
    sigaction(SIGCHLD, &old_child, NULL);
    sigaction(SIGPIPE, &old_pipe, NULL);
    sigprocmask(SIG_SETMASK, &old_mask, NULL);
}

/* Runs in the child. If it can't execute the program, writes an error number to the pipe. */
static void execute(char **words, const struct variable *variables, int errors)
{
    const char *path = program_find(words[0]);
    int error;
    for (; variables->name; variables++)
        if (setenv(variables->name, variables->value, 1)) goto failed;
    give_signals_back();
    if (path) execv(path, words);
    /* The shell runs text without #! as a script, but not a binary for another machine. */
    if (path && errno == ENOEXEC && program_is_binary(path)) goto failed;
    execvp(words[0], words);
failed:
    error = errno;
    (void)!write(errors, &error, sizeof error);
    _exit(RUN_FAILED);
}

/* The complaint for an error of execvp(), and the exit status. */
static char *not_executed(const char *name, int error, int *status)
{
    *status = error == ENOENT || error == ENOTDIR ? RUN_NOT_FOUND : RUN_NOT_EXECUTABLE;
    if (!*name) return text_format("the name of the program is empty");
    if (error == ENOENT && !strchr(name, '/'))
        return text_format("there is no program %s in the directories of PATH", name);
    if (error == ENOEXEC) {
        char *path = program_find(name), *is = path ? file_architecture(path) : NULL, *complaint;
        complaint = is ? text_format("%s can't be executed: it is a program for %s", name, is)
                       : text_format("%s can't be executed: %s", name, strerror(error));
        free(path);
        free(is);
        return complaint;
    }
    return text_format("%s can't be executed: %s", name, strerror(error));
}

char *run_start(struct run_program *program, char **words, const struct variable *variables,
                int *status)
{
    int errors[2], error = 0;
    pid_t process;
    ssize_t length;
    *status = RUN_FAILED;
    if (pipe2(errors, O_CLOEXEC)) return text_format("there is no pipe: %s", strerror(errno));
    take_signals();
    process = fork();
    if (process == 0) execute(words, variables, errors[1]);
    error = errno;
    close(errors[1]);
    if (process < 0) {
        close(errors[0]);
        give_signals_back();
        return text_format("no process can be started: %s", strerror(error));
    }
    length = read(errors[0], &error, sizeof error);
    close(errors[0]);
    program->id = (unsigned long)process;
    if (length != sizeof error) return NULL;
    waitpid(process, NULL, 0);
    give_signals_back();
    return not_executed(words[0], error, status);
}

/* Forwards a signal from a process; the terminal signals the program directly. A signal that this
 * process ignored from the start stays ignored in the program. */
static void hand_on(const struct run_program *program, const siginfo_t *signal)
{
    if (signal->si_code <= 0) kill((pid_t)program->id, signal->si_signo);
}

enum run_event run_wait(struct run_program *program, double seconds)
{
    const sigset_t set = taken_signals();
    struct timespec limit;
    siginfo_t signal;
    if (seconds > 1e6) seconds = 1e6;
    limit.tv_sec = (time_t)seconds;
    limit.tv_nsec = (long)((seconds - (double)limit.tv_sec) * 1e9);
    for (;;) {
        int number;
        if (waitpid((pid_t)program->id, &program->status, WNOHANG) > 0) return RUN_ENDED;
        number = sigtimedwait(&set, &signal, &limit);
        if (number == SIGUSR1) return RUN_SWITCH;
        if (number < 0 && errno == EAGAIN) return RUN_TIME;
        if (number > 0 && number != SIGCHLD) hand_on(program, &signal);
    }
}

void run_end(struct run_program *program)
{
    const sigset_t set = taken_signals();
    const struct timespec none = { 0, 0 };
    (void)program;
    /* Signals that come late were meant for the program. */
    while (sigtimedwait(&set, NULL, &none) > 0) {
    }
    give_signals_back();
}

int run_crash(const struct run_program *program)
{
    return WIFSIGNALED(program->status) ? WTERMSIG(program->status) : 0;
}

/* The program has dumped core already; a second core file would be useless. */
int run_exit_status(const struct run_program *program)
{
    const struct rlimit none = { 0, 0 };
    struct sigaction usual;
    sigset_t set;
    if (!WIFSIGNALED(program->status)) return WEXITSTATUS(program->status);
    memset(&usual, 0, sizeof usual);
    usual.sa_handler = SIG_DFL;
    setrlimit(RLIMIT_CORE, &none);
    prctl(PR_SET_DUMPABLE, 0);
    sigaction(WTERMSIG(program->status), &usual, NULL);
    sigemptyset(&set);
    sigaddset(&set, WTERMSIG(program->status));
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(WTERMSIG(program->status));
    return 128 + WTERMSIG(program->status);
}
