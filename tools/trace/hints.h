/* SPDX-License-Identifier: Apache-2.0 */
/* What to look at in a program, with evidence. */
#ifndef CLRELAY_TOOLS_TRACE_HINTS_H
#define CLRELAY_TOOLS_TRACE_HINTS_H

#include "tally.h"

struct hint {
    const char *id; /* a stable name */
    char *text;     /* the evidence, with numbers */
    char *advice;
    uint64_t time;             /* nanoseconds that it concerns */
    struct sorted_sites sites; /* the program's lines, if recorded and of help */
};
ARRAY(hints, struct hint);

/* The most time first. A hint appears only if the numbers leave no doubt, so most programs get
 * none. The tally must live as long. */
struct hints hints_make(const struct tally *tally);
void hints_free(struct hints *hints);

#endif
