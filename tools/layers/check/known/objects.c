/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of objects has open addressing, and only grows. Changes need the lock. An object is
 * alive as long as the program has a reference, or a living object was made from it.
 */
#include "objects.h"

#include "../../layer_system.h"
#include "lock.h"

#include <stdlib.h>

enum { FIRST_BITS = 10 };

_Atomic(struct objects_table *) objects_table;
atomic_bool objects_incomplete;
static size_t used;
static _Atomic uint64_t made[KIND_COUNT];

/* ---- the table: with the lock ---- */

static void insert(struct objects_table *table, struct tracked *tracked)
{
    size_t i = objects_slot(tracked->handle, table->bits);
    while (atomic_load_explicit(&table->slots[i & table->mask], memory_order_relaxed)) i++;
    atomic_store_explicit(&table->slots[i & table->mask], tracked, memory_order_release);
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
        struct tracked *tracked = atomic_load_explicit(&old->slots[i], memory_order_relaxed);
        if (tracked) insert(table, tracked);
    }
    atomic_store_explicit(&objects_table, table, memory_order_release);
    return table;
}

static struct tracked *entry_for(const void *handle)
{
    struct tracked *tracked = objects_find(handle);
    struct objects_table *table;
    if (tracked) return tracked;
    table = table_with_room();
    tracked = table ? calloc(1, sizeof *tracked) : NULL;
    if (!tracked) return NULL;
    tracked->handle = (void *)(uintptr_t)handle;
    insert(table, tracked);
    used++;
    return tracked;
}

/* After an object may have died: if it has, it no longer keeps its parent alive. */
static void drop_holds(struct tracked *tracked)
{
    while (tracked && !objects_alive(tracked)) {
        struct tracked *parent = atomic_exchange(&tracked->parent, NULL);
        if (parent) atomic_fetch_sub(&parent->holders, 1);
        tracked = parent;
    }
}

/* ---- the lives of objects ---- */

static bool is_made_from(const struct tracked *tracked, const struct tracked *ancestor)
{
    while (tracked && tracked != ancestor) tracked = atomic_load(&tracked->parent);
    return tracked != NULL;
}

static struct tracked *begin(struct tracked *tracked, enum kind kind, struct tracked *parent,
                             struct call_site site)
{
    struct tracked *before;
    /* Some drivers free a device that has living parts, and a part of these may then get its
     * address. A device must not become its own ancestor: a walk from parent to parent has to
     * end. */
    if (is_made_from(parent, tracked)) parent = NULL;
    before = atomic_exchange(&tracked->parent, parent);
    if (before) atomic_fetch_sub(&before->holders, 1);
    if (parent) atomic_fetch_add(&parent->holders, 1);
    if (before) drop_holds(before);
    atomic_fetch_add(&tracked->generation, 1);
    atomic_store(&tracked->kind, (unsigned char)kind);
    atomic_store(&tracked->context, kind == KIND_CONTEXT
                                        ? tracked->handle
                                        : (parent ? atomic_load(&parent->context) : NULL));
    atomic_store(&tracked->process, system_process());
    atomic_store(&tracked->met, false);
    atomic_store(&tracked->of_driver, parent && atomic_load(&parent->of_driver));
    for (size_t i = 0; i < sizeof tracked->note / sizeof *tracked->note; i++)
        atomic_store(&tracked->note[i], 0);
    atomic_store(&tracked->made_at, site.address);
    atomic_store(&tracked->made_by, site.function);
    atomic_store(&tracked->released_at, NULL);
    atomic_store(&tracked->released_by, 0);
    atomic_store(&tracked->holders, 0);
    atomic_store(&tracked->references, 1);
    return tracked;
}

/* The object that a new one keeps alive. A command and a command buffer keep their context, not
 * their queue; a copy of a kernel keeps the program. */
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
    struct tracked *tracked;
    if (!handle) return NULL;
    atomic_fetch_add_explicit(&made[kind], 1, memory_order_relaxed);
    lock_take(LOCK_OBJECTS);
    tracked = entry_for(handle);
    /* A platform or root device that is returned again is the same one, unless the program has
     * released it before. */
    if (tracked &&
        !((kind == KIND_PLATFORM || kind == KIND_DEVICE) && objects_kind(tracked) == kind &&
          (atomic_load(&tracked->met) || atomic_load(&tracked->references) > 0)))
        begin(tracked, kind, parent_of(parent, kind), site);
    lock_release(LOCK_OBJECTS);
    return tracked;
}

struct tracked *objects_met(const void *handle, enum kind kind, struct call_site site)
{
    struct tracked *tracked;
    if (!handle) return NULL;
    tracked = objects_find(handle);
    if (tracked && objects_kind(tracked) == kind && objects_alive(tracked)) {
        atomic_fetch_add_explicit(&made[kind], 1, memory_order_relaxed);
        return tracked;
    }
    tracked = objects_made(handle, kind, NULL, site);
    if (!tracked) return NULL;
    /* Something else keeps the object alive; the program does not have to release it. */
    atomic_store(&tracked->met, true);
    atomic_store(&tracked->holders, 1);
    atomic_store(&tracked->references, 0);
    return tracked;
}

