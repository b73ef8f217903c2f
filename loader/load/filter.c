/* SPDX-License-Identifier: Apache-2.0 */
#include "load/filter.h"

#include "load/devices.h"

#include <stdlib.h>
#include <string.h>

#define RESOLVED(name) ((name##_slot)dispatch_resolved(SLOT_OF(name)))

/* The choice for a platform that a program names, or for the default one. NULL: the call goes to
 * the driver as it is. A platform that programs do not see was found elsewhere, and works as
 * ever. */
static const struct devices *choice_for(cl_platform_id id)
{
    return devices_of(platforms_find(id ? id : platforms_default()));
}

/* ---- by type ---- */

static bool is_type(cl_device_type type)
{
    return (type & (CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_CPU |
                    CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM)) != 0;
}

/* Writes the visible devices of a type, as many as there is room for, and returns how many there
 * are. The default is the first one that is not custom. */
static cl_uint pick(const struct devices *list, cl_device_type type, cl_uint room, cl_device_id *to)
{
    cl_uint count = 0;
    const struct device *usual = NULL;
    for (size_t i = 0; i < list->visible; i++) {
        const struct device *it = list->at[i];
        bool all = type == CL_DEVICE_TYPE_ALL, is_default = it->ordinary && !usual;
        if (is_default) usual = it;
        if (all ? !it->ordinary
                : !(it->type & type & ~(cl_device_type)CL_DEVICE_TYPE_DEFAULT) &&
                      !(is_default && (type & CL_DEVICE_TYPE_DEFAULT)))
            continue;
        if (to && count < room) to[count] = it->id;
        count++;
    }
    return count;
}

static cl_int CL_API_CALL clGetDeviceIDs_filter(cl_platform_id platform, cl_device_type device_type,
                                                cl_uint num_entries, cl_device_id *devices,
                                                cl_uint *num_devices)
{
    const struct devices *list = choice_for(platform);
    cl_uint count;
    if (!list)
        return RESOLVED(clGetDeviceIDs)(platform, device_type, num_entries, devices, num_devices);
    if (!is_type(device_type)) return CL_INVALID_DEVICE_TYPE;
    if ((num_entries == 0 && devices) || (!devices && !num_devices)) return CL_INVALID_VALUE;
    count = pick(list, device_type, num_entries, devices);
    if (num_devices) *num_devices = count;
    return count ? CL_SUCCESS : CL_DEVICE_NOT_FOUND;
}

static cl_context fail(cl_int error, cl_int *errcode_ret)
{
    if (errcode_ret) *errcode_ret = error;
    return NULL;
}

static cl_context CL_API_CALL
clCreateContextFromType_filter(const cl_context_properties *properties, cl_device_type device_type,
                               context_callback pfn_notify, void *user_data, cl_int *errcode_ret)
{
    const struct devices *list = choice_for(dispatch_platform_in(properties, platforms_default()));
    cl_context context;
    cl_device_id *ids;
    cl_uint count;
    if (!list)
        return RESOLVED(clCreateContextFromType)(properties, device_type, pfn_notify, user_data,
                                                 errcode_ret);
    if (!is_type(device_type)) return fail(CL_INVALID_DEVICE_TYPE, errcode_ret);
    ids = malloc((list->visible + 1) * sizeof *ids);
    if (!ids) return fail(CL_OUT_OF_HOST_MEMORY, errcode_ret);
    count = pick(list, device_type, (cl_uint)list->visible, ids);
    context = count ? RESOLVED(clCreateContext)(properties, count, ids, pfn_notify, user_data,
                                                errcode_ret)
                    : fail(CL_DEVICE_NOT_FOUND, errcode_ret);
    free(ids);
    return context;
}

/* ---- devices that belong to something else ---- */

/* The place of a device in the user's order. Those that the driver does not list, such as
 * sub-devices, come last. SIZE_MAX: it is left out. */
