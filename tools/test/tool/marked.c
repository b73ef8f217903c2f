/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program with marks, for the tests of clrelay trace. Its arguments say what it does. It is both
 * C99 and C++.
 *
 *   marks    marks two frames; the first begins before the first call of OpenCL
 *   calls    makes calls, and no marks
 *   threads  begins a range that another thread ends
 */
#include <clrelay/marks.h>

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void call(void)
{
    cl_platform_id id;
    clGetPlatformIDs(1, &id, NULL);
}

static void frame(void)
{
    clrelay_range_push("frame");
    clrelay_instant("now");
    call();
    clrelay_range_pop();
}

static void *end_range(void *number)
{
    clrelay_range_end(*(uint64_t *)number);
    return NULL;
}

static void in_threads(void)
{
    uint64_t job = clrelay_range_start("job");
    pthread_t thread;
    call();
    if (!pthread_create(&thread, NULL, end_range, &job)) pthread_join(thread, NULL);
}

int main(int count, char **words)
{
    for (int i = 1; i < count; i++) {
        if (!strcmp(words[i], "marks")) frame(), frame();
        if (!strcmp(words[i], "calls")) call();
        if (!strcmp(words[i], "threads")) in_threads();
    }
    puts("done");
    return 0;
}
