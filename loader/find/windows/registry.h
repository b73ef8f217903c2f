/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The registry: the values of HKLM\SOFTWARE\Khronos\OpenCL\Vendors and …\Layers, in the view that the
 * process has by itself, so that 32-bit programs see what is for them. The name of a value is a
 * library; the value is a DWORD, for a driver 0 where it is enabled, for a layer its priority.
 */
#ifndef CLRELAY_WINDOWS_REGISTRY_H
#define CLRELAY_WINDOWS_REGISTRY_H

#include "find/windows/discovery.h"

/* What is asked of the system. The functions are RegOpenKeyExW, RegEnumValueW and RegCloseKey. */
struct registry {
    LSTATUS(WINAPI *open)(HKEY root, const wchar_t *path, DWORD options, REGSAM rights, HKEY *key);
    LSTATUS(WINAPI *value)(HKEY key, DWORD index, wchar_t *name, DWORD *length, DWORD *reserved,
                           DWORD *type, BYTE *data, DWORD *size);
    LSTATUS(WINAPI *close)(HKEY key);
};
extern const struct registry registry_of_windows;

/* Adds what a registry names, and the key itself. */
void registry_find(const struct registry *registry, enum candidate_kind kind,
                   struct findings *findings);

#endif
