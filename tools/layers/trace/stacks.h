/* SPDX-License-Identifier: Apache-2.0 */
/* Records where the program makes each call, if the user has asked for that. */
#ifndef CLRELAY_TOOLS_LAYERS_TRACE_STACKS_H
#define CLRELAY_TOOLS_LAYERS_TRACE_STACKS_H

#include "base/compiler.h"

/* Begins to record stacks. Call this after recorder_open(), before any call is recorded. */
HIDDEN void stacks_begin(void);

#endif
