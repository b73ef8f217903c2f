/* SPDX-License-Identifier: Apache-2.0 */
/* A program's own marks: pairs beginnings and ends into ranges. */
#ifndef CLRELAY_TOOLS_TRACE_MARKS_H
#define CLRELAY_TOOLS_TRACE_MARKS_H

#include "../../include/clrelay/marks.h"
#include "../base/array.h"
#include "../recording/recording.h"
#include "handle_numbers.h"

struct range {
    const struct thread *thread; /* the thread in which it began */
    const char *text;
    moment begin, end; /* `end` is NEVER if the range did not end */
    bool is_nested;    /* its thread ends it, so it nests with calls */
    bool is_outside;   /* it is outside the chosen span of time */
    /* For a range that is not nested: see model_command; each process has its own lanes. */
    uint32_t lane;
};
ARRAY(ranges, struct range);

/* Initialize with { 0 }. */
struct marks {
    struct ranges ranges; /* in the order in which they began */
    /* Index + 1 of each open range, by its thread or process, and its number in the records. */
    struct handles open;
};

/* The range with an index, from 0. */
struct range *marks_range(const struct marks *marks, size_t index);

struct mark {
    enum clrelay_mark_kind kind;
    const char *text; /* any bytes */
    /* The range that it begins or ends; NULL: it is an instant. The pointer is valid until the next
     * mark. */
    const struct range *range;
};

/* Whether an entry is a mark to show; *mark becomes the mark. Pass each entry once, in order. */
bool marks_next(struct marks *marks, const struct recording *recording, const struct entry *entry,
                struct mark *mark);
void marks_free(struct marks *marks);

/* Notes all marks of a recording. */
void marks_read(struct marks *marks, const struct recording *recording);

/* Whether an entry begins a range to show, or is an instant; *mark becomes that, with the range's
 * end. Call this after marks_read(), for entries in order; *next is initially 0. */
bool marks_next_begun(const struct marks *marks, const struct recording *recording, size_t *next,
                      const struct entry *entry, struct mark *mark);

/* A mark's text for people: valid UTF-8, and not empty. The caller frees it. */
char *marks_name(const char *text);

#endif
