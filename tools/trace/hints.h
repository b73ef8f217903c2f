/* SPDX-License-Identifier: Apache-2.0 */
/* Hints: what to look at in a program, with evidence. */
#ifndef CLRELAY_TOOLS_TRACE_HINTS_H
#define CLRELAY_TOOLS_TRACE_HINTS_H

#include "tally.h"

enum hint_id {
#define HINT(name, id, list, functions) HINT_##name,
#include "hint_rows.h"
    HINT_COUNT
};

struct hint {
    enum hint_id id;
    char *text; /* the evidence, with numbers */
    char *advice;
    uint64_t time;             /* nanoseconds that the hint concerns */
    struct sorted_sites sites; /* the program's lines, if recorded and of help */
};
ARRAY(hints, struct hint);

/* The ID of a hint as text (hint_rows.h). */
const char *hint_id_text(enum hint_id id);

/* Makes the hints, those that concern the most time first. A hint appears only if the numbers leave
 * no doubt, so most programs get none. The tally must stay valid. */
struct hints hints_make(const struct tally *tally);
void hints_free(struct hints *hints);

#endif
