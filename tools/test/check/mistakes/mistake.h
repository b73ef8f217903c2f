/* SPDX-License-Identifier: Apache-2.0 */
/* What the programs with mistakes share: a device with a context and a queue. */
#ifndef CLRELAY_TOOLS_TEST_CHECK_MISTAKES_MISTAKE_H
#define CLRELAY_TOOLS_TEST_CHECK_MISTAKES_MISTAKE_H

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;

static inline void check(cl_int error, const char *what)
{
    if (error == CL_SUCCESS) return;
    fprintf(stderr, "%s: %d\n", what, (int)error);
    exit(1);
}

static inline void begin(void)
{
    cl_platform_id platform;
    cl_int error;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    check(error, "clCreateContext");
    queue = clCreateCommandQueueWithProperties(context, device, NULL, &error);
    check(error, "clCreateCommandQueueWithProperties");
}

static inline void end(void)
{
    check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
    check(clReleaseContext(context), "clReleaseContext");
}

static inline cl_program build(const char *source)
{
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    check(error, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
    return program;
}

#endif
