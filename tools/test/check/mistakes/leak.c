/* SPDX-License-Identifier: Apache-2.0 */
/* Each step makes an event that the program never releases. */
#include "mistake.h"

enum { STEPS = 1000, POINTS = 1024 };

static float points[POINTS];

/* Sends a step to the device, and waits until it has arrived. */
static void send(cl_mem buffer)
{
    cl_event written;
    check(
        clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, sizeof points, points, 0, NULL, &written),
        "clEnqueueWriteBuffer");
    check(clWaitForEvents(1, &written), "clWaitForEvents");
#ifdef MENDED
    check(clReleaseEvent(written), "clReleaseEvent");
#endif
}

int main(void)
{
    cl_int error;
    cl_mem buffer;
    begin();
    buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof points, NULL, &error);
    check(error, "clCreateBuffer");
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < POINTS; i++) points[i] = (float)step;
        send(buffer);
    }
    check(clReleaseMemObject(buffer), "clReleaseMemObject");
    end();
    printf("%d steps\n", STEPS);
    return 0;
}
