/* SPDX-License-Identifier: Apache-2.0 */
/* What the user should know of a recording: what is missing in it, and why. */
#ifndef CLRELAY_TOOL_TRACE_NOTES_H
#define CLRELAY_TOOL_TRACE_NOTES_H

#include "options.h"

#include <jansson.h>

/* Adds sentences to a list. `program` may be NULL: it is not known any more. */
void notes_add(json_t *notes, const struct recording *recording,
               const struct trace_options *options, const char *program);

#endif
