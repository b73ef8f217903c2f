/* SPDX-License-Identifier: Apache-2.0 */
/* Durations, and their distribution. */
#ifndef CLRELAY_TOOLS_TRACE_SPREAD_H
#define CLRELAY_TOOLS_TRACE_SPREAD_H

#include "../base/array.h"

#include <stdint.h>

ARRAY(spread_values, uint64_t);

/* Initialize with 0. The caller frees values.items. */
struct spread {
    struct spread_values values;
};

struct spread_figures {
    uint64_t count, total, mean, median, longest;
    uint64_t p99;       /* the 99th percentile */
    uint64_t deviation; /* the standard deviation */
};

void spread_add(struct spread *spread, uint64_t value);

/* Computes the figures; all are 0 if there are no values. Sorts the values. */
struct spread_figures spread_figures(struct spread *spread);

#endif
