/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of objects has open addressing and only grows; what is changed is changed with a lock.
 * An object is alive as long as the program has a reference, or a living object was made from it.
 */
#include "objects.h"

#include "../../system.h"
#include "lock.h"

#include <stdlib.h>

enum { FIRST_BITS = 10 };

_Atomic(struct objects_table *) objects_table;
atomic_bool objects_incomplete;
static size_t used;
static _Atomic uint64_t made[KIND_COUNT];

/* ---- the table: with the lock ---- */

static void insert(struct objects_table *table, struct tracked *it)
{
    size_t i = objects_slot(it->handle, table->bits);
    while (atomic_load_explicit(&table->slots[i & table->mask], memory_order_relaxed)) i++;
    atomic_store_explicit(&table->slots[i & table->mask], it, memory_order_release);
}

/* Makes the table larger if it is half full. Returns NULL if there is no memory. */
static struct objects_table *table_with_room(void)
{
    struct objects_table *old = atomic_load(&objects_table), *table;
    const int bits = old ? old->bits + 1 : FIRST_BITS;
    if (old && used < (size_t)1 << (old->bits - 1)) return old;
    table = calloc(1, sizeof *table + ((size_t)1 << bits) * sizeof *table->slots);
    if (!table) return NULL;
    table->smaller = old;
    table->bits = bits;
    table->mask = ((size_t)1 << bits) - 1;
    for (size_t i = 0; old && i <= old->mask; i++) {
        struct tracked *it = atomic_load_explicit(&old->slots[i], memory_order_relaxed);
        if (it) insert(table, it);
    }
    atomic_store_explicit(&objects_table, table, memory_order_release);
    return table;
}

static struct tracked *entry_for(const void *handle)
{
    struct tracked *it = objects_find(handle);
    struct objects_table *table;
    if (it) return it;
    table = table_with_room();
    it = table ? calloc(1, sizeof *it) : NULL;
    if (!it) return NULL;
    it->handle = (void *)(uintptr_t)handle;
    insert(table, it);
    used++;
    return it;
}

/* If an object has died, it no longer keeps its parent. */
static void drop_holds(struct tracked *it)
{
    while (it && !objects_alive(it)) {
        struct tracked *parent = atomic_exchange(&it->parent, NULL);
        if (parent) atomic_fetch_sub(&parent->holders, 1);
        it = parent;
    }
}

/* ---- the lives of objects ---- */

static bool is_made_from(const struct tracked *it, const struct tracked *of)
{
    while (it && it != of) it = atomic_load(&it->parent);
    return it != NULL;
}

static struct tracked *begin(struct tracked *it, enum kind kind, struct tracked *parent,
                             struct call_site site)
{
    struct tracked *before;
    /* Some drivers free a device though parts of it live, and a part of those may get its address.
     * It is not made from itself: whoever goes from parent to parent comes to an end. */
    if (is_made_from(parent, it)) parent = NULL;
    before = atomic_exchange(&it->parent, parent);
    if (before) atomic_fetch_sub(&before->holders, 1);
    if (parent) atomic_fetch_add(&parent->holders, 1);
    if (before) drop_holds(before);
    atomic_fetch_add(&it->generation, 1);
    atomic_store(&it->kind, (unsigned char)kind);
    atomic_store(&it->context, kind == KIND_CONTEXT
                                   ? it->handle
                                   : (parent ? atomic_load(&parent->context) : NULL));
    atomic_store(&it->process, system_process());
    atomic_store(&it->met, false);
    atomic_store(&it->of_driver, parent && atomic_load(&parent->of_driver));
    for (size_t i = 0; i < sizeof it->note / sizeof *it->note; i++) atomic_store(&it->note[i], 0);
    atomic_store(&it->made_at, site.address);
    atomic_store(&it->made_by, site.function);
    atomic_store(&it->released_at, NULL);
    atomic_store(&it->released_by, 0);
    atomic_store(&it->holders, 0);
    atomic_store(&it->references, 1);
    return it;
}

/* A command and a command buffer keep their context, not their queue; a copy of a kernel its
 * program. */
static struct tracked *parent_of(const void *handle, enum kind kind)
{
    struct tracked *parent = objects_find(handle);
    if (parent && (kind == KIND_EVENT || kind == KIND_COMMAND_BUFFER))
        return objects_find(atomic_load(&parent->context));
    if (parent && kind == KIND_KERNEL && objects_kind(parent) == KIND_KERNEL)
        return atomic_load(&parent->parent);
    return parent;
}

struct tracked *objects_made(const void *handle, enum kind kind, const void *parent,
                             struct call_site site)
{
    struct tracked *it;
    if (!handle) return NULL;
    atomic_fetch_add_explicit(&made[kind], 1, memory_order_relaxed);
    lock_take(LOCK_OBJECTS);
    it = entry_for(handle);
    /* Platforms and root devices are the same each time. What the program has released is another
     * device now. */
    if (it && !((kind == KIND_PLATFORM || kind == KIND_DEVICE) && objects_kind(it) == kind &&
                (atomic_load(&it->met) || atomic_load(&it->references) > 0)))
        begin(it, kind, parent_of(parent, kind), site);
    lock_release(LOCK_OBJECTS);
    return it;
}

