/* SPDX-License-Identifier: Apache-2.0 */
/* Information about devices, contexts, queues, events and semaphores (info.h), and lists of properties. */
#include "info.h"

#include "../../../calls/words.h"
#include "sharing.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- memory that stays as long as the process ---- */

struct kept {
    struct kept *next;
    uint64_t bytes[];
};
static _Atomic(struct kept *) kept;

/* Lists of known objects, which any thread may be reading: they are few, and never freed. */
static void *keep(size_t size)
{
    struct kept *it = calloc(1, sizeof *it + size);
    if (!it) return NULL;
    it->next = atomic_load(&kept);
    while (!atomic_compare_exchange_weak(&kept, &it->next, it)) {
    }
    return it->bytes;
}

/* ---- lists of properties ---- */

enum { MOST_PROPERTIES = 64, MOST_ELEMENTS = 4096 };

static uint64_t element_at(const void *list, size_t size, size_t index)
{
    const char *at = (const char *)list + index * size;
    uint64_t whole;
    uint32_t half;
    if (size == sizeof half) return memcpy(&half, at, sizeof half), half;
    memcpy(&whole, at, sizeof whole);
    return whole;
}

/* The values of these are lists that end with 0. */
static bool has_list(uint64_t name)
{
    return name == CL_MEM_DEVICE_HANDLE_LIST_KHR || name == CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR ||
           name == CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR;
}

/* Names are from 0x1000 on, and have 32 bits. A list with any other has a value in the wrong place,
 * or no end. */
static bool can_be_name(uint64_t name)
{
    return name >= 0x1000 && name <= UINT32_MAX;
}

/* Calls visit() with the place of each name, until it returns true. Returns that place, or 0. */
static size_t visit_properties(const void *list, size_t size,
                               bool (*visit)(const void *list, size_t size, size_t place,
                                             const void *what),
                               const void *what)
{
    size_t place = 0;
    if (!list) return 0;
    for (unsigned i = 0; i < MOST_PROPERTIES; i++) {
        const uint64_t name = element_at(list, size, place);
        if (!name) break;
        if (visit(list, size, place, what)) return place + 1;
        if (!can_be_name(name)) break;
        place++;
        if (has_list(name))
            while (place < MOST_ELEMENTS && element_at(list, size, place)) place++;
        place++;
    }
    return 0;
}

static bool is_named(const void *list, size_t size, size_t place, const void *what)
{
    return element_at(list, size, place) == *(const uint64_t *)what;
}

static bool is_none_of(const void *list, size_t size, size_t place, const void *what)
{
    const cl_uint *known = what;
    while (*known && *known != element_at(list, size, place)) known++;
    return !*known;
}

static bool was_there_before(const void *list, size_t size, size_t place, const void *what)
{
    const uint64_t name = element_at(list, size, place);
    (void)what;
    return visit_properties(list, size, is_named, &name) != place + 1;
}

bool info_has_property(const void *list, size_t size, uint64_t name)
{
    return visit_properties(list, size, is_named, &name) != 0;
}

uint64_t info_property(const void *list, size_t size, uint64_t name)
{
    const size_t behind = visit_properties(list, size, is_named, &name);
    return behind ? element_at(list, size, behind) : 0;
}

uint64_t info_property_twice(const void *list, size_t size)
{
    const size_t behind = visit_properties(list, size, was_there_before, NULL);
    return behind ? element_at(list, size, behind - 1) : 0;
}

uint64_t info_property_outside(const void *list, size_t size, const cl_uint *names)
{
    const size_t behind = visit_properties(list, size, is_none_of, names);
    return behind ? element_at(list, size, behind - 1) : 0;
}

uint64_t info_property_element(const void *list, size_t size, uint64_t name, size_t index)
{
    size_t place = visit_properties(list, size, is_named, &name);
    if (!place) return 0;
    for (size_t i = 0; i < index; i++, place++)
        if (!element_at(list, size, place)) return 0;
    return element_at(list, size, place);
}

