/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A library that loads OpenCL.dll (the variable HOLDER_LIBRARY) in its DllMain and frees it there.
 * No library should do this, because Windows is in the middle of loading or freeing. If
 * HOLDER_CALLS is set, the library also lists the platforms, and prints the status and their
 * number.
 */
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>

#include <stdio.h>
#include <string.h>

static void list(HMODULE library)
{
    int(WINAPI * call)(unsigned, void *, unsigned *);
    FARPROC found = library ? GetProcAddress(library, "clGetPlatformIDs") : NULL;
    unsigned count = 0;
    int status;
    memcpy(&call, &found, sizeof call);
    if (!found) return;
    status = call(0, NULL, &count);
    printf("listed\t%d\t%u\n", status, count);
    fflush(stdout);
}

BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, void *process_ends)
{
    static HMODULE library;
    char path[1000];
    if (reason == DLL_PROCESS_ATTACH &&
        GetEnvironmentVariableA("HOLDER_LIBRARY", path, sizeof path))
        library = LoadLibraryA(path);
    if (reason == DLL_PROCESS_ATTACH && GetEnvironmentVariableA("HOLDER_CALLS", path, sizeof path))
        list(library);
    if (reason == DLL_PROCESS_DETACH && !process_ends && library) FreeLibrary(library);
    return reason != DLL_PROCESS_ATTACH || library;
}
