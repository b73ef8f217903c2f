/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A library that loads OpenCL.dll, the one that the variable HOLDER_LIBRARY names, in its DllMain and
 * frees it there, which no library should do: Windows is in the middle of loading or freeing then.
 */
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>

BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, void *process_ends)
{
    static HMODULE library;
    char path[1000];
    (void)self;
    if (reason == DLL_PROCESS_ATTACH && GetEnvironmentVariableA("HOLDER_LIBRARY", path, sizeof path))
        library = LoadLibraryA(path);
    if (reason == DLL_PROCESS_DETACH && !process_ends && library) FreeLibrary(library);
    return reason != DLL_PROCESS_ATTACH || library;
}
