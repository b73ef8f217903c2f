/* SPDX-License-Identifier: Apache-2.0 */
/*
 * forks: a thread makes the first call, and at each of the loader's steps another thread creates a
 * child, with fork, vfork, the raw system calls, and posix_spawn. The child calls OpenCL. It gets
 * an answer from what was loaded so far, or an error, and does not hang, even if a thread that it
 * lacks held a lock of the C library. The parent continues.
 *
 * forks child: the program to spawn.
 */
#include "drivers.h"
#include "first_calls.h"
#include "hooks.h"
#include "rounds.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <sys/syscall.h>

extern char **environ;

enum { CHILD_LIMIT = 20 * TEST_PATIENCE }; /* seconds after which a child counts as hung */
enum { LOST = 80, ALLOCATED = 81 };        /* exit codes of children */

static int loading_thread;
static atomic_bool ended;
static sem_t go, done;
static unsigned long steps, children[8], with_nothing, with_all;
static unsigned platforms;

/* ---- the child ---- */

/* A child of vfork shares its parent's memory, so this function writes nothing. */
static int call_all(void)
{
    cl_uint count = 0;
    clGetPlatformIDs(0, NULL, &count);
    for (size_t i = 0; i < FIRST_CALLS; i++)
        if (!first_calls[i].answers() && count > 0) return LOST;
    return (int)count;
}

/* Runs as the only thread of a process whose locks may be held forever. */
static _Noreturn void be_child(void)
{
    alarm(CHILD_LIMIT);
    _exit(call_all());
}

/* ---- creating a child ---- */

static pid_t by_fork(void)
{
    pid_t child = fork();
    if (!child) be_child();
    return child;
}

static pid_t by_vfork(void)
{
    pid_t child = vfork();
    if (!child) be_child();
    return child;
}

static pid_t by_clone(void)
{
#ifdef __s390__ /* there the stack comes before the flags */
    pid_t child = (pid_t)syscall(SYS_clone, 0L, (long)SIGCHLD, 0L, 0L, 0L);
#else
    pid_t child = (pid_t)syscall(SYS_clone, (long)SIGCHLD, 0L, 0L, 0L, 0L);
#endif
    if (!child) be_child();
    return child;
}

static pid_t by_fork_call(void)
{
#ifdef SYS_fork
    pid_t child = (pid_t)syscall(SYS_fork);
    if (!child) be_child();
    return child;
#else
    return by_clone();
#endif
}

#ifndef CANNOT_SPAWN_ITSELF
static pid_t by_spawn(void)
{
    static char name[] = "forks", what[] = "child";
    char *argument[] = { name, what, NULL };
    pid_t child;
    return posix_spawn(&child, "/proc/self/exe", NULL, NULL, argument, environ) ? -1 : child;
}
#endif

static const struct way {
    const char *name;
    pid_t (*make)(void);
    /* Only every so many steps: this way takes longer, and so does everything under an emulator. */
    unsigned every;
    bool starts_anew;
    /* clang-format off */
} ways[] = {
    { "fork", by_fork, 1, false },           { "vfork", by_vfork, 1, false },
    { "clone", by_clone, 1, false },         { "the system call fork", by_fork_call, 1, false },
#ifndef CANNOT_SPAWN_ITSELF
    { "posix_spawn", by_spawn, 32, true },
#endif
};
/* clang-format on */
enum { WAYS = sizeof ways / sizeof ways[0] };

static void make(const struct way *way)
{
    const char *outcome;
    int status = 0;
    pid_t child = way->make();
    test_about = way->name;
    test_checks++;
    if (child < 0 || waitpid(child, &status, 0) != child) TEST_STOP("%d", errno);
    children[way - ways]++;
    if (WIFEXITED(status) && WEXITSTATUS(status) <= (int)platforms) {
        if (way->starts_anew) CHECK_INT(WEXITSTATUS(status), platforms);
        with_nothing += WEXITSTATUS(status) == 0;
        with_all += WEXITSTATUS(status) == (int)platforms;
        return;
    }
    outcome = rounds_outcome(status);
    if (!strcmp(outcome, "hung")) TEST_STOP("after %lu steps: hung", steps);
    test_report(__FILE__, __LINE__, "after %lu steps: %s", steps, outcome);
}

static void *make_children(void *unused)
{
    for (;;) {
        while (sem_wait(&go)) {
        }
        if (atomic_load(&ended)) return NULL;
        for (size_t i = 0; i < WAYS; i++)
            if (steps % (ways[i].every * TEST_PATIENCE) == 0) make(&ways[i]);
        sem_post(&done);
    }
}

static void at_each_step(const char *name)
{
    int thread = hooks_thread();
    if (thread != loading_thread) {
        /* This applies to the child, not to a thread of the loader or the one that creates
         * children. */
        if (thread == getpid() && hooks_is_memory(name)) _exit(ALLOCATED);
        return;
    }
    /* Before loading begins, the child's call would be the first one and load the drivers. */
    if (!steps && strcmp(name, "pthread_setcancelstate")) return;
    steps++;
    sem_post(&go);
    while (sem_wait(&done)) {
    }
}

static void *load(void *number)
{
    loading_thread = hooks_thread();
    hooks_before = at_each_step;
    first_calls[*(unsigned *)number % FIRST_CALLS].answers();
    hooks_before = NULL;
    return NULL;
}

static void round_of(unsigned number)
{
    const struct machine *machine = &machines[number % MACHINES];
    pthread_t loader, maker;
    cl_uint count = 0;
    machine_use(machine, "/dev/null");
    platforms = machine->platforms;
    if (sem_init(&go, 0, 0) || sem_init(&done, 0, 0)) TEST_STOP("no semaphore");
    if (pthread_create(&maker, NULL, make_children, NULL)) TEST_STOP("no thread");
    if (pthread_create(&loader, NULL, load, &number)) TEST_STOP("no thread");
    pthread_join(loader, NULL);
    atomic_store(&ended, true);
    sem_post(&go);
    pthread_join(maker, NULL);
    test_about = machine->name;
    CHECK(steps > HOOKS_LEAST);
    for (size_t i = 0; i < WAYS; i++) CHECK(children[i] > 0);
    CHECK(with_nothing > 0 && with_all > 0);
    CHECK_INT(clGetPlatformIDs(0, NULL, &count), CL_SUCCESS);
    CHECK_INT(count, platforms);
    for (size_t i = 0; i < FIRST_CALLS; i++) CHECK(first_calls[i].answers());
    for (size_t i = 0; i < MACHINE_DRIVERS; i++)
        CHECK_INT(drivers_open(machine_drivers[i])->listed(), 1);
}

int main(int count, char **argument)
{
    unsigned i;
    if (count > 1 && !strcmp(argument[1], "child")) be_child();
#ifdef CANNOT_SPAWN_ITSELF
    printf("skipped: posix_spawn: an emulator's program cannot start itself again\n");
#endif
    for (i = 0; i < MACHINES; i++) rounds_run(round_of, i);
    return test_end();
}
