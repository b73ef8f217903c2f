/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions behind the exported ones, made from the rows of entry_points.h: for each row the
 * checked, resolved, null and missing function, and the tables of these functions.
 */
#include "api/dispatch.h"

#include "api/assembled.h"
#include "api/failures.h"
#include "api/hooks.h"
#include "base/hash.h"

#include <stdatomic.h>
#include <stdlib.h>

/* ---- patches ---- */

/* Chained, by the hash of the table's address. */
enum { CHAIN_BITS = 8 };
static _Atomic(struct patch *) patches[1 << CHAIN_BITS];

static inline _Atomic(struct patch *) *chain_of(const struct dispatch *table)
{
    return &patches[hash_pointer(table, CHAIN_BITS)];
}

void dispatch_add_patch(struct patch *patch)
{
    _Atomic(struct patch *) *chain = chain_of(patch->table);
    patch->next = atomic_load_explicit(chain, memory_order_relaxed);
    atomic_store_explicit(chain, patch, memory_order_release);
}

void dispatch_free_patches(void)
{
    for (size_t i = 0; i < (size_t)1 << CHAIN_BITS; i++) {
        struct patch *patch = atomic_exchange(&patches[i], NULL);
        while (patch) {
            struct patch *next = patch->next;
            free(patch);
            patch = next;
        }
    }
}

/* ---- finding the function ---- */

/* Whether the loader manages the table of an object (cl_khr_icd 2.0). */
static inline bool is_tagged(const struct object *object)
{
    return dispatch_is_tag((function)object->dispatch->clGetPlatformIDs);
}

static inline const struct patch *find_patch(const struct dispatch *table)
{
    const struct patch *patch = atomic_load_explicit(chain_of(table), memory_order_acquire);
    while (patch && patch->table != table) patch = patch->next;
    return patch;
}

function dispatch_find(const void *handle, size_t slot)
{
    const struct object *object = handle;
    const struct patch *patch;
    function found;
    /* Without data, the object was created before any loader that knows tags came to its driver. */
    if (is_tagged(object) && object->data) return dispatch_slot(object->data, slot);
    patch = find_patch(object->dispatch);
    found = patch ? dispatch_slot(&patch->replacements, slot) : NULL;
    if (!found) found = dispatch_slot(object->dispatch, slot);
    /* A table that nobody has checked may be bound to the very function that called us. */
    return found == dispatch_export(slot) ? NULL : found;
}

bool dispatch_is_patched(const struct dispatch *table)
{
    return find_patch(table) != NULL;
}

/* ---- functions that fail ---- */

#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wunknown-warning-option" /* clang knows the next one since 23 */
#endif
#pragma GCC diagnostic ignored "-Wattribute-alias" /* FAILURE_STATUS() */
#endif

/* A function of a row that only fails. */
#define OWN_FAILURE(name, shared, error, type, result, ...)                                        \
    HIDDEN type CL_API_CALL name PARAMS(__VA_ARGS__);                                              \
    SLOW type CL_API_CALL name PARAMS(__VA_ARGS__)                                                 \
    {                                                                                              \
        FAIL_##result(error);                                                                      \
    }
#define FAILURE_OBJECT  OWN_FAILURE
#define FAILURE_POINTER OWN_FAILURE
#define FAILURE_NOTHING OWN_FAILURE

/* A function that only returns a status does not read its parameters, so one function serves all
 * rows. Not so on 32-bit Windows, where functions remove their arguments from the stack. */
#ifdef __ELF__
#define DEFINE_SHARED(name, error)                                                                 \
    HIDDEN cl_int name(void);                                                                      \
    cl_int name(void)                                                                              \
    {                                                                                              \
        return error;                                                                              \
    }
