/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What happened when, as timelines show it: calls on threads, commands on queues, memory of
 * contexts. The formats that show it (perfetto.c, chrome.c) are made from it, and so are sums.
 */
#ifndef CLRELAY_TOOL_TIMELINE_H
#define CLRELAY_TOOL_TIMELINE_H

#include "clocks.h"
#include "../record/recording.h"

/* Numbers count from 1 in the order of creation, over all processes. */

struct timeline_device {
    unsigned number;
    const struct process *process;
    uint64_t handle;  /* 0: unknown, because the queue's creation was not recorded */
    const char *name; /* NULL: unknown */
    struct clocks clocks;
    size_t commands; /* with times */
};

enum memory_kind { MEMORY_BUFFERS, MEMORY_IMAGES, MEMORY_SVM, MEMORY_USM, MEMORY_KINDS };

struct timeline_context {
    unsigned number;
    const struct process *process;
    uint64_t handle;
    uint64_t bytes[MEMORY_KINDS]; /* at the end of the recording */
    uint64_t most[MEMORY_KINDS];
};

struct timeline_queue {
    unsigned number;
    const struct process *process;
    uint64_t handle;
    size_t context, device; /* their places in the timeline's arrays */
    size_t first, count;    /* its commands in `order` */
    uint32_t lanes;         /* see timeline_command */
};

/* A command whose times are known. */
struct timeline_command {
    size_t entry; /* the call that enqueued it */
    uint32_t queue;
    /* Commands of a queue that run at the same time have different lanes, so that those of a lane
     * follow each other. */
    uint32_t lane;
    moment queued, submitted, started, ended; /* in this order */
};

/* Memory that a context has from a moment on. */
struct timeline_change {
    moment at;
    uint32_t context;
    enum memory_kind kind;
    uint64_t bytes; /* in all */
};

/* Memory that is mapped, from clEnqueueMap... to the unmapping of its pointer. */
struct timeline_mapping {
    size_t entry;
    uint32_t context, lane; /* lanes: as for commands, in each context */
    moment begin, end;      /* end: NEVER if it was not unmapped */
    uint64_t pointer;
};

struct timeline {
    const struct recording *recording;
    struct timeline_device *devices;
    struct timeline_context *contexts;
    struct timeline_queue *queues;
    struct timeline_command *commands; /* in the order of their calls */
    size_t *order;                     /* the places of commands, by queue, then by `started` */
    struct timeline_change *changes;   /* by time */
    struct timeline_mapping *mappings; /* by context, then by `begin` */
    size_t device_count, context_count, queue_count, command_count, change_count, mapping_count;
    moment end; /* the last moment that is known */
};

struct timeline *timeline_make(const struct recording *recording);
void timeline_free(struct timeline *timeline);

/* ---- calls ---- */

/* A call or a callback. */
struct timeline_slice {
    const struct entry *entry;
    const struct call *call;                /* NULL: a callback */
    const struct record_callback *callback; /* NULL: a call */
    const char *name;                       /* until the visit returns */
    moment begin, end;                      /* within those of an outer slice; end: or NEVER */
    const struct timeline_command *command; /* what it enqueued, or NULL */
};

/* Visits the beginning and, unless `end` is NULL, the end of each slice. Those of a thread come in
 * the order of time. A slice that never ends has no end, nor has one that it is in. */
void timeline_walk(const struct timeline *timeline,
                   void (*begin)(const struct timeline_slice *slice, void *data),
                   void (*end)(const struct thread *thread, moment at, void *data), void *data);

/* Whether to tell a call's result: a success goes without saying. */
bool timeline_has_result(const struct call *call);

/* ---- commands ---- */

/* Whether a command started after its call began, so that an arrow can lead to it. Otherwise the
 * clocks are aligned badly. */
bool timeline_has_arrow(const struct timeline *timeline, const struct timeline_command *command);

/* What a command is called: its kernel, or its function without clEnqueue. */
const char *timeline_command_name(const struct timeline *timeline,
                                  const struct timeline_command *command);

/* The sizes of a kernel's launch. */
struct timeline_launch {
    unsigned dimensions; /* 0: the command is no kernel's */
    uint64_t global[3], local[3];
    bool local_given;
};
struct timeline_launch timeline_launch(const struct timeline *timeline,
                                       const struct timeline_command *command);

/* The bytes that a command moves or fills; 0: none, or unknown. */
uint64_t timeline_bytes(const struct timeline *timeline, const struct timeline_command *command);

/* Visits how many commands of a queue wait (queued, but not started) from a moment on. */
void timeline_waiting(const struct timeline *timeline, const struct timeline_queue *queue,
                      void (*visit)(moment at, uint64_t count, void *data), void *data);

/* "buffers", "images", "SVM", "USM". */
const char *timeline_memory_name(enum memory_kind kind);

#endif