/* ---- devices ---- */

/* The queries about devices whose answers conditions need. Each launch needs the first. */
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
    unsigned major, minor; /* of its version; 0.0: not known */
    cl_platform_id platform;
    cl_device_id parent;    /* of a sub-device */
    const char *extensions; /* "": not known */
    uint64_t values[DEVICE_QUERIES];
};

static const char *extensions_of(cl_device_id device)
{
    size_t size = 0;
    char *text;
    if (ask.clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, NULL, &size) || !size) return "";
    text = keep(size + 1);
    if (!text || ask.clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, size, text, NULL)) return "";
    return text;
}

static void fill_device(void *handle, struct info *info)
{
    struct info_device *it = (void *)info;
    cl_device_id device = handle;
    char version[256] = "";
    for (size_t i = 0; i < DEVICE_QUERIES; i++) {
        uint64_t value = 0;
        it->values[i] = UNKNOWN;
        if (!ask.clGetDeviceInfo(device, device_queries[i], sizeof value, &value, NULL))
            it->values[i] = value;
    }
    if (!ask.clGetDeviceInfo(device, CL_DEVICE_VERSION, sizeof version - 1, version, NULL))
        sscanf(version, "OpenCL %u.%u", &it->major, &it->minor);
    ask.clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof it->platform, &it->platform, NULL);
    ask.clGetDeviceInfo(device, CL_DEVICE_PARENT_DEVICE, sizeof it->parent, &it->parent, NULL);
    it->extensions = extensions_of(device);
}

const struct info_kind info_kind_device = { sizeof(struct info_device), fill_device, NULL };

static const struct info_device *device_of(cl_device_id device)
{
    return (const void *)info_of(device, KIND_DEVICE);
}

uint64_t info_device(cl_device_id device, cl_device_info what)
{
    const struct info_device *it = device_of(device);
    for (size_t i = 0; it && i < DEVICE_QUERIES; i++)
        if (device_queries[i] == what) return it->values[i];
    return UNKNOWN;
}

bool info_device_is_before(cl_device_id device, unsigned major, unsigned minor)
{
    const struct info_device *it = device_of(device);
    return it && it->major && (it->major < major || (it->major == major && it->minor < minor));
}

bool info_device_lacks(cl_device_id device, const char *extension)
{
    const struct info_device *it = device_of(device);
    return it && *it->extensions && !info_lists(it->extensions, ' ', extension, strlen(extension));
}

cl_device_id info_device_lacking(const cl_device_id *devices, size_t count, const char *extension)
{
    for (size_t i = 0; HAS_ELEMENT(devices, count, i); i++)
        if (info_device_lacks(devices[i], extension)) return devices[i];
    return NULL;
}

cl_device_id info_unavailable_device(const cl_device_id *devices, size_t count)
{
    for (size_t i = 0; HAS_ELEMENT(devices, count, i); i++)
        if (info_asked(devices[i], CL_DEVICE_AVAILABLE) == CL_FALSE) return devices[i];
    return NULL;
}

/* A platform that clGetPlatformIDs has returned, or NULL. */
static const void *platform_of(cl_device_id device)
{
    const struct info_device *it = device_of(device);
    return it && objects_living(it->platform, KIND_PLATFORM) ? it->platform : NULL;
}

cl_device_id info_device_elsewhere(const cl_device_id *devices, size_t count, uint64_t platform)
{
    const void *own = (const void *)(uintptr_t)platform;
    if (!objects_living(own, KIND_PLATFORM)) own = NULL;
    for (size_t i = 0; HAS_ELEMENT(devices, count, i); i++) {
        const void *its = platform_of(devices[i]);
        if (own && its && its != own) return devices[i];
        if (!own) own = its;
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
    const struct info_device *it = device_of(device);
    cl_ulong resolution = 0;
    if (!it || !platform_of(device)) return false;
    return info_device_is_before(device, 2, 1) ||
           ask.clGetPlatformInfo(it->platform, CL_PLATFORM_HOST_TIMER_RESOLUTION, sizeof resolution,
                                 &resolution, NULL) ||
           !resolution;
}

/* ---- platforms ---- */

uint64_t info_platform_count(void)
{
    cl_uint count = 0;
    ask.clGetPlatformIDs(0, NULL, &count);
    return count;
}

uint64_t info_device_count(cl_platform_id platform)
{
    cl_uint count = 0;
    ask.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count);
    return count;
}

