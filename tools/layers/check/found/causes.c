/* SPDX-License-Identifier: Apache-2.0 */
#include "causes.h"

#include "../../system.h"

/* For each kind: why the last call made no object. */
static struct failed {
    struct cause cause;
    const void *handle; /* what it returned nevertheless */
    uint64_t thread;    /* which has made the call */
    bool is_mixed;      /* calls failed for different causes, or in several threads */
} failed[KIND_COUNT];

/* Why a call has failed: its own finding, or what that follows from. */
static struct cause cause_of(const struct check_call *call)
{
    for (unsigned i = 0; i < call->count; i++) {
        const struct found *it = &call->found[i];
        if (it->cause.check_id) return it->cause;
        if (it->error) return (struct cause){ finding_address(call), it->check_id };
    }
    return (struct cause){ NULL, CHECK_ID_NONE };
}

void causes_failed(const struct check_call *call, enum kind kind, const void *handle)
{
    const struct cause cause = cause_of(call);
    const uint64_t thread = system_thread();
    struct failed *it = &failed[kind];
    if (kind == KIND_NONE) return;
    objects_refused(kind, handle);
    recorder_take_lock();
    if (!cause.check_id ||
        (it->cause.check_id && (it->cause.check_id != cause.check_id ||
                                it->cause.site != cause.site || it->thread != thread)))
        it->is_mixed = true;
    it->cause = cause;
    it->handle = handle;
    it->thread = thread;
    recorder_release_lock();
}

static void explain(struct found *found, const struct failed *it, enum kind kind)
{
    found->cause = it->cause;
    found->null_kind = kind;
}

void causes_explain(struct check_call *call, unsigned count, enum kind kind)
{
    const struct failed *it = &failed[kind];
    if (call->count == count || kind == KIND_NONE) return;
    recorder_take_lock();
    if (it->cause.check_id && !it->is_mixed && !it->handle && it->thread == system_thread() &&
        !objects_made_of(kind) && objects_are_complete())
        explain(&call->found[count], it, kind);
    recorder_release_lock();
}

void causes_explain_refused(struct check_call *call, unsigned count, enum kind kind,
                            const void *handle)
{
    const struct failed *it = &failed[kind];
    if (call->count == count) return;
    recorder_take_lock();
    if (it->cause.check_id && it->handle == handle) explain(&call->found[count], it, kind);
    recorder_release_lock();
}
