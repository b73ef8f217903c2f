/* SPDX-License-Identifier: Apache-2.0 */
#include "seen.h"

#include "../../return_sites.h"

#include <stdlib.h>

static struct seen *seen;
static size_t seen_count, seen_space;
/* The process whose findings are counted: a child of a fork counts its own. */
static uint32_t seen_by;

/* The number of threads that are writing the finding of a call, before the driver gets the call. */
static _Atomic unsigned writers;

bool seen_is_due(uint64_t times)
{
    while (times >= 10 && times % 10 == 0) times /= 10;
    return times == 1;
}

uint64_t seen_again(const void *site, enum check_id check_id, struct cause cause, uint64_t part,
                    bool writes)
{
    struct seen *finding = NULL;
    uint64_t times = 0;
    recorder_take_lock();
    if (seen_by != system_process()) {
        seen_by = system_process();
        seen_count = 0;
        atomic_store(&writers, 0);
        sites_forget_modules();
    }
    for (size_t i = 0; i < seen_count && !finding; i++)
        if (seen[i].site == site && seen[i].check_id == check_id &&
            seen[i].cause.site == cause.site && seen[i].cause.check_id == cause.check_id &&
            seen[i].part == part)
            finding = &seen[i];
    if (!finding && seen_count == seen_space) {
        const size_t space = seen_space ? 2 * seen_space : 64;
        struct seen *more = realloc(seen, space * sizeof *seen);
        if (more) seen = more, seen_space = space;
    }
    if (!finding && seen_count < seen_space) {
        finding = &seen[seen_count++];
        *finding = (struct seen){ site, check_id, cause, part, 0 };
    }
    if (finding) times = ++finding->times;
    if (writes && seen_is_due(times)) atomic_fetch_add(&writers, 1);
    recorder_release_lock();
    return times;
}

void seen_await_writers(void)
{
    enum { LONGEST_WAIT = 1000000000 }; /* nanoseconds */
    static atomic_bool given_up;
    uint64_t until;
    if (!atomic_load(&writers) || atomic_load(&given_up)) return;
    until = clock_nanoseconds() + LONGEST_WAIT;
    while (atomic_load(&writers) && clock_nanoseconds() < until) system_yield();
    if (atomic_load(&writers)) atomic_store(&given_up, true);
}

void seen_end_writing(void)
{
    atomic_fetch_sub(&writers, 1);
}

bool seen_get(size_t index, struct seen *copy)
{
    bool is_found;
    recorder_take_lock();
    is_found = seen_by == system_process() && index < seen_count;
    if (is_found) *copy = seen[index];
    recorder_release_lock();
    return is_found;
}
