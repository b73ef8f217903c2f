/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a program does again and again, and need not: it builds the same source, makes a context, a kernel, a buffer or
 * a queue for each launch, or waits after each. Each habit is counted by call site, with the time that it costs. Once
 * it is frequent and costs a good part of the time, it is a finding, whose values the layer goes on counting
 * (record.h: struct record_counter) until the process ends. Only if the level SPEED is wanted.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_HABITS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_HABITS_H

#include "known/arguments.h"
#include "found/finding.h"
#include "../../calls/habit_values.h"

/* Before such a call goes to the driver. */
static inline void habit_begin(struct check_call *call)
{
    call->began = recorder_ticks();
}

/* A program was made from source, and built. */
HIDDEN void habit_source(const struct check_call *call, cl_uint count, const char *const *strings,
                         const size_t *lengths);
HIDDEN void habit_built(struct check_call *call, const struct clBuildProgram_args *a);

/* An object was made; it is about to be released; it was. */
HIDDEN void habit_made(struct check_call *call);
HIDDEN void habit_made_kernel(struct check_call *call, cl_program program, const char *name);
HIDDEN void habit_releases(struct check_call *call);
HIDDEN void habit_released(struct check_call *call);

/* A command was enqueued. */
HIDDEN void habit_enqueued(const struct check_call *call, cl_command_queue queue,
                           const cl_event *event);

/* The host has waited for a queue, or for an event. */
HIDDEN void habit_waited(struct check_call *call, cl_command_queue queue, cl_event event);

/* The host measures times, or may look at memory that a kernel writes to without a command: then it may have a reason
 * to wait. */
HIDDEN void habit_may_wait(void);

#endif
