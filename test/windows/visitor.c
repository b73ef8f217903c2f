/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program that is not linked to OpenCL.dll. It opens the library, uses it, and closes it again,
 * in the steps that its arguments name, and prints what it sees, one line each, with tabs between
 * the fields:
 *
 *   open FILE      loads the library
 *   use            lists the platforms and calls functions of each: "used name status"
 *   late           lists them again when the program ends: the event "late status count"
 *   close          frees the library
 *   loaded NAME    whether a library with this name is in memory: "loaded name yes|no"
 *   gone NAME      whether all with this name are gone within ten seconds: "gone name yes|no"
 *   again COUNT    opens, uses and closes it COUNT times: "again", and how many blocks the heap has
 *                  gained from the fifth round to the last
 *   churn COUNT    COUNT rounds in each of eight threads at once, each with a reference of its own:
 *                  "churn", and the number of rounds with a failed call
 *   calling COUNT  COUNT threads call until the program ends; the event "failed call" reports a
 *                  call that failed
 *   hold FILE      loads a library of holder.c
 *   let-go         frees that library
 *   mark TEXT      the event "mark text"
 *   end HOW        ends the program: return, exit, ExitProcess or TerminateProcess
 */
#include "api/opencl.h"

#include "fake/event.h"
#include "fake/fake.h"

#include <malloc.h>

struct api {
    HMODULE library;
    cl_int(CL_API_CALL *list)(cl_uint, cl_platform_id *, cl_uint *);
    cl_int(CL_API_CALL *info)(cl_platform_id, cl_platform_info, size_t, void *, size_t *);
    cl_context(CL_API_CALL *create)(const cl_context_properties *, cl_device_type, context_callback,
                                    void *, cl_int *);
    cl_int(CL_API_CALL *release)(cl_context);
};
static struct api cl;
static HMODULE holder;
static const char *file;

static struct api open_library(void)
{
    struct api opened = { .library = LoadLibraryA(file) };
    if (!opened.library) {
        printf("open\tfailed\t%lu\n", (unsigned long)GetLastError());
        exit(2);
    }
#define OBTAIN(member, name)                                                                       \
    do {                                                                                           \
        FARPROC found = GetProcAddress(opened.library, name);                                      \
        memcpy(&opened.member, &found, sizeof found);                                              \
    } while (0)
    OBTAIN(list, "clGetPlatformIDs");
    OBTAIN(info, "clGetPlatformInfo");
    OBTAIN(create, "clCreateContextFromType");
    OBTAIN(release, "clReleaseContext");
    return opened;
}

/* Tells whether all calls gave the right results. */
static bool use_through(const struct api *api, bool silent)
{
    cl_platform_id list[64];
    cl_uint count = 0;
    cl_int status = api->list(64, list, &count);
    if (status != CL_SUCCESS && !silent) printf("used\t-\t%d\n", (int)status);
    for (cl_uint i = 0; status == CL_SUCCESS && i < count; i++) {
        cl_context_properties properties[] = { CL_CONTEXT_PLATFORM, 0, 0 };
        char name[100] = "";
        cl_context context;
        properties[1] = (cl_context_properties)(intptr_t)list[i];
        api->info(list[i], CL_PLATFORM_NAME, sizeof name, name, NULL);
        context = api->create(properties, CL_DEVICE_TYPE_ALL, NULL, NULL, &status);
        if (!silent) printf("used\t%s\t%d\n", name, (int)status);
        if (context) api->release(context);
    }
    return status == CL_SUCCESS;
}

static void at_exit(void)
{
    cl_uint count = 0;
    cl_int status = cl.list(0, NULL, &count);
    fake_event("late %d %u", (int)status, (unsigned)count);
}

static long heap_blocks(void)
{
    _HEAPINFO block = { ._pentry = NULL };
    long count = 0;
    while (_heapwalk(&block) == _HEAPOK) count += block._useflag == _USEDENTRY;
    return count;
}

static void again(int rounds)
{
    long before = 0;
    for (int i = 0; i < rounds; i++) {
        cl = open_library();
        use_through(&cl, true);
        FreeLibrary(cl.library);
        if (i == 4) before = heap_blocks();
    }
    printf("again\t%d\t%ld\n", rounds, heap_blocks() - before);
}

/* ---- threads ---- */

enum { MOST = 16 };
static LONG wrong, calls;

static void run(LPTHREAD_START_ROUTINE body, void *data, int count, HANDLE *threads)
{
    for (int i = 0; i < count; i++) {
        threads[i] = CreateThread(NULL, 0, body, data, 0, NULL);
        if (!threads[i]) exit(2);
    }
}

static DWORD WINAPI open_and_close(void *rounds)
{
    for (int i = 0; i < *(int *)rounds; i++) {
        const struct api own = open_library();
        if (!use_through(&own, true)) InterlockedIncrement(&wrong);
        FreeLibrary(own.library);
    }
    return 0;
}

static void churn(int rounds)
{
    HANDLE threads[8];
    run(open_and_close, &rounds, 8, threads);
    WaitForMultipleObjects(8, threads, TRUE, INFINITE);
    printf("churn\t%d\t%ld\n", 8 * rounds, wrong);
}

static DWORD WINAPI call_on(void *nothing)
{
    for (;;) {
        if (!use_through(&cl, true)) fake_event("failed call");
        InterlockedIncrement(&calls);
    }
    return nothing != NULL;
}

static void start_calling(int count)
{
    HANDLE threads[MOST];
    run(call_on, NULL, count < MOST ? count : MOST, threads);
    while (InterlockedCompareExchange(&calls, 0, 0) < 2 * count) Sleep(1);
}

static bool is_gone(const char *name)
{
    for (int i = 0; i < 1000 && GetModuleHandleA(name); i++) Sleep(10);
    return !GetModuleHandleA(name);
}

static int end(const char *how)
{
    printf("end\n");
    fflush(stdout);
    if (!strcmp(how, "exit")) exit(0);
    if (!strcmp(how, "ExitProcess")) ExitProcess(0);
    if (!strcmp(how, "TerminateProcess")) TerminateProcess(GetCurrentProcess(), 0);
    return 0;
}

int main(int count, char **argument)
{
    for (int i = 1; i < count; i++) {
        const char *step = argument[i], *next = i + 1 < count ? argument[i + 1] : "";
        if (!strcmp(step, "use")) use_through(&cl, false);
        else if (!strcmp(step, "late")) atexit(at_exit);
        else if (!strcmp(step, "close")) printf("closed\t%d\n", FreeLibrary(cl.library));
        else if (!strcmp(step, "let-go")) printf("let go\t%d\n", FreeLibrary(holder));
        else if (!strcmp(step, "end")) return end(next);
        else {
            i++;
            if (!strcmp(step, "open")) file = next, cl = open_library();
            else if (!strcmp(step, "hold")) holder = LoadLibraryA(next);
            else if (!strcmp(step, "churn")) churn(atoi(next));
            else if (!strcmp(step, "calling")) start_calling(atoi(next));
            else if (!strcmp(step, "loaded"))
                printf("loaded\t%s\t%s\n", next, GetModuleHandleA(next) ? "yes" : "no");
            else if (!strcmp(step, "gone"))
                printf("gone\t%s\t%s\n", next, is_gone(next) ? "yes" : "no");
            else if (!strcmp(step, "again")) again(atoi(next));
            else if (!strcmp(step, "mark")) fake_event("mark %s", next);
            else return 2;
        }
    }
    return 2;
}
