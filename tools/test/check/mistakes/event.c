/* SPDX-License-Identifier: Apache-2.0 */
/* The program releases an event, then waits for it. */
#include "mistake.h"

enum { PIXELS = 640 * 480 };

static float frame[PIXELS];

/* Sends the frame to the device. The caller waits for the event before it changes the frame. */
static cl_event send(cl_mem buffer)
{
    cl_event sent;
    check(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, sizeof frame, frame, 0, NULL, &sent),
          "clEnqueueWriteBuffer");
    check(clFlush(queue), "clFlush");
#ifndef MENDED
    check(clReleaseEvent(sent), "clReleaseEvent");
#endif
    return sent;
}

int main(void)
{
    cl_int error;
    cl_mem buffer;
    begin();
    buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof frame, NULL, &error);
    check(error, "clCreateBuffer");
    for (int i = 0; i < 4; i++) {
        cl_event sent = send(buffer);
        check(clWaitForEvents(1, &sent), "clWaitForEvents");
        check(clReleaseEvent(sent), "clReleaseEvent");
        frame[i] = 1;
    }
    check(clReleaseMemObject(buffer), "clReleaseMemObject");
    end();
    puts("4 frames");
    return 0;
}
