/* SPDX-License-Identifier: Apache-2.0 */
/* The program frees the memory from which a write still takes its bytes. */
#include "mistake.h"

enum { COUNT = 1000 };

static void upload(cl_mem buffer)
{
    float *points = calloc(COUNT, sizeof *points);
    if (!points) return;
    check(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, COUNT * sizeof *points, points, 0, NULL,
                               NULL),
          "clEnqueueWriteBuffer");
#ifdef MENDED
    check(clFinish(queue), "clFinish");
#endif
    free(points);
}

int main(void)
{
    cl_int error;
    cl_mem buffer;
    begin();
    buffer = clCreateBuffer(context, 0, COUNT * sizeof(float), NULL, &error);
    check(error, "clCreateBuffer");
    upload(buffer);
    check(clFinish(queue), "clFinish");
    check(clReleaseMemObject(buffer), "clReleaseMemObject");
    end();
    return 0;
}
