/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Why a handle is NULL: the call that should have made the object failed. The program may pass a
 * NULL of its own, too, so this is said only if no call has made an object of its kind so far, and
 * all calls that should have failed in the thread that uses it, at one place or because of one.
 * Some drivers return a handle with the error: that this is no object has the same cause.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_FOUND_NULL_HANDLES_H
#define CLRELAY_TOOLS_LAYERS_CHECK_FOUND_NULL_HANDLES_H

#include "finding.h"

/* The call has failed, and so has made no object of a kind; it may have returned a handle. */
HIDDEN SLOW void causes_failed(const struct check_call *call, enum kind kind, const void *handle);

/* Tells the last finding of the call, if there was none before it of `count`, why a handle of a
 * kind is NULL. */
HIDDEN void causes_explain(struct check_call *call, unsigned count, enum kind kind);

/* The same for a handle that is no object, if the last call that failed for its kind returned
 * it. */
HIDDEN void causes_explain_refused(struct check_call *call, unsigned count, enum kind kind,
                                   const void *handle);

#endif
