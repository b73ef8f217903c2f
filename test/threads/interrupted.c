/* SPDX-License-Identifier: Apache-2.0 */
/*
 * interrupted [ROUNDS]: a signal arrives while a thread makes the first call, and its handler calls
 * OpenCL. At each of the loader's steps, even in the middle of dlopen(), the handler gets an answer
 * from what was loaded before, or an error. Nothing in these calls allocates memory, so the handler
 * cannot meet a lock that its own thread holds. Then come ROUNDS rounds with signals at random
 * moments.
 */
#include "drivers.h"
#include "first_calls.h"
#include "hooks.h"
#include "rounds.h"

#include "../include/clrelay/report.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>

enum { MOST = 16 };

static struct {
    clGetLoaderReportCLRELAY_fn report;
    const struct fake *a;
    int thread;          /* the interrupted thread */
    volatile int inside; /* true while its handler runs */
    volatile bool reporting;
    volatile long distance; /* the longest time in nanoseconds to the next signal; 0: no timer */
    volatile unsigned signals, calls, answered, refused, memory, lost, shrunk;
    volatile cl_uint seen; /* the highest number of platforms so far */
    const char *volatile wrong;
} state;

/* The report disturbs no other test: it allocates memory, unless it refuses to answer. */
static void handle_report(void)
{
    size_t size = 0;
    unsigned memory = state.memory;
    cl_int status;
    if (!state.report) {
        void *address = clGetExtensionFunctionAddress("clGetLoaderReportCLRELAY");
        memcpy(&state.report, &address, sizeof address);
    }
    state.reporting = true;
    status = state.report(0, NULL, &size);
    if (status == CL_INVALID_OPERATION) state.refused++;
    else state.memory = memory;
    state.reporting = false;
}

static timer_t timer;

static void set_timer(long nanoseconds)
{
    struct itimerspec time;
    memset(&time, 0, sizeof time);
    time.it_value.tv_nsec = nanoseconds;
    timer_settime(timer, 0, &time, NULL);
}

static void handle(int number)
{
    cl_platform_id list[MOST];
    cl_uint count = 0;
    int error = errno;
    state.inside = 1;
    clGetPlatformIDs(MOST, list, &count);
    if (count < state.seen) state.shrunk++;
    state.seen = count;
    for (size_t i = 0; i < FIRST_CALLS; i++) {
        state.calls++;
        if (first_calls[i].answers()) {
            state.answered++;
        } else if (count) {
            state.lost++;
            state.wrong = first_calls[i].name;
        }
    }
    for (cl_uint i = 0; i < count; i++) {
        char name[100] = "";
        if (clGetPlatformInfo(list[i], CL_PLATFORM_NAME, sizeof name, name, NULL) || !*name)
            state.lost++;
    }
    if (clFlush(state.a->object(0))) state.lost++; /* its driver is loaded, whoever loaded it */
    handle_report();
    /* The timer starts from now, so the thread makes progress. The distances grow, because the
     * thread would make no progress if leaving the handler took longer than the distance. */
    if (state.distance && ++state.signals % 256 == 0) state.distance *= 2;
    if (state.distance) set_timer(1000 + (long)(state.calls * 7919 % (unsigned)state.distance));
    state.inside = 0;
    errno = error;
}

static unsigned long steps;

static void at_each_step(const char *name)
{
    if (hooks_thread() != state.thread) return;
    /* Before loading begins, the handler's call would be the first one and load the drivers. */
    if (!steps && strcmp(name, "pthread_setcancelstate")) return;
    if (!state.inside) {
        steps++;
        raise(SIGUSR1);
    } else if (hooks_is_memory(name)) {
        state.memory++;
        if (!state.reporting) state.wrong = name;
    }
}

static void catch_signal(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handle;
    sigaction(SIGUSR1, &action, NULL); /* without SA_RESTART */
}

