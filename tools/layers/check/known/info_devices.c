/* SPDX-License-Identifier: Apache-2.0 */
#include "info_devices.h"

#include "../../recorder.h"

#include <stdio.h>
#include <stdlib.h>

/* The queries whose answers the layer keeps for each device. The first comes first because each
 * launch needs it. */
static const cl_device_info device_queries[] = {
    CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS,
    CL_DEVICE_TYPE,
    CL_DEVICE_IMAGE_SUPPORT,
    CL_DEVICE_MAX_MEM_ALLOC_SIZE,
    CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE,
    CL_DEVICE_MAX_CONSTANT_ARGS,
    CL_DEVICE_MEM_BASE_ADDR_ALIGN,
    CL_DEVICE_LOCAL_MEM_SIZE,
    CL_DEVICE_MAX_COMPUTE_UNITS,
    CL_DEVICE_MAX_WORK_GROUP_SIZE,
    CL_DEVICE_ADDRESS_BITS,
    CL_DEVICE_COMPILER_AVAILABLE,
    CL_DEVICE_LINKER_AVAILABLE,
    CL_DEVICE_PARTITION_MAX_SUB_DEVICES,
    CL_DEVICE_QUEUE_ON_HOST_PROPERTIES,
    CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES,
    CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE,
    CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES,
    CL_DEVICE_SVM_CAPABILITIES,
};
enum { DEVICE_QUERIES = sizeof device_queries / sizeof *device_queries };

struct info_device {
    struct info info;
    unsigned major, minor; /* the device's version; 0.0: not known */
    cl_platform_id platform;
    cl_device_id parent;    /* of a sub-device: the device that it is a part of */
    const char *extensions; /* NULL: not known */
    uint64_t values[DEVICE_QUERIES];
};

static const char *extensions_of(cl_device_id device)
{
    size_t size = 0;
    char *text;
    if (queries.clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, NULL, &size) || !size) return NULL;
    text = info_keep(size + 1);
    if (!text || queries.clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, size, text, NULL))
        return NULL;
    return text;
}

static void fill_device(void *handle, struct info *info)
{
    struct info_device *filled = (void *)info;
    cl_device_id device = handle;
    char version[256] = "";
    for (size_t i = 0; i < DEVICE_QUERIES; i++) {
        uint64_t value = 0;
        filled->values[i] = UNKNOWN;
        if (!queries.clGetDeviceInfo(device, device_queries[i], sizeof value, &value, NULL))
            filled->values[i] = value;
    }
    if (!queries.clGetDeviceInfo(device, CL_DEVICE_VERSION, sizeof version - 1, version, NULL))
        sscanf(version, "OpenCL %u.%u", &filled->major, &filled->minor);
    queries.clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof filled->platform, &filled->platform,
                            NULL);
    queries.clGetDeviceInfo(device, CL_DEVICE_PARENT_DEVICE, sizeof filled->parent, &filled->parent,
                            NULL);
    filled->extensions = extensions_of(device);
}

const struct info_kind info_kind_device = { sizeof(struct info_device), fill_device, NULL };

static const struct info_device *device_of(cl_device_id device)
{
    return (const void *)info_of(device, KIND_DEVICE);
}

uint64_t info_device(cl_device_id device, cl_device_info what)
{
    const struct info_device *info = device_of(device);
    for (size_t i = 0; info && i < DEVICE_QUERIES; i++)
        if (device_queries[i] == what) return info->values[i];
    return UNKNOWN;
}

bool info_device_is_before(cl_device_id device, unsigned major, unsigned minor)
{
    const struct info_device *info = device_of(device);
    return info && info->major &&
           (info->major < major || (info->major == major && info->minor < minor));
}

/* Whether the device's extensions are known and this one is not among them. */
static bool device_lacks(cl_device_id device, const char *extension)
{
    const struct info_device *info = device_of(device);
    return info && info->extensions &&
           !info_lists(info->extensions, ' ', extension, strlen(extension));
}

cl_device_id info_device_lacking(const cl_device_id *devices, size_t count, const char *extension)
{
    for (size_t i = 0; HAS_ELEMENT(devices, count, i); i++)
        if (device_lacks(devices[i], extension)) return devices[i];
    return NULL;
}

cl_device_id info_unavailable_device(const cl_device_id *devices, size_t count)
{
    for (size_t i = 0; HAS_ELEMENT(devices, count, i); i++)
        if (info_asked(devices[i], CL_DEVICE_AVAILABLE) == CL_FALSE) return devices[i];
    return NULL;
}

/* The device's platform, if clGetPlatformIDs has returned it; or NULL. */
static const void *platform_of(cl_device_id device)
{
    const struct info_device *info = device_of(device);
    return info && objects_living(info->platform, KIND_PLATFORM) ? info->platform : NULL;
}

cl_device_id info_device_elsewhere(const cl_device_id *devices, size_t count, uint64_t platform)
{
    const void *own = (const void *)(uintptr_t)platform;
    if (!objects_living(own, KIND_PLATFORM)) own = NULL;
    for (size_t i = 0; HAS_ELEMENT(devices, count, i); i++) {
        const void *current = platform_of(devices[i]);
        if (own && current && current != own) return devices[i];
        if (!own) own = current;
    }
    return NULL;
}

