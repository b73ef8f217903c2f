/* SPDX-License-Identifier: Apache-2.0 */
#include "site_tally.h"

#include "../calls/functions.h"

static struct site_tally *tally_at(const struct array *tallies, size_t index)
{
    return (struct site_tally *)tallies->items + index;
}

static struct site_tally *tally_of(struct site_tallies *tallies, enum site_list list,
                                   uint64_t number, const struct call_site *site)
{
    struct array *all = &tallies->lists[list];
    uint64_t *place =
        handles_number(&tallies->places, (size_t)number, (unsigned)list, site->number);
    if (!*place) {
        *(struct site_tally *)array_add(all, sizeof(struct site_tally)) =
            (struct site_tally){ .site = site };
        *place = all->count;
    }
    return tally_at(all, (size_t)*place - 1);
}

static void add_caller(struct array *callers, const struct call_site *site, uint64_t nanoseconds)
{
    struct caller_tally *caller = callers->items;
    size_t i = 0;
    while (i < callers->count && caller[i].site != site) i++;
    if (i == callers->count)
        *(struct caller_tally *)array_add(callers, sizeof *caller) =
            (struct caller_tally){ site, 0, 0 };
    caller = (struct caller_tally *)callers->items + i;
    caller->times++;
    caller->nanoseconds += nanoseconds;
}

void site_tallies_add(struct site_tallies *tallies, enum site_list list, uint64_t number,
                      const char *name, const struct recording *recording, const struct call *call,
                      uint64_t nanoseconds)
{
    const struct call_site *caller, *site = call_sites_of(recording, call, &caller);
    struct site_tally *tally;
    if (!site) return;
    tally = tally_of(tallies, list, number, site);
    tally->name = name;
    tally->times++;
    tally->timed += nanoseconds != NEVER;
    if (nanoseconds == NEVER) nanoseconds = 0;
    tally->nanoseconds += nanoseconds;
    if (nanoseconds > tally->longest) tally->longest = nanoseconds;
    if (caller) add_caller(&tally->callers, caller, nanoseconds);
}

void site_tallies_free(struct site_tallies *tallies)
{
    for (unsigned list = 0; list < SITE_LISTS; list++) {
        struct site_tally *items = tallies->lists[list].items;
        for (size_t i = 0; i < tallies->lists[list].count; i++) free(items[i].callers.items);
        free(items);
    }
    handles_free(&tallies->places);
}

static int by_caller_time(const void *a, const void *b)
{
    const struct caller_tally *left = a, *right = b;
    return (left->nanoseconds < right->nanoseconds) - (left->nanoseconds > right->nanoseconds);
}

/* Among sites without a time, those that hung come first. */
static int by_time(const void *a, const void *b)
{
    const struct site_tally *left = *(struct site_tally *const *)a;
    const struct site_tally *right = *(struct site_tally *const *)b;
    if (left->nanoseconds != right->nanoseconds)
        return left->nanoseconds < right->nanoseconds ? 1 : -1;
    return (left->times < right->times) - (left->times > right->times);
}

struct array site_tallies_sorted(const struct site_tallies *tallies, enum site_list list,
                                 const char *pattern)
{
    const struct array *all = &tallies->lists[list];
    struct array sorted = { NULL, 0, 0 };
    for (size_t i = 0; i < all->count; i++) {
        struct site_tally *tally = tally_at(all, i);
        if (pattern && !functions_match(tally->name, pattern)) continue;
        array_sort(&tally->callers, sizeof(struct caller_tally), by_caller_time);
        *(struct site_tally **)array_add(&sorted, sizeof tally) = tally;
    }
    array_sort(&sorted, sizeof(struct site_tally *), by_time);
    return sorted;
}