/* ---- sub-devices ---- */

bool info_partition_is_unsupported(cl_device_id device,
                                   const cl_device_partition_property *properties)
{
    cl_device_partition_property supported[64];
    size_t size = 0;
    if (!properties || !objects_living(device, KIND_DEVICE) ||
        ask.clGetDeviceInfo(device, CL_DEVICE_PARTITION_PROPERTIES, sizeof supported, supported,
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
        ask.clCreateSubDevices(device, properties, 0, NULL, &count))
        return UNKNOWN;
    return count;
}

/* ---- contexts ---- */

struct info_context {
    struct info info;
    size_t count; /* of devices */
    const cl_device_id *devices;
    const cl_context_properties *properties; /* that it was made with; NULL: not known */
};

/* The answer to a query for a list, followed by a 0. */
static const void *list_of(cl_context context, cl_context_info what, size_t *size)
{
    void *list;
    *size = 0;
    if (ask.clGetContextInfo(context, what, 0, NULL, size)) return NULL;
    list = keep(*size + sizeof(intptr_t));
    if (!list || (*size && ask.clGetContextInfo(context, what, *size, list, NULL))) return NULL;
    return list;
}

static void fill_context(void *handle, struct info *info)
{
    struct info_context *it = (void *)info;
    cl_context context = handle;
    size_t size;
    it->devices = list_of(context, CL_CONTEXT_DEVICES, &size);
    if (it->devices) it->count = size / sizeof *it->devices;
    it->properties = list_of(context, CL_CONTEXT_PROPERTIES, &size);
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

/* Whether a device, or one that it is a part of, is the context's. */
static bool has_device(const struct info_context *it, cl_device_id device)
{
    const struct info_device *info = device_of(device);
    for (size_t i = 0; i < it->count; i++)
        if (it->devices[i] == device) return true;
    return info && info->parent && info->parent != device && has_device(it, info->parent);
}

bool info_is_foreign_device(cl_context context, cl_device_id device)
{
    const struct info_context *it = context_of(context);
    return it && it->count && objects_living(device, KIND_DEVICE) && !has_device(it, device);
}

bool info_context_is_before(cl_context context, unsigned major, unsigned minor)
{
    const struct info_context *it = context_of(context);
    for (size_t i = 0; it && i < it->count; i++)
        if (!info_device_is_before(it->devices[i], major, minor)) return false;
    return it && it->count;
}

static uint64_t context_extreme(cl_context context, cl_device_info what, bool most)
{
    const struct info_context *it = context_of(context);
    uint64_t extreme = UNKNOWN;
    for (size_t i = 0; it && i < it->count; i++) {
        const uint64_t value = info_device(it->devices[i], what);
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
    const struct info_context *it = context_of(objects_context(object));
    if (!it || !it->properties) return UNKNOWN;
    return info_property(it->properties, sizeof *it->properties, (uint64_t)name);
}

uint64_t info_context_size(cl_context context)
{
    const struct info_context *it = context_of(context);
    return it && it->count ? it->count : UNKNOWN;
}

/* ---- sharing with other APIs ---- */

enum { CGL_SHAREGROUP_APPLE = 0x10000000 };

bool info_context_is_unshared(const void *object, enum sharing with)
{
    static const cl_context_properties names[][3] = {
        [SHARING_GL] = { CL_GL_CONTEXT_KHR, CL_CGL_SHAREGROUP_KHR, CGL_SHAREGROUP_APPLE },
        [SHARING_D3D10] = { CL_CONTEXT_D3D10_DEVICE_KHR },
        [SHARING_D3D11] = { CL_CONTEXT_D3D11_DEVICE_KHR },
        [SHARING_DX9] = { CL_CONTEXT_ADAPTER_D3D9_KHR, CL_CONTEXT_ADAPTER_D3D9EX_KHR,
                          CL_CONTEXT_ADAPTER_DXVA_KHR },
    };
    for (unsigned i = 0; i < 3; i++)
        if (!i || names[with][i])
            if (info_context_property(object, names[with][i])) return false;
    return true;
}

/* Whether memory objects that a function makes are certainly not shared with an API. */
static bool makes_unshared(unsigned number, enum sharing with)
{
    switch (number) {
    case clCreateBuffer_number:
    case clCreateImage2D_number:
    case clCreateImage3D_number:
    case clCreatePipe_number: return true;
    case clCreateFromGLBuffer_number:
    case clCreateFromGLTexture_number:
    case clCreateFromGLTexture2D_number:
    case clCreateFromGLTexture3D_number:
    case clCreateFromGLRenderbuffer_number: return with != SHARING_GL;
    case clCreateFromEGLImageKHR_number: return with != SHARING_EGL;
#ifdef _WIN32
    case clCreateFromD3D10BufferKHR_number:
    case clCreateFromD3D10Texture2DKHR_number:
    case clCreateFromD3D10Texture3DKHR_number: return with != SHARING_D3D10;
    case clCreateFromD3D11BufferKHR_number:
    case clCreateFromD3D11Texture2DKHR_number:
    case clCreateFromD3D11Texture3DKHR_number: return with != SHARING_D3D11;
    case clCreateFromDX9MediaSurfaceKHR_number: return with != SHARING_DX9;
#endif
    }
    return false;
}

bool info_is_unshared(cl_mem mem, enum sharing with)
{
    const struct tracked *it = objects_living(mem, KIND_MEM);
    return it && !atomic_load(&it->met) && makes_unshared(atomic_load(&it->made_by), with);
}

cl_mem info_unshared(const cl_mem *list, size_t count, enum sharing with)
{
    for (size_t i = 0; HAS_ELEMENT(list, count, i); i++)
        if (info_is_unshared(list[i], with)) return list[i];
    return NULL;
}

static unsigned count_properties(const cl_context_properties *properties, const cl_uint *names)
{
    unsigned count = 0;
    for (; *names; names++) count += info_property(PROPERTIES(properties), *names) != 0;
    return count;
}

unsigned info_sharing_apis(const cl_context_properties *properties)
{
    return count_properties(properties,
                            NAMES(CL_CONTEXT_D3D10_DEVICE_KHR, CL_CONTEXT_D3D11_DEVICE_KHR,
                                  CL_CONTEXT_ADAPTER_D3D9_KHR, CL_CONTEXT_ADAPTER_D3D9EX_KHR,
                                  CL_CONTEXT_ADAPTER_DXVA_KHR)) +
           info_gl_bindings(properties);
}

unsigned info_gl_bindings(const cl_context_properties *properties)
{
    return count_properties(properties, NAMES(CL_CGL_SHAREGROUP_KHR, CL_EGL_DISPLAY_KHR,
                                              CL_GLX_DISPLAY_KHR, CL_WGL_HDC_KHR));
}

bool info_names_gl(const cl_context_properties *properties)
{
    return info_property(PROPERTIES(properties), CL_GL_CONTEXT_KHR) || info_gl_bindings(properties);
}

/* ---- queues ---- */

static void fill_queue(void *handle, struct info *info)
{
    struct info_queue *it = (void *)info;
    cl_command_queue queue = handle;
    ask.clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof it->context, &it->context, NULL);
    ask.clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof it->device, &it->device, NULL);
    it->answered = !ask.clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof it->properties,
                                              &it->properties, NULL);
}

