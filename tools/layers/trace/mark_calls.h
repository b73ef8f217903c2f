/* SPDX-License-Identifier: Apache-2.0 */
/* The program's own marks, from include/clrelay/marks.h and from NVTX. */
#ifndef CLRELAY_TOOLS_LAYERS_TRACE_MARK_CALLS_H
#define CLRELAY_TOOLS_LAYERS_TRACE_MARK_CALLS_H

#include "../../../include/clrelay/marks.h"
#include "base/compiler.h"

#include <stdbool.h>

/* The domain of a library's marks. */
struct marks_domain {
    uint32_t number; /* from 1 on */
    char name[];
};

enum { MARKS_LONGEST = 1000 }; /* bytes of a text; "..." stands for the rest */

/* Whether marks can be recorded in this process. Opens the recording if no loader has done so
 * yet. */
HIDDEN bool marks_can(void);

/* Does what clrelay_mark() does, for marks of a domain; NULL: of no domain. With CLRELAY_PUSH and
 * CLRELAY_POP, the lower half of the result is the number of other open ranges of the thread in the
 * domain. */
#define MARKS_NO_RANGE UINT64_MAX /* with CLRELAY_POP: no range is open */
HIDDEN uint64_t marks_add(unsigned kind, uint64_t range, const struct marks_domain *domain,
                          const char *text);

#endif
