/* SPDX-License-Identifier: Apache-2.0 */
/* Information about command buffers (info.h). */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_COMMANDS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_COMMANDS_H

#include "api/table.h"

/* A command buffer was made, or finalized. */
HIDDEN void info_made_command_buffer(cl_command_buffer_khr command_buffer,
                                     const cl_command_buffer_properties_khr *properties,
                                     const cl_command_queue *queues, size_t count);
HIDDEN void info_finalized(cl_command_buffer_khr command_buffer);

/* What is known of a living command buffer; false for what is not. */
enum command_buffer_state {
    RECORDING = 1, /* it takes commands */
    FINALIZED = 2,
    IS_ALONE = 4,        /* it must end before it is enqueued again */
    IS_SIMULTANEOUS = 8, /* it was made to run several times at once */
    CHANGES_UNSEEN =
        16, /* a function may change its commands that the layer does not wrap, because it does not know
                            the revision of the extension */
    HAS_HANDLES =
        32 /* the layer has seen a handle of one of its commands, so it knows the others, too */
};
HIDDEN bool info_command_buffer_is(cl_command_buffer_khr command_buffer,
                                   enum command_buffer_state state);

/* Whether it runs or is about to run, so that it must not be enqueued again. Asks the driver. */
HIDDEN bool info_is_pending(cl_command_buffer_khr command_buffer);

/* The queue that it is enqueued on: the first of the list, or the one that it was made for. NULL if
 * it is not known. */
HIDDEN cl_command_queue info_command_buffer_queue(cl_command_buffer_khr command_buffer,
                                                  const cl_command_queue *queues, size_t count);

/* The layer has seen a handle of one of its commands. */
HIDDEN void info_has_handles(cl_command_buffer_khr command_buffer);

/* Whether no command buffer on the queue's device takes several queues, so that commands must not
 * name one. */
HIDDEN bool info_is_unwanted_queue(cl_command_queue queue);

/* The bytes that the driver answers a query with; UNKNOWN if it does not. */
HIDDEN uint64_t info_command_buffer_answer(cl_command_buffer_khr command_buffer, cl_uint what);

#endif
