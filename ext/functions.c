/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The extension functions of extension_functions.h. Each goes to the platform of the object in the
 * call. This is the whole library clrelay_ext, which uses only the public API of any libOpenCL. It
 * is also a part of the loader (loader/answer/extensions.c), which calls its own functions instead.
 *
 * It takes no locks, so no lock can stay locked in a forked child. What a thread finds out, it
 * stores where another thread may store the same.
 */
#include "../loader/api/failures.h"
#include "../loader/base/compiler.h"
#include "../loader/base/hash.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Otherwise the loader has included these in its own way. */
#ifndef CLRELAY_IN_LOADER
#include "../loader/api/opencl.h"
#include "../loader/api/parameters.h"
#define API(name)             name /* an OpenCL function to call */
#define PLATFORMS_ARE_FINAL() true /* whether no more platforms can come */
#endif

/* The kind of object that a handle is. */
enum kind { OF_CONTEXT, OF_QUEUE, OF_KERNEL };
#define KIND(handle)                                                                               \
    _Generic((handle), cl_context : OF_CONTEXT, cl_command_queue : OF_QUEUE, cl_kernel : OF_KERNEL)

/* What runs on every call. */
#ifdef __GNUC__
#define FAST __attribute__((always_inline)) static inline
#else
#define FAST static inline
#endif

/* ---- made from the rows ---- */

/* NAME_number, and the number of functions. */
enum {
#define BY_HANDLE(extension, type, name, ...)    name##_number,
#define BY_SEMAPHORE(extension, type, name, ...) name##_number,
#include "extension_functions.h"
    FUNCTIONS
};

static const char names[FUNCTIONS][40] = {
#define BY_HANDLE(extension, type, name, ...)    #name,
#define BY_SEMAPHORE(extension, type, name, ...) #name,
#include "extension_functions.h"
};

/* NAME_type is the pointer type of a function. NAME_own is the function here, under a name that no
 * other library can replace. NAME_missing replaces a function that a platform lacks. */
