/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the trace layer does to calls besides recording them. It is between the recording functions
 * and the target: what is recorded is what the program passes and gets.
 */
#ifndef CLRELAY_TOOLS_LAYERS_TRACE_INTERPOSE_H
#define CLRELAY_TOOLS_LAYERS_TRACE_INTERPOSE_H

#include "../callbacks.h"
#include "../next_layer.h"
#include "../recorder.h"

/* commands.c: replaces functions so that commands have times and the program does not notice. Call
 * it after callbacks_interpose(). */
HIDDEN void commands_interpose(struct dispatch *below);

/* Replaces functions that build programs, after the others have. */
HIDDEN void builds_interpose(struct dispatch *below);

/* The driver makes a callback that the program has given to the function with this number. If it
 * says that a build has ended, the build's log is recorded. `program`: NULL while clLinkProgram
 * makes it. */
HIDDEN void builds_called(unsigned given_to, const void *program);

/* An event of the layer's own, for a command without one. */
struct command_event {
    cl_event event;
    uint64_t place; /* of the call's record; 0: it is not recorded */
};

/* Where a call that enqueues a command lets the driver write the event: *event if the program wants
 * it, otherwise in *own if times are collected. */
HIDDEN cl_event *commands_event(cl_event *event, struct command_event *own,
                                const struct record_call *record);

/* Notes the command of a call that succeeded. `event` is what commands_event() returned. */
HIDDEN void commands_add(cl_event *event, const struct command_event *own);

/* Records the times of commands that have ended: of all, or those that are found without much
 * asking. */
HIDDEN void commands_collect(bool all);

/* Replaces clCreateCommandQueueWithPropertiesKHR: creates a queue by calling `create`, but with
 * profiling. The function that it returns is for one call of this thread. */
HIDDEN clCreateCommandQueueWithPropertiesKHR_fn
commands_queue_creator(clCreateCommandQueueWithPropertiesKHR_fn create);

#endif
