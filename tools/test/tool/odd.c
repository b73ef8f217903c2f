/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program with unusual calls, for the tests of clrelay trace. It prints what it sees, which is
 * the same with and without the layer. Its first argument says what it does.
 *
 *   queues        creates queues with and without profiling, changes them, and makes all queries
 *   waiting N     N commands wait for an event while others run, until the event is set
 *   unawaited N   ends suddenly after N commands, without waiting for them
 *   descriptors   closes all files, opens its own, and makes calls until several chunks are full
 *   sources N     creates N different programs
 *   strings N     creates two programs, each from N strings, of which the last differs, and NULL
 *   reload        loads and unloads the library, and forks
 *   short N       N threads make one call each, one after the other
 *   threads       16 threads use queues and events, some of them shared
 *   late          a destructor makes calls
 */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 16, FILES = 60, ROUNDS = 300 };

/* Calls a function by its name, so that `reload` can unload the library. */
#define F(name) ((__typeof__(&(name)))(uintptr_t)function_of(#name))

static void *library;

static void *function_of(const char *name)
{
    void *found;
    if (!library) library = dlopen("libOpenCL.so.1", RTLD_NOW);
    found = library ? dlsym(library, name) : NULL;
    if (!found) exit(90);
    return found;
}

static cl_platform_id platform;
static cl_device_id device;
static cl_context context;

static void find_platform(void)
{
    if (F(clGetPlatformIDs)(1, &platform, NULL)) exit(91);
}

static void start(void)
{
    find_platform();
    if (F(clGetDeviceIDs)(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)) exit(92);
    context = F(clCreateContext)(NULL, 1, &device, NULL, NULL, NULL);
    if (!context) exit(93);
}

/* ---- queues ---- */

static cl_event run(cl_command_queue queue, cl_event waits_for)
{
    cl_event event = NULL;
    if (F(clEnqueueMarkerWithWaitList)(queue, waits_for != NULL, waits_for ? &waits_for : NULL,
                                       &event))
        exit(94);
    return event;
}

static void tell_event(cl_event event)
{
    cl_ulong time = 0;
    cl_uint references = 0;
    cl_int status =
        F(clGetEventProfilingInfo)(event, CL_PROFILING_COMMAND_START, sizeof time, &time, NULL);
    F(clGetEventInfo)(event, CL_EVENT_REFERENCE_COUNT, sizeof references, &references, NULL);
    printf("  event: %u references; times: %d, %lu\n", references, status, (unsigned long)time);
}

static void tell_queue(const char *what, cl_command_queue queue)
{
    cl_queue_properties list[64] = { 0 };
    cl_command_queue_properties bits = 0;
    cl_uint references = 0;
    size_t size = 0;
    cl_event event = run(queue, NULL);
    cl_int status, less;
    F(clGetCommandQueueInfo)(queue, CL_QUEUE_PROPERTIES_ARRAY, 0, NULL, &size);
    status = F(clGetCommandQueueInfo)(queue, CL_QUEUE_PROPERTIES_ARRAY, size, list, NULL);
    less =
        size ? F(clGetCommandQueueInfo)(queue, CL_QUEUE_PROPERTIES_ARRAY, size - 1, list, NULL) : 0;
    F(clGetCommandQueueInfo)(queue, CL_QUEUE_PROPERTIES, 0, NULL, NULL);
    F(clGetCommandQueueInfo)(queue, CL_QUEUE_PROPERTIES, sizeof bits, &bits, NULL);
    F(clEnqueueMarkerWithWaitList)(queue, 0, NULL, NULL);
    F(clGetCommandQueueInfo)(queue, CL_QUEUE_REFERENCE_COUNT, sizeof references, &references, NULL);
    printf("%s: properties %lu, %u references, list %d, %d:", what, (unsigned long)bits, references,
           status, less);
    for (size_t i = 0; i < size / sizeof *list; i++) printf(" %lx", (unsigned long)list[i]);
    puts("");
    tell_event(event);
    F(clReleaseEvent)(event);
}

static void change(cl_command_queue queue, cl_command_queue_properties bits, cl_bool enable)
{
    cl_command_queue_properties old = 0;
    cl_int status = F(clSetCommandQueueProperty)(queue, bits, enable, &old);
    printf("set %lu to %u: %d, it was %lu\n", (unsigned long)bits, enable, status,
           (unsigned long)old);
    tell_queue("  changed", queue);
}

