/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The cost of a call through a libOpenCL, compared with the same call of the driver's own function.
 * A run has one library, or several, each in its own link namespace.
 *
 *   calls count LIBRARY DRIVER
 *       laps of calls for callgrind to count: for each function of bench.h, through the library
 *       1000 and 2000 times, then as often directly. Each lap is one call of bench_lap().
 *   calls time ROUNDS CALLS THREADS DRIVER LIBRARY...
 *       for each round, library and function a line "time LIBRARY-NUMBER ARGUMENTS through direct",
 *       in nanoseconds per call. A line "alone LIBRARY-NUMBER reason" for a library that needs a
 *       process of its own, if it is not the only one.
 *
 * DRIVER is the file of a driver (driver.c) that the library also finds through the environment.
 */
#include "bench.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifdef __clang__
#define NEVER_INLINED __attribute__((noinline))
#else
#define NEVER_INLINED __attribute__((noinline, noclone))
#endif

static size_t somewhere = 1;

/* ---- loops, one for each function ---- */

typedef void (*loop_function)(const struct dispatch *api, void *object, long count);

#define LOOP(arguments, name, list)                                                                \
    NEVER_INLINED static void loop_##name(const struct dispatch *api, void *object, long count)    \
    {                                                                                              \
        for (long i = 0; i < count; i++) api->name list;                                           \
    }
BENCH_CALLS(LOOP)

static const struct {
    int arguments;
    const char *name;
    size_t slot;
    loop_function loop;
} rows[] = {
#define ROW(arguments, name, list) { arguments, #name, SLOT_OF(name), loop_##name },
    BENCH_CALLS(ROW)
};
#define ROW_COUNT (sizeof rows / sizeof rows[0])

/* ---- libraries ---- */

struct side {
    int number;
    struct dispatch through;           /* the measured exported functions */
    const struct bench_driver *driver; /* as it is loaded in the library's namespace */
};

static int stop(const char *about, const char *reason)
{
    fprintf(stderr, "calls: %s: %s\n", about, reason ? reason : "failed");
    exit(2);
}

/* Opens a library, lets it load its drivers, and finds the driver. Returns NULL, or the reason for
 * a failure. */
static const char *open_side(struct side *side, const char *library, const char *driver,
                             bool own_namespace)
{
    clGetPlatformIDs_slot list;
    Lmid_t space = LM_ID_BASE;
    cl_uint count = 0;
    void *address;
    void *loader = own_namespace ? dlmopen(LM_ID_NEWLM, library, RTLD_NOW | RTLD_LOCAL)
                                 : dlopen(library, RTLD_NOW | RTLD_GLOBAL);
    void *own;
    if (!loader) return dlerror();
    address = dlsym(loader, "clGetPlatformIDs");
    if (!address) return "it has no clGetPlatformIDs";
    memcpy(&list, &address, sizeof list);
    if (list(0, NULL, &count) != CL_SUCCESS || count == 0) return "it finds no platform";
    if (dlinfo(loader, RTLD_DI_LMID, &space)) return dlerror();
    own = own_namespace ? dlmopen(space, driver, RTLD_NOW) : dlopen(driver, RTLD_NOW);
    if (!own) return dlerror();
    address = dlsym(own, "bench_driver");
    if (!address) return "no driver for this";
    side->driver = address;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        function found;
        address = dlsym(loader, rows[i].name);
        if (!address) return "it lacks a function";
        memcpy(&found, &address, sizeof found);
        dispatch_set_slot(&side->through, rows[i].slot, found);
    }
    return NULL;
}

/* ---- counting ---- */

/* callgrind writes a part of its output when this function ends. */
NEVER_INLINED void bench_lap(loop_function loop, const struct dispatch *api, void *object,
                             long count);
NEVER_INLINED void bench_lap(loop_function loop, const struct dispatch *api, void *object,
                             long count)
{
    loop(api, object, count);
}

