/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Commands that wait for commands of another queue. The program has to flush that queue: otherwise
 * its driver may hold those commands back, and the wait does not end. The layer checks this only
 * while a single thread uses OpenCL, because another thread could flush later.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_ORDER_FLUSHES_H
#define CLRELAY_TOOLS_LAYERS_CHECK_ORDER_FLUSHES_H

#include "../found/finding.h"

/* A command has been enqueued; `event` has its event, or is NULL. */
HIDDEN void flushes_enqueued(const struct check_call *call, cl_command_queue queue, cl_uint count,
                             const cl_event *list, const cl_event *event);

/* All commands so far were flushed: of a queue, or of the queues of events; or the host may know
 * that all have ended. */
HIDDEN void flushes_done(cl_command_queue queue);
HIDDEN void flushes_done_of(cl_uint count, const cl_event *events);
HIDDEN void flushes_done_of_all(void);

/* A queue that has to be flushed before a wait ends, and the command that waits for it, if it is
 * not the call itself. */
struct unflushed {
    const void *queue; /* NULL: none */
    struct call_site command;
};

/* For an event; for all commands of a queue; for a command that blocks. */
HIDDEN struct unflushed flushes_of_event(cl_event event);
HIDDEN struct unflushed flushes_of_queue(cl_command_queue queue);
HIDDEN struct unflushed flushes_of_command(cl_command_queue queue, cl_uint count,
                                           const cl_event *list);

#endif
