/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Commands that wait for commands of another queue. The program has to flush that queue: otherwise
 * its driver may hold those commands back, and the wait does not end. The layer checks this only
 * while a single thread uses OpenCL, because another thread could flush later.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_ORDER_FLUSHES_H
#define CLRELAY_TOOLS_LAYERS_CHECK_ORDER_FLUSHES_H

#include "../found/finding.h"

/* Notes that a command has been enqueued. `event` points to its event, or is NULL. */
HIDDEN void flushes_enqueued(const struct check_call *call, cl_command_queue queue, cl_uint count,
                             const cl_event *list, const cl_event *event);

/* Notes that all commands of a queue so far were flushed. */
HIDDEN void flushes_done(cl_command_queue queue);

/* Notes that all commands so far were flushed of the queues that events belong to. */
HIDDEN void flushes_done_of(cl_uint count, const cl_event *events);

/* Notes that the host may know that all commands so far have ended. */
HIDDEN void flushes_done_of_all(void);

/* A queue that has to be flushed before a wait can end. */
struct unflushed {
    const void *queue;        /* NULL: none */
    struct call_site command; /* the command that waits for it, if that is not the call itself */
};

/* For a wait for an event. */
HIDDEN struct unflushed flushes_of_event(cl_event event);

/* For a wait for all commands of a queue. */
HIDDEN struct unflushed flushes_of_queue(cl_command_queue queue);

/* For a call that enqueues a command and blocks. */
HIDDEN struct unflushed flushes_of_command(cl_command_queue queue, cl_uint count,
                                           const cl_event *list);

#endif
