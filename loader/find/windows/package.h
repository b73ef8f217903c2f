/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the app package with OpenCLOn12, the OpenCL driver of machines that have no other. */
#ifndef CLRELAY_LOADER_FIND_WINDOWS_PACKAGE_H
#define CLRELAY_LOADER_FIND_WINDOWS_PACKAGE_H

#include "find/windows/found.h"

/* The system functions in use: GetPackagesByPackageFamily and GetPackagePathByFullName. */
struct package {
    LONG(WINAPI *list)
    (const wchar_t *family, UINT32 *count, wchar_t **names, UINT32 *length, wchar_t *buffer);
    LONG(WINAPI *path)(const wchar_t *name, UINT32 *length, wchar_t *path);
};

/* Adds the package of a given system, or of this one. */
void package_find(const struct package *system, struct findings *findings);
void package_find_here(struct findings *findings);

#endif
