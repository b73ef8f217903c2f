/* SPDX-License-Identifier: Apache-2.0 */
/* A call that is being checked, with what was found. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_FOUND_CHECK_CALL_H
#define CLRELAY_TOOLS_LAYERS_CHECK_FOUND_CHECK_CALL_H

#include "seen.h"

#include "../../return_sites.h"
#include "../known/objects.h"

/* Every call has a struct check_call on the stack, so that holds few findings. A call with more
 * mistakes shows the others once the first ones are corrected. Texts of findings need MOST_VALUES
 * values. */
enum { MOST_FOUND = 4, MOST_VALUES = 4 };

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
