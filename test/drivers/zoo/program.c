/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A plain OpenCL program, which knows nothing of the loader: it lists all platforms, and uses each.
 * It prints these lines, with tabs between the fields:
 *
 *   platform NAME DEVICES STATUS DRIVER  for each platform: its number of devices; the status of
 *                                        creating a context; the driver that owns the context
 *   changed WHAT                         some state of the program's own has changed
 *   end                                  the program has reached its end
 *
 * Its first argument may say how it starts:
 *
 *   race    many threads make the first call at once: "thread STATUS COUNT"
 *   fork    it forks while another thread makes the first call: "child exit|signal NUMBER"
 *   signal  a handler calls OpenCL during the program's own first call: "handler STATUS"
 *   beside  there is another thread, which does nothing
 *   joined  there was another thread, which has ended
 *   thread  the first call is in a thread that ends
 *   second  there is a second loader, which the variable ZOO_SECOND names, with "global:" before it
 *           for the global scope or "ns:" for a namespace of its own. "second" and "crossed" are
 *           lines like "platform" for what the second loader lists, used through that loader and
 *           through the program's own
 *   list    it ends after "secure 0|1", which says whether the system treats it as a privileged
 *           program, and the names of all platforms
 *
 * The variable ZOO_REPORT names a file for the loader's report.
 */
#include "api/opencl.h"

#include "../include/clrelay/report.h"
#include "fake/fake.h"
#ifdef _WIN32
#include "windows/own.h"
#else
#include "drivers/zoo/own.h"

#include <dlfcn.h>
#include <sys/auxv.h>
#include <sys/wait.h>
#endif

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST = 4096, THREADS = 64 };

/* ---- how the program uses OpenCL ---- */

/* Where code lies at fixed addresses, a function whose address is taken gets an address in the
 * program, and all libraries then use that address for its name. */
/* clang-format off */
static void (*const volatile taken[])(void) = {
#define TAKEN(name) (void (*)(void))name
    TAKEN(clGetPlatformInfo), TAKEN(clGetDeviceIDs),           TAKEN(clCreateContext),
    TAKEN(clGetContextInfo),  TAKEN(clCreateProgramWithIL),    TAKEN(clReleaseContext),
    TAKEN(clFlush),           TAKEN(clUnloadPlatformCompiler),
};
/* clang-format on */

/* The functions that the program uses, and the loader that they come from. */
struct loader {
    __typeof__(clGetPlatformIDs) *list;
    __typeof__(clGetPlatformInfo) *platform_info;
    __typeof__(clGetDeviceIDs) *devices;
    __typeof__(clCreateContext) *create;
    __typeof__(clGetContextInfo) *context_info;
    __typeof__(clCreateProgramWithIL) *program;
    __typeof__(clReleaseContext) *release;
    __typeof__(clUnloadPlatformCompiler) *unload;
};
static const struct loader own_loader = {
    clGetPlatformIDs, clGetPlatformInfo,     clGetDeviceIDs,   clCreateContext,
    clGetContextInfo, clCreateProgramWithIL, clReleaseContext, clUnloadPlatformCompiler,
};

static void use(const struct loader *cl, cl_platform_id platform, const char *word)
{
    char name[20000] = "", driver[200] = "";
    cl_device_id device = NULL;
    cl_uint devices = 0;
    cl_int status = cl->platform_info(platform, CL_PLATFORM_NAME, sizeof name, name, NULL);
    cl_context context = NULL;
    if (status != CL_SUCCESS) snprintf(name, sizeof name, "(%d)", (int)status);
    if (cl->devices(platform, CL_DEVICE_TYPE_ALL, 1, &device, &devices) != CL_SUCCESS) devices = 0;
    if (devices > 0) context = cl->create(NULL, 1, &device, NULL, NULL, &status);
    if (context) {
        cl->context_info(context, FAKE_INFO_DRIVER, sizeof driver, driver, NULL);
        cl->program(context, "il", 2, NULL);
        cl->release(context);
    }
    cl->unload(platform);
    printf("%s\t%s\t%u\t%d\t%s\n", word, name, (unsigned)devices, (int)status, driver);
    fflush(stdout); /* the next call may end the program */
}