static int queues(void)
{
    static const cl_queue_properties lists[][5] = {
        { 0 },
        { CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0 },
        { CL_QUEUE_SIZE, 99, 0 },
        { CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_QUEUE_SIZE, 98, 0 },
        { CL_QUEUE_SIZE, 97, CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0 },
        { CL_QUEUE_SIZE, 96, 0 },
    };
    enum { LISTS = sizeof lists / sizeof *lists };
    cl_queue_properties many[41] = { 0 };
    const cl_command_queue_properties profiling = CL_QUEUE_PROFILING_ENABLE,
                                      unordered = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    for (int i = 0; i < 40; i++) many[i] = i % 2 ? 95 : CL_QUEUE_SIZE;
    start();
    /* Each queue has the handle of the one before it. */
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i <= LISTS; i++) {
            cl_command_queue queue = F(clCreateCommandQueueWithProperties)(
                context, device, i < LISTS ? lists[i] : many, NULL);
            tell_queue("a list", queue);
            F(clReleaseCommandQueue)(queue);
        }
        for (int i = 0; i < 4; i++) {
            cl_command_queue queue = F(clCreateCommandQueue)(
                context, device, (i & 1 ? profiling : 0) | (i & 2 ? unordered : 0), NULL);
            tell_queue("bits", queue);
            change(queue, profiling, CL_TRUE);
            change(queue, unordered, CL_TRUE);
            change(queue, profiling, CL_FALSE);
            change(queue, unordered, CL_FALSE);
            change(queue, profiling | unordered, CL_TRUE);
            change(queue, profiling | unordered, CL_FALSE);
            F(clReleaseCommandQueue)(queue);
        }
    }
    F(clReleaseContext)(context);
    return 0;
}

static int waiting(long count)
{
    cl_command_queue queue, other;
    cl_event gate, last = NULL;
    start();
    queue = F(clCreateCommandQueueWithProperties)(context, device, NULL, NULL);
    other = F(clCreateCommandQueueWithProperties)(context, device, NULL, NULL);
    gate = F(clCreateUserEvent)(context, NULL);
    for (long i = 0; i < count; i++) {
        F(clEnqueueMarkerWithWaitList)(queue, 1, &gate, NULL);
        F(clEnqueueMarkerWithWaitList)(other, 0, NULL, NULL);
        F(clFinish)(other);
    }
    last = run(queue, gate);
    tell_event(last);
    F(clSetUserEventStatus)(gate, CL_COMPLETE);
    F(clFinish)(queue);
    tell_event(last);
    F(clReleaseEvent)(last);
    F(clReleaseEvent)(gate);
    tell_queue("waited for", queue);
    F(clReleaseCommandQueue)(other);
    F(clReleaseCommandQueue)(queue);
    F(clReleaseContext)(context);
    return 0;
}

/* ---- files, programs ---- */

static void call(int times)
{
    char name[100];
    for (int i = 0; i < times; i++)
        F(clGetPlatformInfo)(platform, CL_PLATFORM_NAME, sizeof name, name, NULL);
}

static int descriptors(void)
{
    int file = -1, wrong = 0;
    find_platform();
    call(10);
    for (int i = 3; i < 1024; i++) close(i);
    for (int i = 0; i < FILES; i++) file = open(".", O_TMPFILE | O_RDWR, 0600);
    call(20000);
    for (int i = 3; i <= file; i++) {
        struct stat about;
        if (fstat(i, &about) || about.st_size) wrong++;
    }
    printf("%d files, of which %d have been written\n", file - 2, wrong);
    return 0;
}

static int sources(int count)
{
    start();
    for (int i = 0; i < count; i++) {
        char text[100];
        const char *source = text;
        snprintf(text, sizeof text, "kernel void number_%d(global int *x) {}", i);
        F(clReleaseProgram)(F(clCreateProgramWithSource)(context, 1, &source, NULL, NULL));
    }
    return 0;
}

static int strings(int count)
{
    const char **list = count > 0 ? calloc((size_t)count + 1, sizeof *list) : NULL;
    start();
    if (!list) exit(95);
    for (int i = 0; i < count; i++)
        if (asprintf((char **)&list[i], "// line %d\n", i) < 0) exit(95);
    for (int i = 0; i < 2; i++) {
        F(clReleaseProgram)
        (F(clCreateProgramWithSource)(context, (cl_uint)count + 1, list, NULL, NULL));
        ((char *)list[count - 1])[0] = '#';
    }
    for (int i = 0; i < count; i++) free((char *)list[i]);
    free(list);
    return 0;
}

