/* SPDX-License-Identifier: Apache-2.0 */
/* Finds out which parameters a provisional function has, by the revision of its extension that
 * devices report. */
#include "provisional.h"

#include "next_layer.h"
#include "../calls/provisional_types.h"
#include "../calls/words.h"

#include <stdlib.h>

enum { MOST_PLATFORMS = 64, MOST_DEVICES = 64 };

static const char extensions[][sizeof "cl_khr_command_buffer_mutable_dispatch"] = {
    "cl_khr_command_buffer",
    "cl_khr_command_buffer_multi_device",
    "cl_khr_command_buffer_mutable_dispatch",
};
enum {
    EXTENSION_cl_khr_command_buffer,
    EXTENSION_cl_khr_command_buffer_multi_device,
    EXTENSION_cl_khr_command_buffer_mutable_dispatch
};

static const struct row {
    cl_uint from, to;
    uint16_t number, extension;
} rows[] = {
#define PROVISIONAL(extension, from, to, type, text, name, ...)                                    \
    { from, to, name##_number, EXTENSION_##extension },
#include "../calls/provisional_functions.h"
};

cl_uint provisional_revision(cl_device_id device, const char *extension)
{
    cl_name_version *list = NULL;
    cl_uint revision = 0;
    size_t size = 0;
    if (!next_layer.clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, 0, NULL, &size))
        list = malloc(size + sizeof *list);
    if (list &&
        !next_layer.clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, size, list, NULL)) {
        for (size_t i = 0; i < size / sizeof *list; i++)
            if (!strncmp(list[i].name, extension, sizeof list[i].name)) revision = list[i].version;
    }
    free(list);
    return revision;
}

static const struct row *row_of(unsigned number)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].number == number) return &rows[i];
    return NULL;
}

/* What the devices of a platform say about the revision of a row's extension. */
enum answer { NOTHING, IS_ROWS, IS_ANOTHER };

static enum answer ask_platform(cl_platform_id platform, const struct row *row)
{
    cl_device_id devices[MOST_DEVICES];
    enum answer answer = NOTHING;
    cl_uint count = 0;
    if (next_layer.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, MOST_DEVICES, devices, &count))
        return NOTHING;
    for (cl_uint i = 0; i < count && i < MOST_DEVICES; i++) {
        const cl_uint revision = provisional_revision(devices[i], extensions[row->extension]);
        if (!revision) continue;
        if (revision < row->from || revision >= row->to) return IS_ANOTHER;
        answer = IS_ROWS;
    }
    return answer;
}

static bool has_function(cl_platform_id platform, const char *name, const void *found)
{
    return next_layer.clGetExtensionFunctionAddressForPlatform &&
           next_layer.clGetExtensionFunctionAddressForPlatform(platform, name) == found;
}

/* For a program that did not say which platform's function it wants: asks the platforms that return
 * this function. */
static enum answer ask_all(const struct row *row, const char *name, const void *found)
{
    cl_platform_id platforms[MOST_PLATFORMS];
    enum answer answer = NOTHING;
    cl_uint count = 0;
    if (next_layer.clGetPlatformIDs(MOST_PLATFORMS, platforms, &count)) return NOTHING;
    for (cl_uint i = 0; i < count && i < MOST_PLATFORMS && answer != IS_ANOTHER; i++) {
        enum answer of_platform;
        if (!has_function(platforms[i], name, found)) continue;
        of_platform = ask_platform(platforms[i], row);
        if (of_platform != NOTHING) answer = of_platform;
    }
    return answer;
}

bool provisional_fits(cl_platform_id platform, unsigned number, const char *name, const void *found)
{
    const struct row *row = row_of(number);
    if (!row || !row->from) return true;
    return (platform ? ask_platform(platform, row) : ask_all(row, name, found)) == IS_ROWS;
}
