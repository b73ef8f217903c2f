/* SPDX-License-Identifier: Apache-2.0 */
/* Finds out which parameters a provisional function has: devices tell the revision of its extension. */
#include "provisional.h"

#include "entry.h"
#include "provisional_types.h"

#include <stdlib.h>

enum { MOST_PLATFORMS = 64, MOST_DEVICES = 64 };

static const struct row {
    const char *extension;
    cl_uint from, to;
    const char *name, *row;
} rows[] = {
#define PROVISIONAL(extension, from, to, type, text, name, ...)                                    \
    { #extension, from, to, text, #name },
#include "provisional_functions.h"
};
enum { ROWS = sizeof rows / sizeof *rows };

cl_uint provisional_revision(cl_device_id device, const char *extension)
{
    cl_name_version *list = NULL;
    cl_uint revision = 0;
    size_t size = 0;
    if (!down.clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, 0, NULL, &size))
        list = malloc(size + sizeof *list);
    if (list &&
        !down.clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, size, list, NULL)) {
        for (size_t i = 0; i < size / sizeof *list; i++)
            if (!strncmp(list[i].name, extension, sizeof list[i].name)) revision = list[i].version;
    }
    free(list);
    return revision;
}

/* The row of a function that has never changed, or the first of one that has; NULL: it is none of these. */
static const struct row *first_row(const char *name)
{
    for (size_t i = 0; i < ROWS; i++)
        if (!strcmp(rows[i].name, name)) return &rows[i];
    return NULL;
}

static const struct row *row_of(const char *name, cl_uint revision)
{
    for (size_t i = 0; i < ROWS; i++)
        if (!strcmp(rows[i].name, name) && revision >= rows[i].from && revision < rows[i].to)
            return &rows[i];
    return NULL;
}

/* Adds what the devices of a platform tell. Returns false if it is not the same, or not known. */
static bool add_platform(cl_platform_id platform, const struct row *first, const struct row **found)
{
    cl_device_id devices[MOST_DEVICES];
    cl_uint count = 0;
    if (down.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, MOST_DEVICES, devices, &count))
        return true;
    for (cl_uint i = 0; i < count && i < MOST_DEVICES; i++) {
        const cl_uint revision = provisional_revision(devices[i], first->extension);
        const struct row *row = revision ? row_of(first->name, revision) : NULL;
        if (!revision) continue;
        if (!row || (*found && *found != row)) return false;
        *found = row;
    }
    return true;
}

/* Programs need not say which platform's function they ask for: then it is one that has this one. */
static bool is_of(cl_platform_id platform, const char *name, const void *found)
{
    return down.clGetExtensionFunctionAddressForPlatform &&
           down.clGetExtensionFunctionAddressForPlatform(platform, name) == found;
}

const char *provisional_row(cl_platform_id platform, const char *name, const void *found)
{
    const struct row *first = first_row(name), *row = NULL;
    cl_platform_id platforms[MOST_PLATFORMS];
    cl_uint count = 0;
    if (!first) return name;
    if (!first->from) return first->row;
    if (platform) return add_platform(platform, first, &row) && row ? row->row : NULL;
    if (down.clGetPlatformIDs(MOST_PLATFORMS, platforms, &count)) return NULL;
    for (cl_uint i = 0; i < count && i < MOST_PLATFORMS; i++)
        if (is_of(platforms[i], name, found) && !add_platform(platforms[i], first, &row))
            return NULL;
    return row ? row->row : NULL;
}
