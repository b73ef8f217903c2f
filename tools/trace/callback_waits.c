/* SPDX-License-Identifier: Apache-2.0 */
#include "callback_waits.h"

/*
 * Whether a callback caused a command: the callback enqueued it itself, or woke another thread that
 * had done nothing since the last command. The latter can't be seen, but a thread with work of its
 * own would not enqueue right after the callback each time, within a fraction of the time that the
 * callback took to come.
 */
static bool is_because_of(const struct callback_waits *waits, const struct call *call)
{
    const struct entry *callback = waits->callback;
    if (call->entry->thread == callback->thread && call->begin < waits->callback_end) return true;
    return callback->begin > waits->waited && callback->begin > waits->enqueued &&
           4 * (call->begin - callback->begin) <= callback->begin - waits->enqueued;
}

void callback_waits_command(struct callback_waits *waits, const struct call *call, uint64_t kernels,
                            uint64_t idle)
{
    if (waits->callback && is_because_of(waits, call)) {
        waits->waits++;
        waits->idle += idle;
    }
    waits->kernels += kernels;
    waits->kernels_since += kernels;
    waits->enqueued = call->end;
    waits->callback = NULL;
}

void callback_waits_callback(struct callback_waits *waits, const struct entry *callback, moment end)
{
    waits->callback = waits->kernels_since == 1 ? callback : NULL;
    waits->callback_end = end;
    waits->kernels_since = 0;
}

void callback_waits_other(struct callback_waits *waits, const struct call *call)
{
    waits->waited = call->end;
}
