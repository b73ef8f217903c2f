/* SPDX-License-Identifier: Apache-2.0 */
/* The summary of a recording: totals, and what to look at. */
#ifndef CLRELAY_TOOLS_TRACE_SUMMARY_H
#define CLRELAY_TOOLS_TRACE_SUMMARY_H

#include "hints.h"
#include "range_tallies.h"

#include <jansson.h>

ARRAY(function_numbers, unsigned);
ARRAY(queue_indexes, size_t);

/* What the tally has, sorted by time, the most first: functions, kernels with their sizes, queues,
 * ranges, call sites, and hints. */
struct summary {
    struct tally *tally;
    struct function_numbers functions; /* the functions that were called */
    struct queue_indexes queues;       /* the model's queues that had commands */
    struct range_tallies ranges;
    struct sorted_sites sites[SITE_KERNELS + 1];
    struct hints hints;
};

/* Makes the summary. The model must stay valid. */
struct summary *summary_make(const struct model *model);
void summary_free(struct summary *summary);

/*
 * The summary as an object: "seconds", "processes", "threads", "calls", "time", "functions",
 * "devices", "kernels", "transfers", "queues", "ranges", "memory", "builds", "hints" and, if
 * recorded, "call_sites": the lists "calls", "waits" and "kernels". Times are nanoseconds. The
 * caller frees it.
 */
json_t *summary_json(const struct summary *summary);

/* Prints the summary for people (terminal.h). */
void summary_print(const struct summary *summary);

/* The name of a kind of transfer, as in "read image". */
const char *summary_transfer_name(enum work work, enum memory_kind memory);

/* The speed of transfers, in bytes per nanosecond. Negative: there is no such figure, because a map
 * need not move data. */
double summary_speed(enum work work, const struct work_tally *transfers);

#endif
