/* SPDX-License-Identifier: Apache-2.0 */
/* Counts what a program does repeatedly, as far as its calls alone show it. */
#ifndef CLRELAY_TOOLS_TRACE_HABITS_H
#define CLRELAY_TOOLS_TRACE_HABITS_H

#include "handle_numbers.h"
#include "model.h"
#include "../base/array.h"

enum object_kind { EVENTS, KERNELS, PROGRAMS, QUEUES, BUFFERS, CONTEXTS, OBJECT_KINDS };

struct object_tally {
    uint64_t made, retained, released;
    uint64_t nanoseconds; /* in the calls that make and release them; 0 for events */
    /* Buffers and queues that lived for 1 to FEW_LAUNCHES launches, and the time in these calls. */
    uint64_t brief, brief_nanoseconds;
};
enum { FEW_LAUNCHES = 2 };

/* What a process makes, and how many kernels it launches. */
struct process_habits {
    struct object_tally objects[OBJECT_KINDS];
    uint64_t launches;
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

/* A thread's last call, if that asked for the state of an event; `end` is 0 if not. */
struct poll {
    moment end;
    uint64_t event;
};

struct habits {
    struct process_habits *processes; /* as in the recording */
    struct error_tallies errors;
    /* Questions for an event's state right after another such question of the same thread, and the
     * time from the end of the one to the end of the other. */
    uint64_t polls, polling;
    struct poll *polled;   /* of each thread */
    struct handles living; /* during construction: objects that may turn out to live briefly */
};

/* Starts counting. The recording must stay valid. */
void habits_begin(struct habits *habits, const struct recording *recording);

/* Notes a call that has returned. Each thread's calls come in order of time. */
void habits_note(struct habits *habits, const struct recording *recording, const struct call *call);
void habits_end(struct habits *habits);

#endif
