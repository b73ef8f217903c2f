/* SPDX-License-Identifier: Apache-2.0 */
/* With FAKE_PRINTS this layer prints to standard output at every chance: with stdio and with system
 * calls, also from a thread that never ends. stdio prints what it has buffered when the program
 * ends. */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_layer.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#include <io.h>
#define EXPORTED __declspec(dllexport)
#define write    _write
static void start_thread(void)
{
}
#else
#include <pthread.h>
#include <unistd.h>
#define EXPORTED __attribute__((visibility("default")))
#endif

static const char name[] = "printing";

static void print(const char *text)
{
    if (!getenv("FAKE_PRINTS")) return;
    printf("layer: %s, by stdio\n", text);
    if (write(1, text, (unsigned)strlen(text)) < 0) abort();
}

#ifndef _WIN32
static void *print_for_ever(void *nothing)
{
    for (;;) {
        if (write(1, "thread\n", 7) < 0) return nothing;
        usleep(100);
    }
}

static void start_thread(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, print_for_ever, NULL)) abort();
    pthread_detach(thread);
}
#endif

static void print_at_exit(void)
{
    print("handler\n");
}

__attribute__((constructor)) static void construct(void)
{
    print("constructor\n");
}

__attribute__((destructor)) static void destruct(void)
{
    print("destructor\n");
}

EXPORTED cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t size, void *to,
                                           size_t *size_ret)
{
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    const size_t need = what == CL_LAYER_NAME ? sizeof name : sizeof version;
    print("info\n");
    if (to && size < need) return CL_INVALID_VALUE;
    if (to) memcpy(to, what == CL_LAYER_NAME ? (const void *)name : (const void *)&version, need);
    if (size_ret) *size_ret = need;
    return CL_SUCCESS;
}

static const struct _cl_icd_dispatch *below;
static cl_icd_dispatch table;

static cl_int CL_API_CALL list(cl_uint room, cl_platform_id *platforms, cl_uint *count)
{
    print("clGetPlatformIDs\n");
    return below->clGetPlatformIDs(room, platforms, count);
}

EXPORTED cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch *next,
                                        cl_uint *entries_ret, const cl_icd_dispatch **table_ret)
{
    below = next;
    table.clGetPlatformIDs = list;
    *entries_ret = sizeof table / sizeof(void *);
    *table_ret = &table;
    atexit(print_at_exit);
    if (getenv("FAKE_PRINTS")) start_thread();
    print("init\n");
    return CL_SUCCESS;
}

EXPORTED cl_int CL_API_CALL clDeinitLayer(void)
{
    print("deinit\n");
    return CL_SUCCESS;
}
