/* SPDX-License-Identifier: Apache-2.0 */
/* The mended program of tools/doc/tracing.md. It prints the same as slow.c. */
#include "case.h"

static void relax(uint32_t number, cl_kernel kernel, const cl_mem buffers[2])
{
    static struct plate now, before;
    plate_fill(&now, number);
    check(clEnqueueWriteBuffer(queue, buffers[0], CL_FALSE, 0, sizeof now, &now, 0, NULL, NULL),
          "clEnqueueWriteBuffer");
    for (int i = 0; i < STEPS; i++) launch(kernel, buffers[i % 2], buffers[1 - i % 2]);
    check(clEnqueueReadBuffer(queue, buffers[1 - STEPS % 2], CL_FALSE, 0, sizeof before, &before, 0,
                              NULL, NULL),
          "clEnqueueReadBuffer");
    check(
        clEnqueueReadBuffer(queue, buffers[STEPS % 2], CL_TRUE, 0, sizeof now, &now, 0, NULL, NULL),
        "clEnqueueReadBuffer");
    plate_print(&now, number, plate_change(&now, &before));
}

int main(void)
{
    cl_program program;
    cl_kernel kernel;
    cl_mem buffers[2];
    begin();
    program = build();
    kernel = make_kernel(program);
    for (int i = 0; i < 2; i++) buffers[i] = make_buffer();
    for (uint32_t number = 0; number < PLATES; number++) relax(number, kernel, buffers);
    for (int i = 0; i < 2; i++) clReleaseMemObject(buffers[i]);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    end();
    return 0;
}
