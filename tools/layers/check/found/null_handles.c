/* SPDX-License-Identifier: Apache-2.0 */
#include "null_handles.h"

#include "../../layer_system.h"

/* Why the last call made no object of a kind, for each kind. */
static struct failed {
    struct cause cause;
    const void *handle; /* the handle that the call returned with the error */
    uint64_t thread;    /* the thread that made the call */
    bool is_mixed;      /* calls have failed for different causes, or in several threads */
    bool is_asked;      /* a call gave the program the error, which may have dealt with it */
    struct cause first; /* the first finding of a NULL handle, if `is_asked` */
} failed[KIND_COUNT];

/* The cause of a call's failure: its own finding, or the cause of that. */
static struct cause cause_of(const struct check_call *call)
{
    for (unsigned i = 0; i < call->count; i++) {
        const struct found *found = &call->found[i];
        if (found->cause.check_id) return found->cause;
        if (found->error) return (struct cause){ finding_address(call), found->check_id };
    }
    return (struct cause){ NULL, CHECK_ID_NONE };
}

/* Whether the program has asked for the error code of a call that makes an object. */
static bool asks_for_error(const struct check_call *call)
{
    const struct signature *signature = signature_of(call->number);
    const unsigned last = signature->parameters - 1u;
    const void *pointer;
    if (signature->parameter[last].role != RETURNED_ERROR) return false;
    memcpy(&pointer, (const char *)call->args + signature_offset(signature, last), sizeof pointer);
    return pointer != NULL;
}

void causes_failed(const struct check_call *call, enum kind kind, const void *handle)
{
    const struct cause cause = cause_of(call);
    const uint64_t thread = system_thread();
    struct failed *last = &failed[kind];
    if (kind == KIND_NONE) return;
    objects_refused(kind, handle);
    recorder_take_lock();
    if (!cause.check_id ||
        (last->cause.check_id && (last->cause.check_id != cause.check_id ||
                                  last->cause.site != cause.site || last->thread != thread)))
        last->is_mixed = true;
    /* A program that passes a NULL handle has not looked at what failed before. */
    last->is_asked |= cause.check_id != HANDLE_NULL && asks_for_error(call);
    last->cause = cause;
    last->handle = handle;
    last->thread = thread;
    recorder_release_lock();
}

static void explain(struct found *found, struct cause cause, enum kind kind)
{
    found->cause = cause;
    found->null_kind = kind;
}

/* Why a handle is NULL. If it may be a NULL of the program's own, the first finding stands for
 * itself, and others follow from that one. */
static struct cause cause_of_null(struct failed *last, const struct cause own)
{
    if (!last->is_asked) return last->cause;
    if (!last->first.check_id) last->first = own;
    if (last->first.check_id == own.check_id && last->first.site == own.site)
        return (struct cause){ NULL, CHECK_ID_NONE };
    return last->first;
}

void causes_explain(struct check_call *call, unsigned count, enum kind kind)
{
    struct failed *last = &failed[kind];
    struct cause own;
    if (call->count == count || kind == KIND_NONE) return;
    own = (struct cause){ finding_address(call), call->found[count].check_id };
    recorder_take_lock();
    if (last->cause.check_id && !last->is_mixed && !last->handle &&
        last->thread == system_thread() && !objects_made_of(kind) && objects_are_complete())
        explain(&call->found[count], cause_of_null(last, own), kind);
    recorder_release_lock();
}

void causes_explain_refused(struct check_call *call, unsigned count, enum kind kind,
                            const void *handle)
{
    const struct failed *last = &failed[kind];
    if (call->count == count) return;
    recorder_take_lock();
    if (last->cause.check_id && last->handle == handle)
        explain(&call->found[count], last->cause, kind);
    recorder_release_lock();
}