void objects_met_of_driver(const void *handle, enum kind kind, struct call_site site)
{
    struct tracked *tracked = objects_met(handle, kind, site);
    if (tracked && kind > KIND_DEVICE) atomic_store(&tracked->of_driver, true);
}

void objects_refused(enum kind kind, const void *handle)
{
    struct tracked *tracked;
    if (kind == KIND_NONE || !handle) return;
    lock_take(LOCK_OBJECTS);
    tracked = entry_for(handle);
    if (tracked && !objects_alive(tracked)) atomic_store(&tracked->kind, KIND_NONE);
    lock_release(LOCK_OBJECTS);
}

void objects_retain(const void *handle, enum kind kind)
{
    struct tracked *tracked = objects_find(handle);
    if (tracked && objects_kind(tracked) == kind) atomic_fetch_add(&tracked->references, 1);
}

int32_t objects_release(const void *handle, enum kind kind, struct call_site site)
{
    struct tracked *tracked = objects_find(handle);
    int32_t left;
    if (!tracked || objects_kind(tracked) != kind) return 1;
    lock_take(LOCK_OBJECTS);
    left = atomic_load(&tracked->references);
    /* Other threads may retain the object meanwhile, without the lock. */
    while (left > 0 && !atomic_compare_exchange_weak(&tracked->references, &left, left - 1)) {
    }
    if (left == 1) {
        atomic_store(&tracked->released_at, site.address);
        atomic_store(&tracked->released_by, site.function);
        drop_holds(tracked);
    }
    lock_release(LOCK_OBJECTS);
    return left;
}

/* ---- queries ---- */

static bool is_leaked(const struct tracked *tracked)
{
    const enum kind kind = objects_kind(tracked);
    return (kind > KIND_DEVICE || (kind == KIND_DEVICE && !atomic_load(&tracked->met))) &&
           atomic_load(&tracked->references) > 0 && !atomic_load(&tracked->of_driver) &&
           atomic_load(&tracked->process) == system_process();
}

/* Whether an object is in a leaked one. A kernel may be in a leaked context through a program that
 * was released. */
static bool is_in_leaked(const struct tracked *tracked)
{
    do tracked = atomic_load(&tracked->parent);
    while (tracked && !is_leaked(tracked));
    return tracked != NULL;
}

void objects_leaks(void (*visit)(const struct tracked *object, uint64_t under))
{
    struct objects_table *table = atomic_load(&objects_table);
    for (size_t i = 0; table && i <= table->mask; i++) {
        struct tracked *tracked = atomic_load(&table->slots[i]);
        if (!tracked || !is_leaked(tracked) || is_in_leaked(tracked)) continue;
        visit(tracked, (uint64_t)atomic_load(&tracked->holders));
    }
    for (size_t i = 0; table && i <= table->mask; i++) {
        struct tracked *tracked = atomic_load(&table->slots[i]);
        if (tracked && atomic_load(&tracked->process) == system_process())
            atomic_store(&tracked->process, 0);
    }
}

void objects_visit(void (*visit)(const struct tracked *object, void *data), void *data)
{
    struct objects_table *table = atomic_load(&objects_table);
    for (size_t i = 0; table && i <= table->mask; i++) {
        const struct tracked *tracked = atomic_load(&table->slots[i]);
        if (tracked) visit(tracked, data);
    }
}

static void count_object(const struct tracked *tracked, void *data)
{
    struct objects_counts *counts = data;
    if (atomic_load(&tracked->references) > 0 && !atomic_load(&tracked->of_driver))
        counts->of[objects_kind(tracked)]++;
}

void objects_count(struct objects_counts *counts)
{
    objects_visit(count_object, counts);
}

const void *objects_of_half(const void *handle, enum kind kind)
{
    struct objects_table *table = atomic_load(&objects_table);
    const uint64_t word = (uintptr_t)handle;
    if (word != (uint32_t)word && word != (uint64_t)(int64_t)(int32_t)word) return NULL;
    for (size_t i = 0; table && i <= table->mask; i++) {
        const struct tracked *tracked = atomic_load(&table->slots[i]);
        if (tracked && tracked->handle != handle &&
            (uint32_t)(uintptr_t)tracked->handle == (uint32_t)word &&
            objects_kind(tracked) == kind && objects_alive(tracked))
            return tracked->handle;
    }
    return NULL;
}

uint64_t objects_made_of(enum kind kind)
{
    return atomic_load_explicit(&made[kind], memory_order_relaxed);
}

void *objects_context(const void *handle)
{
    struct tracked *tracked = objects_find(handle);
    return tracked ? atomic_load_explicit(&tracked->context, memory_order_relaxed) : NULL;
}
