/* SPDX-License-Identifier: Apache-2.0 */
/* The summary of a recording: totals, and what to look at. */
#ifndef CLRELAY_TOOL_TRACE_SUMMARY_H
#define CLRELAY_TOOL_TRACE_SUMMARY_H

#include "model.h"

#include <jansson.h>

/*
 * The summary as an object: "seconds", "processes", "threads", "calls", "functions", "devices",
 * "kernels", "transfers", "queues", "memory", "builds", "hints" (hints.h) and, if recorded,
 * "call_sites": the lists "calls", "waits" and "kernels" (site_tally.h). Times are nanoseconds. The
 * caller frees it.
 */
json_t *summary_make(const struct model *model);

/* Prints a summary for people, by terminal.h. */
void summary_print(const json_t *summary);

#endif
