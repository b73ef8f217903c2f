/* SPDX-License-Identifier: Apache-2.0 */
/* clrelay trace --compare: what got faster or slower between two runs. */
#ifndef CLRELAY_TOOLS_TRACE_COMPARE_H
#define CLRELAY_TOOLS_TRACE_COMPARE_H

#include "trace_options.h"

/* Compares options->compare, the earlier run, with options->program[0], the later one: recordings,
 * or summaries as JSON. Returns the exit status: 0; 1 if a condition of --fail-if is met;
 * RUN_FAILED if a file can't be read. */
int compare(const struct trace_options *options);

#endif
