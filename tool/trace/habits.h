/* SPDX-License-Identifier: Apache-2.0 */
/* What a program does again and again, as far as its calls alone show it. */
#ifndef CLRELAY_TOOL_TRACE_HABITS_H
#define CLRELAY_TOOL_TRACE_HABITS_H

#include "model.h"
#include "../base/array.h"

enum object_kind { EVENTS, KERNELS, PROGRAMS, QUEUES, BUFFERS, OBJECT_KINDS };

struct object_tally {
    uint64_t made, retained, released;
    uint64_t nanoseconds; /* in the calls that make and release them; not of events */
};

/* Calls of a function that failed with a code. Queries do not count. */
struct error_tally {
    unsigned function;
    int64_t code;
    uint64_t calls;
};

/* A program may ask what a driver does not know, so queries that fail are no errors. */
bool habits_is_query(const struct call *call);

struct habits {
    struct object_tally objects[OBJECT_KINDS];
    struct array errors; /* struct error_tally */
    /* Calls of clGetEventInfo that followed another one of their thread at once, and the time from
     * one to the next. */
    uint64_t polls, polling;
    moment *polled; /* of each thread: the end of its last call if that was a poll, or 0 */
};

/* The recording must live as long. */
void habits_begin(struct habits *habits, const struct recording *recording);

/* Notes a call that has returned. Those of a thread come in the order of time. */
void habits_note(struct habits *habits, const struct recording *recording, const struct call *call);
void habits_end(struct habits *habits);

#endif
