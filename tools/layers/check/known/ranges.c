/* SPDX-License-Identifier: Apache-2.0 */
/* The memory that the program knows by address: a treap of ranges that do not overlap. */
#include "ranges.h"
#include "lock.h"

#include <stdlib.h>

struct range {
    struct range *less, *more;
    uint64_t order; /* the order of a child is never less */
    uint64_t start, size;
    enum range_kind kind;
    enum range_state state;
    bool shared;
    const void *context;
    struct range_owner owner;
    struct mapping *mapped; /* origin[0] is the address, region[0] the bytes */
};

static struct range *root;

/* ---- the treap ---- */

/* Cuts a tree in two: the ranges that start before an address, and the rest. */
static void split(struct range *tree, uint64_t at, struct range **before, struct range **rest)
{
    while (tree) {
        if (tree->start < at) {
            *before = tree;
            before = &tree->more;
            tree = tree->more;
        } else {
            *rest = tree;
            rest = &tree->less;
            tree = tree->less;
        }
    }
    *before = *rest = NULL;
}

/* Joins two trees; all ranges of the first start before all of the second. */
static struct range *join(struct range *before, struct range *rest)
{
    struct range *tree = NULL, **place = &tree;
    while (before && rest) {
        if (before->order < rest->order) {
            *place = before;
            place = &before->more;
            before = before->more;
        } else {
            *place = rest;
            place = &rest->less;
            rest = rest->less;
        }
    }
    *place = before ? before : rest;
    return tree;
}

/* The last range that starts at an address or before it, or NULL. */
static struct range *last_until(uint64_t address)
{
    struct range *found = NULL;
    for (struct range *range = root; range;
         range = range->start <= address ? range->more : range->less)
        if (range->start <= address) found = range;
    return found;
}

static struct range *at(uint64_t start)
{
    struct range *range = start ? last_until(start) : NULL;
    return range && range->start == start ? range : NULL;
}

/* Whether new memory has overlapped living memory: a device may have addresses that mean something
 * else on the host. From then on there are no findings about unknown addresses. */
static bool ambiguous;

static void forget_mappings(struct range *range)
{
    while (range->mapped) {
        struct mapping *removed = range->mapped;
        range->mapped = removed->next;
        free(removed);
    }
}

/* Removes all ranges that share an address with a new one. */
static void clear(uint64_t start, uint64_t size)
{
    struct range *before, *rest, *among, *range = last_until(start);
    const uint64_t first = range && start - range->start < range->size ? range->start : start;
    split(root, first, &before, &rest);
    split(rest, start + size, &among, &rest);
    root = join(before, rest);
    while (among) {
        range = among;
        among = join(range->less, range->more);
        if (range->state == LIVING) ambiguous = true;
        forget_mappings(range);
        free(range);
    }
}

static void insert(struct range *range)
{
    struct range *before, *rest;
    split(root, range->start, &before, &rest);
    root = join(join(before, range), rest);
}

/* ---- what calls do ---- */

