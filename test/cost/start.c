/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The cost of the first clGetPlatformIDs of a process, with the drivers that the environment names.
 *
 *   start LIBRARY               through this library
 *   start --no-loader DRIVER... the same work without a loader: opens each driver and asks it
 *                               for its platforms, which is the least that a loader can do
 *
 * Prints "start MICROSECONDS RESIDENT-KIB ALLOCATED-BYTES PLATFORMS": what the call added, without
 * opening the library itself. "unknown" means that the system can't tell.
 */
#include "bench.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double microseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

/* Returns the size of the pages in use. Does not use stdio, which would allocate. */
static long resident_kib(void)
{
    char text[200] = "";
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return 0;
    if (!fgets(text, sizeof text, file)) text[0] = 0;
    fclose(file);
    if (sscanf(text, "%*d %ld", &pages) != 1) return 0;
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static long long allocated(void)
{
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
    struct mallinfo2 info = mallinfo2();
    return (long long)(info.uordblks + info.hblkhd);
#else
    return -1;
#endif
}

typedef cl_int(CL_API_CALL *list_function)(cl_uint, cl_platform_id *, cl_uint *);

static list_function find(void *library, const char *name)
{
    void *address = library ? dlsym(library, name) : NULL;
    list_function found;
    if (!address) {
        fprintf(stderr, "start: %s\n", dlerror());
        exit(2);
    }
    memcpy(&found, &address, sizeof found);
    return found;
}

static cl_uint list_without_loader(int count, char **drivers)
{
    static const char name[] = "clIcdGetPlatformIDsKHR";
    cl_uint sum = 0;
    for (int i = 0; i < count; i++) {
        void *driver = dlopen(drivers[i], RTLD_LAZY | RTLD_LOCAL);
        void *address = driver ? dlsym(driver, name) : NULL;
        list_function lists = NULL;
        cl_platform_id list[64];
        cl_uint found = 0;
        if (!address) {
            void *(CL_API_CALL * extension)(const char *) = NULL;
            list_function looked_up = find(driver, "clGetExtensionFunctionAddress");
            memcpy(&extension, &looked_up, sizeof extension);
            address = extension(name);
        }
        memcpy(&lists, &address, sizeof lists);
        if (lists) lists(64, list, &found);
        sum += found;
    }
    return sum;
}

int main(int count, char **argument)
{
    bool no_loader = count > 1 && !strcmp(argument[1], "--no-loader");
    list_function list = NULL;
    cl_uint platforms = 0;
    long long bytes;
    long kib;
    double time;
    if (count < 2) return 2;
    if (!no_loader) list = find(dlopen(argument[1], RTLD_NOW | RTLD_LOCAL), "clGetPlatformIDs");
    resident_kib(); /* so that the memory of this function is there from now on */
    kib = resident_kib();
    bytes = allocated();
    time = microseconds();
    if (no_loader) platforms = list_without_loader(count - 2, argument + 2);
    else list(0, NULL, &platforms);
    time = microseconds() - time;
    bytes = allocated() - bytes;
    kib = resident_kib() - kib;
    printf("start %.1f %ld %lld %u\n", time, kib, bytes, (unsigned)platforms);
    return 0;
}
