/* SPDX-License-Identifier: Apache-2.0 */
#include "find/windows/package.h"

#include "find/windows/system.h"
#include "find/windows/value.h"

#include <stdlib.h>

#if defined(_M_X64) || defined(__x86_64__)
#define FOLDER L"x64"
#elif defined(_M_ARM64) || defined(__aarch64__)
#define FOLDER L"arm64"
#elif defined(_M_ARM) || defined(__arm__)
#define FOLDER L"arm"
#else
#define FOLDER L"x86"
#endif

static const wchar_t family[] = L"Microsoft.D3DMappingLayers_8wekyb3d8bbwe";

/* More characters than any package has, and more packages: a larger number is an error. */
enum { MAX_SIZE = 65536 };

struct packages {
    UINT32 count;
    wchar_t **names; /* in `buffer` */
    wchar_t *buffer;
};

static void free_packages(struct packages *packages)
{
    free(packages->names);
    free(packages->buffer);
    *packages = (struct packages){ 0, NULL, NULL };
}

/* Lists the packages of the family. Free them with free_packages(). */
static LONG list_packages(const struct package *system, struct packages *packages)
{
    LONG error = ERROR_INSUFFICIENT_BUFFER;
    for (int tries = 0; error == ERROR_INSUFFICIENT_BUFFER && tries < VALUE_TRIES; tries++) {
        UINT32 length = 0, room;
        free_packages(packages);
        error = system->list(family, &packages->count, NULL, &length, NULL);
        if (error != ERROR_INSUFFICIENT_BUFFER) break; /* usually there are none */
        room = packages->count;
        if (room <= MAX_SIZE && length <= MAX_SIZE) {
            packages->names = calloc((size_t)room + 1, sizeof *packages->names);
            packages->buffer = calloc((size_t)length + 1, sizeof *packages->buffer);
        }
        error =
            packages->names && packages->buffer
                ? system->list(family, &packages->count, packages->names, &length, packages->buffer)
                : ERROR_NOT_ENOUGH_MEMORY;
        if (packages->count > room) packages->count = room;
    }
    if (error != ERROR_SUCCESS || !packages->names) packages->count = 0;
    return error;
}

/* The path of a package, for the caller to free. Returns NULL with the reason in *error. */
static wchar_t *path_of(const struct package *system, const wchar_t *name, LONG *error)
{
    UINT32 length = 0;
    wchar_t *path = NULL;
    *error = system->path(name, &length, NULL);
    for (int tries = 0; *error == ERROR_INSUFFICIENT_BUFFER && tries < VALUE_TRIES; tries++) {
        free(path);
        path = length <= MAX_SIZE ? calloc((size_t)length + 1, sizeof *path) : NULL;
        *error = path ? system->path(name, &length, path) : ERROR_NOT_ENOUGH_MEMORY;
    }
    if (*error == ERROR_SUCCESS && path && *path) return path;
    free(path);
    return NULL;
}

static void add_package(const struct package *system, const wchar_t *name,
                        struct findings *findings)
{
    const struct device device = { "app package", name, 0 };
    LONG error = ERROR_SUCCESS;
    wchar_t *path = path_of(system, name, &error);
    wchar_t *library = path ? wide_join(path, L"\\" FOLDER L"\\OpenCLOn12.dll") : NULL;
    if (library) findings_add(findings, device.source, device.origin, library);
    else value_add_failure(findings, &device, "GetPackagePathByFullName", (unsigned long)error);
    free(library);
    free(path);
}

void package_find(const struct package *system, struct findings *findings)
{
    static const struct device all = { "app package", family, 0 };
    struct packages packages = { 0, NULL, NULL };
    LONG error = list_packages(system, &packages);
    if (error != ERROR_SUCCESS)
        value_add_failure(findings, &all, "GetPackagesByPackageFamily", (unsigned long)error);
    for (UINT32 i = 0; i < packages.count; i++)
        if (packages.names[i]) add_package(system, packages.names[i], findings);
    free_packages(&packages);
}

void package_find_here(struct findings *findings)
{
    static const struct system_function rows[] = {
        { L"kernel32.dll", "GetPackagesByPackageFamily" },
        { L"kernel32.dll", "GetPackagePathByFullName" },
        { NULL, NULL },
    };
    struct package system;
    struct system_libraries libraries;
    if (!system_find(rows, &system, &libraries)) return;
    package_find(&system, findings);
    system_release(&libraries);
}