static size_t place_of(const struct devices *list, cl_device_id id)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i]->id == id) return i < list->visible ? i : SIZE_MAX;
    return list->count;
}

/* Takes devices out that programs do not see, puts the others into the user's order, and returns
 * how many these are. */
static cl_uint keep_visible(const struct devices *list, cl_device_id *ids, cl_uint count)
{
    cl_uint kept = 0;
    for (cl_uint i = 0; i < count; i++) {
        cl_device_id id = ids[i];
        size_t place = place_of(list, id);
        cl_uint at = kept;
        if (place == SIZE_MAX) continue;
        for (; at > 0 && place_of(list, ids[at - 1]) > place; at--) ids[at] = ids[at - 1];
        ids[at] = id;
        kept++;
    }
    return kept;
}

/* If there is no such device, the size is 0 (cl_khr_gl_sharing). */
static cl_int CL_API_CALL clGetGLContextInfoKHR_filter(const cl_context_properties *properties,
                                                       cl_gl_context_info param_name,
                                                       size_t param_value_size, void *param_value,
                                                       size_t *param_value_size_ret)
{
    const clGetGLContextInfoKHR_slot go = RESOLVED(clGetGLContextInfoKHR);
    const struct devices *list = choice_for(dispatch_platform_in(properties, platforms_default()));
    size_t size = 0;
    cl_device_id *ids;
    cl_int error;
    if (!list || (param_name != CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR &&
                  param_name != CL_DEVICES_FOR_GL_CONTEXT_KHR))
        return go(properties, param_name, param_value_size, param_value, param_value_size_ret);
    error = go(properties, param_name, 0, NULL, &size);
    if (error != CL_SUCCESS) return error;
    ids = calloc(1, size + sizeof *ids);
    if (!ids) return CL_OUT_OF_HOST_MEMORY;
    if (size > 0) error = go(properties, param_name, size, ids, NULL);
    size = keep_visible(list, ids, (cl_uint)(size / sizeof *ids)) * sizeof *ids;
    if (error == CL_SUCCESS && param_value && param_value_size < size) error = CL_INVALID_VALUE;
    if (error == CL_SUCCESS && param_value) memcpy(param_value, ids, size);
    if (error == CL_SUCCESS && param_value_size_ret) *param_value_size_ret = size;
    free(ids);
    return error;
}

/* Answers for those of the driver's devices that programs see. */
static cl_int give(const struct devices *list, cl_device_id *ids, cl_uint count,
                   cl_uint num_entries, cl_device_id *devices, cl_uint *num_devices)
{
    count = keep_visible(list, ids, count);
    if (num_devices) *num_devices = count;
    if (count == 0) return CL_DEVICE_NOT_FOUND;
    if (devices) memcpy(devices, ids, (count < num_entries ? count : num_entries) * sizeof *ids);
    return CL_SUCCESS;
}

/* The body of a function that lists devices of `platform` that can share something. The arguments
 * are those before num_entries. */
#define LIST_SHARING(go, ...)                                                                      \
    const struct devices *list = choice_for(platform);                                             \
    cl_device_id *ids = NULL;                                                                      \
    cl_uint count = 0;                                                                             \
    cl_int error;                                                                                  \
    if (!list) return go(__VA_ARGS__, num_entries, devices, num_devices);                          \
    if ((num_entries == 0 && devices) || (!devices && !num_devices)) return CL_INVALID_VALUE;      \
    error = go(__VA_ARGS__, 0, NULL, &count);                                                      \
    if (error == CL_SUCCESS && !(ids = calloc((size_t)count + 1, sizeof *ids)))                    \
        error = CL_OUT_OF_HOST_MEMORY;                                                             \
    if (error == CL_SUCCESS && count > 0) error = go(__VA_ARGS__, count, ids, NULL);               \
    if (error == CL_SUCCESS) error = give(list, ids, count, num_entries, devices, num_devices);    \
    free(ids);                                                                                     \
    return error

