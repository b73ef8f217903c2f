/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Small wrong programs, one mistake each, and beside each its legal neighbour. CASE begins a function
 * with the check ID that must be found in it, and nothing else; if `wrong` is false, nothing may be.
 */
#ifndef CLRELAY_TEST_CHECK_CASES_H
#define CLRELAY_TEST_CHECK_CASES_H

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <stdbool.h>
#include <stddef.h>

/* What every case may use; the runner releases it. */
struct the {
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue; /* in order, without profiling */
};

struct check_case {
    const char *name, *check_id, *driver; /* driver: "pocl" or "oclgrind" */
    void (*run)(const struct the *the, bool wrong);
};

#define CASE(name, check_id)                                                                       \
    static const char name##_check_id[] = check_id;                                                \
    static void name(const struct the *the, bool wrong)
#define LISTED_ON(driver, name)                                                                    \
    {                                                                                              \
#name, name##_check_id, driver, name                                                       \
    }
#define LISTED(name) LISTED_ON("pocl", name)
#define END_OF_LIST                                                                                \
    {                                                                                              \
        NULL, NULL, NULL, NULL                                                                     \
    }

extern const struct check_case cases_setup[], cases_memory[], cases_kernels[], cases_hazards[],
    cases_commands[];

/* A program of the context, built for its device from this source; ends the process if it can't. */
cl_program case_program(const struct the *the, const char *source);

/* A kernel `copy(global const float *from, global float *to)`, and one of the given name. */
cl_kernel case_kernel(cl_program program, const char *name);

#endif
