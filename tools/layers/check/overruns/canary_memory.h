/* SPDX-License-Identifier: Apache-2.0 */
/* Buffers and shared virtual memory with a canary: extra bytes behind what the program wants
 * (canaries.h). */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_OVERRUNS_CANARY_MEMORY_H
#define CLRELAY_TOOLS_LAYERS_CHECK_OVERRUNS_CANARY_MEMORY_H

#include "api/table.h"

enum { CANARY_BYTES = 4096, CANARY_PATTERNS = 4096 };

/* The canary of a buffer, or of shared virtual memory. It stays after the memory's end until its
 * watches have ended. */
struct canary {
    struct canary *next;
    cl_mem mem;
    char *pointer;
    cl_event used; /* the event of the layer's last command that uses `pointer`, or NULL */
    /* The context of a pointer that the program has freed and the layer still has to free; or
     * NULL. */
    cl_context context;
    size_t size;         /* bytes that the program wants: the canary begins behind them */
    cl_mem_flags hidden; /* flags that the program asked for, but that the buffer lacks */
    unsigned pattern;    /* where its content begins in `canary_patterns` */
    unsigned mapped;     /* the number of mapped regions of the buffer and its parts */
    bool dead;
    /* Launches that have not ended: their number, the queue of the last one, and whether several of
     * them may run at once. */
    unsigned pending;
    cl_command_queue queue;
    bool shared;
};

/* Each canary has a different part of this, so that a kernel that copies too much does not write
 * what is already there. A canary's part never changes: launches that may run at once fill the
 * canary while others use it. */
extern HIDDEN unsigned char canary_patterns[CANARY_BYTES + CANARY_PATTERNS];

/* Replaces the functions that create buffers, create and free shared virtual memory, and query the
 * size and flags of buffers. */
HIDDEN void canary_memory_interpose(struct dispatch *below);

/* The canary of a buffer or a pointer; NULL: it has none. The caller holds LOCK_CANARIES. */
HIDDEN struct canary *canary_of(const void *memory);

/* Frees a canary that is dead and has no watches. */
HIDDEN void canary_free(struct canary *canary);

#endif
