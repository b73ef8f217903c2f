/* SPDX-License-Identifier: Apache-2.0 */
/* program COUNT: a program to trace. Two threads launch COUNT kernels each. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 4096 };

static cl_context context;
static cl_device_id device;
static cl_program program;
static int count;

static void check(cl_int status, const char *what)
{
    if (status == CL_SUCCESS) return;
    fprintf(stderr, "%s: %d\n", what, status);
    exit(1);
}

static void CL_CALLBACK ended(cl_event event, cl_int status, void *data)
{
    sem_post(data);
}

static void *work(void *buffer)
{
    cl_int status, *mapped;
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    cl_kernel kernel = clCreateKernel(program, "add", NULL);
    const size_t size = SIZE / sizeof(cl_int);
    cl_int result[SIZE / sizeof(cl_int)];
    cl_event event;
    sem_t called;
    check(status, "clCreateCommandQueue");
    sem_init(&called, 0, 0);
    for (int i = 0; i < count; i++) {
        check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
        check(clSetKernelArg(kernel, 1, sizeof i, &i), "clSetKernelArg");
        check(
            clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, i ? NULL : &event),
            "clEnqueueNDRangeKernel");
    }
    check(clSetEventCallback(event, CL_COMPLETE, ended, &called), "clSetEventCallback");
    mapped =
        clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, SIZE, 0, NULL, NULL, &status);
    check(status, "clEnqueueMapBuffer");
    check(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, NULL, NULL), "clEnqueueUnmap");
    check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, SIZE, result, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    clFinish(queue);
    /* PoCL 7 has a separate thread for callbacks, and clFinish does not wait for it. */
    sem_wait(&called);
    sem_destroy(&called);
    clReleaseEvent(event);
    clReleaseKernel(kernel);
    clReleaseCommandQueue(queue);
    return NULL;
}

int main(int arguments, char **argument)
{
    const char *source = "kernel void add(global int *a, int b) { a[get_global_id(0)] += b; }";
    cl_platform_id platform;
    cl_mem buffers[2];
    pthread_t threads[2];
    count = arguments > 1 ? atoi(argument[1]) : 1;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    check(clBuildProgram(program, 0, NULL, "", NULL, NULL), "clBuildProgram");
    for (int i = 0; i < 2; i++) buffers[i] = clCreateBuffer(context, 0, SIZE, NULL, NULL);
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, buffers[i]);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < 2; i++) clReleaseMemObject(buffers[i]);
    clReleaseProgram(program);
    clReleaseContext(context);
    return 0;
}