/* ---- processes and threads ---- */

static int reload(void)
{
    alarm(60);
    for (int i = 0; i < 3; i++) {
        int status = 0;
        pid_t child;
        find_platform();
        call(5);
        dlclose(library);
        library = NULL;
        fflush(stdout);
        child = fork();
        if (child == 0) {
            find_platform();
            call(5);
            exit(0);
        }
        waitpid(child, &status, 0);
        printf("the child ended with %d\n", status);
    }
    return 0;
}

static void *call_one(void *data)
{
    call(1);
    return data;
}

static int short_lived(long count)
{
    find_platform();
    for (long i = 0; i < count; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, call_one, NULL)) exit(96);
        pthread_join(thread, NULL);
    }
    return 0;
}

static cl_command_queue shared;
static atomic_int wrong; /* events whose number of references is not the program's */

static void count_wrong(cl_event event)
{
    cl_uint references = 0;
    F(clGetEventInfo)(event, CL_EVENT_REFERENCE_COUNT, sizeof references, &references, NULL);
    wrong += references != 1;
}

static void *work(void *data)
{
    cl_command_queue own = F(clCreateCommandQueue)(context, device, 0, NULL);
    for (int i = 0; i < ROUNDS; i++) {
        cl_event gate = F(clCreateUserEvent)(context, NULL);
        cl_event one = run(shared, gate), two = run(own, NULL);
        cl_uint references = 0;
        F(clEnqueueMarkerWithWaitList)(shared, 1, &gate, NULL);
        F(clSetUserEventStatus)(gate, CL_COMPLETE);
        F(clFinish)(own);
        F(clGetCommandQueueInfo)
        (own, CL_QUEUE_REFERENCE_COUNT, sizeof references, &references, NULL);
        count_wrong(one);
        count_wrong(two);
        F(clReleaseEvent)(one);
        F(clReleaseEvent)(two);
        F(clReleaseEvent)(gate);
    }
    F(clReleaseCommandQueue)(own);
    return data;
}

/* The layer holds a reference to the event as long as the command waits. */
static void tell_unended(cl_command_queue queue)
{
    cl_event gate = F(clCreateUserEvent)(context, NULL), event = run(queue, gate);
    tell_event(event);
    F(clSetUserEventStatus)(gate, CL_COMPLETE);
    F(clReleaseEvent)(event);
    F(clReleaseEvent)(gate);
}

static int threads(void)
{
    pthread_t list[THREADS];
    start();
    shared = F(clCreateCommandQueue)(context, device, 0, NULL);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&list[i], NULL, work, NULL)) exit(97);
    for (int i = 0; i < THREADS; i++) pthread_join(list[i], NULL);
    F(clFinish)(shared);
    tell_queue("shared", shared);
    tell_unended(shared);
    printf("%d events with other references\n", wrong);
    F(clReleaseCommandQueue)(shared);
    F(clReleaseContext)(context);
    return 0;
}

static int is_late;

__attribute__((destructor)) static void at_end(void)
{
    if (!is_late) return;
    call(3);
    tell_queue("late", shared);
}

static int late(void)
{
    start();
    shared = F(clCreateCommandQueue)(context, device, 0, NULL);
    is_late = 1;
    return 0;
}

static int unawaited(long count)
{
    cl_command_queue queue;
    start();
    queue = F(clCreateCommandQueueWithProperties)(context, device, NULL, NULL);
    for (long i = 0; i < count; i++) F(clEnqueueMarkerWithWaitList)(queue, 0, NULL, NULL);
    _exit(0);
}

int main(int count, char **words)
{
    const char *what = count > 1 ? words[1] : "";
    int number = count > 2 ? (int)strtol(words[2], NULL, 10) : 0;
    if (!strcmp(what, "queues")) return queues();
    if (!strcmp(what, "waiting")) return waiting(number);
    if (!strcmp(what, "unawaited")) return unawaited(number);
    if (!strcmp(what, "descriptors")) return descriptors();
    if (!strcmp(what, "sources")) return sources(number);
    if (!strcmp(what, "strings")) return strings(number);
    if (!strcmp(what, "reload")) return reload();
    if (!strcmp(what, "short")) return short_lived(number);
    if (!strcmp(what, "threads")) return threads();
    if (!strcmp(what, "late")) return late();
    return 99;
}
