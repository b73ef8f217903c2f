/* SPDX-License-Identifier: Apache-2.0 */
/* A program's own marks: which beginning and which end are a range. */
#ifndef CLRELAY_TOOL_TRACE_MARKS_H
#define CLRELAY_TOOL_TRACE_MARKS_H

#include "../../include/clrelay/marks.h"
#include "../base/array.h"
#include "../recording/recording.h"
#include "handles.h"

struct range {
    const struct thread *thread; /* that it began on */
    const char *text;
    moment begin, end; /* end: NEVER if it has not ended */
    bool is_nested;    /* its thread ends it, and it nests with calls */
    bool is_outside;   /* of the chosen span of time */
    uint32_t lane;     /* otherwise: see model_command; those of a process have the same lanes */
};

/* Begin with { 0 }. */
struct marks {
    struct array ranges; /* struct range, in the order of their beginnings */
    struct handles open; /* by thread or process, and by what their records say: place + 1 */
};

struct mark {
    enum clrelay_mark_kind kind;
    const char *text;          /* any bytes */
    const struct range *range; /* that begins or ends, until the next mark; NULL: an instant */
};

/* Whether an entry is a mark to show; then *mark is it. Entries come in their order, each once. */
bool marks_next(struct marks *marks, const struct recording *recording, const struct entry *entry,
                struct mark *mark);
void marks_free(struct marks *marks);

/* Notes all marks of a recording. Then this says whether an entry begins a range to show, whose end
 * is known, or is an instant; `next` is 0 at first. */
void marks_read(struct marks *marks, const struct recording *recording);
bool marks_next_begun(const struct marks *marks, const struct recording *recording, size_t *next,
                      const struct entry *entry, struct mark *mark);

/* The text of a mark for people, for the caller to free: valid UTF-8, and not empty. */
char *marks_name(const char *text);

#endif
