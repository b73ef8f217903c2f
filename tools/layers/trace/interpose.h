/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the trace layer does to calls besides recording them. These functions are between the
 * recording functions and the target, so the recording has what the program passes and gets.
 */
#ifndef CLRELAY_TOOLS_LAYERS_TRACE_INTERPOSE_H
#define CLRELAY_TOOLS_LAYERS_TRACE_INTERPOSE_H

#include "../callbacks.h"
#include "../next_layer.h"
#include "../recorder.h"

/* Replaces functions so that commands have times, and the program does not notice (commands.c).
 * Call it after callbacks_interpose(). */
HIDDEN void commands_interpose(struct dispatch *below);

/* Replaces the functions that build programs. Call it after commands_interpose(). */
HIDDEN void builds_interpose(struct dispatch *below);

/* The driver calls a callback that the program has given to the function with this number. If the
 * callback tells that a build has ended, records the build log. `program` is NULL while
 * clLinkProgram makes it. */
HIDDEN void builds_called(unsigned given_to, const void *program);

/* An event that the layer owns, for a command that the program wants no event for. */
struct command_event {
    cl_event event;
    uint64_t place; /* the offset of the call's record; 0: the call is not recorded */
};

/* The place for the event of a command that a call enqueues: *event if the program wants it,
 * otherwise a place in *own if times are collected. NULL: the driver need not make an event. */
HIDDEN cl_event *commands_event(cl_event *event, struct command_event *own,
                                const struct record_call *record);

/* Notes the command of a call that succeeded. `event` is the result of commands_event(). */
HIDDEN void commands_add(cl_event *event, const struct command_event *own);

/* Records the times of commands that have ended. Unless `all`, makes only a few queries, and so may
 * miss some of these commands. */
HIDDEN void commands_collect(bool all);

/* Replaces clCreateCommandQueueWithPropertiesKHR by a function that calls `create`, but enables
 * profiling. The returned function is for a single call, by this thread. */
HIDDEN clCreateCommandQueueWithPropertiesKHR_fn
commands_queue_creator(clCreateCommandQueueWithPropertiesKHR_fn create);

#endif
