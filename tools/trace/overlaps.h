/* SPDX-License-Identifier: Apache-2.0 */
/* Finds transfers that could have run in another queue, in parallel with the kernel before them. */
#ifndef CLRELAY_TOOLS_TRACE_OVERLAPS_H
#define CLRELAY_TOOLS_TRACE_OVERLAPS_H

#include "../base/array.h"
#include "handle_numbers.h"
#include "model.h"

ARRAY(memory_numbers, uint64_t);

/* The state for one queue. */
struct overlap_queue {
    /* The queue's last command, if that is a kernel with known arguments; or NULL. */
    const struct model_command *kernel;
    struct memory_numbers used; /* numbers of the memory that the kernel uses */
    /* The part of the kernel's time that no transfer overlaps yet. */
    uint64_t left;
    uint64_t count, nanoseconds; /* the transfers, and their possible overlap */
};
ARRAY(overlap_queues, struct overlap_queue);

/* Initialize with 0. */
struct overlaps {
    struct handles handles;
    uint64_t numbers;             /* the last number given to memory or a kernel */
    struct overlap_queues queues; /* in the order of the model's queues */
};

/* Notes a call that succeeded, with the command that it enqueued, or NULL, in order of time.
 * `is_direct`: the device accesses the host's memory itself. */
void overlaps_note(struct overlaps *overlaps, const struct model *model, const struct call *call,
                   const struct model_command *command, bool is_direct);

/* The number of transfers that could have overlapped; *nanoseconds becomes for how long in all. 0
 * if several of the device's queues have commands. */
uint64_t overlaps_of_device(const struct overlaps *overlaps, const struct model *model,
                            size_t device, uint64_t *nanoseconds);
void overlaps_free(struct overlaps *overlaps);

#endif