/* Fills in the platforms that a loader lists and returns their number. */
static cl_platform_id list[MOST];
static cl_uint get_list(const struct loader *cl)
{
    cl_uint count = 0;
    if (cl->list(MOST, list, &count) != CL_SUCCESS) return 0;
    return count < MOST ? count : MOST;
}

static void use_all(void)
{
    cl_uint count;
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++)
        if (!taken[i]) exit(2);
    count = get_list(&own_loader);
    for (cl_uint i = 0; i < count; i++) use(&own_loader, list[i], "platform");
    /* These use the default platform, and a function that no driver may have. */
    clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 0, NULL, &count);
    clGetExtensionFunctionAddress("clNobodyHasThis");
}

static void write_report(const char *path)
{
    void *address = clGetExtensionFunctionAddress("clGetLoaderReportCLRELAY");
    clGetLoaderReportCLRELAY_fn report;
    size_t size = 0;
    char *text = NULL;
    FILE *file;
    if (!address) return;
    memcpy(&report, &address, sizeof report);
    file = fopen(path, "w");
    if (!file || report(0, NULL, &size) || !(text = malloc(size)) || report(size, text, NULL) ||
        fwrite(text, 1, size - 1, file) != size - 1 || fclose(file))
        exit(2);
    free(text);
}

/* ---- other ways to start ---- */

static pthread_barrier_t start;

struct answer {
    cl_int status;
    cl_uint count;
};

static void *first_call(void *data)
{
    struct answer *answer = data;
    pthread_barrier_wait(&start);
    answer->status = clGetPlatformIDs(0, NULL, &answer->count);
    return NULL;
}

static void race(void)
{
    static pthread_t threads[THREADS];
    static struct answer answers[THREADS];
    pthread_barrier_init(&start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, first_call, &answers[i])) exit(2);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++)
        printf("thread\t%d\t%u\n", (int)answers[i].status, (unsigned)answers[i].count);
}

#ifndef _WIN32

/* A child that has no answer after two seconds never gets one. */
static void fork_meanwhile(void)
{
    pthread_t thread;
    struct answer answer = { 0, 0 };
    int status = 0;
    pid_t child;
    pthread_barrier_init(&start, NULL, 2);
    if (pthread_create(&thread, NULL, first_call, &answer)) exit(2);
    pthread_barrier_wait(&start);
    usleep(100000);
    fflush(stdout);
    child = fork();
    if (child == 0) {
        cl_uint count = 0;
        signal(SIGALRM, SIG_DFL);
        alarm(2);
        clGetPlatformIDs(0, NULL, &count);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) exit(2);
    if (WIFSIGNALED(status)) printf("child\tsignal\t%d\n", WTERMSIG(status));
    else printf("child\texit\t%d\n", WEXITSTATUS(status));
    pthread_join(thread, NULL);
}

static volatile sig_atomic_t handled = 1; /* 1: no answer */

static void handler(int number)
{
    cl_uint count = 0;
    handled = clGetPlatformIDs(0, NULL, &count);
}

/* The driver is slow, so the signal arrives while the loader asks for its platforms. */
static void signal_meanwhile(void)
{
    struct answer answer = { 0, 0 };
    signal(SIGALRM, handler);
    ualarm(100000, 0);
    clGetPlatformIDs(0, NULL, &answer.count);
    printf("handler\t%d\n", (int)handled);
}

static void find(void *handle, const char *name, void *function)
{
    void *found = dlsym(handle, name);
    if (!found) exit(2);
    memcpy(function, &found, sizeof found);
}