#ifdef _WIN32
#define DIRECT3D(name)                                                                             \
    static cl_int CL_API_CALL name##_filter(cl_platform_id platform, cl_uint source, void *object, \
                                            cl_uint set, cl_uint num_entries,                      \
                                            cl_device_id *devices, cl_uint *num_devices)           \
    {                                                                                              \
        LIST_SHARING(RESOLVED(name), platform, source, object, set);                               \
    }
DIRECT3D(clGetDeviceIDsFromD3D10KHR)
DIRECT3D(clGetDeviceIDsFromD3D11KHR)

static cl_int CL_API_CALL clGetDeviceIDsFromDX9MediaAdapterKHR_filter(
    cl_platform_id platform, cl_uint num_media_adapters, cl_dx9_media_adapter_type_khr *type,
    void *adapters, cl_dx9_media_adapter_set_khr set, cl_uint num_entries, cl_device_id *devices,
    cl_uint *num_devices)
{
    LIST_SHARING(RESOLVED(clGetDeviceIDsFromDX9MediaAdapterKHR), platform, num_media_adapters, type,
                 adapters, set);
}
#endif

/* Functions that only the platform knows, by name (cl_intel_va_api_media_sharing and
 * cl_intel_dx9_media_sharing). */
typedef cl_int(CL_API_CALL *sharing_function)(cl_platform_id, cl_uint, void *, cl_uint, cl_uint,
                                              cl_device_id *, cl_uint *);

static sharing_function find_sharing(cl_platform_id id, const char *name)
{
    sharing_function found = NULL;
    void *address = driver_is_platform(id, SLOT_OF(clGetExtensionFunctionAddressForPlatform))
                        ? platforms_function(id, name)
                        : NULL;
    memcpy(&found, &address, sizeof found);
    return found;
}

#define SHARING(name)                                                                              \
    static cl_int CL_API_CALL name##_filter(cl_platform_id platform, cl_uint source, void *object, \
                                            cl_uint set, cl_uint num_entries,                      \
                                            cl_device_id *devices, cl_uint *num_devices)           \
    {                                                                                              \
        sharing_function go = find_sharing(platform ? platform : platforms_default(), #name);      \
        if (!go) return CL_INVALID_PLATFORM;                                                       \
        {                                                                                          \
            LIST_SHARING(go, platform, source, object, set);                                       \
        }                                                                                          \
    }
SHARING(clGetDeviceIDsFromVA_APIMediaAdapterINTEL)
SHARING(clGetDeviceIDsFromDX9INTEL)

/* ---- which ---- */

bool filter_has_any(void)
{
    return devices_are_chosen();
}

function filter_function(size_t slot)
{
    static const struct {
        size_t slot;
        function filter;
    } filters[] = {
#define FILTER(name) { SLOT_OF(name), (function)name##_filter }
        FILTER(clGetDeviceIDs),
        FILTER(clCreateContextFromType),
        FILTER(clGetGLContextInfoKHR),
#ifdef _WIN32
        FILTER(clGetDeviceIDsFromD3D10KHR),
        FILTER(clGetDeviceIDsFromD3D11KHR),
        FILTER(clGetDeviceIDsFromDX9MediaAdapterKHR),
#endif
    };
    for (size_t i = 0; filter_has_any() && i < sizeof filters / sizeof filters[0]; i++)
        if (filters[i].slot == slot) return filters[i].filter;
    return NULL;
}

function filter_of_extension(const char *name)
{
    if (!filter_has_any()) return NULL;
    if (strcmp(name, "clGetDeviceIDsFromVA_APIMediaAdapterINTEL") == 0)
        return (function)clGetDeviceIDsFromVA_APIMediaAdapterINTEL_filter;
    if (strcmp(name, "clGetDeviceIDsFromDX9INTEL") == 0)
        return (function)clGetDeviceIDsFromDX9INTEL_filter;
    return NULL;
}
