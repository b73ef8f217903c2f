/* SPDX-License-Identifier: Apache-2.0 */
/* What a call has returned: objects, answers to queries, functions. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_FOUND_RETURNED_H
#define CLRELAY_TOOLS_LAYERS_CHECK_FOUND_RETURNED_H

#include "finding.h"

/* Notes that the call has made an object from `parent`. */
HIDDEN void check_made(struct check_call *call, enum kind kind, const void *handle,
                       uint64_t parent);

/* Notes that the call has returned a list of up to `count` objects. `counted`, unless 0, is the
 * address of their number. */
HIDDEN void check_returned_list(struct check_call *call, enum kind kind, uint64_t list,
                                uint64_t count, uint64_t counted, uint64_t parent);
ALWAYS_INLINED static inline void check_returned(struct check_call *call, enum kind kind,
                                                 uint64_t list, uint64_t count, uint64_t counted,
                                                 uint64_t parent)
{
    if (kind != KIND_NONE && list) check_returned_list(call, kind, list, count, counted, parent);
}

/* Notes the handles in the answer to a query. If `value` is not NULL, the driver has written
 * *answered bytes there; SIZE_MAX: the driver has not said how many. */
HIDDEN void check_answered(struct check_call *call, uint32_t what, size_t size, const void *value,
                           const size_t *answered);

/* Notes that the program has looked up a function by its name. */
HIDDEN void check_looked_up(const char *name, const void *found);

/* Counts objects as alive until other objects get their addresses: drivers may keep objects, and
 * return them from queries, after the program has released them. */
HIDDEN void check_kept(const void *list, size_t count);

/* Adds a finding if a query has returned a number with fewer bytes than the program's variable. */
HIDDEN void check_small_answer(struct check_call *call, uint32_t what, size_t size,
                               const size_t *answered);

#endif