const struct info_kind info_kind_queue = { sizeof(struct info_queue), fill_queue, NULL };

static const struct info_queue *queue_of(cl_command_queue queue)
{
    return (const void *)info_of(queue, KIND_QUEUE);
}

cl_device_id info_queue_device(cl_command_queue queue)
{
    const struct info_queue *it = queue_of(queue);
    return it ? it->device : NULL;
}

void info_note_queue_bits(cl_command_queue queue, cl_command_queue_properties bits, bool enable)
{
    struct info_queue *it = (void *)info_to_change(queue, KIND_QUEUE);
    if (it) it->properties = enable ? it->properties | bits : it->properties & ~bits;
}

cl_command_queue_properties info_queue_properties(cl_command_queue queue)
{
    const struct info_queue *it = queue_of(queue);
    return it ? it->properties : 0;
}

bool info_queue_is_without(cl_command_queue queue, cl_command_queue_properties property)
{
    const struct info_queue *it = queue_of(queue);
    return it && it->answered && !(it->properties & property);
}

uint64_t info_queue_limit(cl_command_queue queue, cl_device_info what)
{
    return info_device(info_queue_device(queue), what);
}

uint64_t info_queue_bits_lacking(cl_device_id device, uint64_t properties)
{
    const uint64_t host = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
    const uint64_t supported = info_device(device, CL_DEVICE_QUEUE_ON_HOST_PROPERTIES);
    if (properties & CL_QUEUE_ON_DEVICE) return 0;
    return properties & host & ~supported;
}

