/* SPDX-License-Identifier: Apache-2.0 */
#include "info_contexts.h"

#include "info_devices.h"
#include "info_properties.h"

#include <stdlib.h>

struct info_context {
    struct info info;
    size_t count; /* the number of devices */
    const cl_device_id *devices;
    /* The properties that it was made with; NULL: not known. */
    const cl_context_properties *properties;
};

/* The answer to a query for a list, followed by a 0. */
static const void *list_of(cl_context context, cl_context_info what, size_t *size)
{
    void *list;
    *size = 0;
    if (queries.clGetContextInfo(context, what, 0, NULL, size)) return NULL;
    list = info_keep(*size + sizeof(intptr_t));
    if (!list || (*size && queries.clGetContextInfo(context, what, *size, list, NULL))) return NULL;
    return list;
}

static void fill_context(void *handle, struct info *info)
{
    struct info_context *filled = (void *)info;
    cl_context context = handle;
    size_t size;
    filled->devices = list_of(context, CL_CONTEXT_DEVICES, &size);
    if (filled->devices) filled->count = size / sizeof *filled->devices;
    filled->properties = list_of(context, CL_CONTEXT_PROPERTIES, &size);
}

const struct info_kind info_kind_context = { sizeof(struct info_context), fill_context, NULL };

static const struct info_context *context_of(cl_context context)
{
    return (const void *)info_of(context, KIND_CONTEXT);
}

bool info_contexts_differ(const void *one, const void *other)
{
    const void *first = objects_context(one), *second = objects_context(other);
    return first && second && first != second;
}

const void *info_elsewhere(const void *one, const void *list, size_t count)
{
    const void *const *handles = list;
    for (size_t i = 0; HAS_ELEMENT(handles, count, i); i++)
        if (info_contexts_differ(one, handles[i])) return handles[i];
    return NULL;
}

bool info_any_context_differs(const void *one, const void *list, size_t count)
{
    return info_elsewhere(one, list, count) != NULL;
}

/* Whether a device, or a device that it is a part of, is one of the context's. */
static bool has_device(const struct info_context *info, cl_device_id device)
{
    const cl_device_id parent = info_device_parent(device);
    for (size_t i = 0; i < info->count; i++)
        if (info->devices[i] == device) return true;
    return parent && parent != device && has_device(info, parent);
}

bool info_is_foreign_device(cl_context context, cl_device_id device)
{
    const struct info_context *info = context_of(context);
    return info && info->count && objects_living(device, KIND_DEVICE) && !has_device(info, device);
}

bool info_context_is_before(cl_context context, unsigned major, unsigned minor)
{
    const struct info_context *info = context_of(context);
    for (size_t i = 0; info && i < info->count; i++)
        if (!info_device_is_before(info->devices[i], major, minor)) return false;
    return info && info->count;
}

static uint64_t context_extreme(cl_context context, cl_device_info what, bool most)
{
    const struct info_context *info = context_of(context);
    uint64_t extreme = UNKNOWN;
    for (size_t i = 0; info && i < info->count; i++) {
        const uint64_t value = info_device(info->devices[i], what);
        if (value == UNKNOWN) return UNKNOWN;
        if (i == 0 || (most ? value > extreme : value < extreme)) extreme = value;
    }
    return extreme;
}

uint64_t info_context_most(cl_context context, cl_device_info what)
{
    return context_extreme(context, what, true);
}

uint64_t info_context_least(cl_context context, cl_device_info what)
{
    return context_extreme(context, what, false);
}

uint64_t info_context_property(const void *object, cl_context_properties name)
{
    const struct info_context *info = context_of(objects_context(object));
    if (!info || !info->properties) return UNKNOWN;
    return info_property(info->properties, sizeof *info->properties, (uint64_t)name);
}

uint64_t info_context_size(cl_context context)
{
    const struct info_context *info = context_of(context);
    return info && info->count ? info->count : UNKNOWN;
}

size_t info_context_devices(cl_context context, const cl_device_id **devices)
{
    const struct info_context *info = context_of(context);
    if (info) *devices = info->devices;
    return info ? info->count : 0;
}

bool info_context_uses_host(const void *object)
{
    const struct info_context *info = context_of(objects_context(object));
    for (size_t i = 0; info && i < info->count; i++)
        if (info_device_uses_host(info->devices[i])) return true;
    return !info || !info->count;
}

