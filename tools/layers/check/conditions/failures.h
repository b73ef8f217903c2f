/* SPDX-License-Identifier: Apache-2.0 */
/* Why a call has failed. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_CONDITIONS_FAILURES_H
#define CLRELAY_TOOLS_LAYERS_CHECK_CONDITIONS_FAILURES_H

#include "../found/finding.h"

/* A call has failed: adds a finding that says why, unless there is one already. */
HIDDEN SLOW void check_failed(struct check_call *call);

/* A function without error codes has returned no memory: says why, or adds the finding
 * `otherwise`. */
HIDDEN SLOW void check_no_memory(struct check_call *call, enum check_id otherwise);

#endif
