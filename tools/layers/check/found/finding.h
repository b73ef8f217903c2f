/* SPDX-License-Identifier: Apache-2.0 */
/* What is wrong with a call, from the check that finds it to the file. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_FOUND_FINDING_H
#define CLRELAY_TOOLS_LAYERS_CHECK_FOUND_FINDING_H

#include "../../recorder.h"
#include "../../return_sites.h"
#include "../../../calls/check_ids.h"
#include "../known/objects.h"

/* Every call has a struct check_call on its stack, so it holds few findings: a call with more
 * mistakes shows the others once the first are corrected. MOST_VALUES is what texts of findings
 * need. */
enum { MOST_FOUND = 4, MOST_VALUES = 4 };

/* The finding that another one follows from. */
struct cause {
    const void *site;
    enum check_id check_id; /* 0: none is known */
};

struct found {
    enum check_id check_id;
    int32_t error;      /* what the specification says the call returns; 0: nothing */
    const void *object; /* what it is about, or NULL */
    uint64_t values[MOST_VALUES];
    struct call_site other; /* of the call that this one conflicts with, if any */
    struct cause cause;     /* why the handle is NULL (null_handles.h), */
    enum kind null_kind;    /* which is one of this kind */
};

/* Why the conditions of a call run (condition.h). */
enum phase {
    CHECKING,   /* before the call */
    EXPLAINING, /* after it has failed */
    LISTING     /* there is no call: a reader gets each condition */
};

/* A call that is being checked. */
struct check_call {
    unsigned number;
    const void *args; /* struct NAME_args of the function (arguments.h) */
    enum phase phase;
    int32_t error;                         /* that the call has returned */
    void *result;                          /* an object or a pointer that it has returned */
    const struct condition_reader *reader; /* LISTING */
    const void *site;                      /* where the program continues */
    struct record_call *record; /* NULL: nothing was found yet, or it can't be recorded */
    unsigned count, written;    /* of `found`; and those that are in the file */
    int32_t refusal; /* the error instead of the call, which would reach a dead object; 0: none */
    int32_t strange; /* whether a handle is NULL, or may not be a living object of its kind */
    int32_t left;    /* of a release: the references that the program had before it */
    /* The bytes of an answer, and the number of handles, if the program does not ask for them. */
    size_t answered;
    cl_uint returned;
    struct found found[MOST_FOUND];
};

/* The first argument, of functions that have a handle there. */
static inline void *finding_subject(const struct check_call *call)
{
    void *handle;
    memcpy(&handle, call->args, sizeof handle);
    return handle;
}

/* Whether calls are checked. */
static inline bool check_on(void)
{
    return recorder_on();
}

/* Whether conditions are checked, or only objects. */
static inline bool check_conditions(void)
{
    return !(recorder_file->options & RECORD_OBJECTS_ONLY);
}

/* If the user has asked for it, the call does not reach the driver, but returns this error. */
static inline void check_refuse(struct check_call *call, int32_t error)
{
    if (recorder_file->options & RECORD_GUARD && !call->refusal) call->refusal = error;
}

/* The beginning of a check. */
ALWAYS_INLINED static inline void check_begin(struct check_call *call, unsigned number,
                                              const void *args, const void *site)
{
    call->number = number;
    call->args = args;
    call->site = site;
    call->record = NULL;
    call->count = call->written = 0;
    call->refusal = 0;
    call->strange = 0;
}

/* The values of a finding: integers and addresses. */
#define VALUES(...)      ((const uint64_t[MOST_VALUES]){ __VA_ARGS__ })
#define ADDRESS(pointer) ((uint64_t)(uintptr_t)(pointer))

/* Adds a finding to a call. `values` may be NULL. */
HIDDEN SLOW void finding_add(struct check_call *call, enum check_id check_id, int32_t error,
                             const void *object, const uint64_t values[MOST_VALUES]);

/* The same for a call that conflicts with another one, which the program made at `other`. */
HIDDEN SLOW void finding_add_other(struct check_call *call, enum check_id check_id,
                                   const void *object, const uint64_t values[MOST_VALUES],
                                   struct call_site other);

/* Whether a finding of the call has an error, and so explains why the call failed, even if the
 * driver returned another error. */
HIDDEN bool finding_explains(const struct check_call *call);

/* Writes the findings that were added since the last time, with the call. The first one stops the
 * program, if the user has asked for that. */
HIDDEN SLOW void finding_write(struct check_call *call);

/* Writes a finding about no call, but about an object or NULL, with the call site that caused
 * it. */
HIDDEN void finding_write_at(enum check_id check_id, const void *object, struct call_site site,
                             const uint64_t values[MOST_VALUES]);

/* One of several things that a call site may cause, each of which is another finding.
 * finding_part_is_due() counts it, and returns whether to write it. */
struct finding_part {
    uint64_t number; /* not 0 */
    uint64_t times;
};
HIDDEN bool finding_part_is_due(enum check_id check_id, struct call_site site,
                                struct finding_part *part);
HIDDEN void finding_write_part(enum check_id check_id, const void *object, struct call_site site,
                               struct finding_part part, const uint64_t values[MOST_VALUES]);

/* The number for what a kernel does with an argument: the same in each process that has the
 * kernel. */
HIDDEN uint64_t finding_part_number(const char *kernel, uint64_t what, uint64_t argument);

/* The same for what the program does outside of calls, where it continues at `caller`, and what
 * conflicts with the call that it made at `other`. */
HIDDEN void finding_write_between(enum check_id check_id, const void *caller,
                                  struct call_site other, const uint64_t values[MOST_VALUES]);

/* Writes how often each finding has come, at the end of the program. */
HIDDEN void finding_write_counts(void);

/* Where the program continues after the call. Call it before the call returns. */
static inline const void *finding_address(const struct check_call *call)
{
    return sites_is_loader(call->site) ? sites_outside(call->site) : call->site;
}

static inline struct call_site call_site(const struct check_call *call)
{
    return (struct call_site){ finding_address(call), call->number };
}

#endif