#define DECLARE(type, name, ...)                                                                   \
    typedef type(CL_API_CALL *name##_type) PARAMS(__VA_ARGS__);                                    \
    static type CL_API_CALL name##_own PARAMS(__VA_ARGS__);                                        \
    static type CL_API_CALL name##_missing PARAMS(__VA_ARGS__);
#define BY_HANDLE(extension, type, name, result, ...)    DECLARE(type, name, __VA_ARGS__)
#define BY_SEMAPHORE(extension, type, name, result, ...) DECLARE(type, name, __VA_ARGS__)
#include "extension_functions.h"

/* What others find under the name of a function: NAME_own itself, if there are aliases (see
 * PUBLISH). */
#if defined(CLRELAY_IN_LOADER) || (defined(__GNUC__) && defined(__ELF__))
#define PUBLIC_NAME(name) name##_own
#else
#define PUBLIC_NAME(name) name
#endif

/* Code and not tables, which would need relocations each time a program starts. */
static function own_function(size_t number)
{
    switch (number) {
#define BY_HANDLE(extension, type, name, ...)                                                      \
    case name##_number:                                                                            \
        return (function)PUBLIC_NAME(name);
#define BY_SEMAPHORE BY_HANDLE
#include "extension_functions.h"
    default: return NULL;
    }
}

static function missing_function(size_t number)
{
    switch (number) {
#define BY_HANDLE(extension, type, name, ...)                                                      \
    case name##_number:                                                                            \
        return (function)name##_missing;
#define BY_SEMAPHORE BY_HANDLE
#include "extension_functions.h"
    default: return NULL;
    }
}

/* ---- caches ---- */

/* Hash tables from a key, the dispatch table or the platform of an object, to the functions to
 * call, which are NULL until somebody asks. A key is in its bucket or one of the next. Keys are
 * only added, never removed, so readers need no lock. Without a free bucket, each call asks
 * again. */
enum { BUCKET_BITS = 5, BUCKETS = 1 << BUCKET_BITS, PROBE_LIMIT = 8 };
struct cache_entry {
    _Atomic(const void *) key;
    _Atomic(function) to[FUNCTIONS];
};
static struct cache_entry by_table[BUCKETS + PROBE_LIMIT], by_platform[BUCKETS + PROBE_LIMIT];

static atomic_bool closed; /* nothing is cached any more: see close_caches() */

FAST function read_entry(struct cache_entry *cache_entry, const void *key, size_t number)
{
    if (atomic_load_explicit(&cache_entry->key, memory_order_acquire) != key) return NULL;
    return atomic_load_explicit(&cache_entry->to[number], memory_order_acquire);
}

static function find_cached(struct cache_entry *map, const void *key, size_t number)
{
    size_t bucket = hash_pointer(key, BUCKET_BITS);
    function found = NULL;
    for (size_t i = bucket; i < bucket + PROBE_LIMIT && !found; i++)
        found = read_entry(&map[i], key, number);
    return found;
}

static struct cache_entry *add_entry(struct cache_entry *map, const void *key)
{
    size_t bucket = hash_pointer(key, BUCKET_BITS);
    for (size_t i = bucket; i < bucket + PROBE_LIMIT; i++) {
        const void *there = NULL;
        if (atomic_compare_exchange_strong(&map[i].key, &there, key) || there == key)
            return &map[i];
    }
    return NULL;
}

/* While drivers are being loaded, more platforms may come, so nothing is cached. */
static void cache_function(struct cache_entry *map, const void *key, size_t number, function target)
{
    struct cache_entry *cache_entry = PLATFORMS_ARE_FINAL() ? add_entry(map, key) : NULL;
    if (cache_entry) atomic_store_explicit(&cache_entry->to[number], target, memory_order_release);
}

/* The tables of OpenCL 1.0 and 1.1 end before clGetExtensionFunctionAddressForPlatform, and not
 * every libOpenCL notices. */
static bool has_lookup(cl_platform_id platform)
{
    char version[256] = "";
    if (API(clGetPlatformInfo)(platform, CL_PLATFORM_VERSION, sizeof version, version, NULL) !=
        CL_SUCCESS)
        return true; /* a long version string */
    return strncmp(version, "OpenCL 1.0", 10) != 0 && strncmp(version, "OpenCL 1.1", 10) != 0;
}

/* The platform's own function, or NULL. */
static function query_function(cl_platform_id platform, size_t number)
{
    void *address;
    function found;
    if (!has_lookup(platform)) return NULL;
    address = API(clGetExtensionFunctionAddressForPlatform)(platform, names[number]);
    memcpy(&found, &address, sizeof found);
    /* A driver that takes its functions from the global scope may find ours there. */
    return found == own_function(number) ? NULL : found;
}

/* The same, but cached, and never NULL. */
static function platform_function(cl_platform_id platform, size_t number)
{
    function target = find_cached(by_platform, platform, number);
    if (target) return target;
    target = query_function(platform, number);
    if (!target) target = missing_function(number);
    cache_function(by_platform, platform, number, target);
    return target;
}

/* ---- the platform of an object ---- */

struct platforms {
    cl_uint count;
    cl_platform_id *at, few[32];
};

static void list_platforms(struct platforms *list)
{
    const cl_uint room = sizeof list->few / sizeof list->few[0];
    list->count = 0;
    list->at = list->few;
    if (API(clGetPlatformIDs)(room, list->few, &list->count) != CL_SUCCESS) list->count = 0;
    if (list->count <= room) return;
    list->at = malloc(list->count * sizeof list->at[0]);
    if (!list->at || API(clGetPlatformIDs)(list->count, list->at, NULL) != CL_SUCCESS)
        list->count = 0;
}

static void free_platforms(struct platforms *list)
{
    if (list->at != list->few) free(list->at);
}

/* The dispatch table that every object of a driver begins with (cl_khr_icd). */
FAST const void *table_of(const void *object)
{
    return *(const void *const *)object;
}

static cl_device_id first_device(cl_context context)
{
    cl_device_id device = NULL, *all;
    size_t size = 0;
    if (API(clGetContextInfo)(context, CL_CONTEXT_DEVICES, 0, NULL, &size) != CL_SUCCESS)
        return NULL;
    all = size >= sizeof device ? malloc(size) : NULL;
    if (!all) return NULL;
    if (API(clGetContextInfo)(context, CL_CONTEXT_DEVICES, size, all, NULL) == CL_SUCCESS)
        device = all[0];
    free(all);
    return device;
}

static cl_device_id device_of_object(const void *object, enum kind kind)
{
    cl_context context = (cl_context)object;
    cl_device_id device = NULL;
    switch (kind) {
    case OF_QUEUE:
        API(clGetCommandQueueInfo)
        ((cl_command_queue)object, CL_QUEUE_DEVICE, sizeof device, &device, NULL);
        return device;
    case OF_KERNEL:
        context = NULL;
        API(clGetKernelInfo)((cl_kernel)object, CL_KERNEL_CONTEXT, sizeof context, &context, NULL);
        break;
    case OF_CONTEXT: break;
    }
    return context ? first_device(context) : NULL;
}

/* NULL if the device does not say. */
static cl_platform_id platform_by_device(const void *object, enum kind kind)
{
    cl_device_id device = device_of_object(object, kind);
    cl_platform_id platform = NULL;
    if (device) API(clGetDeviceInfo)(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
    return platform;
}

/* The platform of an object: the only one with its table, or else what its device says. */
static cl_platform_id platform_of_object(const void *object, enum kind kind)
{
    struct platforms list;
    cl_platform_id found = NULL;
    cl_uint with_table = 0;
    list_platforms(&list);
    for (cl_uint i = 0; i < list.count; i++) {
        if (table_of(list.at[i]) != table_of(object)) continue;
        found = list.at[i];
        with_table++;
    }
    free_platforms(&list);
    return with_table == 1 ? found : platform_by_device(object, kind);
}

/* The function for an object; never NULL. Cached under the object's table if all platforms with
 * this table return the same function. Otherwise, or if no platform has this table (devices and
 * contexts may have others), the object's device names the platform, each time. */
SLOW static function resolve_by_object(const void *object, enum kind kind, size_t number)
{
    struct platforms list;
    function found = find_cached(by_table, table_of(object), number);
    bool alike = true;
    cl_platform_id platform;
    if (found) return found;
    list_platforms(&list);
    for (cl_uint i = 0; i < list.count; i++) {
        function target;
        if (table_of(list.at[i]) != table_of(object)) continue;
        target = platform_function(list.at[i], number);
        if (found && target != found) alike = false;
        found = target;
    }
    free_platforms(&list);
    if (found && alike) {
        cache_function(by_table, table_of(object), number, found);
        return found;
    }
    platform = platform_by_device(object, kind);
    return platform ? platform_function(platform, number) : missing_function(number);
}

/* The function from earlier calls, or NULL if there is none or it is not in the first bucket. */
FAST function cached_by_object(const void *object, size_t number)
{
    const void *table;
    if (!object) return NULL;
    table = table_of(object);
    return read_entry(&by_table[hash_pointer(table, BUCKET_BITS)], table, number);
}

/* ---- semaphores ---- */

/*
 * Semaphores do not begin with a dispatch table, and only their driver can read them. So we record
 * the platform of each when it is created, in a hash table by handle. If a block of buckets has no
 * space near the hash, a further block is used; each is twice as large as the one before. Blocks
 * are only added, never removed.
 */
enum { FIRST_BITS = 6, FIRST_SEMAPHORES = (1 << FIRST_BITS) + PROBE_LIMIT };
struct semaphore {
    _Atomic(const void *) handle; /* NULL: free */
    _Atomic(cl_platform_id) platform;
    _Atomic(struct cache_entry *) cache_entry; /* of that platform; NULL: nothing is cached */
    atomic_uint references;
};
struct block {
    _Atomic(struct block *) next;
    int bits;
    struct semaphore *at;
};
static struct semaphore first_semaphores[FIRST_SEMAPHORES];
static struct block first_block = { NULL, FIRST_BITS, first_semaphores };
static char reserved; /* its address marks a bucket that is being filled */

static struct semaphore *find_semaphore(const void *handle)
{
    for (struct block *block = &first_block; block;
         block = atomic_load_explicit(&block->next, memory_order_acquire)) {
        struct semaphore *bucket = &block->at[hash_pointer(handle, block->bits)];
        for (struct semaphore *end = bucket + PROBE_LIMIT; bucket < end; bucket++)
            if (atomic_load_explicit(&bucket->handle, memory_order_acquire) == handle)
                return bucket;
    }
    return NULL;
}

/* The block after another, allocated if needed. NULL if there is no memory. */
static struct block *next_block(struct block *block)
{
    struct block *next = atomic_load(&block->next), *made;
    int bits = block->bits + 1;
    if (next) return next;
    made = calloc(1, sizeof *made + (((size_t)1 << bits) + PROBE_LIMIT) * sizeof made->at[0]);
    if (!made) return NULL;
    made->bits = bits;
    made->at = (struct semaphore *)(made + 1);
    if (atomic_compare_exchange_strong(&block->next, &next, made)) return made;
    free(made);
    return next;
}

static struct semaphore *reserve_place(const void *handle)
{
    for (struct block *block = &first_block; block; block = next_block(block)) {
        struct semaphore *bucket = &block->at[hash_pointer(handle, block->bits)];
        for (struct semaphore *end = bucket + PROBE_LIMIT; bucket < end; bucket++) {
            const void *none = NULL;
            if (atomic_compare_exchange_strong(&bucket->handle, &none, &reserved)) return bucket;
        }
    }
    return NULL;
}

/* Without memory the semaphore is not recorded, and counts as created elsewhere. */
static void record_semaphore(const void *handle, cl_platform_id platform)
{
    /* If the handle is recorded, that semaphore was released without us: a handle is only reused
     * after that. */
    struct semaphore *semaphore = find_semaphore(handle);
    if (!platform) return;
    if (!semaphore) semaphore = reserve_place(handle);
    if (!semaphore) return;
    atomic_store(&semaphore->platform, platform);
    atomic_store(&semaphore->cache_entry,
                 PLATFORMS_ARE_FINAL() ? add_entry(by_platform, platform) : NULL);
    if (atomic_load(&closed))
        atomic_store(&semaphore->cache_entry, NULL); /* close_caches() may have run meanwhile */
    atomic_store(&semaphore->references, 1);
    atomic_store_explicit(&semaphore->handle, handle, memory_order_release);
}

static void clear_semaphore(struct semaphore *semaphore)
{
    atomic_store_explicit(&semaphore->handle, NULL, memory_order_release);
}

/* The function for a semaphore. If it was created elsewhere, the function of the only platform that
 * has one; NULL if several platforms have different ones. */
SLOW static function resolve_by_semaphore(const void *handle, size_t number)
{
    const struct semaphore *semaphore = find_semaphore(handle);
    function found = missing_function(number);
    struct platforms list;
    if (semaphore) return platform_function(atomic_load(&semaphore->platform), number);
    list_platforms(&list);
    for (cl_uint i = 0; i < list.count && found; i++) {
        function target = platform_function(list.at[i], number);
        if (target == missing_function(number) || target == found) continue;
        found = found == missing_function(number) ? target : NULL;
    }
    free_platforms(&list);
    return found;
}

/* Like cached_by_object(). */
FAST function cached_by_semaphore(const void *handle, size_t number)
{
    struct semaphore *semaphore = &first_semaphores[hash_pointer(handle, FIRST_BITS)];
    struct cache_entry *cache_entry;
    if (!handle || atomic_load_explicit(&semaphore->handle, memory_order_acquire) != handle)
        return NULL;
    cache_entry = atomic_load_explicit(&semaphore->cache_entry, memory_order_acquire);
    return cache_entry ? atomic_load_explicit(&cache_entry->to[number], memory_order_acquire)
                       : NULL;
}

/* Counts a released reference, and returns whether it was the last. Removes the record before the
 * driver is called, because afterwards a new semaphore may have the same handle. */
static bool release_reference(struct semaphore *semaphore)
{
    if (atomic_fetch_sub(&semaphore->references, 1) != 1) return false;
    clear_semaphore(semaphore);
    return true;
}

/* ---- end ---- */

#if defined(CLRELAY_IN_LOADER) || defined(__ELF__)

/* From now on each call asks for its function, because at the end of the program cached functions
 * may lead into a layer that is gone. Other threads may be about to cache something: they find no
 * bucket, or cache it under a key that nobody uses. */
static void close_caches(void)
{
    static char nobody; /* its address is the key */
    atomic_store(&closed, true);
    for (size_t i = 0; i < BUCKETS + PROBE_LIMIT; i++) {
        atomic_store(&by_table[i].key, (const void *)&nobody);
        atomic_store(&by_platform[i].key, (const void *)&nobody);
    }
    /* The further blocks are only read by a full search. */
    for (size_t i = 0; i < FIRST_SEMAPHORES; i++)
        atomic_store(&first_semaphores[i].cache_entry, NULL);
}

#endif

/* ---- the functions ---- */

/* Each function reads what an earlier call has cached and jumps there, or to NAME_first, which
 * finds it out. The single jump saves the compiler from saving the arguments around a call. */
#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
#define MISSING(type, name, result, ...)                                                           \
    SLOW static type CL_API_CALL name##_missing PARAMS(__VA_ARGS__)                                \
    {                                                                                              \
        FAIL_##result(CL_INVALID_OPERATION);                                                       \
    }
#define BY_HANDLE(extension, type, name, result, ...)    MISSING(type, name, result, __VA_ARGS__)
#define BY_SEMAPHORE(extension, type, name, result, ...) MISSING(type, name, result, __VA_ARGS__)
#include "extension_functions.h"
#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif

/* A function of this head whose platform is found by its first parameter. */
#define CALL_BY_HANDLE(head, type, name, result, ...)                                              \
    SLOW static type CL_API_CALL name##_first PARAMS(__VA_ARGS__)                                  \
    {                                                                                              \
        if (!FIRST(__VA_ARGS__)) FAIL_##result(NULL_ERROR(FIRST(__VA_ARGS__)));                    \
        return ((name##_type)resolve_by_object(FIRST(__VA_ARGS__), KIND(FIRST(__VA_ARGS__)),       \
                                               name##_number))ARGS(__VA_ARGS__);                   \
    }                                                                                              \
    head                                                                                           \
    {                                                                                              \
        name##_type go = (name##_type)cached_by_object(FIRST(__VA_ARGS__), name##_number);         \
        if (!go) go = name##_first;                                                                \
        return go ARGS(__VA_ARGS__);                                                               \
    }
#define CALL_BY_SEMAPHORE(head, type, name, result, ...)                                           \
    SLOW static type CL_API_CALL name##_first PARAMS(__VA_ARGS__)                                  \
    {                                                                                              \
        name##_type go = NULL;                                                                     \
        if (FIRST(__VA_ARGS__))                                                                    \
            go = (name##_type)resolve_by_semaphore(FIRST(__VA_ARGS__), name##_number);             \
        if (!go) FAIL_##result(CL_INVALID_SEMAPHORE_KHR);                                          \
        return go ARGS(__VA_ARGS__);                                                               \
    }                                                                                              \
    head                                                                                           \
    {                                                                                              \
        name##_type go = (name##_type)cached_by_semaphore(FIRST(__VA_ARGS__), name##_number);      \
        if (!go) go = name##_first;                                                                \
        return go ARGS(__VA_ARGS__);                                                               \
    }
#define DEFINE_OWN(type, name, ...) static type CL_API_CALL name##_own PARAMS(__VA_ARGS__)
#define CALL(type, name, ...)       static type name##_call PARAMS(__VA_ARGS__)
#define BY_HANDLE(extension, type, name, result, ...)                                              \
    CALL_BY_HANDLE(DEFINE_OWN(type, name, __VA_ARGS__), type, name, result, __VA_ARGS__)
#define BY_SEMAPHORE(extension, type, name, result, ...)                                           \
    CALL_BY_SEMAPHORE(DEFINE_OWN(type, name, __VA_ARGS__), type, name, result, __VA_ARGS__)
#define CREATES_SEMAPHORE(extension, type, name, result, ...)                                      \
    CALL_BY_HANDLE(CALL(type, name, __VA_ARGS__), type, name, result, __VA_ARGS__)                 \
    DEFINE_OWN(type, name, __VA_ARGS__)                                                            \
    {                                                                                              \
        type made = name##_call ARGS(__VA_ARGS__);                                                 \
        if (made)                                                                                  \
            record_semaphore(made,                                                                 \
                             platform_of_object(FIRST(__VA_ARGS__), KIND(FIRST(__VA_ARGS__))));    \
        return made;                                                                               \
    }
#define RETAINS_SEMAPHORE(extension, type, name, result, ...)                                      \
    CALL_BY_SEMAPHORE(CALL(type, name, __VA_ARGS__), type, name, result, __VA_ARGS__)              \
    DEFINE_OWN(type, name, __VA_ARGS__)                                                            \
    {                                                                                              \
        type status = name##_call ARGS(__VA_ARGS__);                                               \
        struct semaphore *semaphore =                                                              \
            status == CL_SUCCESS ? find_semaphore(FIRST(__VA_ARGS__)) : NULL;                      \
        if (semaphore) atomic_fetch_add(&semaphore->references, 1);                                \
        return status;                                                                             \
    }
#define RELEASES_SEMAPHORE(extension, type, name, result, ...)                                     \
    DEFINE_OWN(type, name, __VA_ARGS__)                                                            \
    {                                                                                              \
        const void *handle = FIRST(__VA_ARGS__);                                                   \
        struct semaphore *semaphore = handle ? find_semaphore(handle) : NULL;                      \
        name##_type go = handle ? (name##_type)resolve_by_semaphore(handle, name##_number) : NULL; \
        cl_platform_id platform = semaphore ? atomic_load(&semaphore->platform) : NULL;            \
        bool last = semaphore && release_reference(semaphore);                                     \
        type status = go ? go ARGS(__VA_ARGS__) : CL_INVALID_SEMAPHORE_KHR;                        \
        if (status != CL_SUCCESS && last) record_semaphore(handle, platform);                      \
        if (status != CL_SUCCESS && semaphore && !last)                                            \
            atomic_fetch_add(&semaphore->references, 1);                                           \
        return status;                                                                             \
    }
#include "extension_functions.h"

/* ---- publication ---- */

#ifndef CLRELAY_IN_LOADER

#ifdef __ELF__
/* At the end of the program this runs before the destructor of libOpenCL, on which this library
 * depends. */
__attribute__((destructor)) static void on_unload(void)
{
    close_caches();
}
#endif

/* Under their real names. */
#if defined(__GNUC__) && defined(__ELF__)
#define PUBLISH(type, name, ...)                                                                   \
    type CL_API_CALL name PARAMS(__VA_ARGS__)                                                      \
        __attribute__((alias(#name "_own"), visibility("default")));
#else
#define PUBLISH(type, name, ...)                                                                   \
    type CL_API_CALL name PARAMS(__VA_ARGS__)                                                      \
    {                                                                                              \
        return name##_own ARGS(__VA_ARGS__);                                                       \
    }
#endif
#define BY_HANDLE(extension, type, name, result, ...)    PUBLISH(type, name, __VA_ARGS__)
#define BY_SEMAPHORE(extension, type, name, result, ...) PUBLISH(type, name, __VA_ARGS__)
#include "extension_functions.h"

#else

function extensions_function(const char *name)
{
    struct platforms list;
    function found = NULL;
    size_t number = 0;
    while (number < FUNCTIONS && strcmp(names[number], name) != 0) number++;
    if (number == FUNCTIONS) return NULL;
    list_platforms(&list);
    for (cl_uint i = 0; i < list.count && !found; i++)
        if (platform_function(list.at[i], number) != missing_function(number))
            found = own_function(number);
    free_platforms(&list);
    return found;
}

void extensions_close(void)
{
    close_caches();
}

void extensions_free(void)
{
    struct block *block = atomic_exchange(&first_block.next, NULL);
    while (block) {
        struct block *next = atomic_load(&block->next);
        free(block);
        block = next;
    }
}

#endif
