/* SPDX-License-Identifier: Apache-2.0 */
/* Buffers and shared virtual memory with a canary behind what the program wants (canaries.h). */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_OVERRUNS_CANARY_MEMORY_H
#define CLRELAY_TOOLS_LAYERS_CHECK_OVERRUNS_CANARY_MEMORY_H

#include "api/table.h"

enum { CANARY_BYTES = 4096, CANARY_PATTERNS = 4096 };

/* The canary of a living buffer, or of shared virtual memory; and of a dead one until its watches
 * have ended. */
struct canary {
    struct canary *next;
    cl_mem mem;         /* or NULL, */
    char *pointer;      /* or NULL */
    cl_event used;      /* the last command that the layer has enqueued with the pointer, or NULL */
    cl_context context; /* if the program has freed the pointer: the layer will; or NULL */
    size_t size;        /* that the program wants: the canary begins there */
    cl_mem_flags hidden; /* flags of the program that the buffer does not have */
    unsigned pattern;    /* that its bytes are filled with: where it begins in `canary_patterns` */
    unsigned mapped;     /* regions of it, and of its parts */
    bool dead;
    /* Launches that have not ended: how many, the queue of the last one, and whether they may run
     * at the same time. */
    unsigned pending;
    cl_command_queue queue;
    bool shared;
};

/* Each canary has another part of it: a kernel that copies too much must not write what is there.
 * It stays the same, as launches that may run at the same time fill it while others use it. */
extern HIDDEN unsigned char canary_patterns[CANARY_BYTES + CANARY_PATTERNS];

/* Replaces the functions that create buffers and shared virtual memory, that free the latter, and
 * the query for a buffer's size and flags. */
HIDDEN void canary_memory_interpose(struct dispatch *below);

/* That of a buffer or a pointer; NULL: it has none. Call it with LOCK_CANARIES. */
HIDDEN struct canary *canary_of(const void *memory);

/* It is dead, and has no watches. */
HIDDEN void canary_free(struct canary *canary);

#endif
