/* SPDX-License-Identifier: Apache-2.0 */
/* Findings: what is wrong with a call, from the check that finds it to its record in the file. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_FOUND_FINDING_H
#define CLRELAY_TOOLS_LAYERS_CHECK_FOUND_FINDING_H

#include "../../recorder.h"
#include "../../return_sites.h"
#include "../../../calls/check_ids.h"
#include "../known/objects.h"

/* Every call has a struct check_call on the stack, so that holds few findings. A call with more
 * mistakes shows the others once the first ones are corrected. Texts of findings need MOST_VALUES
 * values. */
enum { MOST_FOUND = 4, MOST_VALUES = 4 };

/* The finding that another one follows from. */
struct cause {
    const void *site;
    enum check_id check_id; /* 0: none is known */
};

struct found {
    enum check_id check_id;
    int32_t error;      /* what the specification says the call returns; 0: nothing */
    const void *object; /* the object that it is about, or NULL */
    uint64_t values[MOST_VALUES];
    struct call_site other; /* the call that this one conflicts with, if any */
    struct cause cause;     /* why a handle is NULL (null_handles.h) */
    enum kind null_kind;    /* the kind of that handle */
};

/* Why the conditions of a call run (condition.h). */
enum phase {
    CHECKING,   /* before the call */
    EXPLAINING, /* after it has failed */
    LISTING     /* without a call: a reader gets each condition */
};

/* A call that is being checked. */
struct check_call {
    unsigned number;
    const void *args; /* struct NAME_args of the function (arguments.h) */
    enum phase phase;
    int32_t error;                         /* the error that the call has returned */
    void *result;                          /* the object or pointer that the call has returned */
    const struct condition_reader *reader; /* LISTING */
    const void *site;                      /* where the program continues */
    struct record_call *record; /* NULL: nothing was found yet, or it can't be recorded */
    /* The number of items in `found`; how many of them are in the file. */
    unsigned count, written;
    /* The error to return in place of a call that would reach a dead object; 0: none. */
    int32_t refusal;
    /* Whether a handle is NULL, or perhaps not that of a living object of its kind. */
    int32_t strange;
    int32_t left; /* of a release: the number of the program's references before it */
    /* Where the driver writes the size of an answer, and the number of handles, if the program does
     * not ask for them. */
    size_t answered;
    cl_uint returned;
    struct found found[MOST_FOUND];
};

/* The first argument of a function that has a handle there. */
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

/* Whether conditions are checked, and not only objects. */
static inline bool check_conditions(void)
{
    return !(recorder_file->options & RECORD_OBJECTS_ONLY);
}

/* If the user has asked for that, keeps the call from the driver: it returns this error instead. */
static inline void check_refuse(struct check_call *call, int32_t error)
{
    if (recorder_file->options & RECORD_GUARD && !call->refusal) call->refusal = error;
}

/* Begins the check of a call. */
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

/* Adds a finding to a call that conflicts with another one, which the program made at `other`. */
HIDDEN SLOW void finding_add_other(struct check_call *call, enum check_id check_id,
                                   const void *object, const uint64_t values[MOST_VALUES],
                                   struct call_site other);

/* Whether a finding of the call has an error, and so explains why the call failed, even if the
 * driver returned a different error. */
HIDDEN bool finding_explains(const struct check_call *call);

/* Records the findings that were added since the last time, and the call. The first finding stops
 * the program, if the user has asked for that. */
HIDDEN SLOW void finding_write(struct check_call *call);

/* Writes a finding that belongs to no call, but to the call site that caused it. It is about
 * `object`, which may be NULL. */
HIDDEN void finding_write_at(enum check_id check_id, const void *object, struct call_site site,
                             const uint64_t values[MOST_VALUES]);

/* Tells apart findings of one call site and check ID, such as those about different arguments.
 * finding_part_is_due() counts a finding, and returns whether to write it. */
struct finding_part {
    uint64_t number; /* not 0 */
    uint64_t times;
};
HIDDEN bool finding_part_is_due(enum check_id check_id, struct call_site site,
                                struct finding_part *part);
HIDDEN void finding_write_part(enum check_id check_id, const void *object, struct call_site site,
                               struct finding_part part, const uint64_t values[MOST_VALUES]);

/* The finding_part.number for what a kernel does with an argument: it is the same in each process
 * that has the kernel. */
HIDDEN uint64_t finding_part_number(const char *kernel, uint64_t what, uint64_t argument);

/* Writes a finding about something that the program does outside of calls, and after which it
 * continues at `caller`. It conflicts with the call that the program made at `other`. */
HIDDEN void finding_write_between(enum check_id check_id, const void *caller,
                                  struct call_site other, const uint64_t values[MOST_VALUES]);

/* Writes how often each finding has come, at the end of the program. */
HIDDEN void finding_write_counts(void);

/* The address where the program continues after the call. Call this before the call returns. */
static inline const void *finding_address(const struct check_call *call)
{
    return sites_is_loader(call->site) ? sites_outside(call->site) : call->site;
}

static inline struct call_site call_site(const struct check_call *call)
{
    return (struct call_site){ finding_address(call), call->number };
}

#endif