uint64_t info_device_without_bit(const cl_device_id *devices, size_t count, cl_device_info what,
                                 uint64_t bit)
{
    for (size_t i = 0; HAS_ELEMENT(devices, count, i); i++) {
        const uint64_t bits = info_asked(devices[i], what);
        if (objects_living(devices[i], KIND_DEVICE) && (bits == UNKNOWN || !(bits & bit)))
            return (uintptr_t)devices[i];
    }
    return 0;
}

bool info_device_has_no_timer(cl_device_id device)
{
    const struct info_device *info = device_of(device);
    cl_ulong resolution = 0;
    if (!info || !platform_of(device)) return false;
    return info_device_is_before(device, 2, 1) ||
           queries.clGetPlatformInfo(info->platform, CL_PLATFORM_HOST_TIMER_RESOLUTION,
                                     sizeof resolution, &resolution, NULL) ||
           !resolution;
}

cl_device_id info_device_parent(cl_device_id device)
{
    const struct info_device *info = device_of(device);
    return info ? info->parent : NULL;
}

cl_platform_id info_device_platform(cl_device_id device)
{
    const struct info_device *info = device_of(device);
    return info ? info->platform : NULL;
}

uint64_t info_asked(cl_device_id device, cl_device_info what)
{
    uint64_t value = 0;
    if (!objects_living(device, KIND_DEVICE) ||
        queries.clGetDeviceInfo(device, what, sizeof value, &value, NULL))
        return UNKNOWN;
    return value;
}

bool info_device_uses_host(cl_device_id device)
{
    const uint64_t system = info_asked(device, CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL);
    if (system && system != UNKNOWN) return true; /* devices without USM do not answer */
    return info_device(device, CL_DEVICE_SVM_CAPABILITIES) & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM;
}

bool info_device_says(cl_device_id device, const char *extension, bool wanted)
{
    bool said;
    size_t size = 0;
    char *all;
    if (queries.clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, NULL, &size) || !size)
        return false;
    all = calloc(1, size + 1);
    said = all && !queries.clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, size, all, NULL) &&
           info_lists(all, ' ', extension, strlen(extension)) == wanted;
    free(all);
    return said;
}

cl_device_id info_device_without(size_t count, const cl_device_id *list, cl_device_info what)
{
    for (size_t i = 0; HAS_ELEMENT(list, count, i); i++)
        if (info_device(list[i], what) == CL_FALSE) return list[i];
    return NULL;
}

/* ---- platforms ---- */

uint64_t info_platform_count(void)
{
    cl_uint count = 0;
    queries.clGetPlatformIDs(0, NULL, &count);
    return count;
}

cl_platform_id info_platform_with(cl_device_type type, cl_platform_id beside)
{
    cl_platform_id platforms[64];
    cl_uint count = 0, devices;
    if (!type || queries.clGetPlatformIDs(sizeof platforms / sizeof *platforms, platforms, &count))
        return NULL;
    for (cl_uint i = 0; i < count && i < sizeof platforms / sizeof *platforms; i++) {
        char name[256] = "";
        devices = 0;
        if (platforms[i] == beside ||
            queries.clGetDeviceIDs(platforms[i], type, 0, NULL, &devices) || !devices)
            continue;
        queries.clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name - 1, name, NULL);
        if (*name) recorder_name(platforms[i], name);
        return platforms[i];
    }
    return NULL;
}

uint64_t info_device_count(cl_platform_id platform)
{
    cl_uint count = 0;
    queries.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count);
    return count;
}

unsigned info_version_of_device(cl_device_id device)
{
    const struct info_device *info = device_of(device);
    return info ? info->major * 10 + info->minor : 0;
}

unsigned info_version_of_platform(cl_platform_id platform)
{
    unsigned major = 0, minor = 0;
    char version[256] = "";
    if (!queries.clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof version - 1, version,
                                   NULL))
        sscanf(version, "OpenCL %u.%u", &major, &minor);
    return major * 10 + minor;
}

unsigned info_platform_version(cl_device_id device)
{
    cl_platform_id platform = NULL;
    return queries.clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL)
               ? 0
               : info_version_of_platform(platform);
}

/* ---- sub-devices ---- */

bool info_partition_is_unsupported(cl_device_id device,
                                   const cl_device_partition_property *properties)
{
    cl_device_partition_property supported[64];
    size_t size = 0;
    if (!properties || !objects_living(device, KIND_DEVICE) ||
        queries.clGetDeviceInfo(device, CL_DEVICE_PARTITION_PROPERTIES, sizeof supported, supported,
                                &size))
        return false;
    for (size_t i = 0; i < size / sizeof *supported; i++)
        if (supported[i] == *properties) return false;
    return true;
}

bool info_partition_value_is_wrong(cl_device_id device,
                                   const cl_device_partition_property *properties)
{
    if (!properties || info_partition_is_unsupported(device, properties)) return false;
    if (*properties == CL_DEVICE_PARTITION_EQUALLY) return properties[1] < 1;
    return *properties == CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN &&
           !(info_asked(device, CL_DEVICE_PARTITION_AFFINITY_DOMAIN) & (uint64_t)properties[1]);
}

uint64_t info_subdevice_count(cl_device_id device, const cl_device_partition_property *properties)
{
    cl_uint count = 0;
    if (!objects_living(device, KIND_DEVICE) ||
        queries.clCreateSubDevices(device, properties, 0, NULL, &count))
        return UNKNOWN;
    return count;
}