/* Prepares everything before the first call. Nothing here loads drivers. */
static void prepare(unsigned number, char *log_file, size_t size)
{
    const char *folder = getenv("TMPDIR");
    snprintf(log_file, size, "%s/clrelay-interrupted-%d", folder ? folder : "/tmp", (int)getpid());
    machine_use(&machines[number % MACHINES], log_file);
    state.a = drivers_open("a");
    state.thread = hooks_thread();
    catch_signal();
}

/* Every line must be complete, and begin as it should. */
static void check_log(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[9000];
    unsigned long lines = 0;
    while (file && fgets(line, sizeof line, file)) {
        CHECK(!strncmp(line, "clrelay: ", 9) && strchr(line, '\n'));
        CHECK(!strstr(line + 1, "clrelay: "));
        lines++;
    }
    CHECK(lines > 10);
    if (file) fclose(file);
}

/* No line of the log may reach standard error, so a file replaces it meanwhile. */
static int standard_error, instead;

static void watch_standard_error(const char *log_file)
{
    char path[5000];
    snprintf(path, sizeof path, "%s-errors", log_file);
    standard_error = dup(STDERR_FILENO);
    instead = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    unlink(path);
    if (standard_error < 0 || dup2(instead, STDERR_FILENO) < 0) TEST_STOP("no standard error");
}

static void check_standard_error(void)
{
    off_t size = lseek(instead, 0, SEEK_END);
    dup2(standard_error, STDERR_FILENO);
    CHECK_INT(size, 0);
}

static void check_afterwards(const struct machine *machine, const char *log_file)
{
    cl_uint count = 0;
    size_t size = 0;
    CHECK_INT(clGetPlatformIDs(0, NULL, &count), CL_SUCCESS);
    CHECK_INT(count, machine->platforms);
    for (size_t i = 0; i < FIRST_CALLS; i++)
        if (!first_calls[i].answers())
            test_report(__FILE__, __LINE__, "%s has no answer", first_calls[i].name);
    CHECK_INT(state.report(0, NULL, &size), CL_SUCCESS);
    if (*machine->log) check_log(log_file);
    unlink(log_file);
    CHECK_INT(state.lost, 0);
    CHECK_INT(state.memory, 0);
    CHECK_INT(state.shrunk, 0);
    CHECK_STR(state.wrong, NULL);
}

static void round_of_steps(unsigned number)
{
    const struct machine *machine = &machines[number % MACHINES];
    char log_file[4000];
    prepare(number, log_file, sizeof log_file);
    watch_standard_error(log_file);
    hooks_before = at_each_step;
    first_calls[number / MACHINES % FIRST_CALLS].answers();
    hooks_before = NULL;
    check_standard_error();
    CHECK(steps > HOOKS_LEAST);
    CHECK(state.answered > 0 &&
          state.answered < state.calls); /* before the first driver, and after it */
    CHECK(state.refused > 0);
    test_checks += steps;
    CHECK(state.seen == machine->platforms);
    check_afterwards(machine, log_file);
}

/* A timer sends signals again and again. */
static void round_of_moments(unsigned number)
{
    static const long distances[] = { 5000, 20000, 100000, 500000 };
    const struct machine *machine = &machines[number % MACHINES];
    struct sigevent event;
    char log_file[4000];
    prepare(number, log_file, sizeof log_file);
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGUSR1;
    if (timer_create(CLOCK_MONOTONIC, &event, &timer)) TEST_STOP("no timer");
    state.calls = number;
    state.distance = distances[number / MACHINES % 4];
    set_timer(state.distance);
    first_calls[number % FIRST_CALLS].answers();
    state.distance = 0;
    timer_delete(timer);
    if (!state.report) handle(0); /* the first call was faster than the first signal */
    check_afterwards(machine, log_file);
}

int main(int count, char **argument)
{
    unsigned rounds = rounds_wanted(count, argument, 50), i;
    for (i = 0; i < MACHINES * FIRST_CALLS; i++) rounds_run(round_of_steps, i);
    for (i = 0; i < rounds; i++) rounds_run(round_of_moments, i);
    return test_end();
}
