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
 *   JUDGED(error, IDENTITY, condition)  wrong if the condition holds, judged before the call
 *   JUDGED_WITH(error, IDENTITY, condition, values...)   the same with up to four values for the text
 *   EXPLAINED(error, IDENTITY, condition)                judged only if the call returns the error,
 *   EXPLAINED_WITH(error, IDENTITY, condition, values...)   because it costs much, or because drivers
 *                                                           may go beyond
 *   DRIVER(error, "text")               only the driver can judge it; the text says it in our words
 *   NOBODY(error, "text")               nobody can judge it, or it says nothing: why
 *
 * A condition must be false where something that it needs is not known: a false finding is worse than
 * a missed one. It must not follow a pointer that may be NULL. Values are integers, or ADDRESS().
 */
#ifndef CLRELAY_LAYER_CHECK_CONDITIONS_H
#define CLRELAY_LAYER_CHECK_CONDITIONS_H

/* What many functions share. */
#define OUT_OF_MEMORY_ROWS                                                                         \
    DRIVER(CL_OUT_OF_RESOURCES, "the device lacks resources")                                      \
    DRIVER(CL_OUT_OF_HOST_MEMORY, "the host lacks memory")

#include "known.h"

#include "conditions_kernels.h"
#include "conditions_memory.h"
#include "conditions_setup.h"

/* CONDITIONS_OF(name): the rows of a function; none if there are none. */
#define CONDITIONS_OF(name) CONDITIONS_##name

#endif
