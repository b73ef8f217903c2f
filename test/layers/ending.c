/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ending HOW [WHO...]: a program that is linked to libOpenCL uses it, and ends. HOW is return,
 * exit, thread_exit (exit in another thread), driver_exit (exit inside a function of the driver),
 * fork (a child calls exit, then the program returns), _exit or quick_exit. WHO still calls OpenCL
 * meanwhile:
 *
 *   atexit      a handler that was registered before the first call
 *   destructor  the program's destructor
 *   library     the destructor of a library that depends on libOpenCL
 *   thread      a thread that never stops calling
 *   release     the program's destructor, which releases a context
 *   pool        threads that the program's destructor joins; each of their calls must succeed
 *   late        a thread that makes its first call when the program's destructors run, and then
 *               never stops calling
 *   unused      nobody calls before the end
 *
 * Its events: "mark leaving", "late WHO status platforms platform", "late release status".
 */
#include "api/opencl.h"

#include "ending.h"
#include "fake/event.h"
#include "fake/fake.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

static bool destructor, release, pool;
static cl_context context;

/* Lets threads that never rest make calls, long enough for a machine with few processors. */
static void rest(void)
{
    struct timespec time = { 0, (pool ? 4 : 20) * 1000 * 1000 };
    nanosleep(&time, NULL);
}

static void handler(void)
{
    ending_call("atexit");
    rest();
}

/* ---- threads that the destructor joins ---- */

enum { WORKERS = 4 };
static pthread_t workers[WORKERS];
static atomic_bool stop;
static atomic_uint at_work, failed;

static void *work(void *unused)
{
    atomic_fetch_add(&at_work, 1);
    while (!atomic_load(&stop)) {
        cl_platform_id platform;
        char name[100];
        bool good =
            clGetPlatformIDs(1, &platform, NULL) == CL_SUCCESS &&
            clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL) == CL_SUCCESS &&
            clRetainContext(context) == CL_SUCCESS && clReleaseContext(context) == CL_SUCCESS;
        if (!good) atomic_fetch_add(&failed, 1);
    }
    return NULL;
}

static void start_pool(void)
{
    for (int i = 0; i < WORKERS; i++)
        if (pthread_create(&workers[i], NULL, work, NULL)) _exit(2);
    while (atomic_load(&at_work) < WORKERS) sched_yield();
}

static void end_pool(void)
{
    atomic_store(&stop, true);
    for (int i = 0; i < WORKERS; i++) pthread_join(workers[i], NULL);
    if (!atomic_load(&failed)) return;
    fprintf(stderr, "%u rounds of calls failed\n", atomic_load(&failed));
    abort();
}

/* ---- a thread that starts late ---- */

static bool late;
static atomic_bool begin;
static atomic_uint late_rounds;

static void *call_late(void *unused)
{
    while (!atomic_load(&begin)) rest();
    for (;;) {
        cl_platform_id platform;
        char name[100];
        if (clGetPlatformIDs(1, &platform, NULL) == CL_SUCCESS)
            clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL);
        atomic_fetch_add(&late_rounds, 1);
    }
    return NULL;
}

static void await_late(void)
{
    atomic_store(&begin, true);
    while (!atomic_load(&late_rounds)) rest();
}

__attribute__((destructor)) static void destruct(void)
{
    if (late) await_late();
    if (destructor) ending_call("destructor");
    if (release) fake_event("late release %d", (int)clReleaseContext(context));
    rest();
    if (pool) end_pool();
}

/* ---- the end ---- */

static void *exit_here(void *unused)
{
    exit(0);
}

static void exit_in_thread(void)
{
    pthread_t thread;
    if (!pthread_create(&thread, NULL, exit_here, NULL)) pthread_join(thread, NULL);
}

static void exit_now(void)
{
    exit(0);
}

/* The program exits in a function that passes through layers that wrap it. */
static void exit_in_driver(void)
{
    clTerminateContextKHR_fn terminate;
    void *found = clGetExtensionFunctionAddress("clTerminateContextKHR"), *library = NULL;
    const struct fake *driver;
    Dl_info information;
    if (dladdr(context, &information))
        library = dlopen(information.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    driver = library ? dlsym(library, "fake") : NULL;
    if (!driver || !found) _exit(2);
    memcpy(&terminate, &found, sizeof found);
    driver->meanwhile(exit_now);
    terminate(context);
}

static void exit_in_child(void)
{
    pid_t child = fork();
    int status = 0;
    if (!child) exit(0);
    if (child < 0 || waitpid(child, &status, 0) != child || status) _exit(2);
    fake_event("mark child");
}

static void *call_for_ever(void *unused)
{
    for (;;) {
        cl_platform_id platform;
        char name[100];
        if (clGetPlatformIDs(1, &platform, NULL) == CL_SUCCESS)
            clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL);
        clFlush((cl_command_queue)(void *)context);
        clGetExtensionFunctionAddress("clFakeThingNobody");
    }
    return NULL;
}

int main(int count, char **argument)
{
    const char *how = count > 1 ? argument[1] : "return";
    bool thread = false, used = true;
    pthread_t other;
    for (int i = 2; i < count; i++) {
        if (!strcmp(argument[i], "atexit")) atexit(handler);
        if (!strcmp(argument[i], "destructor")) destructor = true;
        if (!strcmp(argument[i], "library")) ending_library = true;
        if (!strcmp(argument[i], "thread")) thread = true;
        if (!strcmp(argument[i], "release")) release = true;
        if (!strcmp(argument[i], "pool")) pool = true;
        if (!strcmp(argument[i], "late")) late = true;
        if (!strcmp(argument[i], "unused")) used = false;
    }
    if (used) {
        ending_call("main");
        context = clCreateContextFromType(NULL, CL_DEVICE_TYPE_ALL, NULL, NULL, NULL);
    }
    if (thread && pthread_create(&other, NULL, call_for_ever, NULL)) return 2;
    if (late && pthread_create(&other, NULL, call_late, NULL)) return 2;
    if (pool) start_pool();
    printf("end\n");
    fflush(stdout);
    rest();
    fake_event("mark leaving");
    if (!strcmp(how, "exit")) exit(0);
    if (!strcmp(how, "thread_exit")) exit_in_thread();
    if (!strcmp(how, "driver_exit")) exit_in_driver();
    if (!strcmp(how, "fork")) exit_in_child();
    if (!strcmp(how, "_exit")) _exit(0);
    if (!strcmp(how, "quick_exit")) quick_exit(0);
    return 0;
}
