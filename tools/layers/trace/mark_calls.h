/* SPDX-License-Identifier: Apache-2.0 */
/* The program's own marks: those of include/clrelay/marks.h, and NVTX's. */
#ifndef CLRELAY_TOOLS_LAYERS_TRACE_MARK_CALLS_H
#define CLRELAY_TOOLS_LAYERS_TRACE_MARK_CALLS_H

#include "../../../include/clrelay/marks.h"
#include "base/compiler.h"

#include <stdbool.h>

/* Distinguishes the marks of a library. */
struct marks_domain {
    uint32_t number; /* from 1 on */
    char name[];
};

enum { MARKS_LONGEST = 1000 }; /* bytes of a text; the rest becomes "..." */

/* Whether marks can be recorded in this process. Opens the recording if no loader has yet. */
HIDDEN bool marks_can(void);

/* The same as clrelay_mark() for marks of a domain; NULL: of none. The lower half of what it
 * returns with CLRELAY_PUSH and CLRELAY_POP is how many other ranges of the thread and the domain
 * are open. */
#define MARKS_NO_RANGE UINT64_MAX /* with CLRELAY_POP: none has begun */
HIDDEN uint64_t marks_add(unsigned kind, uint64_t range, const struct marks_domain *domain,
                          const char *text);

#endif
