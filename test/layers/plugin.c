/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A library that contains the static loader and exports all of it: the visitor opens and closes it
 * like other loaders. The library calls OpenCL at its end, as a global object in C++ would, and in
 * a destructor: events "late global status count" and "late plugin status count".
 */
#include "api/opencl.h"

#include "fake/event.h"

static void call(const char *who)
{
    cl_uint count = 0;
    cl_int status = clGetPlatformIDs(0, NULL, &count);
    fake_event("late %s %d %u", who, (int)status, (unsigned)count);
}

/* atexit() uses this; gcc's race detector does not understand atexit() in a library. */
extern int __cxa_atexit(void (*handler)(void *), void *argument, void *library);
extern __attribute__((visibility("hidden"))) void *__dso_handle;

static void end_global(void *nothing)
{
    call("global");
}

__attribute__((constructor)) static void construct(void)
{
    __cxa_atexit(end_global, NULL, &__dso_handle);
}

__attribute__((destructor)) static void destruct(void)
{
    call("plugin");
}
