/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The stack of a call is a record right before the call's own. Most programs call from few places: the addresses
 * are in the first record of a stack alone, and later ones have its number.
 */
#include "stacks.h"

#include "recorder.h"
#include "sites.h"

/* Functions of the layer are among the addresses; a binding for another language has some before the program's. */
enum { MOST_ADDRESSES = 12 };

/* The code of the layer. */
static struct {
    uintptr_t begin;
    size_t size;
} layer;

static bool is_of_program(const void *address)
{
    return (uintptr_t)address - layer.begin >= layer.size && !sites_is_loader(address);
}

/* Another process has other numbers, and so has another module at the addresses of one that was unloaded. */
static uint64_t number_of(const void *const *addresses, size_t count, uint64_t unloaded)
{
    uint64_t number = (unloaded << 32 | system_process()) * 0x9e3779b97f4a7c15;
    for (size_t i = 0; i < count; i++) {
        number = (number ^ (uintptr_t)addresses[i]) * 0x9e3779b97f4a7c15;
        number ^= number >> 32;
    }
    return number | 1;
}

static uint64_t count_unloaded(void)
{
    static _Atomic uint64_t before;
    const uint64_t now = system_unloaded();
    if (atomic_exchange_explicit(&before, now, memory_order_relaxed) != now) sites_forget_modules();
    return now;
}

static void record_stack(size_t following)
{
    const void *addresses[MOST_ADDRESSES], **at = addresses;
    struct record_site sites[MOST_ADDRESSES];
    size_t count = system_backtrace(addresses, MOST_ADDRESSES), new_sites = 0;
    struct record_stack *record;
    uint64_t number;
    for (; count && !is_of_program(*at); count--) at++;
    if (!count) return;
    number = number_of(at, count, count_unloaded());
    if (recorder_is_new(number)) new_sites = count;
    for (size_t i = 0; i < new_sites; i++) sites[i] = sites_describe(at[i]);
    record = recorder_reserve_before(sizeof *record + new_sites * sizeof *sites, following);
    if (!record) return;
    record->number = number;
    memcpy(record + 1, sites, new_sites * sizeof *sites);
    recorder_commit(record, RECORD_STACK, sizeof *record + new_sites * sizeof *sites);
}

void stacks_begin(void)
{
    const void *address;
    if (!(recorder_file->options & RECORD_CALL_SITES) || recorder_before_call) return;
    system_backtrace(&address, 1); /* the first one may load a library */
    layer.begin = system_library((const void *)(uintptr_t)stacks_begin, &layer.size);
    system_at_fork(NULL, NULL, sites_forget_modules);
    recorder_before_call = record_stack;
}
