/* SPDX-License-Identifier: Apache-2.0 */
/* The program's ranges by their texts, and what happened within them. */
#ifndef CLRELAY_TOOL_TRACE_RANGES_H
#define CLRELAY_TOOL_TRACE_RANGES_H

#include "model.h"

/* Ranges with the same text. Times are nanoseconds, of those that have ended. */
struct range_tally {
    const char *text;
    uint64_t count, unfinished;
    uint64_t total, longest;
    uint64_t waiting; /* that the range's thread spent in calls that wait; with ranges that any
                         thread may end, in which any thread of the process did */
    uint64_t busy;    /* that at least one device worked */
};

/* An array of struct range_tally, in the order in which they first began. The model must live as
 * long. */
struct array ranges_tally(const struct model *model);

#endif
