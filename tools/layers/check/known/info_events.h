/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of events (info.h). */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_EVENTS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_KNOWN_INFO_EVENTS_H

#include "info.h"

extern HIDDEN const struct info_kind info_kind_event;

/* The type of an event's command, CL_COMMAND_USER for a user event; 0: not known. */
HIDDEN cl_command_type info_event_type(cl_event event);

/* The queue of an event's command. NULL: there is none, or it is not known. */
HIDDEN cl_command_queue info_event_queue(cl_event event);

/* An event's execution status now. Asks the driver each time. */
#define UNKNOWN_STATUS INT32_MAX
HIDDEN cl_int info_event_status(cl_event event);

/* Whether the program has ever set a user event to an error. `sets`: it does so now. */
HIDDEN bool info_program_sets_errors(bool sets);

/* Whether an event's command has not ended yet. */
HIDDEN bool info_event_is_pending(cl_event event);

/* The first event of a list that ended with an error, or NULL. Asks the driver each time. */
HIDDEN cl_event info_failed_event(const cl_event *list, size_t count);

#endif
