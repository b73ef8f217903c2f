/* SPDX-License-Identifier: Apache-2.0 */
/* Transfers that, in another queue, could have run in parallel with the kernel before them. */
#ifndef CLRELAY_TOOLS_TRACE_OVERLAPS_H
#define CLRELAY_TOOLS_TRACE_OVERLAPS_H

#include "../base/array.h"
#include "handle_numbers.h"
#include "model.h"

ARRAY(memory_numbers, uint64_t);

/* For one queue. */
struct overlap_queue {
    const struct model_command *kernel; /* its last command, if its arguments are known, or NULL */
    struct memory_numbers used;         /* of the memory that the kernel uses */
    uint64_t left;                      /* of the kernel's time, not yet overlapped by a transfer */
    uint64_t count, nanoseconds;        /* such transfers, and their possible overlap */
};
ARRAY(overlap_queues, struct overlap_queue);

/* Initialize with 0. */
struct overlaps {
    struct handles handles;
    uint64_t numbers;             /* the last number given to memory or a kernel */
    struct overlap_queues queues; /* as in the model */
};

/* Notes a call that succeeded, with the command that it enqueued, or NULL, in order of time.
 * `is_direct`: the device accesses the host's memory itself. */
void overlaps_note(struct overlaps *overlaps, const struct model *model, const struct call *call,
                   const struct model_command *command, bool is_direct);

/* How many transfers could have overlapped, and for how long in all. 0 if several of the device's
 * queues have commands. */
uint64_t overlaps_of_device(const struct overlaps *overlaps, const struct model *model,
                            size_t device, uint64_t *nanoseconds);
void overlaps_free(struct overlaps *overlaps);

#endif
