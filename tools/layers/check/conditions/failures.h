/* SPDX-License-Identifier: Apache-2.0 */
/* Explains why calls have failed. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_CONDITIONS_FAILURES_H
#define CLRELAY_TOOLS_LAYERS_CHECK_CONDITIONS_FAILURES_H

#include "../found/finding.h"

/* Adds a finding that says why a call has failed, unless it has one already. */
HIDDEN SLOW void check_failed(struct check_call *call);

/* The kernel that was launched last; or NULL. */
extern HIDDEN _Atomic(cl_kernel) check_launched_last;

/* Adds a finding that says why a function without error codes has returned no memory: `otherwise`
 * if no other reason is found. */
HIDDEN SLOW void check_no_memory(struct check_call *call, enum check_id otherwise);

#endif