const void *info_first_freed(const void *object, const void *list, size_t count,
                             enum range_kind kind)
{
    const void *freed = ranges_first_freed(list, count, kind);
    return freed && !info_context_uses_host(object) ? freed : NULL;
}

void *info_function(const void *object, const char *name)
{
    const struct info_context *context = context_of(objects_context(object));
    const cl_platform_id platform =
        context && context->count ? info_device_platform(*context->devices) : NULL;
    if (!platform || !queries.clGetExtensionFunctionAddressForPlatform) return NULL;
    return queries.clGetExtensionFunctionAddressForPlatform(platform, name);
}

/* ---- asked each time ---- */

size_t info_asked_devices(cl_context context, cl_device_id devices[MOST_DEVICES])
{
    size_t size = 0;
    if (!objects_living(context, KIND_CONTEXT) ||
        queries.clGetContextInfo(context, CL_CONTEXT_DEVICES, MOST_DEVICES * sizeof *devices,
                                 devices, &size))
        return 0;
    return size / sizeof *devices;
}

uint64_t info_asked_most(cl_context context, cl_device_info what)
{
    cl_device_id devices[MOST_DEVICES];
    const size_t count = info_asked_devices(context, devices);
    uint64_t most = count ? 0 : UNKNOWN;
    for (size_t i = 0; i < count; i++) {
        const uint64_t value = info_asked(devices[i], what);
        if (value > most) most = value; /* UNKNOWN is the largest value */
    }
    return most;
}

cl_device_id info_foreign_context_device(cl_context context, cl_uint count,
                                         const cl_device_id *list)
{
    for (cl_uint i = 0; HAS_ELEMENT(list, count, i); i++)
        if (info_is_foreign_device(context, list[i])) return list[i];
    return NULL;
}

cl_device_id info_context_device_without(cl_context context, cl_uint count,
                                         const cl_device_id *list, cl_device_info what)
{
    cl_device_id devices[MOST_DEVICES];
    return list ? info_device_without(count, list, what)
                : info_device_without(info_asked_devices(context, devices), devices, what);
}

bool info_context_has(cl_context context, const char *extension)
{
    cl_device_id devices[MOST_DEVICES];
    const size_t count = info_asked_devices(context, devices);
    for (size_t i = 0; i < count; i++)
        if (objects_living(devices[i], KIND_DEVICE) &&
            info_device_says(devices[i], extension, true))
            return true;
    return false;
}

enum { MOST_TEXT = 65536 };

bool info_context_lacks(cl_context context, const char *extension)
{
    cl_device_id devices[MOST_DEVICES];
    const size_t count = info_asked_devices(context, devices);
    char *names = malloc(MOST_TEXT);
    bool found = !count || !names;
    for (size_t i = 0; !found && i < count; i++) {
        memset(names, 0, MOST_TEXT);
        found =
            queries.clGetDeviceInfo(devices[i], CL_DEVICE_EXTENSIONS, MOST_TEXT - 1, names, NULL) ||
            info_lists(names, ' ', extension, strlen(extension));
    }
    free(names);
    return !found;
}

bool info_platform_lacks(const void *handle, const char *extension)
{
    cl_device_id devices[MOST_DEVICES] = { NULL };
    cl_platform_id platform;
    char *names = calloc(1, MOST_TEXT);
    bool lacks = false;
    if (objects_living(handle, KIND_DEVICE)) devices[0] = (cl_device_id)(uintptr_t)handle;
    else info_asked_devices(objects_context(handle), devices);
    if (names && devices[0] &&
        !queries.clGetDeviceInfo(devices[0], CL_DEVICE_PLATFORM, sizeof platform, &platform,
                                 NULL) &&
        !queries.clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS, MOST_TEXT - 1, names, NULL))
        lacks = !info_lists(names, ' ', extension, strlen(extension));
    free(names);
    return lacks;
}

bool info_context_lacks_il(cl_context context)
{
    cl_device_id devices[MOST_DEVICES];
    const size_t count = info_asked_devices(context, devices);
    for (size_t i = 0; i < count; i++) {
        size_t size = 0;
        if (queries.clGetDeviceInfo(devices[i], CL_DEVICE_IL_VERSION, 0, NULL, &size) || size > 1)
            return false;
    }
    return count != 0;
}
