/* SPDX-License-Identifier: Apache-2.0 */
/* The program's ranges by text, and what happened within them. */
#ifndef CLRELAY_TOOLS_TRACE_RANGE_TALLIES_H
#define CLRELAY_TOOLS_TRACE_RANGE_TALLIES_H

#include "model.h"

/* Ranges with the same text. Times are nanoseconds, for ranges that ended. */
struct range_tally {
    const char *text;
    uint64_t count, unfinished;
    uint64_t total, longest;
    /* Time in calls that wait: of the range's thread or, if any thread may end the range, of any
     * thread. */
    uint64_t waiting;
    uint64_t busy; /* while at least one device worked */
};
ARRAY(range_tallies, struct range_tally);

/* Makes the tallies, in the order in which the texts first occur. The model must stay valid. */
struct range_tallies ranges_tally(const struct model *model);

#endif
