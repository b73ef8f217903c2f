/* SPDX-License-Identifier: Apache-2.0 */
/* Work-groups of 16 × 16 do not divide an image of 1000 × 600. */
#include "mistake.h"

enum { WIDTH = 1000, HEIGHT = 600, SIDE = 16 };

#ifdef MENDED
#define UP(size, unit) (((size) + (unit)-1) / (unit) * (unit))
#endif

static const char source[] = "kernel void invert(global float *picture, int width, int height)\n"
                             "{\n"
                             "    const int x = get_global_id(0), y = get_global_id(1);\n"
#ifdef MENDED
                             "    if (x >= width || y >= height) return;\n"
#endif
                             "    picture[y * width + x] = 1 - picture[y * width + x];\n"
                             "}\n";

static float picture[WIDTH * HEIGHT];

int main(void)
{
    const cl_int width = WIDTH, height = HEIGHT;
#ifdef MENDED
    const size_t all[] = { UP(WIDTH, SIDE), UP(HEIGHT, SIDE) }, group[] = { SIDE, SIDE };
#else
    const size_t all[] = { WIDTH, HEIGHT }, group[] = { SIDE, SIDE };
#endif
    cl_int error;
    cl_mem buffer;
    cl_program program;
    cl_kernel kernel;
    begin();
    buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof picture, picture, &error);
    check(error, "clCreateBuffer");
    program = build(source);
    kernel = clCreateKernel(program, "invert", &error);
    check(error, "clCreateKernel");
    check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof width, &width), "clSetKernelArg");
    check(clSetKernelArg(kernel, 2, sizeof height, &height), "clSetKernelArg");
    error = clEnqueueNDRangeKernel(queue, kernel, 2, NULL, all, group, 0, NULL, NULL);
    if (error) fprintf(stderr, "clEnqueueNDRangeKernel: %d\n", (int)error);
    check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof picture, picture, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    printf("%g %g\n", picture[0], picture[WIDTH * HEIGHT - 1]);
    check(clReleaseKernel(kernel), "clReleaseKernel");
    check(clReleaseProgram(program), "clReleaseProgram");
    check(clReleaseMemObject(buffer), "clReleaseMemObject");
    end();
    return error != CL_SUCCESS;
}
