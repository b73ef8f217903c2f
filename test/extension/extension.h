/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The common part of the tests of extension functions. A program gets these in two ways: by their
 * real names from clrelay_ext, over any libOpenCL; or, with IN_LOADER, from our libOpenCL through
 * clGetExtensionFunctionAddress. The one argument of each program is the expected loader: clrelay,
 * or another one.
 */
#ifndef CLRELAY_TEST_EXTENSION_EXTENSION_H
#define CLRELAY_TEST_EXTENSION_EXTENSION_H

#include "api/dispatch.h"

#include "drivers.h"

#ifdef IN_LOADER
#define USE(type, name, ...) static type(CL_API_CALL *name##_used) PARAMS(__VA_ARGS__);
#define USED(name)           name##_used
#else
#define USE(type, name, ...)
#define USED(name) name
#endif
#define BY_HANDLE(extension, type, name, result, ...)    USE(type, name, __VA_ARGS__)
#define BY_SEMAPHORE(extension, type, name, result, ...) USE(type, name, __VA_ARGS__)
#include "extension_functions.h"

/* Returns the name of the loader. */
static const char *extension_loader(void)
{
    static char name[100];
    clrelay_loader_info info;
    void *address = clGetExtensionFunctionAddress("clGetICDLoaderInfoOCLICD");
    memcpy(&info, &address, sizeof info);
    if (!info || info(CL_ICDL_NAME, sizeof name, name, NULL) != CL_SUCCESS) return "unknown";
    return name;
}

/* Makes the loader find the drivers, and looks up the functions that any driver has. */
static void extension_begin(int count, char **argument)
{
    cl_uint platforms = 0;
    const bool ours = !strcmp(extension_loader(), "clrelay");
    if (count != 2) TEST_STOP("which loader?");
    if (ours && strcmp(argument[1], "clrelay") != 0) {
        printf("skipped: the other libOpenCL is clrelay, too\n");
        exit(TEST_SKIPPED);
    }
    CHECK_INT(clGetPlatformIDs(0, NULL, &platforms), CL_SUCCESS);
    CHECK(platforms > 0);
    CHECK_INT(ours, !strcmp(argument[1], "clrelay"));
#ifdef IN_LOADER
#define BY_HANDLE(extension, type, name, ...)                                                      \
    {                                                                                              \
        void *address = clGetExtensionFunctionAddress(#name);                                      \
        memcpy(&USED(name), &address, sizeof address);                                             \
    }
#define BY_SEMAPHORE BY_HANDLE
#include "extension_functions.h"
#endif
}

/* A driver's semaphore with this handle, which nobody may dereference. */
#ifdef __GNUC__
__attribute__((unused))
#endif
static cl_semaphore_khr
extension_semaphore(const struct fake *driver, size_t platform, uintptr_t handle)
{
    cl_int error = 1;
    cl_semaphore_khr made;
    driver->record(true, handle);
    made = USED(clCreateSemaphoreWithPropertiesKHR)((cl_context)driver->object(platform), NULL,
                                                    &error);
    driver->record(false, 0);
    CHECK_POINTER((void *)made, (void *)handle);
    return made;
}

#endif
