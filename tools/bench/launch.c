/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Measures the launch of a kernel with a real driver: the program sets three arguments and enqueues
 * the kernel.
 *
 *   launch time ROUNDS LAUNCHES
 *       for each round a line "launch TIME OWN", for one launch: the nanoseconds until the kernels
 *       have ended, and those that this thread has worked
 *   launch arguments ROUNDS CALLS THREADS OBJECTS
 *       for each round a line "argument VALUE BUFFER": the nanoseconds that a thread works for a
 *       clSetKernelArg with an int and with a buffer. Each of THREADS threads has its own kernel,
 *       and there are OBJECTS more buffers
 *   launch kill LAUNCHES
 *       the program kills itself (SIGKILL) after this many launches
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_program program;
static cl_kernel kernel;
static cl_mem buffer;

static void check(cl_int status, const char *what)
{
    if (status == CL_SUCCESS) return;
    fprintf(stderr, "launch: %s: %d\n", what, (int)status);
    exit(2);
}

static cl_kernel make_kernel(void)
{
    cl_int status;
    cl_kernel made = clCreateKernel(program, "one", &status);
    check(status, "clCreateKernel");
    return made;
}

static cl_mem make_buffer(size_t size)
{
    cl_int status;
    cl_mem made = clCreateBuffer(context, CL_MEM_READ_WRITE, size, NULL, &status);
    check(status, "clCreateBuffer");
    return made;
}

static void prepare(void)
{
    const char *source = "kernel void one(global float *to, int at, float value)\n"
                         "{\n"
                         "    to[at] = value;\n"
                         "}\n";
    cl_platform_id platform;
    cl_int status;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "clCreateCommandQueue");
    program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
    check(status, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, NULL, NULL, NULL), "clBuildProgram");
    kernel = make_kernel();
    buffer = make_buffer(4096);
}

static void launch(int number)
{
    const size_t size = 1;
    const cl_int at = number % 1024;
    const cl_float value = (cl_float)number;
    check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof at, &at), "clSetKernelArg");
    check(clSetKernelArg(kernel, 2, sizeof value, &value), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
}

static double now(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* The first round warms up. */
static void measure(int rounds, int launches)
{
    for (int round = -1; round < rounds; round++) {
        const double begin = now(CLOCK_MONOTONIC), own = now(CLOCK_THREAD_CPUTIME_ID);
        for (int i = 0; i < launches; i++) launch(i);
        check(clFinish(queue), "clFinish");
        if (round < 0) continue;
        printf("launch %.1f %.1f\n", (now(CLOCK_MONOTONIC) - begin) / launches,
               (now(CLOCK_THREAD_CPUTIME_ID) - own) / launches);
    }
}

/* ---- arguments ---- */

struct work {
    pthread_t thread;
    pthread_barrier_t *start;
    cl_kernel kernel;
    long calls;
    double value, buffer; /* nanoseconds per call */
};

/* The threads start each kind of argument together. */
static void *set_arguments(void *argument)
{
    struct work *work = argument;
    double begin;
    pthread_barrier_wait(work->start);
    begin = now(CLOCK_THREAD_CPUTIME_ID);
    for (cl_int i = 0; i < work->calls; i++) clSetKernelArg(work->kernel, 1, sizeof i, &i);
    work->value = (now(CLOCK_THREAD_CPUTIME_ID) - begin) / (double)work->calls;
    pthread_barrier_wait(work->start);
    begin = now(CLOCK_THREAD_CPUTIME_ID);
    for (long i = 0; i < work->calls; i++) clSetKernelArg(work->kernel, 0, sizeof buffer, &buffer);
    work->buffer = (now(CLOCK_THREAD_CPUTIME_ID) - begin) / (double)work->calls;
    return NULL;
}

static void measure_arguments(int rounds, long calls, int threads)
{
    struct work work[16];
    pthread_barrier_t start;
    if (threads < 1) threads = 1;
    if (threads > 16) threads = 16;
    pthread_barrier_init(&start, NULL, (unsigned)threads);
    for (int i = 0; i < threads; i++)
        work[i] = (struct work){ .start = &start, .kernel = make_kernel(), .calls = calls };
    for (int round = -1; round < rounds; round++) {
        double value = 0, object = 0;
        for (int i = 1; i < threads; i++)
            check(pthread_create(&work[i].thread, NULL, set_arguments, &work[i]), "pthread_create");
        set_arguments(&work[0]);
        for (int i = 1; i < threads; i++) pthread_join(work[i].thread, NULL);
        for (int i = 0; i < threads; i++) {
            value += work[i].value / threads;
            object += work[i].buffer / threads;
        }
        if (round >= 0) printf("argument %.2f %.2f\n", value, object);
    }
    for (int i = 0; i < threads; i++) check(clReleaseKernel(work[i].kernel), "clReleaseKernel");
    pthread_barrier_destroy(&start);
}

static void measure_among(long objects, int rounds, long calls, int threads)
{
    cl_mem *others = calloc((size_t)objects + 1, sizeof *others);
    check(others ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY, "calloc");
    for (long i = 0; i < objects; i++) others[i] = make_buffer(16);
    measure_arguments(rounds, calls, threads);
    for (long i = 0; i < objects; i++) check(clReleaseMemObject(others[i]), "clReleaseMemObject");
    free(others);
}

static void finish(void)
{
    check(clReleaseMemObject(buffer), "clReleaseMemObject");
    check(clReleaseKernel(kernel), "clReleaseKernel");
    check(clReleaseProgram(program), "clReleaseProgram");
    check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
    check(clReleaseContext(context), "clReleaseContext");
}

int main(int count, char **argument)
{
    if (count == 4 && !strcmp(argument[1], "time")) {
        prepare();
        measure(atoi(argument[2]), atoi(argument[3]));
        finish();
        return 0;
    }
    if (count == 6 && !strcmp(argument[1], "arguments")) {
        prepare();
        measure_among(atol(argument[5]), atoi(argument[2]), atol(argument[3]), atoi(argument[4]));
        finish();
        return 0;
    }
    if (count == 3 && !strcmp(argument[1], "kill")) {
        prepare();
        for (int i = 0; i < atoi(argument[2]); i++) launch(i);
        raise(SIGKILL);
    }
    fprintf(stderr, "usage: launch time ROUNDS LAUNCHES\n"
                    "       launch arguments ROUNDS CALLS THREADS OBJECTS\n"
                    "       launch kill LAUNCHES\n");
    return 2;
}
