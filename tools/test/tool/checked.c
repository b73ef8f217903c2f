/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program for the tests of clrelay check. Its first argument says what it does. Its mistake is to
 * make a buffer of no bytes, in the function `mistake` or in `other_mistake`.
 *
 *   none CODE       calls nothing, and exits with this code
 *   legal CODE      makes no mistake
 *   counts, lists   asks for the number of devices, or for a list, and makes no context
 *   platforms       asks a platform for its name, and for no device
 *   misses          lists the platforms, and asks for devices that are not there
 *   tries           lists the devices, and fails to make a context
 *   wrong N CODE    makes the mistake N times at one place
 *   both            makes the mistake at two places
 *   note            calls a deprecated function
 *   leak            never releases a context
 *   exits           releases the context in a handler of exit()
 *   _exit N         makes the mistake N times, and ends with _exit(0)
 *   kill            makes the mistake, and kills itself with SIGKILL
 *   crash           makes the mistake, and then crashes in the driver
 *   others N        crashes in the driver while N other threads are in clFinish (with TRACED_HANGS)
 *   own             makes the mistake, and then crashes itself
 *   callback N      crashes in a callback of clCreateContext that has made a call, or with N inside
 *                   another call
 *   fork N          makes the mistake N times, and so does a child process
 *   children N      N child processes make the mistake, one after the other
 *   threads N       makes the mistake N times in each of 16 threads
 *   threads_crash   makes the mistake in each of 16 threads, each of which then crashes
 *   wait            makes the mistake, prints "ready", and makes the other one for each line that it
 *                   reads
 *   twice           releases its context twice; exits with 96 if the second release succeeds
 *   finish          calls clFinish with a context
 *   type            passes a context to a query about an event
 *   fails           makes a query that the driver does not answer
 *   gl              asks for the devices of an OpenGL context, and makes a context that shares it
 *   svm             allocates shared virtual memory, which the driver lacks
 *   kernel          sets an argument of a kernel, and makes the mistake
 *   builds          builds, compiles and links programs with callbacks; the option -FAILS makes that
 *                   fail
 *   build           builds a program that fails, without a callback
 */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_gl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 16 };

static cl_device_id device;
static cl_context context;
static long count;

static int list_platforms(void)
{
    cl_platform_id platform;
    char name[64];
    clGetPlatformIDs(1, &platform, NULL);
    return clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL);
}

static int miss_devices(void)
{
    cl_platform_id platform;
    cl_uint found;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_CUSTOM, 0, NULL, &found);
    return 0;
}

static void find_device(void)
{
    cl_platform_id platform;
    if (clGetPlatformIDs(1, &platform, NULL)) exit(90);
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)) exit(91);
}

static void ask_device(void)
{
    char version[100];
    find_device();
    clGetDeviceInfo(device, CL_DEVICE_VERSION, sizeof version, version, NULL);
}

static void count_devices(void)
{
    cl_platform_id platform;
    cl_uint devices;
    if (clGetPlatformIDs(1, &platform, NULL)) exit(90);
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &devices)) exit(91);
}

/* As the destructor of a global object would. */
static void release_late(void)
{
    clReleaseContext(context);
}

static void fail_to_make_context(void)
{
    find_device();
    if (clCreateContext(NULL, 0, &device, NULL, NULL, NULL)) exit(92);
}

static void make_context(void)
{
    find_device();
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    if (!context) exit(92);
}

static void release(cl_mem buffer)
{
    if (buffer) clReleaseMemObject(buffer);
}

static void mistake(void)
{
    release(clCreateBuffer(context, CL_MEM_READ_WRITE, 0, NULL, NULL));
}

static void other_mistake(void)
{
    release(clCreateBuffer(context, CL_MEM_READ_ONLY, 0, NULL, NULL));
}

static void mistakes(void)
{
    for (long i = 0; i < count; i++) mistake();
}

static int compare(const void *first, const void *second)
{
    static int calls;
    if (calls++ == 0) mistake();
    return *(const char *)first - *(const char *)second;
}

/* The C library's function stands between two of the program's. */
static void sort(void)
{
    char letters[] = "ba";
    qsort(letters, 2, 1, compare);
}

static void note(void)
{
    clReleaseCommandQueue(clCreateCommandQueue(context, device, 0, NULL));
}

static void set_argument(void)
{
    const char *source = "";
    const cl_int value = 1;
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "k", NULL);
    if (clSetKernelArg(kernel, 0, sizeof value, &value)) exit(97);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

static void fail(void)
{
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 16, NULL, NULL);
    size_t size;
    if (!clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof size, &size, NULL)) exit(98);
    clReleaseMemObject(buffer);
}

static void share(void)
{
    const cl_context_properties list[] = { CL_GL_CONTEXT_KHR, 16, CL_GLX_DISPLAY_KHR, 16, 0 };
    size_t size;
    clGetGLContextInfoKHR(list, CL_DEVICES_FOR_GL_CONTEXT_KHR, 0, NULL, &size);
    clCreateContext(list, 1, &device, NULL, NULL, NULL);
}

static void crash(void)
{
    char profile[100];
    clGetDeviceInfo(device, CL_DEVICE_PROFILE, sizeof profile, profile, NULL);
}

static void *in_finish(void *queue)
{
    clFinish(queue);
    return queue;
}

static void crash_during_others(void)
{
    pthread_t thread;
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
    for (long i = 0; i < count; i++)
        if (pthread_create(&thread, NULL, in_finish, queue)) exit(94);
    crash();
}

