/* SPDX-License-Identifier: Apache-2.0 */
/* The part of <dlfcn.h> that the tests use, for Windows. The global scope is OpenCL.dll and
 * clrelay_ext.dll. */
#ifndef CLRELAY_TEST_WINDOWS_POSIX_DLFCN_H
#define CLRELAY_TEST_WINDOWS_POSIX_DLFCN_H

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>

#include <stdio.h>
#include <string.h>

#define RTLD_LAZY    0
#define RTLD_NOW     0
#define RTLD_LOCAL   0
#define RTLD_DEFAULT NULL

static inline void *dlopen(const char *path, int how)
{
    return (void *)LoadLibraryA(path);
}

static inline void *dlsym(void *library, const char *name)
{
    FARPROC found =
        GetProcAddress(library ? (HMODULE)library : GetModuleHandleA("OpenCL.dll"), name);
    void *address;
    if (!library && !found) found = GetProcAddress(GetModuleHandleA("clrelay_ext.dll"), name);
    memcpy(&address, &found, sizeof address);
    return address;
}

static inline int dlclose(void *library)
{
    return !FreeLibrary((HMODULE)library);
}

static inline const char *dlerror(void)
{
    static char text[40];
    snprintf(text, sizeof text, "error %lu", (unsigned long)GetLastError());
    return text;
}

#endif
