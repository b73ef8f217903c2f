/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of objects, and the cache for it. */
#include "known.h"

#include "../words.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- questions ---- */

struct dispatch ask;

#define MISSING_STATUS(name, ...)                                                                  \
    static cl_int CL_API_CALL name##_missing PARAMS(__VA_ARGS__)                                   \
    {                                                                                              \
        (void)(EACH(IGNORED, __VA_ARGS__));                                                        \
        return CL_INVALID_OPERATION;                                                               \
    }
#define IGNORED(type, name) PICK(IGNORED_##name, (void)name, )
#define IGNORED_            , (void)0
#define MISSING_OBJECT(...)
#define MISSING_POINTER(...)
#define MISSING_NOTHING(...)
#define BY_ANY(version, type, name, result, ...) MISSING_##result(name, __VA_ARGS__)
#include "api/entry_points.h"
#undef MISSING_STATUS

#define MISSING_STATUS(name)                                                                       \
    if (!ask.name) ask.name = name##_missing;

void known_ask(const struct dispatch *target)
{
    ask = *target;
#define BY_ANY(version, type, name, result, ...) MISSING_##result(name)
#include "api/entry_points.h"
}

static atomic_flag lock = ATOMIC_FLAG_INIT;

/* ---- the cache ---- */

static struct known *of_kind(struct known *known, enum kind kind)
{
    while (known && known->kind != kind) known = known->next;
    return known;
}

/* Puts what was filled in for an object where others find it. Takes `fresh` over. */
static struct known *publish(struct tracked *it, struct known *fresh, uint32_t generation)
{
    struct known *there;
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) {
    }
    there = of_kind(atomic_load(&it->known), fresh->kind);
    if (!there) {
        fresh->next = atomic_load(&it->known);
        atomic_store(&fresh->generation, generation);
        atomic_store_explicit(&it->known, fresh, memory_order_release);
        there = fresh;
        fresh = NULL;
    } else if (atomic_load(&there->generation) != generation) {
        /* Of an object that is gone. Nobody may look at it any more, but a program may do so. */
        memcpy(there + 1, fresh + 1, known_kinds[fresh->kind].size - sizeof *fresh);
        atomic_store_explicit(&there->generation, generation, memory_order_release);
    }
    atomic_flag_clear_explicit(&lock, memory_order_release);
    free(fresh);
    return there;
}

struct known *known_to_change(const void *handle, enum kind kind)
{
    struct tracked *it = objects_living(handle, kind);
    const size_t size = known_kinds[kind].size;
    struct known *known;
    uint32_t generation;
    if (!it || !size) return NULL;
    generation = atomic_load_explicit(&it->generation, memory_order_relaxed);
    known = of_kind(atomic_load_explicit(&it->known, memory_order_acquire), kind);
    if (known && atomic_load_explicit(&known->generation, memory_order_acquire) == generation)
        return known;
    known = calloc(1, size);
    if (!known) return NULL;
    known->kind = kind;
    known_kinds[kind].fill(handle, known);
    return publish(it, known, generation);
}

const struct known *known_of(const void *handle, enum kind kind)
{
    return known_to_change(handle, kind);
}

/* ---- sizes of answers ---- */

static _Thread_local size_t answer_size;

size_t *known_answer_size(void)
{
    return &answer_size;
}

uint64_t known_answer(cl_int status)
{
    return status ? UNKNOWN : answer_size;
}

/* ---- devices ---- */

/* What is asked of a device: the conditions need it. */
static const cl_device_info device_queries[] = {
    CL_DEVICE_TYPE,
    CL_DEVICE_IMAGE_SUPPORT,
    CL_DEVICE_MAX_MEM_ALLOC_SIZE,
    CL_DEVICE_MEM_BASE_ADDR_ALIGN,
    CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS,
    CL_DEVICE_MAX_WORK_GROUP_SIZE,
    CL_DEVICE_ADDRESS_BITS,
    CL_DEVICE_COMPILER_AVAILABLE,
    CL_DEVICE_LINKER_AVAILABLE,
    CL_DEVICE_QUEUE_ON_HOST_PROPERTIES,
    CL_DEVICE_SVM_CAPABILITIES,
};
enum { DEVICE_QUERIES = sizeof device_queries / sizeof *device_queries };

struct known_device {
    struct known known;
    unsigned major, minor; /* of its version; 0.0: not known */
    uint64_t values[DEVICE_QUERIES];
};

static void fill_device(const void *handle, struct known *known)
{
    struct known_device *it = (void *)known;
    cl_device_id device = (cl_device_id)(uintptr_t)handle;
    char version[256] = "";
    for (size_t i = 0; i < DEVICE_QUERIES; i++) {
        uint64_t value = 0;
        it->values[i] = UNKNOWN;
        if (!ask.clGetDeviceInfo(device, device_queries[i], sizeof value, &value, NULL))
            it->values[i] = value;
    }
    if (!ask.clGetDeviceInfo(device, CL_DEVICE_VERSION, sizeof version - 1, version, NULL))
        sscanf(version, "OpenCL %u.%u", &it->major, &it->minor);
}

