/* SPDX-License-Identifier: Apache-2.0 */
/* Habits that cost time. Neighbours do the same, but rarely, or otherwise. speed.c has more, over a made-up driver. */
#include "cases.h"

#include <stdlib.h>
#include <time.h>

enum { RARELY = 3, OFTEN = 25, VERY_OFTEN = 200 * OFTEN };

static const char nothing[] = "typedef int nothing;\n";

static const char square[] = "kernel void square(global float *it)\n"
                             "{\n"
                             "    it[get_global_id(0)] *= it[get_global_id(0)];\n"
                             "}\n";

/* ---- speed ---- */

static void build(const struct the *the, const char *source, const char *options)
{
    kept_program program = clCreateProgramWithSource(the->context, 1, &source, NULL, NULL);
    clBuildProgram(program, 1, &the->device, options, NULL, NULL);
}

CASE(speed_build, "CLR-BUILT-AGAIN")
{
    for (int i = 0; i < (wrong ? OFTEN : RARELY); i++) build(the, nothing, "-cl-mad-enable");
}

/* The program object is the same, too. */
CASE(speed_build_object, "CLR-BUILT-AGAIN")
{
    kept_program program = case_program(the, nothing);
    for (int i = 0; i < (wrong ? OFTEN : RARELY); i++)
        clBuildProgram(program, 0, NULL, "", NULL, NULL);
}

/* Its neighbour makes the programs from a binary. */
CASE(speed_build_binary, "CLR-BUILT-AGAIN")
{
    kept_program first = case_program(the, nothing);
    unsigned char *binary = NULL;
    size_t size = 0;
    clGetProgramInfo(first, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL);
    binary = malloc(size);
    clGetProgramInfo(first, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL);
    for (int i = 0; i < OFTEN; i++) {
        kept_program program = clCreateProgramWithBinary(
            the->context, 1, &the->device, &size, (const unsigned char **)&binary, NULL, NULL);
        if (wrong) build(the, nothing, "");
        else clBuildProgram(program, 1, &the->device, "", NULL, NULL);
    }
    free(binary);
}

CASE(speed_context, "CLR-CONTEXT-MADE-AGAIN")
{
    for (int i = 0; i < (wrong ? 60 * VERY_OFTEN : RARELY); i++) {
        kept_context context = clCreateContext(NULL, 1, &the->device, NULL, NULL, NULL);
    }
}

enum { BYTES = 4 << 20, EACH = 4 };
static char bytes[BYTES];

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Drivers may compile for long: often is until the buffers have taken a quarter of the time. */
static void buffers_for_each(const struct the *the, bool often)
{
    const size_t one = 1;
    const double began = seconds();
    kept_program program = case_program(the, square);
    kept_kernel kernel = case_kernel(program, "square");
    double making = 0;
    for (int i = 0; i < (often ? 8 * OFTEN : RARELY) || (often && 4 * making < seconds() - began);
         i++) {
        const double makes = seconds();
        cl_mem buffers[EACH];
        for (int j = 0; j < EACH; j++)
            buffers[j] = clCreateBuffer(the->context, CL_MEM_COPY_HOST_PTR, BYTES, bytes, NULL);
        making += seconds() - makes;
        clSetKernelArg(kernel, 0, sizeof *buffers, buffers);
        clEnqueueNDRangeKernel(the->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
        for (int j = 0; j < EACH; j++) clReleaseMemObject(buffers[j]);
        if (i % 8 == 0) clFinish(the->queue);
    }
}

CALL(speed_buffer, "CLR-BUFFER-FOR-EACH-LAUNCH", buffers_for_each(the, wrong))