static void *open_loader(const char *path)
{
#ifdef LM_ID_NEWLM
    if (strncmp(path, "ns:", 3) == 0) return dlmopen(LM_ID_NEWLM, path + 3, RTLD_NOW);
#endif
    if (strncmp(path, "global:", 7) == 0) return dlopen(path + 7, RTLD_NOW | RTLD_GLOBAL);
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

static void open_second(void)
{
    const char *path = getenv("ZOO_SECOND");
    void *handle = path ? open_loader(path) : NULL;
    struct loader second;
    cl_uint count;
    if (!handle) exit(2);
    find(handle, "clGetPlatformIDs", &second.list);
    find(handle, "clGetPlatformInfo", &second.platform_info);
    find(handle, "clGetDeviceIDs", &second.devices);
    find(handle, "clCreateContext", &second.create);
    find(handle, "clGetContextInfo", &second.context_info);
    find(handle, "clCreateProgramWithIL", &second.program);
    find(handle, "clReleaseContext", &second.release);
    find(handle, "clUnloadPlatformCompiler", &second.unload);
    count = get_list(&second);
    for (cl_uint i = 0; i < count; i++) use(&second, list[i], "second");
    for (cl_uint i = 0; i < count; i++) use(&own_loader, list[i], "crossed");
}

/* Gives anything that was left behind in the process a chance to run: a signal handler, threads. */
static void let_others_go_on(void)
{
    struct sigaction now;
    struct stat threads;
    if (sigaction(SIGUSR1, NULL, &now) == 0 && now.sa_handler != SIG_DFL) raise(SIGUSR1);
    if (stat("/proc/self/task", &threads) == 0 && threads.st_nlink > 3) usleep(20000);
}

static void only_list(void)
{
    static char name[20000];
    cl_uint count = get_list(&own_loader);
    printf("secure\t%d\n", getauxval(AT_SECURE) != 0);
    for (cl_uint i = 0; i < count; i++)
        if (clGetPlatformInfo(list[i], CL_PLATFORM_NAME, sizeof name, name, NULL) == CL_SUCCESS)
            printf("listed\t%s\n", name);
    printf("end\n");
    exit(0);
}

#else
#define let_others_go_on() ((void)0)
#endif

static void *do_nothing(void *nothing)
{
    for (;;) sleep(1000);
    return nothing;
}

static void begin_beside(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, do_nothing, NULL)) exit(2);
    pthread_detach(thread);
}

static void *end_at_once(void *nothing)
{
    return nothing;
}

/* The process has one thread again. */
static void begin_joined(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, end_at_once, NULL)) exit(2);
    pthread_join(thread, NULL);
}

static void *list_all(void *nothing)
{
    get_list(&own_loader);
    return nothing;
}

/* Whatever others keep for that thread ends with it. */
static void begin_in_thread(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, list_all, NULL)) exit(2);
    pthread_join(thread, NULL);
}

static const struct {
    const char *name;
    void (*begin)(void);
    /* clang-format off */
} ways[] = {
    { "race", race },
    { "beside", begin_beside },
    { "joined", begin_joined },
    { "thread", begin_in_thread },
#ifndef _WIN32
    { "fork", fork_meanwhile },
    { "signal", signal_meanwhile },
    { "second", open_second },
    { "list", only_list },
#endif
};
/* clang-format on */

int main(int count, char **argument)
{
    const char *variable = getenv("ZOO_REPORT");
    char *report = variable ? strdup(variable) : NULL; /* a driver may change the environment */
    size_t way = 0;
    note();
    if (count > 1) {
        while (way < sizeof ways / sizeof ways[0] && strcmp(argument[1], ways[way].name) != 0)
            way++;
        if (way == sizeof ways / sizeof ways[0]) return 2;
        ways[way].begin();
    }
    use_all();
    compare();
    let_others_go_on();
    if (report) write_report(report);
    free(report);
    printf("end\n");
    return 0;
}
