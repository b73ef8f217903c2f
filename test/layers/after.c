/* SPDX-License-Identifier: Apache-2.0 */
/*
 * after LIBRARY: makes calls at the end of the program, after libOpenCL's own end, in the
 * destructor of LIBRARY (after_library.c), which is opened last and depends on nothing. It makes
 * the same calls before, too. For both it prints "before" or "after" and each call's result, with
 * tabs between: clGetPlatformIDs, clGetPlatformInfo, clFlush, clCreateContextFromType, then
 * clTerminateContextKHR and clGetSemaphoreInfoKHR, each from clrelay_ext and from the loader.
 */
#include "api/opencl.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cl_platform_id platform;
static cl_context context;
static cl_semaphore_khr semaphore;
static clTerminateContextKHR_fn terminate;
static clGetSemaphoreInfoKHR_fn tell;

static void stop(const char *what)
{
    fprintf(stderr, "after: %s\n", what);
    exit(2);
}

static void obtain(void)
{
    void *found;
    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS) stop("there is no platform");
    context = clCreateContextFromType(NULL, CL_DEVICE_TYPE_ALL, NULL, NULL, NULL);
    semaphore = clCreateSemaphoreWithPropertiesKHR(context, NULL, NULL);
    found = clGetExtensionFunctionAddress("clTerminateContextKHR");
    memcpy(&terminate, &found, sizeof found);
    found = clGetExtensionFunctionAddress("clGetSemaphoreInfoKHR");
    memcpy(&tell, &found, sizeof found);
    if (!context || !semaphore || !terminate || !tell) stop("something is missing");
}

static void call(const char *when)
{
    cl_platform_id first;
    char name[100];
    cl_uint references;
    cl_int created = 1;
    printf("%s\t%d", when, (int)clGetPlatformIDs(1, &first, NULL));
    printf("\t%d", (int)clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL));
    printf("\t%d", (int)clFlush((cl_command_queue)(void *)context));
    if (!clCreateContextFromType(NULL, CL_DEVICE_TYPE_ALL, NULL, NULL, &created) == !created)
        created = 1; /* an object and an error, or neither of them */
    printf("\t%d", (int)created);
    printf("\t%d\t%d", (int)clTerminateContextKHR(context), (int)terminate(context));
    printf("\t%d", (int)clGetSemaphoreInfoKHR(semaphore, CL_SEMAPHORE_REFERENCE_COUNT_KHR,
                                              sizeof references, &references, NULL));
    printf("\t%d\n", (int)tell(semaphore, CL_SEMAPHORE_REFERENCE_COUNT_KHR, sizeof references,
                               &references, NULL));
}

static void call_after(void)
{
    call("after");
    printf("end\n");
    fflush(stdout);
}

int main(int count, char **argument)
{
    void (**at_end)(void);
    void *library;
    obtain();
    call("before");
    call("before"); /* with what the first call has found out */
    library = count == 2 ? dlopen(argument[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    at_end = library ? dlsym(library, "after_call") : NULL;
    if (!at_end) stop("the library cannot be opened");
    *at_end = call_after;
    return 0;
}
