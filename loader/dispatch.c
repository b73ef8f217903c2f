/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions behind the exported ones, made from the rows of entry_points.h: the careful
 * function of each row, the one for a NULL handle, the one that stands for a missing function, and
 * the tables of them.
 */
#include "dispatch.h"

#include "lifecycle.h"
#include "platforms.h"
#include "queries.h"

#include <stdatomic.h>
#include <stdlib.h>

/* How a row's function fails, and how it hands on another's result. */
#define FAIL_STATUS(error)  return (error)
#define FAIL_OBJECT(error)                                                                         \
    do {                                                                                           \
        if (errcode_ret) *errcode_ret = (error);                                                   \
        return NULL;                                                                               \
    } while (0)
#define FAIL_POINTER(error) return NULL
#define FAIL_NOTHING(error) return
#define RETURN_STATUS       return
#define RETURN_OBJECT       return
#define RETURN_POINTER      return
#define RETURN_NOTHING

/* The error for a NULL handle follows from its type. */
#define NULL_ERROR(handle)                                                                         \
    _Generic((handle), cl_platform_id: CL_INVALID_PLATFORM, cl_device_id: CL_INVALID_DEVICE,       \
             cl_context: CL_INVALID_CONTEXT, cl_command_queue: CL_INVALID_COMMAND_QUEUE,           \
             cl_mem: CL_INVALID_MEM_OBJECT, cl_program: CL_INVALID_PROGRAM,                        \
             cl_kernel: CL_INVALID_KERNEL, cl_event: CL_INVALID_EVENT,                             \
             cl_sampler: CL_INVALID_SAMPLER)
#define IS_PLATFORM(handle) _Generic((handle), cl_platform_id: true, default: false)
#define DEFAULT_FOR(handle) _Generic((handle), cl_platform_id: platforms_default(), default: NULL)

/* ---- corrections ---- */

static _Atomic(struct correction *) corrections;

void dispatch_correct(struct correction *correction)
{
    correction->next = atomic_load_explicit(&corrections, memory_order_relaxed);
    atomic_store_explicit(&corrections, correction, memory_order_release);
}

void dispatch_forget(void)
{
    struct correction *it = atomic_exchange(&corrections, NULL);
    while (it) {
        struct correction *next = it->next;
        free(it);
        it = next;
    }
}

/* ---- finding the function ---- */

/* Whether the loader keeps the table of an object. A static build knows nothing of that: a tagged
 * driver works for it as any other, because the tags are in slots that nobody calls. */
static inline bool is_tagged(const struct object *object)
{
#ifdef CLRELAY_STATIC
    (void)object;
    return false;
#else
    return dispatch_is_tag((function)object->dispatch->clGetPlatformIDs);
#endif
}

static inline function find_judged(const void *handle, size_t slot)
{
    const struct object *object = handle;
    const struct correction *correction = atomic_load_explicit(&corrections, memory_order_acquire);
    function found;
    /* No data: the object was made before a loader that knows of tags came to its driver. */
    if (is_tagged(object) && object->data) return dispatch_slot(object->data, slot);
    while (correction && correction->table != object->dispatch) correction = correction->next;
    found = correction ? dispatch_slot(&correction->instead, slot) : NULL;
    if (!found) found = dispatch_slot(object->dispatch, slot);
    /* A table that nobody has judged yet may be bound to the very function that led here. */
    return found == dispatch_slot(&dispatch_exports, slot) ? NULL : found;
}

function dispatch_find(const void *object, size_t slot)
{
    return find_judged(object, slot);
}

/* ---- one function per row that stands for a missing one ---- */

#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
#define MISSING(type, name, result, ...)                                                           \
    static type CL_API_CALL name##_missing PARAMS(__VA_ARGS__)                                     \
    {                                                                                              \
        FAIL_##result(CL_INVALID_OPERATION);                                                       \
    }
#define BY_HANDLE(version, type, name, result, ...) MISSING(type, name, result, __VA_ARGS__)
#define BY_ARRAY(version, type, name, result, count, array, ...)                                   \
    MISSING(type, name, result, __VA_ARGS__)
#define BY_PROPERTIES(version, type, name, result, properties, ...)                                \
    MISSING(type, name, result, __VA_ARGS__)
#define BY_LOADER(version, type, name, result, ...) MISSING(type, name, result, __VA_ARGS__)
#include "entry_points.h"
#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif

/* ---- the functions that look before they jump ---- */