struct tracked *objects_met(const void *handle, enum kind kind, struct call_site site)
{
    struct tracked *it;
    if (!handle) return NULL;
    it = objects_find(handle);
    if (it && objects_kind(it) == kind && objects_alive(it)) {
        atomic_fetch_add_explicit(&made[kind], 1, memory_order_relaxed);
        return it;
    }
    it = objects_made(handle, kind, NULL, site);
    if (!it) return NULL;
    /* Something holds it, so it is alive; the program does not have to release it. */
    atomic_store(&it->met, true);
    atomic_store(&it->holders, 1);
    atomic_store(&it->references, 0);
    return it;
}

void objects_met_of_driver(const void *handle, enum kind kind, struct call_site site)
{
    struct tracked *it = objects_met(handle, kind, site);
    if (it && kind > KIND_DEVICE) atomic_store(&it->of_driver, true);
}

void objects_refused(enum kind kind, const void *handle)
{
    struct tracked *it;
    if (kind == KIND_NONE || !handle) return;
    lock_take(LOCK_OBJECTS);
    it = entry_for(handle);
    if (it && !objects_alive(it)) atomic_store(&it->kind, KIND_NONE);
    lock_release(LOCK_OBJECTS);
}

void objects_retain(const void *handle, enum kind kind)
{
    struct tracked *it = objects_find(handle);
    if (it && objects_kind(it) == kind) atomic_fetch_add(&it->references, 1);
}

int32_t objects_release(const void *handle, enum kind kind, struct call_site site)
{
    struct tracked *it = objects_find(handle);
    int32_t left;
    if (!it || objects_kind(it) != kind) return 1;
    lock_take(LOCK_OBJECTS);
    left = atomic_load(&it->references);
    /* Other threads may retain it now, without the lock. */
    while (left > 0 && !atomic_compare_exchange_weak(&it->references, &left, left - 1)) {
    }
    if (left == 1) {
        atomic_store(&it->released_at, site.address);
        atomic_store(&it->released_by, site.function);
        drop_holds(it);
    }
    lock_release(LOCK_OBJECTS);
    return left;
}

/* ---- queries ---- */

static bool is_leaked(const struct tracked *it)
{
    const enum kind kind = objects_kind(it);
    return (kind > KIND_DEVICE || (kind == KIND_DEVICE && !atomic_load(&it->met))) &&
           atomic_load(&it->references) > 0 && !atomic_load(&it->of_driver) &&
           atomic_load(&it->process) == system_process();
}

/* A kernel of a leaked context may have a program that was released. */
static bool is_in_leaked(const struct tracked *it)
{
    do it = atomic_load(&it->parent);
    while (it && !is_leaked(it));
    return it != NULL;
}

void objects_leaks(void (*visit)(const struct tracked *object, uint64_t under))
{
    struct objects_table *table = atomic_load(&objects_table);
    for (size_t i = 0; table && i <= table->mask; i++) {
        struct tracked *it = atomic_load(&table->slots[i]);
        if (!it || !is_leaked(it) || is_in_leaked(it)) continue;
        visit(it, (uint64_t)atomic_load(&it->holders));
    }
    for (size_t i = 0; table && i <= table->mask; i++) {
        struct tracked *it = atomic_load(&table->slots[i]);
        if (it && atomic_load(&it->process) == system_process()) atomic_store(&it->process, 0);
    }
}

void objects_visit(void (*visit)(const struct tracked *object))
{
    struct objects_table *table = atomic_load(&objects_table);
    for (size_t i = 0; table && i <= table->mask; i++) {
        const struct tracked *it = atomic_load(&table->slots[i]);
        if (it) visit(it);
    }
}

const void *objects_of_half(const void *handle, enum kind kind)
{
    struct objects_table *table = atomic_load(&objects_table);
    const uint64_t word = (uintptr_t)handle;
    if (word != (uint32_t)word && word != (uint64_t)(int64_t)(int32_t)word) return NULL;
    for (size_t i = 0; table && i <= table->mask; i++) {
        const struct tracked *it = atomic_load(&table->slots[i]);
        if (it && it->handle != handle && (uint32_t)(uintptr_t)it->handle == (uint32_t)word &&
            objects_kind(it) == kind && objects_alive(it))
            return it->handle;
    }
    return NULL;
}

uint64_t objects_made_of(enum kind kind)
{
    return atomic_load_explicit(&made[kind], memory_order_relaxed);
}

void *objects_context(const void *handle)
{
    struct tracked *it = objects_find(handle);
    return it ? atomic_load_explicit(&it->context, memory_order_relaxed) : NULL;
}
