/* SPDX-License-Identifier: Apache-2.0 */
/* Durations of equal things, and how they are spread. */
#ifndef CLRELAY_TOOL_TRACE_SPREAD_H
#define CLRELAY_TOOL_TRACE_SPREAD_H

#include "../base/array.h"

#include <stdint.h>

/* Begin with all 0. The caller frees values.items. */
struct spread {
    struct array values;
};

struct spread_figures {
    uint64_t count, total, mean, median, longest;
    uint64_t p99;       /* 99 of 100 take no longer */
    uint64_t deviation; /* the standard deviation */
};

void spread_add(struct spread *spread, uint64_t value);

/* All 0 if there are no values. Sorts them. */
struct spread_figures spread_figures(struct spread *spread);

#endif
