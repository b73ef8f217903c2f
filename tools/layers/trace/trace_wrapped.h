/* SPDX-License-Identifier: Apache-2.0 */
/* Declares what the recording functions call. wrappers.py writes these functions:
 * build/dev/tools/layers/trace/wrapped_enqueue.c has clEnqueueNDRangeKernel_recorded(). */
#ifndef CLRELAY_TOOLS_LAYERS_TRACE_TRACE_WRAPPED_H
#define CLRELAY_TOOLS_LAYERS_TRACE_TRACE_WRAPPED_H

#include "../../calls/calls.h"
#include "interpose.h"

#endif
