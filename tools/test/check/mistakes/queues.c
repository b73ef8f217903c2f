/* SPDX-License-Identifier: Apache-2.0 */
/* One queue uploads, another uses the upload, and nothing orders the two. */
#include "mistake.h"

enum { POINTS = 1 << 20 };

static float points[POINTS], result[POINTS];

static cl_mem make_buffer(void)
{
    cl_int error;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof points, NULL, &error);
    check(error, "clCreateBuffer");
    return buffer;
}

int main(void)
{
    cl_command_queue uploads;
    cl_mem staging, field;
    cl_int error;
    begin();
    uploads = clCreateCommandQueueWithProperties(context, device, NULL, &error);
    check(error, "clCreateCommandQueueWithProperties");
    staging = make_buffer();
    field = make_buffer();
    for (int i = 0; i < POINTS; i++) points[i] = 1;

#ifdef MENDED
    cl_event uploaded;
    error = clEnqueueWriteBuffer(uploads, staging, CL_FALSE, 0, sizeof points, points, 0, NULL,
                                 &uploaded);
#else
    error =
        clEnqueueWriteBuffer(uploads, staging, CL_FALSE, 0, sizeof points, points, 0, NULL, NULL);
#endif
    check(error, "clEnqueueWriteBuffer");
    check(clFlush(uploads), "clFlush");
#ifdef MENDED
    error = clEnqueueCopyBuffer(queue, staging, field, 0, 0, sizeof points, 1, &uploaded, NULL);
#else
    error = clEnqueueCopyBuffer(queue, staging, field, 0, 0, sizeof points, 0, NULL, NULL);
#endif
    check(error, "clEnqueueCopyBuffer");
#ifdef MENDED
    check(clReleaseEvent(uploaded), "clReleaseEvent");
#endif
    check(clEnqueueReadBuffer(queue, field, CL_TRUE, 0, sizeof result, result, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    printf("%g %g\n", result[0], result[POINTS - 1]);

    check(clFinish(uploads), "clFinish");
    check(clReleaseMemObject(staging), "clReleaseMemObject");
    check(clReleaseMemObject(field), "clReleaseMemObject");
    check(clReleaseCommandQueue(uploads), "clReleaseCommandQueue");
    end();
    return 0;
}
