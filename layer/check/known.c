/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of objects, and the cache for it. */
#include "known.h"

#include "../calls.h"
#include "../system.h"
#include "lock.h"

#include <stdlib.h>

/* ---- questions ---- */

struct dispatch ask;
static struct dispatch target;

bool known_driver_has(const void *handle, size_t slot)
{
    const struct dispatch *table;
    function first, it;
    if (!handle || !system_copy(&table, handle, sizeof table) ||
        !system_copy(&first, table, sizeof first) || dispatch_is_tag(first))
        return true;
    return system_copy(&it, (const function *)(const void *)table + slot, sizeof it) && it;
}

/* NAME_asked, for what a target may lack. Every driver has the functions of OpenCL 1.0. */
enum { ALL_HAVE = 10 };
#define ASKED_STATUS(handle, name, ...)                                                            \
    static cl_int CL_API_CALL name##_asked PARAMS(__VA_ARGS__)                                     \
    {                                                                                              \
        if (!target.name || !known_driver_has(handle, SLOT_OF(name))) return CL_INVALID_OPERATION; \
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
    if (!target.name || JOIN(VERSION_, version) != ALL_HAVE) ask.name = name##_asked;

void known_ask(const struct dispatch *of)
{
    target = ask = *of;
#define BY_ANY(version, type, name, result, ...) ASKED_##result(version, name)
#include "api/entry_points.h"
}

bool known_is_of_driver(const void *handle)
{
    cl_platform_id platforms[64];
    cl_uint count = 0;
    const void *table, *other;
    if (!handle || !system_copy(&table, handle, sizeof table) || !table) return false;
    if (ask.clGetPlatformIDs(sizeof platforms / sizeof *platforms, platforms, &count)) return false;
    for (cl_uint i = 0; i < count && i < sizeof platforms / sizeof *platforms; i++)
        if (system_copy(&other, platforms[i], sizeof other) && other == table) return true;
    return false;
}

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
    lock_take(LOCK_KNOWN);
    there = of_kind(atomic_load(&it->known), fresh->kind);
    if (!there) {
        fresh->next = atomic_load(&it->known);
        atomic_store(&fresh->generation, generation);
        atomic_store_explicit(&it->known, fresh, memory_order_release);
        there = fresh;
        fresh = NULL;
    } else if (atomic_load(&there->generation) != generation) {
        /* Of an object that is gone. Nobody may look at it any more, but a program may do so. */
        const struct known_kind *kind = known_kinds[fresh->kind];
        if (kind->replace) kind->replace(there, fresh);
        else memcpy(there + 1, fresh + 1, kind->size - sizeof *fresh);
        atomic_store_explicit(&there->generation, generation, memory_order_release);
    }
    lock_release(LOCK_KNOWN);
    free(fresh);
    return there;
}

struct known *known_to_change(const void *handle, enum kind kind)
{
    struct tracked *it = objects_living(handle, kind);
    struct known *known;
    uint32_t generation;
    if (!it || !known_kinds[kind]) return NULL;
    generation = atomic_load_explicit(&it->generation, memory_order_relaxed);
    known = of_kind(atomic_load_explicit(&it->known, memory_order_acquire), kind);
    if (known && atomic_load_explicit(&known->generation, memory_order_acquire) == generation)
        return known;
    known = calloc(1, known_kinds[kind]->size);
    if (!known) return NULL;
    known->kind = kind;
    known_kinds[kind]->fill(handle, known);
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

/* ---- */

const struct known_kind *const known_kinds[KIND_COUNT] = {
    [KIND_DEVICE] = &known_kind_device,
    [KIND_CONTEXT] = &known_kind_context,
    [KIND_QUEUE] = &known_kind_queue,
    [KIND_MEM] = &known_kind_mem,
    [KIND_EVENT] = &known_kind_event,
    [KIND_SEMAPHORE] = &known_kind_semaphore,
    [KIND_PROGRAM] = &known_kind_program,
    [KIND_KERNEL] = &known_kind_kernel,
    [KIND_COMMAND_BUFFER] = &known_kind_command_buffer,
};
