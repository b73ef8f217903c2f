/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Finds drivers and layers in the registry: the values of HKLM\SOFTWARE\Khronos\OpenCL\Vendors and
 * …\Layers, in the process's own view, so that 32-bit programs see theirs. The name of a value is a
 * library. The value is a DWORD: for a driver, 0 means enabled; for a layer, it is the priority.
 */
#ifndef CLRELAY_LOADER_FIND_WINDOWS_REGISTRY_H
#define CLRELAY_LOADER_FIND_WINDOWS_REGISTRY_H

#include "find/windows/found.h"

/* The system functions in use: RegOpenKeyExW, RegEnumValueW and RegCloseKey. */
struct registry {
    LSTATUS(WINAPI *open)(HKEY root, const wchar_t *path, DWORD options, REGSAM rights, HKEY *key);
    LSTATUS(WINAPI *value)
    (HKEY key, DWORD index, wchar_t *name, DWORD *length, DWORD *reserved, DWORD *type, BYTE *data,
     DWORD *size);
    LSTATUS(WINAPI *close)(HKEY key);
};
extern const struct registry registry_of_windows;

/* Adds what a registry names, and the key itself. */
void registry_find(const struct registry *registry, enum candidate_kind kind,
                   struct findings *findings);

#endif
