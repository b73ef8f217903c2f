/* SPDX-License-Identifier: Apache-2.0 */
/* Counts what a program does repeatedly, as far as its calls alone show it. */
#ifndef CLRELAY_TOOLS_TRACE_HABITS_H
#define CLRELAY_TOOLS_TRACE_HABITS_H

#include "model.h"
#include "../base/array.h"

enum object_kind { EVENTS, KERNELS, PROGRAMS, QUEUES, BUFFERS, CONTEXTS, OBJECT_KINDS };

struct object_tally {
    uint64_t made, retained, released;
    uint64_t nanoseconds; /* in the calls that make and release them; 0 for events */
};

/* Failed calls of a function, by error code. Queries do not count. */
struct error_tally {
    unsigned function;
    int64_t code;
    uint64_t calls;
};
ARRAY(error_tallies, struct error_tally);

/* Whether a call is a query. Programs may query what a driver does not know, so a failed query is
 * not an error. */
bool habits_is_query(const struct call *call);

struct habits {
    struct object_tally objects[OBJECT_KINDS];
    struct error_tallies errors;
    /* Calls of clGetEventInfo right after another such call of the same thread, and the time
     * between the two. */
    uint64_t polls, polling;
    moment *polled; /* for each thread, the end of its last call if that was a poll, else 0 */
};

/* Starts counting. The recording must stay valid. */
void habits_begin(struct habits *habits, const struct recording *recording);

/* Notes a call that has returned. Each thread's calls come in order of time. */
void habits_note(struct habits *habits, const struct recording *recording, const struct call *call);
void habits_end(struct habits *habits);

#endif
