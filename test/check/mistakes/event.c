/* SPDX-License-Identifier: Apache-2.0 */
/* An event is released, and then waited for. */
#include "mistake.h"

enum { FRAMES = 4, PIXELS = 640 * 480 };

static float frame[PIXELS];

/* What the first frame waits for: nothing. */
static cl_event before_all(void)
{
    cl_int error;
    cl_event event = clCreateUserEvent(context, &error);
    check(error, "clCreateUserEvent");
    check(clSetUserEventStatus(event, CL_COMPLETE), "clSetUserEventStatus");
#ifndef MENDED
    check(clReleaseEvent(event), "clReleaseEvent");
#endif
    return event;
}

/* Writes the frame when the last one is there. Returns the event of the write. */
static cl_event write_frame(cl_mem buffer, cl_event last)
{
    cl_event written;
    check(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, sizeof frame, frame, 1, &last, &written),
          "clEnqueueWriteBuffer");
    check(clReleaseEvent(last), "clReleaseEvent");
    return written;
}

int main(void)
{
    cl_int error;
    cl_mem buffer;
    cl_event last;
    begin();
    buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof frame, NULL, &error);
    check(error, "clCreateBuffer");
    last = before_all();
    for (int i = 0; i < FRAMES; i++) last = write_frame(buffer, last);
    check(clWaitForEvents(1, &last), "clWaitForEvents");
    check(clReleaseEvent(last), "clReleaseEvent");
    check(clReleaseMemObject(buffer), "clReleaseMemObject");
    end();
    printf("%d frames\n", FRAMES);
    return 0;
}
