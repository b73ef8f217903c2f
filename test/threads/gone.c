/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gone: the thread that makes the first call, the main thread or another, ends in the middle of it,
 * as a driver or a signal handler may cause. Threads that wait for it, and those that call later,
 * get an answer from what was loaded so far, or an error.
 *
 * The main thread also ends before another thread makes the first call. That call gets the normal
 * result, although the system no longer knows the process under its number in the same way.
 */
#include "drivers.h"
#include "first_calls.h"
#include "hooks.h"
#include "rounds.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { WAITING = 8 };

static atomic_int loading_thread, waiting;
static const char *last_step;

static void *wait_for_it(void *index)
{
    atomic_fetch_add(&waiting, 1);
    first_calls[*(unsigned *)index % FIRST_CALLS].answers(); /* any answer is right */
    return NULL;
}

/* When all others wait, or are about to, this ends the thread. */
static void at_each_step(const char *name)
{
    struct timespec time = { 0, 20 * 1000 * 1000 };
    static atomic_int seen;
    if (hooks_thread() != atomic_load(&loading_thread)) return;
    if (strcmp(name, last_step) || atomic_exchange(&seen, 1)) return;
    hooks_before = NULL;
    atomic_fetch_add(&waiting, 1);
    while (atomic_load(&waiting) <= WAITING) nanosleep(&time, NULL);
    nanosleep(&time, NULL);
    pthread_exit(NULL);
}

static void *load(void *unused)
{
    atomic_store(&loading_thread, hooks_thread());
    hooks_before = at_each_step;
    clGetPlatformIDs(0, NULL, NULL);
    return NULL;
}

/* The step at which the thread ends, whether it is the main thread, and whether platforms exist
 * afterwards. */
static const struct {
    const char *step;
    bool is_main, platforms;
} rows[] = {
    { "pthread_setcancelstate", false, false }, /* the first step */
    { "mprotect", false, true },                /* with all drivers loaded */
    { "pthread_setcancelstate", true, false },
    { "mprotect", true, true },
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* Waits until the main thread has ended. (The sanitizers' own pthread_join() does not know it.) */
static void await_main(void)
{
    const struct timespec moment = { 0, 1000 * 1000 };
    char path[100], line[1000] = "";
    const char *state = NULL;
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", (int)getpid());
    while (!state || strncmp(state, ") Z", 3) != 0) {
        FILE *file = fopen(path, "r");
        if (!file || !fgets(line, sizeof line, file)) TEST_STOP("%s cannot be read", path);
        fclose(file);
        state = strrchr(line, ')');
        nanosleep(&moment, NULL);
    }
}

static int next_file(void)
{
    int file = dup(STDOUT_FILENO);
    close(file);
    return file;
}

static pthread_t loader;

static void *call_meanwhile(void *row)
{
    const unsigned number = *(unsigned *)row;
    pthread_t others[WAITING];
    unsigned indexes[WAITING];
    int next;
    while (!atomic_load(&waiting)) {
    }
    for (unsigned i = 0; i < WAITING; i++) {
        indexes[i] = i;
        if (pthread_create(&others[i], NULL, wait_for_it, &indexes[i])) TEST_STOP("no thread");
    }
    if (rows[number].is_main) await_main();
    else pthread_join(loader, NULL);
    for (unsigned i = 0; i < WAITING; i++) pthread_join(others[i], NULL);
    test_about = last_step;
    next = next_file();
    for (size_t i = 0; i < FIRST_CALLS; i++)
        if (strcmp(first_calls[i].name, "clGetExtensionFunctionAddressForPlatform"))
            CHECK_INT(first_calls[i].answers(), rows[number].platforms);
    CHECK_INT(next_file(), next);
    CHECK_INT(clFlush(drivers_open("b")->object(0)), CL_SUCCESS);
    exit(test_failures ? 1 : 0); /* the program ends normally */
    return row;
}

static void round_of(unsigned number)
{
    pthread_t other;
    machine_use(&machines[0], "/dev/null");
    last_step = rows[number].step;
    if (rows[number].is_main) {
        if (pthread_create(&other, NULL, call_meanwhile, &number)) TEST_STOP("no thread");
        load(NULL);
    } else {
        if (pthread_create(&loader, NULL, load, NULL)) TEST_STOP("no thread");
        call_meanwhile(&number);
    }
}

/* ---- without the main thread ---- */

static void *call_alone(void *unused)
{
    cl_uint count = 0;
    await_main();
    test_about = "without the main thread";
    CHECK_INT(clGetPlatformIDs(0, NULL, &count), CL_SUCCESS);
    CHECK(count > 0);
    _exit(test_failures ? 1 : 0);
    return unused;
}

/* The system must copy the driver's table. */
static void round_without_main(unsigned number)
{
    pthread_t other;
    machine_use(&machines[0], "/dev/null");
    setenv("OCL_ICD_FILENAMES", LEGACY_DRIVER, 1);
    if (pthread_create(&other, NULL, call_alone, NULL)) TEST_STOP("no thread");
    pthread_exit(NULL);
}

int main(void)
{
#ifdef CANNOT_LEAVE_MAIN
    const bool leaves_main = false;
    printf("skipped: the main thread ends: musl 1.2.3 keeps a lock then, in a child of fork()\n");
#else
    const bool leaves_main = true;
#endif
    if (leaves_main) rounds_run(round_without_main, ROWS);
    for (unsigned i = 0; i < ROWS; i++)
        if (leaves_main || !rows[i].is_main) rounds_run(round_of, i);
    return test_end();
}
