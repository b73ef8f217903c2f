/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a program waits for its kernels by event callbacks. */
#ifndef CLRELAY_TOOLS_TRACE_CALLBACK_WAITS_H
#define CLRELAY_TOOLS_TRACE_CALLBACK_WAITS_H

#include "../recording/recording.h"

/* For one queue. Initialize with 0. */
struct callback_waits {
    uint64_t waits;   /* commands enqueued because a callback came after a single kernel */
    uint64_t idle;    /* how long the device had nothing to do before these commands */
    uint64_t kernels; /* all */
    /* The latest state: */
    uint64_t kernels_since;       /* since the last callback of a queue's last command */
    moment enqueued;              /* when the last command's call returned */
    moment waited;                /* when the last other wait ended */
    const struct entry *callback; /* of the last command, if it ended a single kernel; or NULL */
    moment callback_end;
};

/* Events come in order of time. */

/* Notes a command, and how long its device had nothing to do before. */
void callback_waits_command(struct callback_waits *waits, const struct call *call, bool is_kernel,
                            uint64_t idle);

/* Notes a callback of the queue's last command. */
void callback_waits_callback(struct callback_waits *waits, const struct entry *callback,
                             moment end);

/* Notes a wait of another kind. */
void callback_waits_other(struct callback_waits *waits, const struct call *call);

#endif
