/* SPDX-License-Identifier: Apache-2.0 */
/* A cache of the information about objects. */
#include "info.h"

#include "../../../calls/calls.h"
#include "../../layer_system.h"
#include "lock.h"

#include <stdlib.h>

/* ---- queries ---- */

struct dispatch queries;
static struct dispatch target;

bool info_driver_has(const void *handle, size_t slot)
{
    const struct dispatch *table;
    function first, found;
    if (!handle || !system_copy(&table, handle, sizeof table) ||
        !system_copy(&first, table, sizeof first) || dispatch_is_tag(first))
        return true;
    return system_copy(&found, (const function *)(const void *)table + slot, sizeof found) && found;
}

/* NAME_asked() calls a function of the target, and fails if the target or the driver lacks it.
 * Every driver has the functions of OpenCL 1.0. */
enum { ALL_HAVE = 10 };
#define ASKED_STATUS(handle, name, ...)                                                            \
    static cl_int CL_API_CALL name##_asked PARAMS(__VA_ARGS__)                                     \
    {                                                                                              \
        if (!target.name || !info_driver_has(handle, SLOT_OF(name))) return CL_INVALID_OPERATION;  \
        return target.name ARGS(__VA_ARGS__);                                                      \
    }
#define ASKED_OBJECT(...)
#define ASKED_POINTER(...)
#define ASKED_NOTHING(...)
#define BY_HANDLE(version, type, name, result, ...)                                                \
    ASKED_##result(FIRST(__VA_ARGS__), name, __VA_ARGS__)
#define BY_ANY(version, type, name, result, ...) ASKED_##result(NULL, name, __VA_ARGS__)
#include "api/entry_points.h"
#undef ASKED_STATUS

#define ASKED_STATUS(version, name)                                                                \
    if (!target.name || JOIN(VERSION_, version) != ALL_HAVE) queries.name = name##_asked;

void info_ask(const struct dispatch *asked)
{
    target = queries = *asked;
#define BY_ANY(version, type, name, result, ...) ASKED_##result(version, name)
#include "api/entry_points.h"
}

bool info_is_of_driver(const void *handle)
{
    cl_platform_id platforms[64];
    cl_uint count = 0;
    const void *table, *other;
    if (!handle || !system_copy(&table, handle, sizeof table) || !table) return false;
    if (queries.clGetPlatformIDs(sizeof platforms / sizeof *platforms, platforms, &count))
        return false;
    for (cl_uint i = 0; i < count && i < sizeof platforms / sizeof *platforms; i++)
        if (system_copy(&other, platforms[i], sizeof other) && other == table) return true;
    return false;
}

/* ---- the cache ---- */

static const struct info_kind *const *info_kinds; /* by the numbers of the kinds */

void info_begin(const struct info_kind *const kinds[KIND_COUNT])
{
    info_kinds = kinds;
}

static struct info *of_kind(struct info *info, enum kind kind)
{
    while (info && info->kind != kind) info = info->next;
    return info;
}

/* Makes `fresh` the information about an object. It belongs to the cache from now on. */
static struct info *publish(struct tracked *tracked, struct info *fresh, uint32_t generation)
{
    struct info *known;
    lock_take(LOCK_INFO);
    known = of_kind(atomic_load(&tracked->info), fresh->kind);
    if (!known) {
        fresh->next = atomic_load(&tracked->info);
        atomic_store(&fresh->generation, generation);
        atomic_store_explicit(&tracked->info, fresh, memory_order_release);
        known = fresh;
        fresh = NULL;
    } else if (atomic_load(&known->generation) != generation) {
        /* The old information is about an earlier object with this address. Another thread reads it
         * only if the program is wrong. */
        const struct info_kind *kind = info_kinds[fresh->kind];
        if (kind->replace) kind->replace(known, fresh);
        else memcpy(known + 1, fresh + 1, kind->size - sizeof *fresh);
        atomic_store_explicit(&known->generation, generation, memory_order_release);
    }
    lock_release(LOCK_INFO);
    free(fresh);
    return known;
}

SLOW static struct info *ask_for(struct tracked *tracked, enum kind kind, uint32_t generation)
{
    struct info *info = info_kinds[kind] ? calloc(1, info_kinds[kind]->size) : NULL;
    if (!info) return NULL;
    info->kind = kind;
    info_kinds[kind]->fill(tracked->handle, info);
    return publish(tracked, info, generation);
}

static struct info *of_generation(const struct tracked *tracked, enum kind kind,
                                  uint32_t generation)
{
    struct info *info = of_kind(atomic_load_explicit(&tracked->info, memory_order_acquire), kind);
    return info && atomic_load_explicit(&info->generation, memory_order_acquire) == generation
               ? info
               : NULL;
}

const struct info *info_known(const struct tracked *tracked, enum kind kind)
{
    return of_generation(tracked, kind, atomic_load(&tracked->generation));
}

struct info *info_to_change(const void *handle, enum kind kind)
{
    struct tracked *tracked = objects_living(handle, kind);
    struct info *info;
    uint32_t generation;
    if (!tracked) return NULL;
    generation = atomic_load_explicit(&tracked->generation, memory_order_relaxed);
    info = of_generation(tracked, kind, generation);
    return info ? info : ask_for(tracked, kind, generation);
}

/* ---- answers ---- */

bool info_lists(const char *list, char between, const char *word, size_t length)
{
    while (*list) {
        const char *end = strchr(list, between);
        const size_t size = end ? (size_t)(end - list) : strlen(list);
        if (size == length && !memcmp(list, word, length)) return true;
        list += end ? size + 1 : size;
    }
    return false;
}

static _Thread_local size_t answer_size;

size_t *info_answer_size(void)
{
    return &answer_size;
}

uint64_t info_answer(cl_int status)
{
    return status ? UNKNOWN : answer_size;
}

/* ---- memory that stays as long as the process ---- */

struct kept {
    struct kept *next;
    uint64_t bytes[];
};
static _Atomic(struct kept *) kept;

/* These lists are few, and never freed, because any thread may be reading them. */
void *info_keep(size_t size)
{
    struct kept *block = calloc(1, sizeof *block + size);
    if (!block) return NULL;
    block->next = atomic_load(&kept);
    while (!atomic_compare_exchange_weak(&kept, &block->next, block)) {
    }
    return block->bytes;
}
