/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ending HOW [WHO...]: a program that is linked to libOpenCL uses it, and ends: HOW is return,
 * exit, _exit or quick_exit. WHO still calls OpenCL meanwhile: atexit (a handler registered before
 * the first call), destructor (the program's), library (that of a library which depends on
 * libOpenCL), thread (one that never stops calling). With "unused" in the list nothing is called
 * before that. Its events: "mark leaving", "late WHO status platforms platform".
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "opencl.h"

#include "ending.h"
#include "fake/event.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

static bool destructor;
static cl_context context;

static void rest(void)
{
    struct timespec time = { 0, 20 * 1000 * 1000 };
    nanosleep(&time, NULL);
}

static void handler(void)
{
    ending_call("atexit");
    rest();
}

__attribute__((destructor)) static void destruct(void)
{
    if (destructor) ending_call("destructor");
    rest();
}

static void *call_for_ever(void *unused)
{
    (void)unused;
    for (;;) {
        cl_platform_id platform;
        char name[100];
        if (clGetPlatformIDs(1, &platform, NULL) == CL_SUCCESS)
            clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL);
        clFlush((cl_command_queue)(void *)context);
        clGetExtensionFunctionAddress("clFakeThingNobody");
    }
    return NULL;
}

int main(int count, char **argument)
{
    const char *how = count > 1 ? argument[1] : "return";
    bool thread = false, used = true;
    pthread_t other;
    for (int i = 2; i < count; i++) {
        if (!strcmp(argument[i], "atexit")) atexit(handler);
        if (!strcmp(argument[i], "destructor")) destructor = true;
        if (!strcmp(argument[i], "library")) ending_library = true;
        if (!strcmp(argument[i], "thread")) thread = true;
        if (!strcmp(argument[i], "unused")) used = false;
    }
    if (used) {
        ending_call("main");
        context = clCreateContextFromType(NULL, CL_DEVICE_TYPE_ALL, NULL, NULL, NULL);
    }
    if (thread && pthread_create(&other, NULL, call_for_ever, NULL)) return 2;
    printf("end\n");
    fflush(stdout);
    rest();
    fake_event("mark leaving");
    if (!strcmp(how, "exit")) exit(0);
    if (!strcmp(how, "_exit")) _exit(0);
    if (!strcmp(how, "quick_exit")) quick_exit(0);
    return 0;
}
