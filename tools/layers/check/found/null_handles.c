/* SPDX-License-Identifier: Apache-2.0 */
#include "null_handles.h"

#include "../../layer_system.h"

/* Why the last call made no object of a kind, for each kind. */
static struct failed {
    struct cause cause;
    const void *handle; /* the handle that the call returned with the error */
    uint64_t thread;    /* the thread that made the call */
    bool is_mixed;      /* calls have failed for different causes, or in several threads */
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
    last->cause = cause;
    last->handle = handle;
    last->thread = thread;
    recorder_release_lock();
}

static void explain(struct found *found, const struct failed *last, enum kind kind)
{
    found->cause = last->cause;
    found->null_kind = kind;
}

void causes_explain(struct check_call *call, unsigned count, enum kind kind)
{
    const struct failed *last = &failed[kind];
    if (call->count == count || kind == KIND_NONE) return;
    recorder_take_lock();
    if (last->cause.check_id && !last->is_mixed && !last->handle &&
        last->thread == system_thread() && !objects_made_of(kind) && objects_are_complete())
        explain(&call->found[count], last, kind);
    recorder_release_lock();
}

void causes_explain_refused(struct check_call *call, unsigned count, enum kind kind,
                            const void *handle)
{
    const struct failed *last = &failed[kind];
    if (call->count == count) return;
    recorder_take_lock();
    if (last->cause.check_id && last->handle == handle) explain(&call->found[count], last, kind);
    recorder_release_lock();
}
