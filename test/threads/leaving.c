/* SPDX-License-Identifier: Apache-2.0 */
/*
 * leaving [ROUNDS]: the program ends, in every possible way, while 16 threads call OpenCL. It never
 * crashes, and its end waits for nobody. No call fails, except that calls at the very end may fail
 * with a layer. There are ROUNDS rounds for each way, with threads whose calls are passed on, and
 * with threads that make the first call.
 */
#include "first_calls.h"
#include "rounds.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

enum { THREADS = 16, MOST = 16 };

static atomic_bool stop; /* only for a program that runs until its last thread ends */
static atomic_uint calling;
static atomic_bool may_fail;

static void rest(long microseconds)
{
    struct timespec time = { 0, microseconds * 1000 };
    nanosleep(&time, NULL);
}

static bool calls_answer(unsigned i)
{
    cl_platform_id list[MOST];
    cl_uint count = 0;
    char name[100];
    return first_calls[i % FIRST_CALLS].answers() &&
           clGetPlatformIDs(MOST, list, &count) == CL_SUCCESS && count > 0 &&
           !clGetPlatformInfo(list[i % count], CL_PLATFORM_NAME, sizeof name, name, NULL);
}

static void *call(void *number)
{
    for (unsigned i = *(unsigned *)number; !atomic_load(&stop); i++) {
        if (!calls_answer(i) && !atomic_load(&may_fail)) abort();
        atomic_fetch_add(&calling, 1);
    }
    return NULL;
}

static void *exit_here(void *unused)
{
    exit(0);
}

static void exit_in_handler(int number)
{
    exit(0);
}

/* ---- the ways to end ---- */

static void by_return(void)
{
}
static void by_exit(void)
{
    exit(0);
}
static void by__exit(void)
{
    _exit(0);
}
static void by_quick_exit(void)
{
    quick_exit(0);
}
static void by_handler(void)
{
    signal(SIGUSR1, exit_in_handler);
    raise(SIGUSR1);
}
static void by_other_thread(void)
{
    pthread_t thread;
    if (!pthread_create(&thread, NULL, exit_here, NULL)) pthread_join(thread, NULL);
}
#if !defined(__SANITIZE_THREAD__) && !defined(CANNOT_LEAVE_MAIN)
static void by_pthread_exit(void)
{
    atomic_store(&stop, true);
    pthread_exit(NULL);
}
#endif

static const struct way {
    const char *name;
    void (*leave)(void);
    /* clang-format off */
} ways[] = {
    { "return from main", by_return }, { "exit", by_exit },
    { "_exit", by__exit },             { "quick_exit", by_quick_exit },
    { "exit in a handler", by_handler }, { "exit in another thread", by_other_thread },
#if !defined(__SANITIZE_THREAD__) && !defined(CANNOT_LEAVE_MAIN) /* ThreadSanitizer has a thread of
                                                                  * its own that never ends */
    { "pthread_exit of main", by_pthread_exit },
#endif
};
/* clang-format on */
enum { WAYS = sizeof ways / sizeof ways[0] };

/* ---- rounds ---- */

static void start(unsigned round, bool loaded)
{
    static unsigned numbers[THREADS];
    machine_use(&machines[round % MACHINES], "/dev/null");
    if (loaded) clGetPlatformIDs(0, NULL, &(cl_uint){ 0 });
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_t thread;
        numbers[i] = round + i;
        if (pthread_create(&thread, NULL, call, &numbers[i])) _exit(2);
        pthread_detach(thread);
    }
    while (loaded && atomic_load(&calling) < THREADS) rest(100);
    if (!loaded) rest((long)(round % 23) * 100);
}

/* Tells whether this is the child, which ends in its own way. */
static bool begin_round(const struct way *way, bool loaded, unsigned round)
{
    int status = 0;
    pid_t child = fork();
    if (!child) {
        alarm(ROUNDS_LIMIT);
        start(round, loaded);
        atomic_store(&may_fail, machines[round % MACHINES].layer);
        way->leave();
        return true;
    }
    test_checks++;
    if (child < 0 || waitpid(child, &status, 0) != child) TEST_STOP("fork or waitpid failed");
    if (status)
        test_report(__FILE__, __LINE__, "%s, %s, round %u: %s", way->name,
                    loaded ? "handing on" : "the first call", round, rounds_outcome(status));
    return false;
}

/* While a program ends, glibc may run the constructors of a library again, if a library that is
 * being loaded needs it. AddressSanitizer's runtime does not survive this. */
#ifdef __SANITIZE_ADDRESS__
enum { FIRST_CALLS_ARE_SAFE = 0 };
#else
enum { FIRST_CALLS_ARE_SAFE = 1 };
#endif

int main(int count, char **argument)
{
    unsigned rounds = rounds_wanted(count, argument, 12);
    for (unsigned i = 0; i < WAYS * rounds * 2; i++)
        if ((i / WAYS % 2 || FIRST_CALLS_ARE_SAFE) &&
            begin_round(&ways[i % WAYS], i / WAYS % 2, i / WAYS / 2))
            return 0;
    return test_end();
}