uint64_t known_device(cl_device_id device, cl_device_info what)
{
    const struct known_device *it = (const void *)known_of(device, KIND_DEVICE);
    for (size_t i = 0; it && i < DEVICE_QUERIES; i++)
        if (device_queries[i] == what) return it->values[i];
    return UNKNOWN;
}

bool known_device_is_before(cl_device_id device, unsigned major, unsigned minor)
{
    const struct known_device *it = (const void *)known_of(device, KIND_DEVICE);
    return it && it->major &&
           (it->major < major || (it->major == major && it->minor < minor));
}

/* ---- contexts ---- */

static void fill_context(const void *handle, struct known *known)
{
    struct known_context *it = (void *)known;
    cl_context context = (cl_context)(uintptr_t)handle;
    cl_device_id *devices;
    size_t size = 0;
    if (ask.clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, NULL, &size) || !size) return;
    devices = malloc(size); /* stays as long as the process: contexts are few */
    if (!devices || ask.clGetContextInfo(context, CL_CONTEXT_DEVICES, size, devices, NULL)) {
        free(devices);
        return;
    }
    it->devices = devices;
    it->count = size / sizeof *devices;
}

static const struct known_context *context_of(cl_context context)
{
    return (const void *)known_of(context, KIND_CONTEXT);
}

bool known_contexts_differ(const void *one, const void *other)
{
    const void *first = objects_context(one), *second = objects_context(other);
    return first && second && first != second;
}

bool known_any_context_differs(const void *one, const void *list, size_t count)
{
    const void *const *handles = list;
    for (size_t i = 0; handles && i < count; i++)
        if (known_contexts_differ(one, handles[i])) return true;
    return false;
}

bool known_is_foreign_device(cl_context context, cl_device_id device)
{
    const struct known_context *it = context_of(context);
    if (!it || !it->count || !objects_find(device)) return false;
    for (size_t i = 0; i < it->count; i++)
        if (it->devices[i] == device) return false;
    return true;
}

bool known_context_is_before(cl_context context, unsigned major, unsigned minor)
{
    const struct known_context *it = context_of(context);
    for (size_t i = 0; it && i < it->count; i++)
        if (!known_device_is_before(it->devices[i], major, minor)) return false;
    return it && it->count;
}

static uint64_t context_extreme(cl_context context, cl_device_info what, bool most)
{
    const struct known_context *it = context_of(context);
    uint64_t extreme = UNKNOWN;
    for (size_t i = 0; it && i < it->count; i++) {
        const uint64_t value = known_device(it->devices[i], what);
        if (value == UNKNOWN) return UNKNOWN;
        if (i == 0 || (most ? value > extreme : value < extreme)) extreme = value;
    }
    return extreme;
}

uint64_t known_context_most(cl_context context, cl_device_info what)
{
    return context_extreme(context, what, true);
}

uint64_t known_context_least(cl_context context, cl_device_info what)
{
    return context_extreme(context, what, false);
}

/* ---- queues ---- */

static void fill_queue(const void *handle, struct known *known)
{
    struct known_queue *it = (void *)known;
    cl_command_queue queue = (cl_command_queue)(uintptr_t)handle;
    ask.clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof it->context, &it->context, NULL);
    ask.clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof it->device, &it->device, NULL);
    ask.clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof it->properties, &it->properties,
                               NULL);
}

cl_device_id known_queue_device(cl_command_queue queue)
{
    const struct known_queue *it = (const void *)known_of(queue, KIND_QUEUE);
    return it ? it->device : NULL;
}

cl_command_queue_properties known_queue_properties(cl_command_queue queue)
{
    const struct known_queue *it = (const void *)known_of(queue, KIND_QUEUE);
    return it ? it->properties : 0;
}

uint64_t known_queue_limit(cl_command_queue queue, cl_device_info what)
{
    return known_device(known_queue_device(queue), what);
}

/* ---- events ---- */

cl_event known_failed_event(const cl_event *list, size_t count)
{
    for (size_t i = 0; list && i < count; i++) {
        cl_int status = CL_COMPLETE;
        if (objects_living(list[i], KIND_EVENT) &&
            !ask.clGetEventInfo(list[i], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
                                 NULL) &&
            status < 0)
            return list[i];
    }
    return NULL;
}

/* ---- */

const struct known_kind known_kinds[KIND_COUNT] = {
    [KIND_DEVICE] = { sizeof(struct known_device), fill_device },
    [KIND_CONTEXT] = { sizeof(struct known_context), fill_context },
    [KIND_QUEUE] = { sizeof(struct known_queue), fill_queue },
    [KIND_MEM] = { sizeof(struct known_mem), known_fill_mem },
};