/* ---- events ---- */

struct info_event {
    struct info info;
    cl_command_type type; /* 0: not known */
    cl_command_queue queue;
};

static void fill_event(void *handle, struct info *info)
{
    struct info_event *it = (void *)info;
    cl_event event = handle;
    ask.clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof it->type, &it->type, NULL);
    ask.clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof it->queue, &it->queue, NULL);
}

const struct info_kind info_kind_event = { sizeof(struct info_event), fill_event, NULL };

cl_command_type info_event_type(cl_event event)
{
    const struct info_event *it = (const void *)info_of(event, KIND_EVENT);
    return it ? it->type : 0;
}

cl_command_queue info_event_queue(cl_event event)
{
    const struct info_event *it = (const void *)info_of(event, KIND_EVENT);
    return it ? it->queue : NULL;
}

cl_int info_event_status(cl_event event)
{
    cl_int status;
    if (!objects_living(event, KIND_EVENT) ||
        ask.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL))
        return UNKNOWN_STATUS;
    return status;
}

bool info_program_sets_errors(bool sets)
{
    static atomic_bool has;
    if (sets) atomic_store(&has, true);
    return atomic_load(&has);
}

bool info_event_is_pending(cl_event event)
{
    const cl_int status = info_event_status(event);
    return status > CL_COMPLETE && status <= CL_QUEUED;
}

cl_event info_failed_event(const cl_event *list, size_t count)
{
    for (size_t i = 0; HAS_ELEMENT(list, count, i); i++)
        if (info_event_status(list[i]) < 0) return list[i];
    return NULL;
}

/* ---- semaphores ---- */

enum { MOST_SEMAPHORE_DEVICES = 16, MOST_SEMAPHORE_PROPERTIES = 64 };

struct info_semaphore {
    struct info info;
    cl_semaphore_type_khr type; /* 0: not known */
    size_t count;               /* of devices that it is for; 0: not known */
    cl_device_id devices[MOST_SEMAPHORE_DEVICES];
    bool answered; /* the properties are known; a 0 follows them */
    cl_semaphore_properties_khr properties[MOST_SEMAPHORE_PROPERTIES + 1];
};

void *info_function(const void *object, const char *name)
{
    const struct info_context *context = context_of(objects_context(object));
    const struct info_device *device =
        context && context->count ? device_of(*context->devices) : NULL;
    if (!device || !device->platform || !ask.clGetExtensionFunctionAddressForPlatform) return NULL;
    return ask.clGetExtensionFunctionAddressForPlatform(device->platform, name);
}

