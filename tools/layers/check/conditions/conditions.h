/* SPDX-License-Identifier: Apache-2.0 */
/* All conditions, by the number of their function. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_CONDITIONS_CONDITIONS_H
#define CLRELAY_TOOLS_LAYERS_CHECK_CONDITIONS_CONDITIONS_H

#include "../found/finding.h"

/* Runs the conditions of the call's function. */
HIDDEN void conditions_of(struct check_call *call);

#endif
