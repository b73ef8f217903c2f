/* SPDX-License-Identifier: Apache-2.0 */
/* Stopping the program at a finding, so that a debugger shows where. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_FOUND_STOP_H
#define CLRELAY_TOOLS_LAYERS_CHECK_FOUND_STOP_H

#include "../../recorder.h"
#include "../../../calls/check_ids.h"

/* Stops the program at a finding, if the user has asked for that. USER_EVENT_WAIT does not stop it:
 * that is written before the call waits, and another thread may still complete the event. */
HIDDEN void stop_at_finding(enum check_id check_id);

#endif
