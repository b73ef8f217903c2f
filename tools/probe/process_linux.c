/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* pipe2, ppoll, memfd_create */
#include "process.h"

#include "../base/terminal.h"
#include "crash_linux.h"
#include "protocol.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    NOT_STARTED = 127 /* the exit code of a child that could not execute this program */
};
static const double longest_end = 2;    /* seconds that a killed process may take to end */
static const double longest_answer = 1; /* seconds for saying where it hangs */

struct process {
    pid_t id;
    int answer;         /* the memory file for its answer */
    int pipes[STREAMS]; /* the read ends; -1 at the end of file; unused for the answer */
    struct run *run;
    struct timespec start;
    bool overran;
};

static double seconds_since(const struct timespec *start)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) / 1e9;
}

/* ---- signals ---- */

/* The running child, for the signal handlers. */
static volatile pid_t running;

static void kill_group(pid_t id)
{
    kill(-id, SIGKILL);
    kill(id, SIGKILL); /* the child may not have created its group yet */
}

/* Stops the child when the user stops this program: it has its own session, and would not
 * notice. */
static void stop(int signal_number)
{
    if (running > 0) kill_group(running);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void wake(int signal_number)
{
    (void)signal_number;
}

static const int handled[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
enum { HANDLED = sizeof handled / sizeof handled[0] };

/* SIGCHLD is blocked except in ppoll(), which uses the mask `before`. */
static void prepare_signals(sigset_t *before)
{
    struct sigaction action = { .sa_handler = wake };
    struct sigaction old;
    sigset_t child;
    sigaction(SIGCHLD, &action, NULL);
    action.sa_handler = stop;
    for (int i = 0; i < HANDLED; i++)
        if (sigaction(handled[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(handled[i], &action, NULL);
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, before);
    sigdelset(before, SIGCHLD);
}

/* Resets the handlers to those at the start of the program. */
static void drop_handlers(void)
{
    struct sigaction old;
    signal(SIGCHLD, SIG_DFL);
    for (int i = 0; i < HANDLED; i++)
        if (sigaction(handled[i], NULL, &old) == 0 && old.sa_handler == stop)
            signal(handled[i], SIG_DFL);
}

/* ---- the new process ---- */

/* Starts this program again, with the question. Does not return. */
static void become_child(const struct question *question, pid_t parent, const int ends[STREAMS],
                         const sigset_t *signals)
{
    const struct rlimit nothing = { 0, 0 };
    /* Lines that begin with this command's name count as its own, and glibc's begin with this. */
    const char *arguments[] = { "OpenCL",
                                PROBE_COMMAND,
                                question->kind,
                                question->library,
                                question->subject ? question->subject : "",
                                NULL };
    int in = open("/dev/null", O_RDONLY), count = 2;
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(NOT_STARTED);
    setrlimit(RLIMIT_CORE, &nothing); /* no core files for expected crashes */
    dup2(in, STDIN_FILENO);
    dup2(ends[OUTPUT], STDOUT_FILENO);
    dup2(ends[ERRORS], STDERR_FILENO);
    if (dup2(ends[ANSWER], PROBE_FILE) < 0) _exit(NOT_STARTED);
    for (const struct variable *variable = question->variables; variable && variable->name;
         variable++)
        if (variable->value) setenv(variable->name, variable->value, 1);
        else unsetenv(variable->name);
    sigprocmask(SIG_SETMASK, signals, NULL);
    execv("/proc/self/exe", (char *const *)arguments);
    /* The system cannot execute this program again (no /proc, or an emulator), so this copy, which
     * has not used OpenCL, answers. */
    drop_handlers();
    while (arguments[count]) count++;
    exit(child_main(count - 2, (char **)arguments + 2));
}

/* Moves a file to a number far beyond those used in the child, and closes the original. */
static int move(int file)
{
    int moved = file >= 0 ? fcntl(file, F_DUPFD_CLOEXEC, PROBE_FILE + 1) : -1;
    int error = errno;
    if (file >= 0) close(file);
    errno = error;
    return moved;
}

static bool make_pipe(struct process *process, enum stream stream, int *end)
{
    int pair[2];
    if (pipe2(pair, O_CLOEXEC) != 0) return false;
    process->pipes[stream] = pair[0];
    fcntl(pair[0], F_SETFL, O_NONBLOCK);
    *end = move(pair[1]);
    return *end >= 0;
}

/* Opens an unnamed file, in memory if possible. */
static int open_nameless(void)
{
    FILE *temporary;
    int file = -1;
#ifdef MFD_CLOEXEC
    file = memfd_create("clrelay", MFD_CLOEXEC);
#endif
    if (file >= 0) return file;
    temporary = tmpfile();
    if (!temporary) return -1;
    file = fcntl(fileno(temporary), F_DUPFD_CLOEXEC, 0);
    fclose(temporary);
    return file;
}

/* Makes the memory file for the answer. It takes only the memory that is written to. */
static int make_answer(void)
{
    int file = move(open_nameless()), error;
    struct rlimit longest = { ANSWER_LIMIT, ANSWER_LIMIT };
    getrlimit(RLIMIT_FSIZE, &longest);
    if (longest.rlim_cur > ANSWER_LIMIT) longest.rlim_cur = ANSWER_LIMIT;
    if (file < 0 || ftruncate(file, (off_t)longest.rlim_cur) == 0) return file;
    error = errno;
    close(file);
    errno = error;
    return -1;
}

static bool start(struct process *process, const struct question *question, const sigset_t *signals)
{
    int ends[STREAMS] = { -1, -1, -1 }, error;
    pid_t self = getpid();
    bool good;
    fflush(NULL);
    good = (process->answer = ends[ANSWER] = make_answer()) >= 0 &&
           make_pipe(process, OUTPUT, &ends[OUTPUT]) && make_pipe(process, ERRORS, &ends[ERRORS]);
    if (good) process->id = fork();
    if (good && process->id == 0) become_child(question, self, ends, signals);
    error = errno;
    for (int i = OUTPUT; i < STREAMS; i++)
        if (ends[i] >= 0) close(ends[i]);
    errno = error;
    running = good ? process->id : 0;
    return good && process->id > 0;
}

/* ---- its output ---- */

/* Reads what the stream has now, up to a limit, so that endless output can't outrun the time
 * limit. */
static void read_stream(struct process *process, enum stream stream)
{
    char bytes[65536];
    int *end = &process->pipes[stream];
    for (int parts = 0; *end >= 0 && parts < 16; parts++) {
        ssize_t count = read(*end, bytes, sizeof bytes);
        if (count > 0) {
            process_append(process->run, stream, bytes, (size_t)count);
        } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
            close(*end);
            *end = -1;
        } else if (errno == EAGAIN) {
            return;
        }
    }
}

static void read_all(struct process *process)
{
    for (enum stream i = 0; i < STREAMS; i++) read_stream(process, i);
}

/* Reads the answer. It is text, so it ends at the first zero byte. Without one, it was too long for
 * the file. */
static void read_answer(struct process *process)
{
    char bytes[65536];
    off_t at = 0;
    for (;;) {
        ssize_t count = pread(process->answer, bytes, sizeof bytes, at);
        size_t length = count > 0 ? strnlen(bytes, (size_t)count) : 0;
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        process_append(process->run, ANSWER, bytes, length);
        if (length < (size_t)count) return;
        at += count;
    }
    if (at > 0) process->run->streams[ANSWER].total++;
}

/* Waits until a stream or the process has something new, but not longer than this, or than a
 * quarter of a second. */
static void wait_for_news(struct process *process, double seconds, const sigset_t *signals)
{
    struct pollfd polled[STREAMS];
    struct timespec limit;
    if (seconds < 0) seconds = 0;
    if (seconds > 0.25) seconds = 0.25;
    limit = (struct timespec){ 0, (long)(seconds * 1e9) };
    for (int i = 0; i < STREAMS; i++)
        polled[i] = (struct pollfd){ .fd = process->pipes[i], .events = POLLIN };
    ppoll(polled, STREAMS, &limit, signals);
    read_all(process);
}

/* Waits until the process ends, or its time is up. The process stays a zombie, so its number is not
 * reused. */
static void wait_for_end(struct process *process, const struct question *question,
                         const sigset_t *signals)
{
    siginfo_t info = { .si_pid = 0 };
    unsigned shown = 0;
    for (;;) {
        double seconds = seconds_since(&process->start);
        if (waitid(P_PID, (id_t)process->id, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
            info.si_pid == process->id)
            return;
        if (seconds >= question->limit) {
            process->overran = true;
            return;
        }
        if ((unsigned)seconds > shown) {
            shown = (unsigned)seconds;
            progress_show(question->progress, shown);
        }
        wait_for_news(process, question->limit - seconds, signals);
    }
}

/* Lets a process that hangs say where it is, and end. */
static void ask_where(const struct process *process)
{
    const struct timespec pause = { 0, 10000000 };
    siginfo_t info = { .si_pid = 0 };
    struct timespec start;
    clock_gettime(CLOCK_MONOTONIC, &start);
    kill(process->id, CRASH_WHERE);
    while (waitid(P_PID, (id_t)process->id, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid != process->id && seconds_since(&start) < longest_answer)
        nanosleep(&pause, NULL);
}

/* Ends the process and all its children, and reads its status. Returns false if it does not end,
 * because it hangs in the kernel. */
static bool end_process(struct process *process, int *status)
{
    const struct timespec pause = { 0, 10000000 };
    struct timespec start;
    clock_gettime(CLOCK_MONOTONIC, &start);
    kill_group(process->id);
    running = 0;
    while (waitpid(process->id, status, WNOHANG) == 0) {
        if (seconds_since(&start) > longest_end) return false;
        nanosleep(&pause, NULL);
    }
    return true;
}

struct run process_run(const struct question *question)
{
    struct run run = { .end = END_NO_START };
    struct process process = { .answer = -1, .pipes = { -1, -1, -1 }, .run = &run };
    sigset_t signals;
    int status = 0;
    bool stuck;

    prepare_signals(&signals);
    clock_gettime(CLOCK_MONOTONIC, &process.start);
    if (!start(&process, question, &signals)) {
        run.code = errno;
        goto done;
    }
    wait_for_end(&process, question, &signals);
    run.seconds = seconds_since(&process.start);
    if (process.overran) ask_where(&process);
    stuck = !end_process(&process, &status);
    if (!process.overran) run.seconds = seconds_since(&process.start);
    progress_clear();
    read_all(&process);
    read_answer(&process);
    run.end = process.overran ? END_OVERRUN : WIFSIGNALED(status) ? END_SIGNAL : END_EXIT;
    run.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    if (stuck) run.end = END_STUCK;
    if (run.end == END_EXIT && run.code == NOT_STARTED && !run.streams[ANSWER].text) {
        run.end = END_NO_START;
        run.code = ENOENT;
    }

done:
    if (process.answer >= 0) close(process.answer);
    for (int i = 0; i < STREAMS; i++)
        if (process.pipes[i] >= 0) close(process.pipes[i]);
    return run;
}