/* The function comes from the driver: loaders need not have it. */
static clGetSemaphoreInfoKHR_fn semaphore_query(const void *semaphore)
{
    void *found = info_function(semaphore, "clGetSemaphoreInfoKHR");
    clGetSemaphoreInfoKHR_fn query;
    memcpy(&query, &found, sizeof query);
    return query;
}

static void fill_semaphore(void *handle, struct info *info)
{
    struct info_semaphore *it = (void *)info;
    cl_semaphore_khr semaphore = handle;
    clGetSemaphoreInfoKHR_fn query = semaphore_query(handle);
    size_t size = 0;
    if (!query) return;
    query(semaphore, CL_SEMAPHORE_TYPE_KHR, sizeof it->type, &it->type, NULL);
    if (!query(semaphore, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, sizeof it->devices, it->devices,
               &size))
        it->count = size / sizeof *it->devices;
    it->answered = !query(semaphore, CL_SEMAPHORE_PROPERTIES_KHR,
                          sizeof it->properties - sizeof *it->properties, it->properties, NULL);
}

const struct info_kind info_kind_semaphore = { sizeof(struct info_semaphore), fill_semaphore,
                                               NULL };

static const struct info_semaphore *semaphore_of(cl_semaphore_khr semaphore)
{
    return (const void *)info_of(semaphore, KIND_SEMAPHORE);
}

uint64_t info_semaphore_answer(cl_semaphore_khr semaphore, cl_uint what)
{
    clGetSemaphoreInfoKHR_fn query =
        objects_living(semaphore, KIND_SEMAPHORE) ? semaphore_query(semaphore) : NULL;
    return query ? info_answer(query(semaphore, what, 0, NULL, info_answer_size())) : UNKNOWN;
}

bool info_semaphore_lacks(cl_semaphore_khr semaphore, cl_ulong property)
{
    const struct info_semaphore *it = semaphore_of(semaphore);
    return it && it->answered && !info_has_property(PROPERTIES(it->properties), property);
}

bool info_semaphore_lacks_export(cl_semaphore_khr semaphore, cl_ulong type)
{
    const struct info_semaphore *it = semaphore_of(semaphore);
    uint64_t exported;
    if (!it || !it->answered) return false;
    for (size_t i = 0;; i++) {
        exported = info_property_element(PROPERTIES(it->properties),
                                         CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, i);
        if (!exported) return true;
        if (exported == type) return false;
    }
}

bool info_semaphores_need_payload(const cl_semaphore_khr *list, size_t count)
{
    for (size_t i = 0; HAS_ELEMENT(list, count, i); i++) {
        const struct info_semaphore *it = semaphore_of(list[i]);
        if (it && it->type && it->type != CL_SEMAPHORE_TYPE_BINARY_KHR) return true;
    }
    return false;
}

bool info_is_semaphore_elsewhere(cl_semaphore_khr semaphore, cl_device_id device)
{
    const struct info_semaphore *it = semaphore_of(semaphore);
    if (!it || !it->count || !device) return false;
    for (size_t i = 0; i < it->count; i++)
        if (it->devices[i] == device) return false;
    return true;
}

cl_semaphore_khr info_semaphore_elsewhere(const cl_semaphore_khr *list, size_t count,
                                          cl_device_id device)
{
    for (size_t i = 0; HAS_ELEMENT(list, count, i); i++)
        if (info_is_semaphore_elsewhere(list[i], device)) return list[i];
    return NULL;
}

bool info_is_device_elsewhere(cl_semaphore_khr semaphore, cl_device_id device)
{
    return info_is_foreign_device(objects_context(semaphore), device);
}

cl_semaphore_khr info_semaphore_without(const cl_semaphore_khr *list, size_t count,
                                        cl_device_id device)
{
    for (size_t i = 0; HAS_ELEMENT(list, count, i); i++)
        if (info_is_device_elsewhere(list[i], device)) return list[i];
    return NULL;
}

/* ---- names of queries ---- */

