/* SPDX-License-Identifier: Apache-2.0 */
#include "load/filter.h"

#include "base/log.h"
#include "base/text.h"
#include "load/devices.h"
#include "load/order.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define RESOLVED(name) ((name##_slot)dispatch_resolved(SLOT_OF(name)))

/* The choice for a platform that a program names. NULL: it is not in the list; the call goes on as
 * without a choice. Such a platform was found elsewhere, and works as ever. */
static const struct devices *choice_for(cl_platform_id id)
{
    return devices_of(platforms_find(id));
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
        const struct device *device = list->at[i];
        bool all = type == CL_DEVICE_TYPE_ALL, is_default = device->ordinary && !usual;
        if (is_default) usual = device;
        if (all ? !device->ordinary
                : !(device->type & type & ~(cl_device_type)CL_DEVICE_TYPE_DEFAULT) &&
                      !(is_default && (type & CL_DEVICE_TYPE_DEFAULT)))
            continue;
        if (to && count < room) to[count] = device->id;
        count++;
    }
    return count;
}

/* Devices that come after loading stay hidden: the log says so once. */
static void tell_of_new(cl_platform_id platform, const struct devices *list)
{
    static atomic_flag told = ATOMIC_FLAG_INIT;
    cl_uint count = 0;
    if (!log_is_enabled(LOG_WARNING, LOG_PLATFORM)) return;
    if (RESOLVED(clGetDeviceIDs)(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count) != CL_SUCCESS ||
        count <= list->listed || atomic_flag_test_and_set(&told))
        return;
    log_line(LOG_WARNING, LOG_PLATFORM,
             "a platform has %u devices now, and had %u when its driver was loaded: with a choice "
             "of devices the new ones stay hidden until the program is started again",
             count, list->listed);
}

static cl_int CL_API_CALL clGetDeviceIDs_filter(cl_platform_id platform, cl_device_type device_type,
                                                cl_uint num_entries, cl_device_id *devices,
                                                cl_uint *num_devices)
{
    const struct devices *list = choice_for(platform ? platform : platforms_default());
    cl_uint count;
    if (!list)
        return RESOLVED(clGetDeviceIDs)(platform, device_type, num_entries, devices, num_devices);
    if (!is_type(device_type)) return CL_INVALID_DEVICE_TYPE;
    if ((num_entries == 0 && devices) || (!devices && !num_devices)) return CL_INVALID_VALUE;
    tell_of_new(platform, list);
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

/* The device of which a sub-device is a part, or NULL. */
static cl_device_id parent_of(cl_device_id id)
{
    clGetDeviceInfo_slot info = icd_may_follow(id, SLOT_OF(clGetDeviceInfo), NULL)
                                    ? DISPATCH_FIND(id, clGetDeviceInfo)
                                    : NULL;
    cl_device_id parent = NULL;
    if (!info || info(id, CL_DEVICE_PARENT_DEVICE, sizeof parent, &parent, NULL) != CL_SUCCESS)
        return NULL;
    return parent;
}

/* The rank of a device in the user's order. Sub-devices of visible ones come last. SIZE_MAX: it is
 * left out, or it is not known to be wanted, because the driver did not list it. */
static size_t rank_of(const struct devices *list, cl_device_id id)
{
    enum { DEEPEST = 16 };
    for (int depth = 0; id && depth < DEEPEST; depth++, id = parent_of(id))
        for (size_t i = 0; i < list->count; i++)
            if (list->at[i]->id == id)
                return i >= list->visible ? SIZE_MAX : depth > 0 ? SIZE_MAX - 1 : list->at[i]->rank;
    return SIZE_MAX;
}

/* Takes devices out that programs do not see, puts the others into the user's order (equal ones
 * keep theirs), and returns how many these are. */
static cl_uint keep_visible(const struct devices *list, cl_device_id *ids, cl_uint count)
{
    cl_uint kept = 0;
    for (cl_uint i = 0; i < count; i++) {
        cl_device_id id = ids[i];
        size_t rank = rank_of(list, id);
        cl_uint at = kept;
        if (rank == SIZE_MAX) continue;
        for (; at > 0 && rank_of(list, ids[at - 1]) > rank; at--) ids[at] = ids[at - 1];
        ids[at] = id;
        kept++;
    }
    return kept;
}

enum { MOST_SHARING = 1 << 16 }; /* devices; more is implausible */

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
    ids = size <= MOST_SHARING * sizeof *ids ? calloc(1, size + sizeof *ids) : NULL;
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
    if (error == CL_SUCCESS && count <= MOST_SHARING)                                              \
        ids = calloc((size_t)count + 1, sizeof *ids);                                              \
    if (error == CL_SUCCESS && !ids) error = CL_OUT_OF_HOST_MEMORY;                                \
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
        sharing_function go = find_sharing(platform, #name);                                       \
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

/* Functions that list devices. Those of other extensions are not known here. */
static bool lists_devices(const char *name)
{
    return text_begins_with(name, "clGetDeviceIDs");
}

/* A driver may know the functions of OpenCL by name, too. The loader's own obey the choice. */
static function loaders_own(const char *name)
{
    for (size_t slot = 0; slot < SLOT_COUNT; slot++)
        if (dispatch_name(slot) && strcmp(dispatch_name(slot), name) == 0)
            return dispatch_export(slot);
    return NULL;
}

function filter_named(const char *name, function found)
{
    function own;
    if (!found || !(filter_has_any() || order_hides())) return found;
    own = loaders_own(name);
    if (own || !filter_has_any()) return own ? own : found;
    if (strcmp(name, "clGetDeviceIDsFromVA_APIMediaAdapterINTEL") == 0)
        return (function)clGetDeviceIDsFromVA_APIMediaAdapterINTEL_filter;
    if (strcmp(name, "clGetDeviceIDsFromDX9INTEL") == 0)
        return (function)clGetDeviceIDsFromDX9INTEL_filter;
    return lists_devices(name) ? NULL : found;
}
