/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The conditions of the specification, for each function in the order in which the specification lists
 * them. CONDITIONS_function has a row for each; the rows stand inside a function that has the
 * parameters of the API's function, by their names. Rows:
 *
 *   HANDLE(error, parameter)            a living object of the parameter's type, and not NULL. (That a
 *                                       handle, unless it is NULL, is alive and of its type is checked
 *                                       in every call by itself.)
 *   HANDLES(error, list, count)         a list of such handles
 *   HANDLE_IN(error, type, value)       the value, unless it is 0, is a living object of the C type; for
 *                                       handles in values and in lists of properties
 *   JUDGED(error, IDENTITY, condition)  wrong if the condition holds, judged before the call
 *   JUDGED_WITH(error, IDENTITY, condition, values...)   the same with up to four values for the text
 *   EXPLAINED(error, IDENTITY, condition)                judged only if the call returns the error,
 *   EXPLAINED_WITH(error, IDENTITY, condition, values...)   because it costs much, or because drivers
 *                                                           may go beyond
 *   ABOUT(error, IDENTITY, object, values...)   wrong if `object` is not NULL, judged before the call;
 *                                               the finding is about it
 *   DEAD(error, IDENTITY, object, values...)    the same for an object that is no longer there, which
 *                                               must not reach the driver
 *   LET(type, name, value)              no condition: a name for the rows behind it; made in each call,
 *                                       so it must be cheap
 *   DRIVER(error, "text")               only the driver can judge it; the text says it in our words
 *   NOBODY(error, "text")               nobody can judge it, or it says nothing: why
 *
 * A condition must be false where something that it needs is not known: a false finding is worse than
 * a missed one. It must not follow a pointer that may be NULL. Values are integers, or ADDRESS().
 */
#ifndef CLRELAY_LAYER_CHECK_CONDITIONS_H
#define CLRELAY_LAYER_CHECK_CONDITIONS_H

/* ---- what many functions share: parameters are found by their usual names ---- */

#define OUT_OF_MEMORY_ROWS                                                                         \
    DRIVER(CL_OUT_OF_RESOURCES, "the device lacks resources")                                      \
    DRIVER(CL_OUT_OF_HOST_MEMORY, "the host lacks memory")

/* A queue that the host may use. */
#define QUEUE_ROW                                                                                  \
    HANDLE(CL_INVALID_COMMAND_QUEUE, command_queue)                                                \
    JUDGED(CL_INVALID_COMMAND_QUEUE, QUEUE_ON_DEVICE,                                              \
           known_queue_properties(command_queue) & CL_QUEUE_ON_DEVICE)

/* What is used with command_queue belongs to its context: a memory object; or a list of them; or the
 * events that are waited for. */
#define QUEUE_MEM_CONTEXT_ROW(mem)                                                                 \
    ABOUT(CL_INVALID_CONTEXT, MEM_CONTEXT,                                                         \
          known_contexts_differ(command_queue, mem) ? (mem) : NULL, 0)
#define EVENT_CONTEXT_ROW                                                                          \
    JUDGED(CL_INVALID_CONTEXT, EVENT_CONTEXT,                                                      \
           known_any_context_differs(command_queue, event_wait_list, num_events_in_wait_list))

/* num_events_in_wait_list and event_wait_list; also where the specification has one line for all. */
#define EVENT_LIST_ROWS                                                                            \
    JUDGED(CL_INVALID_EVENT_WAIT_LIST, WAIT_LIST_LENGTH,                                           \
           !event_wait_list && num_events_in_wait_list)                                            \
    JUDGED(CL_INVALID_EVENT_WAIT_LIST, WAIT_LIST_LENGTH,                                           \
           event_wait_list && !num_events_in_wait_list)                                            \
    HANDLES(CL_INVALID_EVENT_WAIT_LIST, event_wait_list, num_events_in_wait_list)

/* An event that a blocking call waits for has failed. `blocking`: whether it blocks. */
#define EVENT_STATUS_ROW(blocking)                                                                 \
    EXPLAINED_WITH(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, EVENT_FAILED,                     \
                   (blocking) && known_failed_event(event_wait_list, num_events_in_wait_list),     \
                   ADDRESS(known_failed_event(event_wait_list, num_events_in_wait_list)))

/* The queue's device, or at least one of the context's devices, has images. */
#define QUEUE_IMAGES_ROW                                                                           \
    JUDGED(CL_INVALID_OPERATION, IMAGES_UNSUPPORTED,                                               \
           known_queue_limit(command_queue, CL_DEVICE_IMAGE_SUPPORT) == 0)
#define CONTEXT_IMAGES_ROW                                                                         \
    JUDGED(CL_INVALID_OPERATION, IMAGES_UNSUPPORTED,                                               \
           known_context_most(context, CL_DEVICE_IMAGE_SUPPORT) == 0)

/* A query with param_name, param_value_size and param_value. `needed`: the bytes of the answer, which
 * known_answer_size() asks for after the error. The second row is for functions where the specification
 * has a line for each of the two mistakes. */
#define QUERY_ROW(needed)                                                                          \
    EXPLAINED(CL_INVALID_VALUE, QUERY_NAME, (needed) == UNKNOWN)                                   \
    EXPLAINED_WITH(CL_INVALID_VALUE, QUERY_SIZE,                                                   \
                   (needed) != UNKNOWN && param_value && param_value_size < (needed), (needed))
#define ANSWER_SIZE(function, ...)                                                                 \
    (known_answer(ask.function(__VA_ARGS__, 0, NULL, known_answer_size())))

#include "../entry.h"
#include "changes.h"
#include "known.h"
#include "known_commands.h"
#include "known_kernels.h"
#include "memory.h"
#include "ranges.h"
#include "sharing.h"

#include "conditions_commands.h"
#include "conditions_kernels.h"
#include "conditions_memory.h"
#include "conditions_setup.h"

/* CONDITIONS_OF(name): the rows of a function; none if there are none. */
#define CONDITIONS_OF(name) CONDITIONS_##name

#endif
