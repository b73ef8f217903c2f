/* SPDX-License-Identifier: Apache-2.0 */
/* The record of a call that has findings. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_FOUND_CALL_RECORD_H
#define CLRELAY_TOOLS_LAYERS_CHECK_FOUND_CALL_RECORD_H

#include "check_call.h"

/* Records the call, its arguments, and their names, unless that was done already. Returns whether
 * call->record is the record; false if there is no space. */
HIDDEN bool call_record(struct check_call *call);

#endif