DEFINE_SHARED(missing, CL_INVALID_OPERATION)
DEFINE_SHARED(no_cl_platform_id, CL_INVALID_PLATFORM)
DEFINE_SHARED(no_cl_device_id, CL_INVALID_DEVICE)
DEFINE_SHARED(no_cl_context, CL_INVALID_CONTEXT)
DEFINE_SHARED(no_cl_command_queue, CL_INVALID_COMMAND_QUEUE)
DEFINE_SHARED(no_cl_mem, CL_INVALID_MEM_OBJECT)
DEFINE_SHARED(no_cl_program, CL_INVALID_PROGRAM)
DEFINE_SHARED(no_cl_kernel, CL_INVALID_KERNEL)
DEFINE_SHARED(no_cl_event, CL_INVALID_EVENT)
DEFINE_SHARED(no_cl_sampler, CL_INVALID_SAMPLER)
#define SHARED_FAILURE(name, shared, error, type, result, ...)                                     \
    HIDDEN type CL_API_CALL name PARAMS(__VA_ARGS__) __attribute__((alias(#shared)));
/* Through __VA_ARGS__, so that `shared` is the name and no longer a macro. */
#define FAILURE_STATUS(...) SHARED_FAILURE(__VA_ARGS__)
#else
#define FAILURE_STATUS OWN_FAILURE
#endif

#define MISSING_ROW(type, name, result, ...)                                                       \
    FAILURE_##result(name##_missing, missing, CL_INVALID_OPERATION, type, result, __VA_ARGS__)
#define NULL_ROW(type, name, result, ...)                                                          \
    FAILURE_##result(name##_null, JOIN(no_, FIRST_TYPE(__VA_ARGS__)),                              \
                     NULL_ERROR(FIRST(__VA_ARGS__)), type, result, __VA_ARGS__)
/* A NULL platform means the default platform, which is known only once the drivers are loaded. If
 * this call has loaded them, layers may have come with them, so it starts again at the exported
 * function. */
#define DEFAULT_ROW(type, name, result, ...)                                                       \
    HIDDEN type CL_API_CALL name##_null PARAMS(__VA_ARGS__);                                       \
    SLOW type CL_API_CALL name##_null PARAMS(__VA_ARGS__)                                          \
    {                                                                                              \
        if (lifecycle_ensure_loaded()) return DISPATCH_EXPORT(name) ARGS(__VA_ARGS__);             \
        FIRST(__VA_ARGS__) = platforms_default();                                                  \
        if (!FIRST(__VA_ARGS__)) FAIL_##result(CL_INVALID_PLATFORM);                               \
        return ((name##_slot)dispatch_resolve(FIRST(__VA_ARGS__), SLOT_OF(name)))ARGS(             \
            __VA_ARGS__);                                                                          \
    }
#define BY_HANDLE(version, type, name, result, ...)                                                \
    MISSING_ROW(type, name, result, __VA_ARGS__) NULL_ROW(type, name, result, __VA_ARGS__)
#define BY_PLATFORM(version, type, name, result, ...)                                              \
    MISSING_ROW(type, name, result, __VA_ARGS__) DEFAULT_ROW(type, name, result, __VA_ARGS__)
#define BY_ANY(version, type, name, result, ...) MISSING_ROW(type, name, result, __VA_ARGS__)
#include "api/entry_points.h"
#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif

/* ---- checked and resolved functions ---- */

cl_platform_id dispatch_platform_in(const cl_context_properties *properties, cl_platform_id other)
{
    for (; properties && properties[0]; properties += 2)
        if (properties[0] == CL_CONTEXT_PLATFORM) return (cl_platform_id)properties[1];
    return other;
}

/* Whether a property list names something that is not a platform. The driver knows what NULL means
 * there. */
static bool has_invalid_platform(const cl_context_properties *properties, size_t slot)
{
    cl_platform_id platform = dispatch_platform_in(properties, NULL);
    return platform && !driver_is_platform(platform, slot);
}

/* The same for the functions that take a list of objects; not all have a property list. */
#define HAS_INVALID_PLATFORM_clCreateContext(slot) has_invalid_platform(properties, slot)
#define HAS_INVALID_PLATFORM_clWaitForEvents(slot) false

#ifdef CLRELAY_ASSEMBLED
#define BY_HANDLE(version, type, name, result, ...)                                                \
    HIDDEN type CL_API_CALL name##_resolved PARAMS(__VA_ARGS__);                                   \
    HIDDEN type CL_API_CALL name##_checked PARAMS(__VA_ARGS__);
_Static_assert(SLOT_COUNT <= 256, "the assembler has the slot as a byte");
_Static_assert(CL_ICD2_TAG_KHR == 0x4f50454e434c3331, "the assembler has the tag as a number");
_Static_assert(offsetof(struct object, data) == 8, "and the place of the dispatch data");
#else
#define BY_HANDLE(version, type, name, result, ...)                                                \
    HIDDEN type CL_API_CALL name##_resolved PARAMS(__VA_ARGS__);                                   \
    SLOW type CL_API_CALL name##_resolved PARAMS(__VA_ARGS__)                                      \
    {                                                                                              \
        name##_slot go = (name##_slot)dispatch_resolve(FIRST(__VA_ARGS__), SLOT_OF(name));         \
        RETURN_##result go ARGS(__VA_ARGS__);                                                      \
    }                                                                                              \
    static type CL_API_CALL name##_checked PARAMS(__VA_ARGS__)                                     \
    {                                                                                              \
        const struct object *object = (const void *)FIRST(__VA_ARGS__);                            \
        name##_slot go = NULL;                                                                     \
        if (object && !is_tagged(object)) go = object->dispatch->name;                             \
        else if (object && object->data)                                                           \
            go = object->data->name; /* managed tables have no NULL slots */                       \
        if (!go) go = name##_resolved;                                                             \
        RETURN_##result go ARGS(__VA_ARGS__);                                                      \
    }
#endif
#define BY_ARRAY(version, type, name, result, count, array, ...)                                   \
    HIDDEN type CL_API_CALL name##_resolved PARAMS(__VA_ARGS__);                                   \
    type CL_API_CALL name##_resolved PARAMS(__VA_ARGS__)                                           \
    {                                                                                              \
        if (!count || !array) FAIL_##result(CL_INVALID_VALUE);                                     \
        if (!array[0]) FAIL_##result(NULL_ERROR(array[0]));                                        \
        if (HAS_INVALID_PLATFORM_##name(SLOT_OF(name))) FAIL_##result(CL_INVALID_PLATFORM);        \
        RETURN_##result((name##_slot)dispatch_resolve(array[0], SLOT_OF(name))) ARGS(__VA_ARGS__); \
    }
#define BY_PROPERTIES(version, type, name, result, properties, ...)                                \
    HIDDEN type CL_API_CALL name##_resolved PARAMS(__VA_ARGS__);                                   \
    type CL_API_CALL name##_resolved PARAMS(__VA_ARGS__)                                           \
    {                                                                                              \
        cl_platform_id platform;                                                                   \
        if (lifecycle_ensure_loaded()) return DISPATCH_EXPORT(name) ARGS(__VA_ARGS__);             \
        platform = dispatch_platform_in(properties, platforms_default());                          \
        if (!platform || !driver_is_platform(platform, SLOT_OF(name)))                             \
            FAIL_##result(CL_INVALID_PLATFORM);                                                    \
        RETURN_##result((name##_slot)dispatch_resolve(platform, SLOT_OF(name))) ARGS(__VA_ARGS__); \
    }
#define BY_ANY(version, type, name, ...)
#include "api/entry_points.h"

/* ---- tables ---- */

/* At the start every function is resolved, which needs no preparation. The table lies in the data
 * that becomes read-only after relocation; the loader changes it only through os_protect(). */
#ifdef __ELF__
__attribute__((section(".data.rel.ro.local.detour")))
#endif
struct detour detour = { {
#define BY_LOADER(version, type, name, ...) .name = name##_answer,
#define BY_ANY(version, type, name, ...)    .name = name##_resolved,
#include "api/entry_points.h"
} };

#ifdef CLRELAY_ASSEMBLED

/* From entry_tables.S: the offset of each function from the table, or 0 for none. */
extern HIDDEN const int32_t dispatch_export_offsets[], dispatch_resolved_offsets[],
    dispatch_checked_offsets[], dispatch_missing_offsets[], dispatch_null_offsets[];

static function at_offset(const int32_t *table, size_t slot)
{
    function found = NULL;
    uintptr_t address = (uintptr_t)table + (uintptr_t)(intptr_t)table[slot];
    if (table[slot]) memcpy(&found, &address, sizeof found);
    return found;
}

#define FIND(kind, slot) at_offset(dispatch_##kind##_offsets, slot)

#else

#define BY_ANY(version, type, name, result, ...)                                                   \
    HIDDEN type CL_API_CALL ENTRY(name) PARAMS(__VA_ARGS__);
#include "api/entry_points.h"

#define TABLE(kind)         static const struct dispatch kind##_functions = {
#define PLACE(name, symbol) .name = symbol,
#define NO_PLACE(count)
#define END_TABLE                                                                                  \
    }                                                                                              \
    ;
#include "api/tables.h"

#define FIND(kind, slot) dispatch_slot(&kind##_functions, slot)

#endif

function dispatch_export(size_t slot)
{
    return FIND(export, slot);
}

function dispatch_resolved(size_t slot)
{
    return FIND(resolved, slot);
}

function dispatch_checked(size_t slot)
{
    return FIND(checked, slot);
}

function dispatch_missing(size_t slot)
{
    return FIND(missing, slot);
}

function dispatch_fallback(size_t slot)
{
    if (slot == SLOT_OF(clGetKernelSuggestedLocalWorkSize))
        return (function)clGetKernelSuggestedLocalWorkSize_fallback;
    return dispatch_missing(slot);
}

function dispatch_resolve(const void *handle, size_t slot)
{
    function found = handle ? dispatch_find(handle, slot) : FIND(null, slot);
    return found ? found : dispatch_fallback(slot);
}

const struct slot_info dispatch_info[SLOT_COUNT] = {
#define BY_ANY(version, type, name, ...)                                                           \
    [SLOT_OF(name)] = { offsetof(struct slot_names, name), JOIN(VERSION_, version) },
#include "api/entry_points.h"
};

const struct slot_names dispatch_names = {
#define BY_ANY(version, type, name, ...) .name = #name,
#include "api/entry_points.h"
};
