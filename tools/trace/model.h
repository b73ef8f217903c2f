/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What happened when: calls on threads, commands on queues, memory of contexts. A recording has one
 * model, from which the summary, its hints and the timeline formats are made.
 */
#ifndef CLRELAY_TOOLS_TRACE_MODEL_H
#define CLRELAY_TOOLS_TRACE_MODEL_H

#include "../calls/functions.h"
#include "../recording/recording.h"
#include "clocks.h"
#include "marks.h"

/* The member `number` counts from 1, in order of creation across all processes. */

struct model_device {
    unsigned number;
    const struct process *process;
    uint64_t handle;  /* 0: unknown, because the creation of its queue was not recorded */
    const char *name; /* NULL: unknown */
    struct clocks clocks;
    size_t commands; /* commands with times */
    /* Commands that count as without times, because the driver says that they ended before they
     * started. */
    size_t reversed;
    /* Commands that count as without times, because most others show that they can't have run when
     * the driver says. */
    size_t contradicting;
    /* Commands for which the driver gives no times: they have ended, or their queues refuse them. */
    size_t untimed;
};

enum memory_kind { MEMORY_BUFFERS, MEMORY_IMAGES, MEMORY_SVM, MEMORY_USM, MEMORY_KINDS };

struct model_context {
    unsigned number;
    const struct process *process;
    uint64_t handle;
    /* Memory at the end of the chosen span, and its maximum in the span. `all` is the sum of the
     * kinds. */
    uint64_t bytes[MEMORY_KINDS], most[MEMORY_KINDS], all, all_most;
    /* Objects with memory of their own, or a part of another object's. */
    uint64_t objects_made, objects_left;
};

struct model_queue {
    unsigned number;
    const struct process *process;
    uint64_t handle;
    size_t context, device; /* indexes in the model's arrays */
    size_t first, count;    /* the range of its commands in model.order */
    uint32_t lanes;         /* the number of lanes: see model_command */
    bool known, hidden;  /* its creation was recorded; it was not to be shown, as `call.hidden` */
    bool refuses_times;  /* its driver has refused profiling for it */
    uint64_t properties; /* CL_QUEUE_PROPERTIES, as the program gave them */
};

/* What a command does. */
enum work { NO_WORK, KERNEL, READ, WRITE, COPY, FILL, MAP, WORK_COUNT };

struct model_command {
    size_t entry; /* the call that enqueued it */
    uint32_t queue;
    /* Commands of a queue that run at the same time get different lanes, so that the commands of
     * one lane do not overlap. */
    uint32_t lane;
    enum work work;
    enum memory_kind memory; /* of a transfer */
    enum {
        TIMES_WELL,
        TIMES_MISSING,
        TIMES_REVERSED,
        TIMES_CONTRADICT
    } trouble;                                /* why there are no times, if that is known */
    bool timed;                               /* the device reported when it ran */
    bool outside;                             /* the command ran outside the chosen span of time */
    uint64_t bytes;                           /* moved or filled; 0: none or unknown */
    moment queued, submitted, started, ended; /* in this order; valid only if `timed` */
};

/* A call of clFinish. */
struct model_wait {
    size_t entry;
    uint32_t queue;
};

/* A call that waits for a command; or a call that enqueues another command that waits for it, by
 * its event list; or a callback for the command. */
struct model_awaited {
    size_t entry, command;
};

/* A context's memory from a moment on. */
struct model_change {
    moment at;
    uint32_t context;
    enum memory_kind kind;
    uint64_t bytes; /* all of the kind */
};

/* Mapped memory, from clEnqueueMap... until its pointer is unmapped. */
struct model_mapping {
    size_t entry;
    uint32_t context, lane; /* `lane` is as for commands, but for each context */
    moment begin, end;      /* `end` is NEVER if the pointer was not unmapped */
    uint64_t pointer;
};

struct model {
    const struct recording *recording;
    struct model_device *devices;
    struct model_context *contexts;
    struct model_queue *queues;
    struct model_command *commands; /* in the order of their calls */
    size_t *order;                  /* indexes of timed commands, by queue, then by `started` */
    struct model_wait *waits;       /* in the order of their calls */
    struct model_awaited *awaited;  /* in the order of their calls */
    struct model_change *changes;   /* by time */
    struct model_mapping *mappings; /* by context, then by `begin` */
    size_t device_count, context_count, queue_count, command_count, timed_count, wait_count,
        awaited_count, change_count, mapping_count;
    struct marks marks;
    uint32_t range_lanes; /* the most that a process has */
};

struct model *model_make(const struct recording *recording);
void model_free(struct model *model);

/* Whether each command of a queue is known to run after the one before it. */
bool model_is_in_order(const struct model_queue *queue);

/* ---- calls ---- */

/* A call, a callback, or a range or instant of the program. */
struct model_slice {
    const struct entry *entry;
    const struct call *call;                /* NULL: not a call */
    const struct record_callback *callback; /* NULL: not a callback */
    bool is_instant;                        /* it has no end */
    const char *name;                       /* valid during the visit */
    moment begin, end;                      /* within the outer slice; `end` may be NEVER */
    const struct model_command *command;    /* the command that it enqueued, or NULL */
};

/* Visits the beginning and, unless `end` is NULL, the end of each slice, in order of time for each
 * thread. A slice that never ends, or that contains such a slice, has no end. Ranges that another
 * thread may end are not slices. */
void model_walk(const struct model *model,
                void (*begin)(const struct model_slice *slice, void *data),
                void (*end)(const struct thread *thread, moment at, void *data), void *data);

/* Whether to show a call's result. Success is not worth showing. */
bool model_has_result(const struct call *call);

/* ---- commands ---- */

/* The command that an entry enqueued, or NULL. Pass entries in order; *next is initially 0. */
const struct model_command *model_next_command(const struct model *model, size_t *next,
                                               size_t entry);

/* The wait that an entry is, or NULL. Pass entries in order; *next is initially 0. */
const struct model_wait *model_next_wait(const struct model *model, size_t *next, size_t entry);

/* The next command that an entry waits for; call this until it returns NULL. Pass entries in order;
 * *next is initially 0. */
const struct model_awaited *model_next_awaited(const struct model *model, size_t *next,
                                               size_t entry);

/* Whether a command's times are known, and its clock is plausible. */
bool model_has_times(const struct model *model, const struct model_command *command);

/* Whether to draw an arrow from a command's call to the command: both are shown, and the call began
 * before the command started, which a badly aligned clock may contradict. */
bool model_has_arrow(const struct model *model, const struct model_command *command);

/* A command's display name: its kernel, or its function without clEnqueue. */
const char *model_command_name(const struct model *model, const struct model_command *command);

/* Where the program enqueued a command, or NULL if unknown. */
const char *model_command_site(const struct model *model, const struct model_command *command);

/* The sizes of a kernel launch. */
struct model_launch {
    unsigned dimensions; /* 0: the command is not a kernel */
    uint64_t global[3], local[3];
    bool local_given;
};
struct model_launch model_launch(const struct model *model, const struct model_command *command);

/* Calls visit() with the number of commands of a queue that wait (queued, but not started) from
 * each moment on, within the chosen span. */
void model_waiting(const struct model *model, const struct model_queue *queue,
                   void (*visit)(moment at, uint64_t count, void *data), void *data);

/* The name of a kind: "buffers", "images", "SVM", "USM". */
const char *model_memory_name(enum memory_kind kind);

#endif
