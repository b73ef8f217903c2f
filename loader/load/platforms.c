/* SPDX-License-Identifier: Apache-2.0 */
#include "load/platforms.h"

#include "base/hash.h"
#include "base/log.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/*
 * Entries below `count` never change, so a reader that has seen a count may read them without
 * further synchronisation. A list that is too small or in the wrong order is replaced. It is kept,
 * because readers may still use it.
 *
 * `buckets` is a hash table of the same platforms, by handle, with linear probing. At least half of
 * the buckets are free, so a search ends soon.
 */
struct list {
    atomic_size_t count;
    size_t room;
    struct list *replaced;
    struct platform **at;
    int bucket_bits; /* the binary logarithm of the number of buckets */
    _Atomic(struct platform *) buckets[];
};

static _Atomic(struct list *) published;
static atomic_size_t default_index;

static size_t next_bucket(const struct list *list, size_t bucket)
{
    return (bucket + 1) & (((size_t)1 << list->bucket_bits) - 1);
}

static void insert(struct list *list, struct platform *platform)
{
    size_t bucket = hash_pointer(platform->id, list->bucket_bits);
    while (atomic_load_explicit(&list->buckets[bucket], memory_order_relaxed))
        bucket = next_bucket(list, bucket);
    atomic_store_explicit(&list->buckets[bucket], platform, memory_order_release);
}

static struct list *make_list(size_t room, struct platform *const *at, size_t count)
{
    struct list *list;
    size_t buckets;
    int bits = 1;
    while ((size_t)1 << bits < 2 * room) bits++;
    buckets = (size_t)1 << bits;
    list = calloc(1, sizeof *list + buckets * sizeof list->buckets[0] + room * sizeof list->at[0]);
    if (!list) return NULL;
    atomic_init(&list->count, count);
    list->room = room;
    list->replaced = atomic_load_explicit(&published, memory_order_relaxed);
    list->at = (struct platform **)(void *)&list->buckets[buckets];
    list->bucket_bits = bits;
    if (count > 0) memcpy(list->at, at, count * sizeof list->at[0]);
    for (size_t i = 0; i < count; i++) insert(list, at[i]);
    return list;
}

struct platform_view platforms_snapshot(void)
{
    struct list *list = atomic_load_explicit(&published, memory_order_acquire);
    if (!list) return (struct platform_view){ 0, NULL };
    return (struct platform_view){ atomic_load_explicit(&list->count, memory_order_acquire),
                                   list->at };
}

bool platforms_publish(struct platform *platform)
{
    struct platform_view now = platforms_snapshot();
    struct list *list = atomic_load_explicit(&published, memory_order_relaxed);
    if (!list || now.count == list->room) {
        list = make_list(now.count ? 2 * now.count : 8, now.at, now.count);
        if (!list) return false;
        atomic_store_explicit(&published, list, memory_order_release);
    }
    insert(list, platform); /* first, so that whoever sees it in the list can find it */
    list->at[now.count] = platform;
    atomic_store_explicit(&list->count, now.count + 1, memory_order_release);
    return true;
}

bool platforms_reorder(struct platform *const *at, size_t count)
{
    struct list *list = make_list(count, at, count);
    if (!list) return false;
    atomic_store_explicit(&published, list, memory_order_release);
    return true;
}

/* Readers may still use the entries, which stay as they are. */
void platforms_withdraw(void)
{
    struct list *list = atomic_load_explicit(&published, memory_order_relaxed);
    if (list) atomic_store_explicit(&list->count, 0, memory_order_release);
}

void platforms_set_index(struct platform *platform, size_t index)
{
    struct candidate *candidate = platform->icd->candidate;
    platform->index = index;
    platform->next = candidate->first_platform;
    candidate->first_platform = platform;
}

void platforms_set_default(size_t index)
{
    atomic_store_explicit(&default_index, index, memory_order_relaxed);
}

cl_platform_id platforms_default(void)
{
    struct platform_view now = platforms_snapshot();
    size_t index = atomic_load_explicit(&default_index, memory_order_relaxed);
    return index < now.count ? now.at[index]->id : NULL;
}

struct platform *platforms_find(cl_platform_id id)
{
    const struct list *list = atomic_load_explicit(&published, memory_order_acquire);
    struct platform *platform = NULL;
    size_t bucket = list ? hash_pointer(id, list->bucket_bits) : 0;
    if (!list) return NULL;
    do {
        platform = atomic_load_explicit(&list->buckets[bucket], memory_order_acquire);
        bucket = next_bucket(list, bucket);
    } while (platform && platform->id != id);
    return platform;
}

/* ---- what a platform answers ---- */

char *platforms_query(const struct platform *platform, cl_platform_info what)
{
    clGetPlatformInfo_slot info =
        icd_info(platform->icd, dispatch_find(platform->id, SLOT_OF(clGetPlatformInfo)));
    enum verdict verdict;
    return info ? icd_query(platform->icd, info, platform->id, what, &verdict) : NULL;
}

void *platforms_function(cl_platform_id id, const char *name)
{
    const size_t slot = SLOT_OF(clGetExtensionFunctionAddressForPlatform);
    clGetExtensionFunctionAddressForPlatform_slot go =
        DISPATCH_FIND(id, clGetExtensionFunctionAddressForPlatform);
    const struct platform *platform;
    if (go && go != (clGetExtensionFunctionAddressForPlatform_slot)dispatch_missing(slot))
        return go(id, name);
    platform = platforms_find(id);
    return platform ? platform->icd->extension(name) : NULL;
}

cl_uint platforms_count_devices(struct platform *platform, enum platform_kind kind)
{
    static const cl_device_type types[PLATFORM_KINDS] = {
        [PLATFORM_GPUS] = CL_DEVICE_TYPE_GPU,
        [PLATFORM_CPUS] = CL_DEVICE_TYPE_CPU,
        [PLATFORM_ALL] = CL_DEVICE_TYPE_ALL,
    };
    clGetDeviceIDs_slot list = DISPATCH_FIND(platform->id, clGetDeviceIDs);
    for (; platform->counted <= (int)kind; platform->counted++) {
        cl_device_type type = types[platform->counted];
        cl_uint count = 0;
        cl_int error;
        candidate_announce(platform->icd->candidate, CALL_clGetDeviceIDs);
        error = list ? list(platform->id, type, 0, NULL, &count) : CL_INVALID_OPERATION;
        log_line(LOG_DEBUG, LOG_CALL, "%s: clGetDeviceIDs(%p, 0x%x) = %d, %u devices",
                 platform->icd->candidate->library, (void *)platform->id, (unsigned)type, error,
                 error == CL_SUCCESS ? count : 0);
        platform->devices[platform->counted] = error == CL_SUCCESS ? count : 0;
        if (error != CL_SUCCESS && error != CL_DEVICE_NOT_FOUND) platform->miscounted = true;
    }
    return platform->devices[kind];
}

/* ---- the end ---- */

void platform_free(struct platform *platform)
{
    if (!platform) return;
    free(platform->suffix);
    free(platform->name);
    free(platform->vendor);
    free(platform->chosen);
    free(platform);
}

void platforms_free(void)
{
    struct platform_view now = platforms_snapshot();
    struct list *list = atomic_exchange(&published, NULL);
    for (size_t i = 0; i < now.count; i++) platform_free(now.at[i]);
    while (list) {
        struct list *replaced = list->replaced;
        free(list);
        list = replaced;
    }
}
