/* SPDX-License-Identifier: Apache-2.0 */
/* Counts how often a program waits for its kernels by event callbacks. */
#ifndef CLRELAY_TOOLS_TRACE_CALLBACK_WAITS_H
#define CLRELAY_TOOLS_TRACE_CALLBACK_WAITS_H

#include "../recording/recording.h"

/* The state for one queue. Initialize with 0. */
struct callback_waits {
    uint64_t waits;   /* commands that the program enqueued after a callback for a single kernel */
    uint64_t idle;    /* how long the device had nothing to do before these commands */
    uint64_t kernels; /* all kernels */
    /* The latest state: */
    uint64_t kernels_since; /* kernels since the last callback for the queue's last command */
    moment enqueued;        /* when the last command's call returned */
    moment waited;          /* when the last other wait ended */
    /* The callback for the last command, if that ended a single kernel; or NULL. */
    const struct entry *callback;
    moment callback_end;
};

/* Call these functions in order of time. */

/* Notes a command with this many kernels. `idle` is how long its device had nothing to do before. */
void callback_waits_command(struct callback_waits *waits, const struct call *call, uint64_t kernels,
                            uint64_t idle);

/* Notes a callback for the queue's last command. */
void callback_waits_callback(struct callback_waits *waits, const struct entry *callback,
                             moment end);

/* Notes a wait of another kind. */
void callback_waits_other(struct callback_waits *waits, const struct call *call);

#endif
