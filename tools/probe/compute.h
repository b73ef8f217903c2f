/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a small kernel on one device, and checks its results. */
#ifndef CLRELAY_TOOLS_PROBE_COMPUTE_H
#define CLRELAY_TOOLS_PROBE_COMPUTE_H

#include "api/table.h"

enum { COMPUTE_NUMBERS = 65536 };

enum compute_result {
    COMPUTE_RIGHT,
    COMPUTE_WRONG,  /* a result is wrong */
    COMPUTE_FAILED, /* a function failed */
    COMPUTE_NOTHING /* the device runs neither compiled kernels nor native functions */
};

struct computation {
    enum compute_result result;
    /* The computation used a native function, because there is no compiler. */
    bool native;
    double build_time, run_time; /* in milliseconds */
    size_t wrong;                /* wrong numbers, out of COMPUTE_NUMBERS */
    const char *function;        /* the function that failed, or NULL */
    cl_int error;                /* what that function returned */
    char *log;                   /* of a failed build, or NULL; the caller frees it */
};

/*
 * Builds the kernel, runs it and checks all results. `cl` has the loader's functions. stage()
 * learns of each step.
 */
struct computation compute_on(const struct dispatch *cl, cl_platform_id platform,
                              cl_device_id device, void (*stage)(const char *what));

/* The preferred divisor of work-group sizes for the kernel on this device. 0: the device does not
 * say, or can't build the kernel. */
size_t compute_multiple(const struct dispatch *cl, cl_platform_id platform, cl_device_id device,
                        void (*stage)(const char *what));

#endif
