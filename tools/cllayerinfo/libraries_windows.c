/* SPDX-License-Identifier: Apache-2.0 */
#include "libraries.h"

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <fcntl.h>
#include <io.h>
#include <psapi.h>
#include <stdio.h>
#include <string.h>

/* ---- standard output ---- */

static FILE *own;

/* Libraries do not write to handles that they do not know. */
int libraries_run_isolated(int (*print_answers)(void))
{
    int output = _dup(1), nowhere = _open("NUL", _O_WRONLY), status;
    own = output >= 0 ? _fdopen(output, "w") : NULL;
    if (!own || nowhere < 0 || _dup2(nowhere, 1) != 0) {
        fputs("cllayerinfo: there is no standard output\n", stderr);
        return 1;
    }
    _close(nowhere);
    status = print_answers();
    if (fflush(own) == 0 && !ferror(own)) return status;
    fputs("cllayerinfo: the output cannot be written\n", stderr);
    return 1;
}

void libraries_print(const char *text)
{
    fputs(text, own);
}

/* ---- libraries ---- */

const char *libraries_each(void (*visit)(const char *path, void *library))
{
    static HMODULE all[4096];
    static wchar_t wide[32768];
    static char path[3 * 32768];
    DWORD size = 0;
    if (!K32EnumProcessModules(GetCurrentProcess(), all, sizeof all, &size))
        return "Windows does not say which libraries are loaded";
    if (size > sizeof all) size = sizeof all;
    /* The list is in the order of loading. The first is the program. */
    for (DWORD i = size / sizeof all[0]; i-- > 1;) {
        DWORD length = GetModuleFileNameW(all[i], wide, 32768);
        if (length == 0 || length >= 32768) continue;
        if (WideCharToMultiByte(CP_UTF8, 0, wide, -1, path, sizeof path, NULL, NULL) > 0)
            visit(path, (void *)all[i]);
    }
    return NULL;
}

bool libraries_is_loaded(const char *name)
{
    return GetModuleHandleA(name) != NULL;
}

void *libraries_find(void *library, const char *name)
{
    FARPROC found = GetProcAddress(library, name);
    void *address;
    memcpy(&address, &found, sizeof address);
    return address;
}