/* Names that came after the first version, and that version. */
static const struct {
    uint16_t first, last;
    unsigned char since; /* major * 10 + minor */
} later_queries[] = {
    { 0x0905, 0x0905, 21 }, { 0x0906, 0x0907, 30 },                         /* platform */
    { 0x1032, 0x1032, 12 }, { 0x1034, 0x103d, 11 }, { 0x103e, 0x1049, 12 }, /* device */
    { 0x104a, 0x105a, 20 }, { 0x105b, 0x105d, 21 }, { 0x105e, 0x1069, 30 }, { 0x106a, 0x106e, 31 },
    { 0x106f, 0x1072, 30 }, { 0x1073, 0x1075, 31 }, { 0x1083, 0x1083, 11 }, /* context */
    { 0x1094, 0x1094, 20 }, { 0x1095, 0x1095, 21 }, { 0x1098, 0x1098, 30 }, /* queue */
    { 0x1107, 0x1108, 11 }, { 0x1109, 0x1109, 20 }, { 0x110a, 0x110a, 30 }, /* memory object */
    { 0x1117, 0x111a, 12 },                                                 /* image */
    { 0x1120, 0x1121, 20 }, { 0x1122, 0x1122, 30 },                         /* pipe */
    { 0x1155, 0x1157, 20 }, { 0x1158, 0x1158, 30 },                         /* sampler */
    { 0x1167, 0x1168, 12 }, { 0x1169, 0x1169, 21 }, { 0x116a, 0x116b, 22 }, /* program */
    { 0x1184, 0x1184, 12 }, { 0x1185, 0x1185, 20 },                         /* build */
    { 0x1195, 0x1195, 12 }, { 0x1196, 0x119e, 12 },                         /* kernel, argument */
    { 0x11b5, 0x11b5, 12 }, { 0x11b8, 0x11ba, 21 },                         /* work group */
    { 0x11d4, 0x11d4, 11 },                                                 /* event */
    { 0x1284, 0x1284, 20 },                                                 /* profiling */
    { 0x12b9, 0x12bb, 31 },                                                 /* device */
    { 0x2033, 0x2034, 21 },                                                 /* sub-group */
};

unsigned info_query_since(cl_uint name)
{
    for (size_t i = 0; i < sizeof later_queries / sizeof *later_queries; i++)
        if (name >= later_queries[i].first && name <= later_queries[i].last)
            return later_queries[i].since;
    return 0;
}

static unsigned version_of_device(cl_device_id device)
{
    const struct info_device *it = device_of(device);
    return it ? it->major * 10 + it->minor : 0;
}

static unsigned version_of_platform(cl_platform_id platform)
{
    unsigned major = 0, minor = 0;
    char version[256] = "";
    if (!ask.clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof version - 1, version, NULL))
        sscanf(version, "OpenCL %u.%u", &major, &minor);
    return major * 10 + minor;
}

unsigned info_platform_version(cl_device_id device)
{
    cl_platform_id platform = NULL;
    return ask.clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL)
               ? 0
               : version_of_platform(platform);
}

/* The newest of its devices. */
static unsigned version_of_context(const void *handle)
{
    const struct info_context *it = context_of(objects_context(handle));
    unsigned newest = 0;
    for (size_t i = 0; it && i < it->count; i++) {
        const unsigned version = version_of_device(it->devices[i]);
        if (!version) return 0;
        if (version > newest) newest = version;
    }
    return newest;
}

unsigned info_version(const void *handle)
{
    const struct tracked *it = objects_find(handle);
    if (!it) return 0;
    switch (objects_kind(it)) {
    case KIND_PLATFORM: return version_of_platform(it->handle);
    case KIND_DEVICE: return version_of_device(it->handle);
    case KIND_QUEUE: return version_of_device(info_queue_device(it->handle));
    default: return version_of_context(handle);
    }
}

bool info_query_is_newer(const void *handle, cl_uint name)
{
    const unsigned version = info_version(handle);
    return version && info_query_since(name) > version;
}
