/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Small wrong programs with one mistake each, and their legal neighbours. CASE begins a function.
 * If `wrong` is true, the layer must find the check ID in it and nothing else; if not, nothing.
 * CASE_ON names another driver than PoCL. CALL is for a case of one statement.
 */
#ifndef CLRELAY_TOOLS_TEST_CHECK_CASES_H
#define CLRELAY_TOOLS_TEST_CHECK_CASES_H

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <stdbool.h>
#include <stddef.h>

/* What every case may use; the runner releases it. */
struct given {
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue; /* in order, without profiling */
};

struct check_case {
    const char *name, *check_id, *driver; /* driver: "pocl" or "oclgrind" */
    void (*run)(const struct given *given, bool wrong);
    struct check_case *next;
};
void case_add(struct check_case *test);

#define CASE_ON(driver, name, check_id)                                                            \
    static void name(const struct given *given, bool wrong);                                       \
    __attribute__((constructor)) static void add_##name(void)                                      \
    {                                                                                              \
        static struct check_case added = { #name, check_id, driver, name, NULL };                  \
        case_add(&added);                                                                          \
    }                                                                                              \
    static void name(const struct given *given, bool wrong)
#define CASE(name, check_id) CASE_ON("pocl", name, check_id)
#define CALL(name, check_id, ...)                                                                  \
    CASE(name, check_id)                                                                           \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
    }

/* `kept_mem buffer = …;` releases the buffer at the end of its block, unless it is NULL. The last
 * one declared goes first. */
#define RELEASES(name, type, release)                                                              \
    static inline void name(type *object)                                                          \
    {                                                                                              \
        if (*object) release(*object);                                                             \
    }
RELEASES(release_context, cl_context, clReleaseContext)
RELEASES(release_queue, cl_command_queue, clReleaseCommandQueue)
RELEASES(release_mem, cl_mem, clReleaseMemObject)
RELEASES(release_program, cl_program, clReleaseProgram)
RELEASES(release_kernel, cl_kernel, clReleaseKernel)
RELEASES(release_sampler, cl_sampler, clReleaseSampler)
RELEASES(release_event, cl_event, clReleaseEvent)
/* clang does not count the release as a use. */
#define KEPT_BY(release) __attribute__((cleanup(release), unused))
#define kept_context     KEPT_BY(release_context) cl_context
#define kept_queue       KEPT_BY(release_queue) cl_command_queue
#define kept_mem         KEPT_BY(release_mem) cl_mem
#define kept_program     KEPT_BY(release_program) cl_program
#define kept_kernel      KEPT_BY(release_kernel) cl_kernel
#define kept_sampler     KEPT_BY(release_sampler) cl_sampler
#define kept_event       KEPT_BY(release_event) cl_event

/* Builds the source for the context's device. Ends the process if that fails. */
cl_program case_program(const struct given *given, const char *source);

/* Makes a queue with these properties. */
cl_command_queue queue_of(const struct given *given, cl_command_queue_properties bits);

/* Makes the program's kernel of this name. Ends the process if there is none. */
cl_kernel case_kernel(cl_program program, const char *name);

#endif
