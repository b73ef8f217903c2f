/* SPDX-License-Identifier: Apache-2.0 */
/* Declares what the checking functions call. wrappers.py writes these functions:
 * build/dev/tools/layers/check/wrapped_enqueue.c has clEnqueueNDRangeKernel_checked(). */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_CHECK_WRAPPED_H
#define CLRELAY_TOOLS_LAYERS_CHECK_CHECK_WRAPPED_H

#include "../next_layer.h"
#include "conditions/changes.h"
#include "conditions/failures.h"
#include "conditions/since.h"
#include "found/build_logs.h"
#include "found/null_handles.h"
#include "found/current.h"
#include "found/bad_handles.h"
#include "found/returned.h"
#include "hooks/hooks_kernels.h"
#include "hooks/hooks_objects.h"
#include "hooks/transfers.h"
#include "known/info_commands.h"
#include "known/info_events.h"
#include "known/info_mappings.h"
#include "known/info_memory.h"
#include "known/info_queues.h"
#include "order/flushes.h"
#include "order/hazards.h"
#include "order/order.h"
#include "order/recorded.h"
#include "order/uses.h"
#include "order/waits.h"
#include "overruns/bounds.h"
#include "overruns/canaries.h"

/* The initial value of an error that the driver writes through a pointer. The layer needs the error
 * even if the program does not ask for it, and must know whether the driver has written one. */
enum { NO_STATUS = INT32_MAX };

/* Whether a call with this status has returned an object. With an error it has not, except for a
 * program that could not be linked, because such a program has the build log. */
static inline bool is_made(cl_int status)
{
    return status >= 0 || status == CL_LINK_PROGRAM_FAILURE;
}

/* Where the driver writes the number of handles in a list. The layer must know the number, because
 * the rest of the program's list means nothing. (A call that asks for neither is an error, and must
 * remain one.) */
static inline cl_uint *count_of(struct check_call *call, const void *list, cl_uint *count)
{
    if (!list || count) return count;
    call->returned = UINT32_MAX;
    return &call->returned;
}

/* Where the driver writes the size of a query's answer, for the same reason. */
static inline size_t *size_of_answer(struct check_call *call, const void *value, size_t *size)
{
    if (!value || size) return size;
    call->answered = SIZE_MAX;
    return &call->answered;
}

#endif
