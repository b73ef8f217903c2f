/* SPDX-License-Identifier: Apache-2.0 */
/* Transfers that could have run at the same time as the kernel before them, in another queue. */
#ifndef CLRELAY_TOOL_TRACE_OVERLAPS_H
#define CLRELAY_TOOL_TRACE_OVERLAPS_H

#include "../base/array.h"
#include "handles.h"
#include "model.h"

/* Of a queue. */
struct overlap_queue {
    const struct model_command *kernel; /* its last command, if its arguments are known, or NULL */
    struct array used;                  /* uint64_t: numbers of the memory that the kernel uses */
    uint64_t left;               /* of the kernel's time, beside which nothing would run yet */
    uint64_t count, nanoseconds; /* such transfers, and how long they could have overlapped */
};

/* Begin with all 0. */
struct overlaps {
    struct handles handles;
    uint64_t numbers;    /* how many were given to memory and kernels */
    struct array queues; /* struct overlap_queue, as in the model */
};

/* Notes a call that has succeeded, with the command that it has enqueued, or NULL, in the order of time. `is_direct`:
 * the device reads or writes the host's memory itself. */
void overlaps_note(struct overlaps *overlaps, const struct model *model, const struct call *call,
                   const struct model_command *command, bool is_direct);

/* How many transfers could have overlapped, and how long in all. 0 if several queues of the device have
 * commands. */
uint64_t overlaps_of_device(const struct overlaps *overlaps, const struct model *model,
                            size_t device, uint64_t *nanoseconds);
void overlaps_free(struct overlaps *overlaps);

#endif
