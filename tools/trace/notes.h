/* SPDX-License-Identifier: Apache-2.0 */
/* Notes on a recording for the user: what is missing, and why. */
#ifndef CLRELAY_TOOLS_TRACE_NOTES_H
#define CLRELAY_TOOLS_TRACE_NOTES_H

#include "model.h"
#include "trace_options.h"

#include <jansson.h>

/* Adds sentences to a list. `program` is NULL if unknown. `loading` is what loading_ending()
 * returned, `ending` what trace_ending() returned; both may be NULL. */
void notes_add(json_t *notes, const struct recording *recording,
               const struct trace_options *options, const char *program, const char *loading,
               const char *ending);

/* Adds a note if commands have no times because the user did not want them. */
void notes_add_times(json_t *notes, const struct model *model);

/* Adds a note if a trace is so large that its viewer gets slow, or fails. */
void notes_add_size(json_t *notes, uint64_t bytes);

#endif
