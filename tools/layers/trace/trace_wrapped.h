/* SPDX-License-Identifier: Apache-2.0 */
/* What the recording functions need, which ../wrappers.py writes:
 * build/dev/tools/layers/trace/wrapped_enqueue.c has clEnqueueNDRangeKernel_recorded(). */
#ifndef CLRELAY_TOOLS_LAYERS_TRACE_TRACE_WRAPPED_H
#define CLRELAY_TOOLS_LAYERS_TRACE_TRACE_WRAPPED_H

#include "../../calls/calls.h"
#include "interpose.h"

#endif
