/* SPDX-License-Identifier: Apache-2.0 */
/* Information about command buffers (info.h). */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_COMMANDS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_COMMANDS_H

#include "../../../calls/provisional_types.h"
#include "api/table.h"

/* Notes that a command buffer was made. */
HIDDEN void info_made_command_buffer(cl_command_buffer_khr command_buffer,
                                     const cl_command_buffer_properties_khr *properties,
                                     const cl_command_queue *queues, size_t count);

/* Notes that a command buffer was finalized. */
HIDDEN void info_finalized(cl_command_buffer_khr command_buffer);

/* What is known of a living command buffer, as bits. */
enum command_buffer_state {
    RECORDING = 1, /* it takes commands */
    FINALIZED = 2,
    IS_ALONE = 4,        /* it must end before it is enqueued again */
    IS_SIMULTANEOUS = 8, /* it was made to run several times at once */
    /* A function that the layer does not wrap may change its commands: the layer does not know the
     * revision of the extension. */
    CHANGES_UNSEEN = 16,
    /* The layer has seen a handle of one of its commands, and so knows all handles of its
     * commands. */
    HAS_HANDLES = 32
};

/* Whether a command buffer lives and is known to have this state. */
HIDDEN bool info_command_buffer_is(cl_command_buffer_khr command_buffer,
                                   enum command_buffer_state state);

/* Whether a command buffer is pending, so that it must not be enqueued again. Asks the driver. */
HIDDEN bool info_is_pending(cl_command_buffer_khr command_buffer);

/* The queue that a command buffer is enqueued on: the first of the list, or the one that it was
 * made for. NULL: not known. */
HIDDEN cl_command_queue info_command_buffer_queue(cl_command_buffer_khr command_buffer,
                                                  const cl_command_queue *queues, size_t count);

/* Notes that the layer has seen a handle of one of the command buffer's commands. */
HIDDEN void info_has_handles(cl_command_buffer_khr command_buffer);

/* Whether command buffers on the queue's device can't have several queues, so that commands must
 * not name one. */
HIDDEN bool info_is_unwanted_queue(cl_command_queue queue);

/* The number of bytes of the driver's answer to a query; UNKNOWN if it does not answer. */
HIDDEN uint64_t info_command_buffer_answer(cl_command_buffer_khr command_buffer, cl_uint what);

#endif
