/* SPDX-License-Identifier: Apache-2.0 */
/* A small kernel on one device, and whether its results are right. */
#ifndef CLRELAY_TOOL_PROBE_COMPUTE_H
#define CLRELAY_TOOL_PROBE_COMPUTE_H

#include "api/dispatch.h"

enum { COMPUTE_NUMBERS = 65536 };

enum compute_result {
    COMPUTE_RIGHT,
    COMPUTE_WRONG,  /* a result is wrong */
    COMPUTE_FAILED, /* a function failed */
    COMPUTE_NOTHING /* the device runs neither compiled kernels nor functions of the program */
};

struct computation {
    enum compute_result result;
    bool native;                 /* a function of the program, because there is no compiler */
    double build_time, run_time; /* in milliseconds */
    size_t wrong;                /* how many of COMPUTE_NUMBERS */
    const char *function;        /* that failed, or NULL */
    cl_int error;                /* what it returned */
    char *log;                   /* of a failed build, for the caller to free, or NULL */
};

/*
 * Builds the kernel, runs it and checks all results. `cl` has the functions of the loader, and
 * `stage` hears what happens.
 */
struct computation compute_on(const struct dispatch *cl, cl_platform_id platform,
                              cl_device_id device, void (*stage)(const char *what));

/* What the kernel, built for the device, prefers as a divisor of the sizes of its work-groups.
 * 0: the device does not say, or can't build it. */
size_t compute_multiple(const struct dispatch *cl, cl_platform_id platform, cl_device_id device,
                        void (*stage)(const char *what));

#endif
