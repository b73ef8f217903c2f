/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a program waits for its kernels by callbacks of their events. */
#ifndef CLRELAY_TOOL_TRACE_CALLBACK_WAITS_H
#define CLRELAY_TOOL_TRACE_CALLBACK_WAITS_H

#include "../recording/recording.h"

/* Of a queue. Begin with all 0. */
struct callback_waits {
    uint64_t
        waits; /* how often a command was enqueued when the callback after a single kernel came */
    uint64_t idle;    /* device time before these commands with nothing to do */
    uint64_t kernels; /* in all */
    /* Until the next command: */
    uint64_t kernels_since;       /* the last callback of a last command */
    moment enqueued;              /* the call of the last command returned */
    moment waited;                /* the last wait of another kind ended */
    const struct entry *callback; /* of the last command, if that ended a single kernel, or NULL */
    moment callback_end;
};

/* Notes what comes, in the order of time: a command, before which its device had nothing to do for so long; a
 * callback of the queue's last command; and a wait of another kind. */
void callback_waits_command(struct callback_waits *waits, const struct call *call, bool is_kernel,
                            uint64_t idle);
void callback_waits_callback(struct callback_waits *waits, const struct entry *callback,
                             moment end);
void callback_waits_other(struct callback_waits *waits, const struct call *call);

#endif
