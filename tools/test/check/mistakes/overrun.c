/* SPDX-License-Identifier: Apache-2.0 */
/* The program rounds the work-items up to whole work-groups, and does not tell the kernel how many
 * numbers there are. */
#include "mistake.h"

enum { COUNT = 1000, GROUP = 64 };

#ifdef MENDED
static const char source[] = "kernel void add(global const int *in, global int *out, int count)\n"
                             "{\n"
                             "    const size_t i = get_global_id(0);\n"
                             "    if (i < (size_t)count) out[i] = in[i] + 1;\n"
                             "}\n";
#else
static const char source[] = "kernel void add(global const int *in, global int *out)\n"
                             "{\n"
                             "    const size_t i = get_global_id(0);\n"
                             "    out[i] = in[i] + 1;\n"
                             "}\n";
#endif

static cl_int numbers[COUNT];

int main(void)
{
    const size_t all = (COUNT + GROUP - 1) / GROUP * GROUP, group = GROUP;
#ifdef MENDED
    const cl_int count = COUNT;
#endif
    cl_int error;
    cl_mem in, out;
    cl_program program;
    cl_kernel kernel;
    begin();
    in = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof numbers, numbers, &error);
    check(error, "clCreateBuffer");
    out = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof numbers, NULL, &error);
    check(error, "clCreateBuffer");
    program = build(source);
    kernel = clCreateKernel(program, "add", &error);
    check(error, "clCreateKernel");
    check(clSetKernelArg(kernel, 0, sizeof in, &in), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof out, &out), "clSetKernelArg");
#ifdef MENDED
    check(clSetKernelArg(kernel, 2, sizeof count, &count), "clSetKernelArg");
#endif
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &all, &group, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    check(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof numbers, numbers, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    printf("%d %d\n", (int)numbers[0], (int)numbers[COUNT - 1]);
    check(clReleaseKernel(kernel), "clReleaseKernel");
    check(clReleaseProgram(program), "clReleaseProgram");
    check(clReleaseMemObject(out), "clReleaseMemObject");
    check(clReleaseMemObject(in), "clReleaseMemObject");
    end();
    return 0;
}
