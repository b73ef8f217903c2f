/* SPDX-License-Identifier: Apache-2.0 */
/*
 * User events that the program has not completed, and what waits for them: commands, and through
 * them queues and other events.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_ORDER_WAITS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_ORDER_WAITS_H

#include "../found/finding.h"

/* A command has been enqueued; `event` has its event, or is NULL. */
HIDDEN void waits_enqueued(const struct check_call *call, cl_command_queue queue, cl_uint count,
                           const cl_event *list, const cl_event *event);

/* The program has completed a user event. */
HIDDEN void waits_completed(cl_event event);

/* The program releases an event, perhaps for the last time; and the end of the program: commands
 * that wait forever. */
HIDDEN void waits_released(struct check_call *call, cl_event event);
HIDDEN void waits_end(void);

/* A user event that is not complete and that something waits for; and where the waiting command was
 * enqueued, if that is known. */
struct waiting {
    const void *event; /* NULL: none */
    struct call_site command;
};

/* What an event waits for (a user event: for itself); what all commands of a queue, or a blocking
 * command, wait for. */
HIDDEN struct waiting waits_of_event(cl_event event);
HIDDEN struct waiting waits_of_queue(cl_command_queue queue);
HIDDEN struct waiting waits_of_command(cl_command_queue queue, cl_uint count, const cl_event *list);

#endif