static int count_calls(const char *library, const char *driver)
{
    struct side side = { .number = 0 };
    const char *reason = open_side(&side, library, driver, false);
    if (reason) return stop(library, reason);
    for (size_t i = 0; i < ROW_COUNT; i++) {
        void *object = side.driver->object;
        bench_lap(rows[i].loop, &side.through, object, 1000);
        bench_lap(rows[i].loop, &side.through, object, 2000);
        bench_lap(rows[i].loop, side.driver->functions, object, 1000);
        bench_lap(rows[i].loop, side.driver->functions, object, 2000);
    }
    puts("end");
    return 0;
}

/* ---- timing ---- */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

struct work {
    loop_function loop;
    const struct dispatch *api;
    void *object;
    long calls;
    pthread_barrier_t *start;
    double nanoseconds; /* the result for one call */
};

static void *run_work(void *argument)
{
    struct work *work = argument;
    double begin;
    pthread_barrier_wait(work->start);
    begin = now();
    work->loop(work->api, work->object, work->calls);
    work->nanoseconds = (now() - begin) / (double)work->calls;
    return NULL;
}

/* Returns the nanoseconds for each call: the mean over all threads, which do the same. */
static double time_calls(loop_function loop, const struct dispatch *api, void *object, long calls,
                         unsigned threads)
{
    enum { MOST = 64 };
    pthread_t thread[MOST];
    struct work work[MOST];
    pthread_barrier_t start;
    double sum = 0;
    if (threads > MOST) threads = MOST;
    pthread_barrier_init(&start, NULL, threads);
    for (unsigned i = 0; i < threads; i++) {
        work[i] = (struct work){ loop, api, object, calls, &start, 0 };
        /* The first thread is this one. */
        if (i > 0 && pthread_create(&thread[i], NULL, run_work, &work[i]))
            stop("pthread_create", NULL);
    }
    run_work(&work[0]);
    for (unsigned i = 1; i < threads; i++) pthread_join(thread[i], NULL);
    for (unsigned i = 0; i < threads; i++) sum += work[i].nanoseconds;
    pthread_barrier_destroy(&start);
    return sum / threads;
}

/* Libraries take turns within a round, and so do the two ways within a library. So other activity
 * on the machine affects all of them alike. */
static int time_libraries(long rounds, long calls, unsigned threads, const char *driver, int count,
                          char **libraries)
{
    struct side *sides = calloc((size_t)count, sizeof *sides);
    int opened = 0;
    if (!sides) return stop("memory", NULL);
    for (int i = 0; i < count; i++) {
        const char *reason;
        sides[opened].number = i;
        reason = open_side(&sides[opened], libraries[i], driver, count > 1);
        if (!reason) opened++;
        else if (count > 1) printf("alone %d %s\n", i, reason);
        else return stop(libraries[i], reason);
    }
    for (long round = -1; round < rounds; round++) {
        for (size_t row = 0; row < ROW_COUNT; row++) {
            for (int turn = 0; turn < opened; turn++) {
                const struct side *side = &sides[(turn + round + 1) % opened];
                void *object = side->driver->object;
                double direct =
                    time_calls(rows[row].loop, side->driver->functions, object, calls, threads);
                double through = time_calls(rows[row].loop, &side->through, object, calls, threads);
                if (round < 0) continue; /* the first round warms up */
                printf("time %d %d %.4f %.4f\n", side->number, rows[row].arguments, through,
                       direct);
            }
        }
    }
    free(sides);
    puts("end");
    return 0;
}

int main(int count, char **argument)
{
    if (count == 4 && !strcmp(argument[1], "count")) return count_calls(argument[2], argument[3]);
    if (count >= 7 && !strcmp(argument[1], "time"))
        return time_libraries(atol(argument[2]), atol(argument[3]), (unsigned)atoi(argument[4]),
                              argument[5], count - 6, argument + 6);
    fprintf(stderr, "usage: calls count LIBRARY DRIVER\n"
                    "       calls time ROUNDS CALLS THREADS DRIVER LIBRARY...\n");
    return 2;
}
