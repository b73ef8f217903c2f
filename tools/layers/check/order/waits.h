/* SPDX-License-Identifier: Apache-2.0 */
/*
 * User events that the program has not completed, and what waits for them: commands, and through
 * them queues and other events.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_ORDER_WAITS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_ORDER_WAITS_H

#include "../found/finding.h"

/* Notes that a command has been enqueued. `event` points to its event, or is NULL. */
HIDDEN void waits_enqueued(const struct check_call *call, cl_command_queue queue, cl_uint count,
                           const cl_event *list, const cl_event *event);

/* Notes that the program has completed a user event. */
HIDDEN void waits_completed(cl_event event);

/* Before the program releases an event, perhaps for the last time: adds a finding if commands then
 * wait forever. */
HIDDEN void waits_released(struct check_call *call, cl_event event);

/* At the end of the program: writes findings for commands that wait forever. */
HIDDEN void waits_end(void);

/* A user event that is not complete, and that something waits for. */
struct waiting {
    const void *event;        /* NULL: none */
    struct call_site command; /* where the waiting command was enqueued, if known */
};

/* What an event waits for. A user event waits for itself. */
HIDDEN struct waiting waits_of_event(cl_event event);

/* What the commands of a queue wait for. */
HIDDEN struct waiting waits_of_queue(cl_command_queue queue);

/* What a blocking command waits for. */
HIDDEN struct waiting waits_of_command(cl_command_queue queue, cl_uint count, const cl_event *list);

#endif