/* A number that looks random: such ones keep the tree flat. */
static uint64_t next_order(void)
{
    static uint64_t state = 88172645463325252;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

void ranges_made(const void *start, size_t size, enum range_kind kind, bool shared,
                 const void *context, struct range_owner owner)
{
    struct range *range = start ? calloc(1, sizeof *range) : NULL;
    if (!range) return;
    range->start = (uintptr_t)start;
    range->size = size ? size : 1;
    range->kind = kind;
    range->shared = shared;
    range->context = context;
    range->owner = owner;
    lock_take(LOCK_RANGES);
    range->order = next_order();
    clear(range->start, range->size);
    insert(range);
    lock_release(LOCK_RANGES);
}

void range_becomes(const void *start, enum range_state state)
{
    struct range *range;
    lock_take(LOCK_RANGES);
    range = at((uintptr_t)start);
    if (range) range->state = state;
    lock_release(LOCK_RANGES);
}

void ranges_become(void *const *list, size_t count, enum range_state state)
{
    for (size_t i = 0; list && i < count; i++) range_becomes(list[i], state);
}

/* ---- what is mapped ---- */

/* The living range that contains an address, or NULL. Call this with the lock. */
static struct range *living_at(uint64_t address)
{
    struct range *range = address ? last_until(address) : NULL;
    return range && range->state == LIVING && address - range->start < range->size ? range : NULL;
}

static struct part part_of(const struct mapping *mapping)
{
    return (struct part){ mapping->origin[0], bytes_sum(mapping->origin[0], mapping->region[0]),
                          false };
}

void range_mapped(const void *pointer, size_t size, bool writes, const void *queue)
{
    struct mapping *fresh = calloc(1, sizeof *fresh);
    struct range *range;
    if (!fresh) return;
    *fresh = (struct mapping){ .pointer = pointer, .queue = queue, .writes = writes };
    fresh->origin[0] = (uintptr_t)pointer;
    fresh->region[0] = size;
    lock_take(LOCK_RANGES);
    range = living_at((uintptr_t)pointer);
    if (range && range->shared) range = NULL; /* shared memory needs no map */
    if (range) fresh->next = range->mapped, range->mapped = fresh;
    lock_release(LOCK_RANGES);
    if (!range) free(fresh);
}

static bool is_in(uint64_t address, const struct mapping *mapping)
{
    return address - mapping->origin[0] < mapping->region[0];
}

void range_unmapped(const void *pointer, struct part *written)
{
    struct mapping *removed;
    struct range *range;
    *written = (struct part){ 0, 0, false };
    lock_take(LOCK_RANGES);
    range = living_at((uintptr_t)pointer);
    for (struct mapping **place = range ? &range->mapped : NULL; place && *place;) {
        removed = *place;
        if (!is_in((uintptr_t)pointer, removed)) {
            place = &removed->next;
            continue;
        }
        if (removed->writes) *written = part_of(removed);
        *place = removed->next;
        free(removed);
    }
    lock_release(LOCK_RANGES);
}

size_t range_mappings(const void *start)
{
    const struct range *range;
    size_t count = 0;
    lock_take(LOCK_RANGES);
    range = at((uintptr_t)start);
    for (const struct mapping *one = range ? range->mapped : NULL; one; one = one->next) count++;
    lock_release(LOCK_RANGES);
    return count;
}

/* Whether an access to a part certainly touches a region. With is_within, the access is somewhere
 * in the part. */
static bool is_touched(struct part part, struct part region)
{
    if (part.is_within) return region.begin <= part.begin && part.end <= region.end;
    return part.begin < region.end && region.begin < part.end;
}

bool range_is_mapped_against(struct part part, const void *queue, bool in_order, bool writes)
{
    const struct range *range;
    bool found = false;
    lock_take(LOCK_RANGES);
    range = living_at(part.begin);
    for (const struct mapping *one = range ? range->mapped : NULL; one && !found; one = one->next)
        found = (one->writes || writes) && (!one->queue || (one->queue == queue && in_order)) &&
                is_touched(part, part_of(one));
    lock_release(LOCK_RANGES);
    return found;
}

/* ---- queries ---- */

static void visit_leaks(struct range *range, uint32_t process,
                        void (*visit)(enum range_kind kind, const void *start, uint64_t size,
                                      struct call_site made))
{
    while (range) {
        if (range->state == LIVING && range->owner.process == process) {
            visit(range->kind, (const void *)(uintptr_t)range->start, range->size,
                  range->owner.site);
            range->owner.process = 0; /* later calls leave it out, as objects_leaks() does */
        }
        visit_leaks(range->less, process, visit);
        range = range->more;
    }
}

void ranges_leaks(uint32_t process, void (*visit)(enum range_kind kind, const void *start,
                                                  uint64_t size, struct call_site made))
{
    lock_take(LOCK_RANGES);
    visit_leaks(root, process, visit);
    lock_release(LOCK_RANGES);
}

/* A copy of the living range that contains an address; if there is none, of another range that
 * begins there. Its size is 0 if there is none, either. */
static struct range range_of(const void *pointer)
{
    const uint64_t address = (uintptr_t)pointer;
    struct range copy = { 0 };
    const struct range *range;
    if (!pointer) return copy;
    lock_take(LOCK_RANGES);
    range = last_until(address);
    if (range && address - range->start < range->size &&
        (range->state == LIVING || range->start == address))
        copy = *range;
    lock_release(LOCK_RANGES);
    return copy;
}

bool range_at(const void *pointer, struct range_place *place)
{
    const struct range range = range_of(pointer);
    if (!range.size || range.state != LIVING) return false;
    *place =
        (struct range_place){ range.start, range.start + range.size, range.kind, range.shared };
    return true;
}

uint64_t range_left(const void *pointer)
{
    const struct range range = range_of(pointer);
    return range.size && range.state == LIVING ? range.start + range.size - (uintptr_t)pointer
                                               : UINT64_MAX;
}

bool range_around(const void *pointer, uint64_t *before, uint64_t *all)
{
    const struct range range = range_of(pointer);
    if (!range.size || range.state != LIVING || ambiguous) return false;
    *before = (uintptr_t)pointer - range.start;
    *all = range.size;
    return true;
}

bool range_is_freed(const void *start, enum range_kind kind)
{
    const struct range range = range_of(start);
    return range.state != LIVING && range.kind == kind;
}

bool range_is_gone(const void *start, enum range_kind kind)
{
    const struct range range = range_of(start);
    return range.state == FREED && range.kind == kind;
}

bool range_is_unknown(const void *start, enum range_kind kind)
{
    const struct range range = range_of(start);
    return start && !ambiguous && (range.start != (uintptr_t)start || range.kind != kind);
}

bool range_is_foreign(const void *pointer)
{
    return pointer && !ambiguous && !range_of(pointer).size;
}

bool range_has_other_context(const void *start, const void *context)
{
    const struct range range = range_of(start);
    return range.size && range.state == LIVING && range.start == (uintptr_t)start && context &&
           range.context != context;
}

const void *ranges_first_freed(void *const *list, size_t count, enum range_kind kind)
{
    for (size_t i = 0; list && i < count; i++)
        if (range_is_freed(list[i], kind)) return list[i];
    return NULL;
}

const void *ranges_first_unknown(void *const *list, size_t count, enum range_kind kind)
{
    for (size_t i = 0; list && i < count; i++)
        if (range_is_unknown(list[i], kind)) return list[i];
    return NULL;
}

const void *ranges_first_short(const void *const *list, const size_t *sizes, size_t count)
{
    for (size_t i = 0; list && sizes && i < count; i++)
        if (sizes[i] > range_left(list[i])) return list[i];
    return NULL;
}
