/* SPDX-License-Identifier: Apache-2.0 */
#include "site_tally.h"

#include "../calls/functions.h"

static struct site_tally *tally_of(struct site_tallies *tallies, enum site_list list,
                                   uint64_t number, const struct call_site *site)
{
    struct site_list_tallies *all = &tallies->lists[list];
    uint64_t *place =
        handles_number(&tallies->places, (size_t)number, (unsigned)list, site->number);
    if (!*place) {
        *site_list_tallies_add(all) = (struct site_tally){ .site = site };
        *place = all->count;
    }
    return &all->items[(size_t)*place - 1];
}

static void add_caller(struct caller_tallies *callers, const struct call_site *site,
                       uint64_t nanoseconds)
{
    struct caller_tally *caller = callers->items;
    size_t i = 0;
    while (i < callers->count && caller[i].site != site) i++;
    if (i == callers->count) *caller_tallies_add(callers) = (struct caller_tally){ site, 0, 0 };
    caller = &callers->items[i];
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

/* Sorts sites by time. Those of equal time, such as sites without one, are sorted by their number
 * of calls. */
static int by_time(const void *a, const void *b)
{
    const struct site_tally *left = *(struct site_tally *const *)a;
    const struct site_tally *right = *(struct site_tally *const *)b;
    if (left->nanoseconds != right->nanoseconds)
        return left->nanoseconds < right->nanoseconds ? 1 : -1;
    return (left->times < right->times) - (left->times > right->times);
}

struct sorted_sites site_tallies_sorted(const struct site_tallies *tallies, enum site_list list,
                                        const char *pattern)
{
    const struct site_list_tallies *all = &tallies->lists[list];
    struct sorted_sites sorted = { NULL, 0, 0 };
    for (size_t i = 0; i < all->count; i++) {
        struct site_tally *tally = &all->items[i];
        if (pattern && !functions_match(tally->name, pattern)) continue;
        ARRAY_SORT(&tally->callers, by_caller_time);
        *sorted_sites_add(&sorted) = tally;
    }
    ARRAY_SORT(&sorted, by_time);
    return sorted;
}
