/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of the timeline share while it is made. */
#ifndef CLRELAY_TOOL_TIMELINE_BUILDER_H
#define CLRELAY_TOOL_TIMELINE_BUILDER_H

#include "../record/array.h"
#include "handles.h"
#include "timeline.h"

/* What handles are told apart by. */
enum {
    HANDLE_CONTEXT,
    HANDLE_QUEUE,
    HANDLE_DEVICE,
    HANDLE_MEMORY,
    HANDLE_POINTER,
    HANDLE_MAPPED,
    HANDLE_COMMAND_BUFFER
};

struct builder {
    const struct recording *recording;
    struct handles handles; /* each with the place + 1 of what it is a handle of; of a
                               command buffer, with the handle of its queue */
    struct array contexts;  /* struct timeline_context */
    struct array queues;    /* struct timeline_queue */
    struct array devices;   /* struct timeline_device */
    struct array commands;  /* struct timeline_command */
    struct array objects;   /* timeline_memory.c */
    struct array changes;   /* struct timeline_change */
    struct array mappings;  /* struct timeline_mapping */
};

/* The place of the context with a handle. */
size_t builder_context(struct builder *builder, const struct process *process, uint64_t handle);

/* The place of the queue with a handle. */
size_t builder_queue(struct builder *builder, const struct process *process, uint64_t handle);

/* What calls do to memory. */
enum memory_deed { MEMORY_NOTHING, MEMORY_AT_BEGIN, MEMORY_AT_END };

/* When a function changes something about memory. */
enum memory_deed timeline_memory_deed(unsigned number);

/* Notes what a call did to memory. Calls come in the order of these moments. */
void timeline_memory_note(struct builder *builder, const struct call *call, size_t entry,
                          moment at);

/* ---- lanes ---- */

#define LANES_MOST 1024

struct lanes {
    uint32_t count;
    moment free[LANES_MOST]; /* from when on */
};

/* A lane for what begins and ends then. Those that ask come in the order of `begin`. If there are
 * no more lanes, the last one. */
uint32_t lanes_find(struct lanes *lanes, moment begin, moment end);

#endif
