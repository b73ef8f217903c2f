/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel's parameter is a uint. The host passes a size_t, and ignores the error. */
#include "mistake.h"

static const char source[] = "kernel void scale(global float *values, uint count, float factor)\n"
                             "{\n"
                             "    const uint i = get_global_id(0);\n"
                             "    if (i < count) values[i] *= factor;\n"
                             "}\n";

static float values[1000];

int main(void)
{
    const size_t size = 1024;
#ifdef MENDED
    const cl_uint count = sizeof values / sizeof *values;
#else
    const size_t count = sizeof values / sizeof *values;
#endif
    const cl_float factor = 2;
    cl_int error;
    cl_mem buffer;
    cl_program program;
    cl_kernel kernel;
    begin();
    for (size_t i = 0; i < count; i++) values[i] = 1;
    buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof values, values, &error);
    check(error, "clCreateBuffer");
    program = build(source);
    kernel = clCreateKernel(program, "scale", &error);
    check(error, "clCreateKernel");
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof count, &count);
    clSetKernelArg(kernel, 2, sizeof factor, &factor);
    error = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL);
    if (error) fprintf(stderr, "clEnqueueNDRangeKernel: %d\n", (int)error);
    check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    printf("%g %g\n", values[0], values[999]);
    check(clReleaseKernel(kernel), "clReleaseKernel");
    check(clReleaseProgram(program), "clReleaseProgram");
    check(clReleaseMemObject(buffer), "clReleaseMemObject");
    end();
    return error != CL_SUCCESS;
}