/* Kept out of the functions that are called often, which would grow by it. */
#ifdef __GNUC__
#define SLOW __attribute__((noinline, cold))
#else
#define SLOW
#endif

/*
 * A NULL handle: an error, but for a platform the default one is meant. To know it, the drivers
 * must be loaded; if that happened only now, layers may have come with them, so the call begins
 * again at the exported function.
 */
#define BY_HANDLE(version, type, name, result, ...)                                                \
    static SLOW type CL_API_CALL name##_judged PARAMS(__VA_ARGS__);                                \
    HIDDEN SLOW type CL_API_CALL name##_null PARAMS(__VA_ARGS__);                                       \
    type CL_API_CALL name##_null PARAMS(__VA_ARGS__)                                               \
    {                                                                                              \
        if (IS_PLATFORM(FIRST(__VA_ARGS__))) {                                                     \
            if (lifecycle_start()) {                                                               \
                RETURN_##result dispatch_exports.name ARGS(__VA_ARGS__);                           \
            } else {                                                                               \
                FIRST(__VA_ARGS__) = DEFAULT_FOR(FIRST(__VA_ARGS__));                              \
                if (FIRST(__VA_ARGS__)) {                                                          \
                    RETURN_##result name##_judged ARGS(__VA_ARGS__);                               \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
        FAIL_##result(NULL_ERROR(FIRST(__VA_ARGS__)));                                             \
    }
#define BY_ARRAY(version, type, name, ...)
#define BY_PROPERTIES(version, type, name, ...)
#define BY_LOADER(version, type, name, ...)
#include "entry_points.h"

#define CALL_JUDGED(name, result, object, ...)                                                     \
    name##_slot go = (name##_slot)find_judged((object), SLOT_OF(name));                            \
    if (!go) FAIL_##result(CL_INVALID_OPERATION);                                                  \
    RETURN_##result go ARGS(__VA_ARGS__)

/* Tables that the loader keeps have no holes. */
#define CALL_CAREFUL(name, result, handle, ...)                                                    \
    const struct object *object = (const void *)(handle);                                          \
    if (!is_tagged(object)) {                                                                      \
        name##_slot go = object->dispatch->name;                                                   \
        if (!go) FAIL_##result(CL_INVALID_OPERATION);                                              \
        RETURN_##result go ARGS(__VA_ARGS__);                                                      \
    } else if (object->data) {                                                                     \
        RETURN_##result object->data->name ARGS(__VA_ARGS__);                                      \
    } else {                                                                                       \
        RETURN_##result name##_judged ARGS(__VA_ARGS__);                                           \
    }

#define LOOK(kind, CALL, type, name, result, ...)                                                  \
    static type CL_API_CALL name##_##kind PARAMS(__VA_ARGS__)                                      \
    {                                                                                              \
        if (!FIRST(__VA_ARGS__)) {                                                                 \
            RETURN_##result name##_null ARGS(__VA_ARGS__);                                         \
        } else {                                                                                   \
            CALL(name, result, FIRST(__VA_ARGS__), __VA_ARGS__);                                   \
        }                                                                                          \
    }
#define BY_HANDLE(version, type, name, result, ...)                                                \
    LOOK(judged, CALL_JUDGED, type, name, result, __VA_ARGS__)                                     \
    LOOK(careful, CALL_CAREFUL, type, name, result, __VA_ARGS__)
#define BY_ARRAY(version, type, name, result, count, array, ...)                                   \
    static type CL_API_CALL name##_judged PARAMS(__VA_ARGS__)                                      \
    {                                                                                              \
        if (!count || !array) FAIL_##result(CL_INVALID_VALUE);                                     \
        if (!array[0]) FAIL_##result(NULL_ERROR(array[0]));                                        \
        CALL_JUDGED(name, result, array[0], __VA_ARGS__);                                    \
    }
#define BY_PROPERTIES(version, type, name, result, properties, ...)                                \
    static type CL_API_CALL name##_judged PARAMS(__VA_ARGS__)                                      \
    {                                                                                              \
        cl_platform_id platform;                                                                   \
        if (lifecycle_start()) return dispatch_exports.name ARGS(__VA_ARGS__);                     \
        platform = platforms_from_properties(properties);                                          \
        if (!platform) FAIL_##result(CL_INVALID_PLATFORM);                                         \
        CALL_JUDGED(name, result, platform, __VA_ARGS__);                                    \
    }
#define BY_LOADER(version, type, name, ...)
#include "entry_points.h"

/* ---- tables ---- */

/* At the start every call is judged, and so needs nothing to be ready. Among the data that is
 * read-only once the addresses in it are known, and written only after asking the system. */
#ifdef __ELF__
__attribute__((section(".data.rel.ro.detour")))
#endif
struct detour detour = { {
#define BY_HANDLE(version, type, name, ...)     .name = name##_judged,
#define BY_ARRAY(version, type, name, ...)      .name = name##_judged,
#define BY_PROPERTIES(version, type, name, ...) .name = name##_judged,
#define BY_LOADER(version, type, name, ...)     .name = name##_answer,
#include "entry_points.h"
} };

const struct dispatch dispatch_judged = {
#define BY_HANDLE(version, type, name, ...)     .name = name##_judged,
#define BY_ARRAY(version, type, name, ...)      .name = name##_judged,
#define BY_PROPERTIES(version, type, name, ...) .name = name##_judged,
#define BY_LOADER(version, type, name, ...)     .name = name##_answer,
#include "entry_points.h"
};

const struct dispatch dispatch_careful = {
#define BY_HANDLE(version, type, name, ...)     .name = name##_careful,
#define BY_ARRAY(version, type, name, ...)      .name = name##_judged,
#define BY_PROPERTIES(version, type, name, ...) .name = name##_judged,
#define BY_LOADER(version, type, name, ...)     .name = name##_answer,
#include "entry_points.h"
};

const struct dispatch dispatch_missing = {
#define BY_HANDLE(version, type, name, ...)     .name = name##_missing,
#define BY_ARRAY(version, type, name, ...)      .name = name##_missing,
#define BY_PROPERTIES(version, type, name, ...) .name = name##_missing,
#define BY_LOADER(version, type, name, ...)     .name = name##_missing,
#include "entry_points.h"
};

#define VERSION_1_0     10
#define VERSION_1_1     11
#define VERSION_1_2     12
#define VERSION_2_0     20
#define VERSION_2_1     21
#define VERSION_2_2     22
#define VERSION_3_0     30
#define VERSION_3_1     31
#define VERSION_EXT     0
#define VERSION_EXT_1_0 0
#define VERSION_EXT_1_1 0
#define VERSION_EXT_1_2 0
#define VERSION_EXT_2_0 0
const struct slot_facts dispatch_facts[SLOT_COUNT] = {
#define FACTS(number, name) [SLOT_OF(name)] = { #name, JOIN(VERSION_, number) },
#define BY_HANDLE(version, type, name, ...)     FACTS(version, name)
#define BY_ARRAY(version, type, name, ...)      FACTS(version, name)
#define BY_PROPERTIES(version, type, name, ...) FACTS(version, name)
#define BY_LOADER(version, type, name, ...)     FACTS(version, name)
#include "entry_points.h"
};

/* The table must have the shape that drivers were compiled with, as far as the headers go. */
#define SAME_SLOT(name)                                                                            \
    _Static_assert(offsetof(struct dispatch, name) == offsetof(cl_icd_dispatch, name),             \
                   "slot of " #name);
#define CHECK(version, name) JOIN(CHECK_, version)(name)
#define CHECK_1_0 SAME_SLOT
#define CHECK_1_1 SAME_SLOT
#define CHECK_1_2 SAME_SLOT
#define CHECK_2_0 SAME_SLOT
#define CHECK_2_1 SAME_SLOT
#define CHECK_2_2 SAME_SLOT
#define CHECK_3_0 SAME_SLOT
#ifdef CL_VERSION_3_1
#define CHECK_3_1 SAME_SLOT
#else
#define CHECK_3_1(name)                                                                            \
    _Static_assert(offsetof(struct dispatch, name) >=                                              \
                       offsetof(cl_icd_dispatch, clSetContextDestructorCallback) +                 \
                           sizeof(function),                                                       \
                   "slot of " #name);
#endif
#define CHECK_EXT     SAME_SLOT
#define CHECK_EXT_1_0 SAME_SLOT
#define CHECK_EXT_1_1 SAME_SLOT
#define CHECK_EXT_1_2 SAME_SLOT
#define CHECK_EXT_2_0 SAME_SLOT
#define BY_HANDLE(version, type, name, ...)     CHECK(version, name)
#define BY_ARRAY(version, type, name, ...)      CHECK(version, name)
#define BY_PROPERTIES(version, type, name, ...) CHECK(version, name)
#define BY_LOADER(version, type, name, ...)     CHECK(version, name)
#include "entry_points.h"
_Static_assert(SLOT_COUNT == 150, "the table of OpenCL 3.1 has 150 slots");
