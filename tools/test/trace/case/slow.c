/* SPDX-License-Identifier: Apache-2.0 */
/* The slow program of tools/doc/tracing.md. Its mistakes are common. mended.c has none of them. */
#include "case.h"

static void read_plate(cl_mem buffer, struct plate *plate)
{
    check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof *plate, plate, 0, NULL, NULL),
          "clEnqueueReadBuffer");
}

static void relax(uint32_t number)
{
    static struct plate now, before;
    cl_program program = build();
    cl_mem buffers[2] = { make_buffer(), make_buffer() };
    float change = 0;
    plate_fill(&now, number);
    for (size_t y = 0; y < SIDE; y++)
        check(clEnqueueWriteBuffer(queue, buffers[0], CL_TRUE, y * ROW, ROW, &now.points[y * SIDE],
                                   0, NULL, NULL),
              "clEnqueueWriteBuffer");
    for (int i = 0; i < STEPS; i++) {
        cl_kernel kernel = make_kernel(program);
        launch(kernel, buffers[i % 2], buffers[1 - i % 2]);
        check(clFinish(queue), "clFinish");
        read_plate(buffers[i % 2], &before);
        read_plate(buffers[1 - i % 2], &now);
        change = plate_change(&now, &before);
        clReleaseKernel(kernel);
    }
    plate_print(&now, number, change);
    clReleaseMemObject(buffers[0]);
    clReleaseProgram(program);
}

int main(void)
{
    begin();
    for (uint32_t number = 0; number < PLATES; number++) relax(number);
    end();
    return 0;
}
