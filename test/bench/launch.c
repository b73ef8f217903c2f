/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the launch of a kernel costs, with a real driver: three arguments are set, the kernel is
 * enqueued.
 *
 *   launch time ROUNDS LAUNCHES
 *       for each round a line "launch TIME OWN", for one launch: nanoseconds until the kernels have
 *       ended, and those that this thread has worked
 *   launch kill LAUNCHES
 *       the program is killed (SIGKILL) after so many launches
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_kernel kernel;
static cl_mem buffer;

static void check(cl_int status, const char *what)
{
    if (status == CL_SUCCESS) return;
    fprintf(stderr, "launch: %s: %d\n", what, (int)status);
    exit(2);
}

static void prepare(void)
{
    const char *source = "kernel void one(global float *to, int at, float value)\n"
                         "{\n"
                         "    to[at] = value;\n"
                         "}\n";
    cl_platform_id platform;
    cl_program program;
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
    kernel = clCreateKernel(program, "one", &status);
    check(status, "clCreateKernel");
    check(clReleaseProgram(program), "clReleaseProgram");
    buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, &status);
    check(status, "clCreateBuffer");
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

static void finish(void)
{
    check(clReleaseMemObject(buffer), "clReleaseMemObject");
    check(clReleaseKernel(kernel), "clReleaseKernel");
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
    if (count == 3 && !strcmp(argument[1], "kill")) {
        prepare();
        for (int i = 0; i < atoi(argument[2]); i++) launch(i);
        raise(SIGKILL);
    }
    fprintf(stderr, "usage: launch time ROUNDS LAUNCHES\n"
                    "       launch kill LAUNCHES\n");
    return 2;
}
