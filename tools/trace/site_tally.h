/* SPDX-License-Identifier: Apache-2.0 */
/* Counts by lines of the program, if they were recorded. */
#ifndef CLRELAY_TOOLS_TRACE_SITE_TALLY_H
#define CLRELAY_TOOLS_TRACE_SITE_TALLY_H

#include "../base/array.h"
#include "../recording/call_sites.h"
#include "handle_numbers.h"

/* What is counted. The lists after the first three are only for hints. */
enum site_list {
    SITE_CALLS,
    SITE_WAITS,   /* calls that wait */
    SITE_KERNELS, /* launches; their time is the device's */
    SITE_LONE_WAITS,
    SITE_IDLE_READS,
    SITE_SMALL_TRANSFERS,
    SITE_REWRITES,
    SITE_FAILURES,
    SITE_LISTS
};

struct caller_tally {
    const struct call_site *site;
    uint64_t times, nanoseconds;
};
ARRAY(caller_tallies, struct caller_tally);

/* Calls of a function, or launches of a kernel, from one line. */
struct site_tally {
    const char *name; /* of the function, or the kernel */
    const struct call_site *site;
    uint64_t times, timed; /* timed: the ones that have ended */
    uint64_t nanoseconds, longest;
    struct caller_tallies callers; /* the call sites of the function that has the line */
};
ARRAY(site_list_tallies, struct site_tally);
ARRAY(sorted_sites, struct site_tally *);

/* Initialize with 0. */
struct site_tallies {
    struct site_list_tallies lists[SITE_LISTS];
    struct handles places; /* indexes in the lists, + 1 */
};

/* Counts a call that took so many nanoseconds; NEVER: unknown. `number` stands for the name, which
 * must stay valid as long as the tallies. */
void site_tallies_add(struct site_tallies *tallies, enum site_list list, uint64_t number,
                      const char *name, const struct recording *recording, const struct call *call,
                      uint64_t nanoseconds);
void site_tallies_free(struct site_tallies *tallies);

/* The sites of a list, sorted by time, as are the callers of each. `pattern`: only names that match
 * it; NULL: all. The caller frees the items. */
struct sorted_sites site_tallies_sorted(const struct site_tallies *tallies, enum site_list list,
                                        const char *pattern);

#endif