static void CL_CALLBACK called_back(const char *text, const void *info, size_t size, void *data)
{
    cl_device_type type;
    clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    if (count == 0) raise(SIGSEGV);
    crash();
}

static void make_calling_context(void)
{
    clCreateContext(NULL, 1, &device, called_back, NULL, NULL);
}

static void wait_for(pid_t child)
{
    int status;
    if (waitpid(child, &status, 0) != child || status) exit(93);
}

static void do_fork(void)
{
    const pid_t child = fork();
    mistakes();
    if (child) wait_for(child);
}

static void do_children(void)
{
    for (long i = 0; i < count; i++) {
        const pid_t child = fork();
        if (child == 0) mistake(), _exit(0);
        wait_for(child);
    }
}

static void *in_thread(void *data)
{
    mistakes();
    return data;
}

static void *in_crashing_thread(void *data)
{
    mistake();
    raise(SIGSEGV);
    return data;
}

static void do_threads(void *(*function)(void *))
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, function, NULL)) exit(95);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

static void do_lines(void (*make)(void))
{
    char line[100];
    while (fgets(line, sizeof line, stdin)) {
        make();
        puts("done");
        fflush(stdout);
    }
}

static void ask_as_event(void)
{
    cl_uint references;
    clGetEventInfo((cl_event)(void *)context, CL_EVENT_REFERENCE_COUNT, sizeof references,
                   &references, NULL);
}

static sem_t built;

static void CL_CALLBACK program_built(cl_program program, void *data)
{
    sem_post(&built);
}

static void build(cl_program program, const char *options)
{
    clBuildProgram(program, 1, &device, options, program_built, NULL);
    sem_wait(&built);
}

static void compile(cl_program program, const char *options)
{
    clCompileProgram(program, 1, &device, options, 0, NULL, NULL, program_built, NULL);
    sem_wait(&built);
}

static void link_program(cl_program program, const char *options)
{
    cl_program linked =
        clLinkProgram(context, 1, &device, options, 1, &program, program_built, NULL, NULL);
    sem_wait(&built);
    clReleaseProgram(linked);
}

static void do_builds(void)
{
    static const char *source = "kernel void a(void) {}\n";
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    sem_init(&built, 0, 0);
    build(program, "");
    for (int i = 0; i < 2; i++) build(program, "-FAILS");
    compile(program, "-FAILS");
    compile(program, "");
    link_program(program, "");
    link_program(program, "-FAILS");
    clReleaseProgram(program);
}

static void do_build(void)
{
    static const char *source = "kernel void a(void) {}\n";
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    clBuildProgram(program, 1, &device, "-FAILS", NULL, NULL);
    clReleaseProgram(program);
}

int main(int words, char **word)
{
    const char *what = words > 1 ? word[1] : "";
    int code = words > 2 ? atoi(word[words - 1]) : 0;
    count = words > 2 ? atol(word[2]) : 1;
    if (strcmp(what, "none") == 0) return code;
    if (strcmp(what, "counts") == 0) return count_devices(), 0;
    if (strcmp(what, "platforms") == 0) return list_platforms();
    if (strcmp(what, "misses") == 0) return miss_devices();
    if (strcmp(what, "lists") == 0) return ask_device(), 5;
    if (strcmp(what, "tries") == 0) return fail_to_make_context(), 0;
    if (strcmp(what, "exits") == 0) atexit(release_late);
    make_context();
    if (strcmp(what, "exits") == 0) return 0;
    if (strcmp(what, "legal") == 0) count = 0;
    else if (strcmp(what, "wrong") != 0) code = 0;
    if (words == 3 && strcmp(what, "wrong") == 0) code = 0;
    if (strcmp(what, "wrong") == 0) mistakes();
    if (strcmp(what, "both") == 0) mistake(), other_mistake();
    if (strcmp(what, "sort") == 0) sort();
    if (strcmp(what, "note") == 0) note();
    if (strcmp(what, "leak") == 0) return 0;
    if (strcmp(what, "_exit") == 0) mistakes(), _exit(0);
    if (strcmp(what, "kill") == 0) mistake(), raise(SIGKILL);
    if (strcmp(what, "crash") == 0) mistake(), crash();
    if (strcmp(what, "others") == 0) crash_during_others();
    if (strcmp(what, "own") == 0) mistake(), raise(SIGSEGV);
    if (strcmp(what, "callback") == 0) make_calling_context();
    if (strcmp(what, "fork") == 0) do_fork();
    if (strcmp(what, "children") == 0) do_children();
    if (strcmp(what, "threads") == 0) do_threads(in_thread);
    if (strcmp(what, "threads_crash") == 0) do_threads(in_crashing_thread);
    if (strcmp(what, "wait") == 0)
        mistake(), puts("ready"), fflush(stdout), do_lines(other_mistake);
    if (strcmp(what, "fails") == 0) fail();
    if (strcmp(what, "gl") == 0) share();
    if (strcmp(what, "svm") == 0) clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
    if (strcmp(what, "kernel") == 0) set_argument(), mistake();
    if (strcmp(what, "finish") == 0) clFinish((cl_command_queue)(void *)context);
    if (strcmp(what, "type") == 0) ask_as_event();
    if (strcmp(what, "builds") == 0) do_builds();
    if (strcmp(what, "build") == 0) do_build();
    clReleaseContext(context);
    if (strcmp(what, "twice") == 0 && clReleaseContext(context) != CL_INVALID_CONTEXT) return 96;
    return code;
}
