/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The code that slow.c and mended.c share. There are PLATES plates of metal, with a temperature at
 * each point. In each of STEPS steps, a point gets the mean temperature of its neighbours. Both
 * programs print the final temperature of each plate, and how much the last step changed it.
 */
#ifndef CLRELAY_TOOLS_TEST_TRACE_CASE_CASE_H
#define CLRELAY_TOOLS_TEST_TRACE_CASE_CASE_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { PLATES = 10, STEPS = 60, SIDE = 512, POINTS = SIDE * SIDE, ROW = SIDE * sizeof(float) };

struct plate {
    float points[POINTS];
};

static const char *const source =
    "kernel void relax(global const float *from, global float *to)\n"
    "{\n"
    "    const int x = get_global_id(0), y = get_global_id(1), side = get_global_size(0);\n"
    "    const int at = y * side + x;\n"
    "    if (x == 0 || y == 0 || x == side - 1 || y == side - 1) to[at] = from[at];\n"
    "    else\n"
    "        to[at] = 0.25f * (from[at - 1] + from[at + 1] + from[at - side] + from[at + side]);\n"
    "}\n";

static cl_context context;
static cl_device_id device;
static cl_command_queue queue;

/* Ends the program if a call has failed. */
static inline void check(cl_int status, const char *what)
{
    if (status == CL_SUCCESS) return;
    fprintf(stderr, "%s: %d\n", what, status);
    exit(1);
}

static inline void begin(void)
{
    cl_platform_id platform;
    cl_int status;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "clCreateCommandQueue");
}

static inline void end(void)
{
    check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
    check(clReleaseContext(context), "clReleaseContext");
}

static inline cl_program build(void)
{
    const char *text = source;
    cl_int status;
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &status);
    check(status, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, NULL, NULL, NULL), "clBuildProgram");
    return program;
}

static inline cl_kernel make_kernel(cl_program program)
{
    cl_int status;
    cl_kernel kernel = clCreateKernel(program, "relax", &status);
    check(status, "clCreateKernel");
    return kernel;
}

static inline cl_mem make_buffer(void)
{
    cl_int status;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(struct plate), NULL, &status);
    check(status, "clCreateBuffer");
    return buffer;
}

static inline void launch(cl_kernel kernel, cl_mem from, cl_mem to)
{
    const size_t size[] = { SIDE, SIDE };
    check(clSetKernelArg(kernel, 0, sizeof from, &from), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof to, &to), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, size, NULL, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
}

/* Sets the plate to its state before the first step. */
static inline void plate_fill(struct plate *plate, uint32_t number)
{
    for (uint32_t i = 0; i < POINTS; i++)
        plate->points[i] = (float)((i * 2654435761u ^ number * 40503u) >> 12 & 1023);
}

static inline float plate_change(const struct plate *one, const struct plate *other)
{
    float most = 0;
    for (int i = 0; i < POINTS; i++) {
        float change = one->points[i] - other->points[i];
        if (change < 0) change = -change;
        if (change > most) most = change;
    }
    return most;
}

static inline void plate_print(const struct plate *plate, uint32_t number, float change)
{
    double sum = 0;
    for (int i = 0; i < POINTS; i++) sum += plate->points[i];
    printf("plate %u: %.4f degrees, the last step changed %.4f\n", number, sum / (int)POINTS,
           change);
}

#endif
