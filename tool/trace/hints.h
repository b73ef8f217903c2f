/* SPDX-License-Identifier: Apache-2.0 */
/* What to look at in a program, with evidence. */
#ifndef CLRELAY_TOOL_TRACE_HINTS_H
#define CLRELAY_TOOL_TRACE_HINTS_H

#include "tally.h"

#include <jansson.h>

/* An array of objects: "id", a stable name; "text", the evidence with numbers; "advice"; and
 * "call_sites" (site_tally.h), if they were recorded and help. A hint appears only if the numbers
 * leave no doubt, so most programs get none. The caller frees it. */
json_t *hints_make(const struct tally *tally);

#endif
