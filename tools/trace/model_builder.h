/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files that construct the model. */
#ifndef CLRELAY_TOOLS_TRACE_MODEL_BUILDER_H
#define CLRELAY_TOOLS_TRACE_MODEL_BUILDER_H

#include "../base/array.h"
#include "handle_numbers.h"
#include "model.h"

/* Kinds of handles. */
enum {
    HANDLE_CONTEXT,
    HANDLE_QUEUE,
    HANDLE_DEVICE,
    HANDLE_MEMORY,
    HANDLE_POINTER,
    HANDLE_MAPPED,
    HANDLE_COMMAND_BUFFER
};

ARRAY(model_contexts, struct model_context);
ARRAY(model_queues, struct model_queue);
ARRAY(model_devices, struct model_device);
ARRAY(model_commands, struct model_command);
ARRAY(model_waits, struct model_wait);
ARRAY_OF(allocations, struct allocation); /* only model_memory.c knows the items */
ARRAY(model_changes, struct model_change);
ARRAY(model_mappings, struct model_mapping);

struct builder {
    const struct recording *recording;
    /* Numbers of objects: index + 1; for a command buffer, the handle of its queue. */
    struct handles handles;
    struct model_contexts contexts;
    struct model_queues queues;
    struct model_devices devices;
    struct model_commands commands;
    struct model_waits waits;
    struct allocations objects;
    struct model_changes changes;
    struct model_mappings mappings;
};

/* The index of the context with a handle. */
size_t builder_context(struct builder *builder, const struct process *process, uint64_t handle);

/* The index of the queue with a handle. */
size_t builder_queue(struct builder *builder, const struct process *process, uint64_t handle);

/* Notes what a call did to memory. Calls come in order of `at`. */
void model_memory_note(struct builder *builder, const struct call *call, size_t entry, moment at);

/* The element size of a living image in bytes; 0 if its creation or its format was not recorded. */
uint64_t model_image_element(struct builder *builder, const struct call *call, uint64_t image);

/* ---- lanes ---- */

#define LANES_MOST 1024

struct lanes {
    uint32_t count;
    moment free[LANES_MOST]; /* when each lane becomes free */
};

/* Finds a free lane, or else takes the last one. Call this in order of `begin`. */
uint32_t lanes_find(struct lanes *lanes, moment begin, moment end);

/* Fills in model.awaited. The commands must be known. */
void model_find_awaited(struct model *model);

#endif
