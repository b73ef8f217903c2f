/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records the stack of a call right before the call itself. Most programs make calls from few
 * places, so only the first record of a stack has the addresses; later ones have its number.
 *
 * Walking a stack takes microseconds. So each thread remembers the places of the return addresses
 * on its stack. While the addresses are still there, the stack is the same, because an address in a
 * function determines the size of the function's frame. (If the function uses alloca(), it does
 * not, but then that place mostly holds another word.)
 */
#include "stacks.h"

#include "../recorder.h"
#include "../return_sites.h"
#include "base/hash.h"

#include <stdlib.h>

/* Enough for the addresses of the layer, and of a language binding that the program calls. */
enum { MOST_ADDRESSES = 16 };

/* The code of the layer. */
static struct {
    uintptr_t begin;
    size_t size;
} layer;

static bool is_of_layer(const void *address)
{
    return (uintptr_t)address - layer.begin < layer.size;
}

/* ---- stacks that a thread has met ---- */

/* Offsets of return addresses are relative to the frame of record_stack(). */
struct met {
    const char *frame; /* NULL: free */
    uint64_t number;
    unsigned count;
    uint32_t offsets[MOST_ADDRESSES];
    const void *addresses[MOST_ADDRESSES];
};

enum { FRAME_BITS = 6, MET_BITS = 8, MET = 1 << MET_BITS, ROW = 8, FARTHEST = 1 << 30 };

static _Thread_local struct stacks {
    /* The position of the program's first address distinguishes its calls from there. */
    struct {
        const char *frame;
        uint32_t offset;
    } first[1 << FRAME_BITS];
    struct met met[MET];
    unsigned oldest; /* the oldest in a row */
} * stacks THREAD_LOCAL_NEAR;

static const void *address_at(const char *frame, uint32_t offset)
{
    const void *address;
    memcpy(&address, frame + offset, sizeof address);
    return address;
}

/* A place for stacks with this frame and first address. */
static struct met *met_at(const char *frame, const void *first, unsigned i)
{
    return &stacks->met[(hash_pointer(frame + (uintptr_t)first, MET_BITS) + i) % MET];
}

static bool is_met(const struct met *met, const char *frame)
{
    unsigned i = 0;
    if (met->frame != frame) return false;
    while (i < met->count && address_at(frame, met->offsets[i]) == met->addresses[i]) i++;
    return i == met->count;
}

/* The number of the stack; 0: not met yet. */
static uint64_t find_met(const char *frame)
{
    const size_t hash = hash_pointer(frame, FRAME_BITS);
    const void *first;
    if (!stacks || stacks->first[hash].frame != frame) return 0;
    first = address_at(frame, stacks->first[hash].offset);
    for (unsigned i = 0; i < ROW; i++)
        if (is_met(met_at(frame, first, i), frame)) return met_at(frame, first, i)->number;
    return 0;
}

static void forget_met(void)
{
    if (stacks) memset(stacks, 0, sizeof *stacks);
}

/* Remembers a stack whose addresses from `first` on are the program's, unless some of their
 * positions are unknown. */
static void keep_met(const char *frame, uint64_t number, const void *const *addresses,
                     const void *const *const *places, size_t count, size_t first)
{
    const size_t hash = hash_pointer(frame, FRAME_BITS);
    struct met fresh = { .frame = frame, .number = number }, *to;
    if (!stacks) stacks = calloc(1, sizeof *stacks);
    for (size_t i = 0; i < count; i++) {
        const uintptr_t offset = (uintptr_t)places[i] - (uintptr_t)frame;
        const bool is_near = offset < FARTHEST;
        if (!places[i] || (!is_near && i >= first)) return;
        if (!is_near) continue; /* the address is of a function that record_stack() has called */
        fresh.offsets[fresh.count] = (uint32_t)offset;
        fresh.addresses[fresh.count++] = addresses[i];
    }
    if (!stacks) return;
    to = met_at(frame, addresses[first], stacks->oldest++ % ROW);
    for (unsigned i = 0; i < ROW && to->frame; i++)
        if (!met_at(frame, addresses[first], i)->frame) to = met_at(frame, addresses[first], i);
    *to = fresh;
    stacks->first[hash].frame = frame;
    stacks->first[hash].offset = (uint32_t)((uintptr_t)places[first] - (uintptr_t)frame);
}

static void thread_ends(void)
{
    free(stacks);
    stacks = NULL;
}

/* ---- records ---- */

/* Numbers differ for each process, and after a module was unloaded, whose addresses another one may
 * get. */
static uint64_t number_of(const void *const *addresses, size_t count, uint64_t unloaded)
{
    uint64_t number = (unloaded << 32 | system_process()) * 0x9e3779b97f4a7c15;
    for (size_t i = 0; i < count; i++) {
        number = (number ^ (uintptr_t)addresses[i]) * 0x9e3779b97f4a7c15;
        number ^= number >> 32;
    }
    return number | 1;
}

static void write_stack(uint64_t number, const void *const *addresses, size_t count,
                        size_t following)
{
    struct record_site sites[MOST_ADDRESSES];
    const size_t size = count * sizeof *sites;
    struct record_stack *record;
    for (size_t i = 0; i < count; i++) sites[i] = sites_describe(addresses[i]);
    record = recorder_reserve_before(sizeof *record + size, following);
    if (!record) return;
    record->number = number;
    if (count) memcpy(record + 1, sites, size);
    recorder_commit(record, RECORD_STACK, sizeof *record + size);
}

/* Walks the stack. Returns its number, and writes it if it is new. */
static NOT_INLINED uint64_t walk(const char *frame, uint64_t unloaded, size_t following)
{
    const void *addresses[MOST_ADDRESSES], *const *places[MOST_ADDRESSES];
    const size_t all = system_backtrace_places(addresses, places, MOST_ADDRESSES);
    size_t first = 0;
    uint64_t number;
    while (first < all && is_of_layer(addresses[first])) first++;
    if (first == all) return 0;
    number = number_of(addresses + first, all - first, unloaded);
    keep_met(frame, number, addresses, places, all, first);
    if (!recorder_is_new(number)) return number;
    write_stack(number, addresses + first, all - first, following);
    return 0;
}

static NOT_INLINED void record_stack(size_t following)
{
    static _Thread_local uint64_t unloaded_before THREAD_LOCAL_NEAR;
    const char *frame = __builtin_frame_address(0);
    const uint64_t unloaded = system_unloaded();
    uint64_t number;
    if (unloaded != unloaded_before) {
        forget_met();
        unloaded_before = unloaded;
    }
    number = find_met(frame);
    if (!number) number = walk(frame, unloaded, following);
    if (number) write_stack(number, NULL, 0, following);
}

void stacks_begin(void)
{
    static const struct recorder_hooks hooks = { record_stack, thread_ends };
    const void *address, *const *place;
    if (!(recorder_file->options & RECORD_CALL_SITES) || recorder_hooks) return;
    system_backtrace_places(&address, &place, 1); /* the first walk may load a library */
    layer.begin = system_library((const void *)(uintptr_t)stacks_begin, &layer.size);
    system_at_fork(NULL, NULL, sites_forget_modules);
    recorder_hooks = &hooks;
}
