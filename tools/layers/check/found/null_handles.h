/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Why a handle is NULL: the call that should have made the object failed. But the program may also
 * pass a NULL of its own. So the layer says why only if no call has made an object of the kind so
 * far, and if all calls that should have done so are alike: they failed in the thread that uses the
 * handle, and at one call site or because of one failure. A program that has got the error code may
 * have dealt with it, so its first NULL stands for itself, and others follow from that. Some
 * drivers return a handle with the error: that this handle is no object has the same cause.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_FOUND_NULL_HANDLES_H
#define CLRELAY_TOOLS_LAYERS_CHECK_FOUND_NULL_HANDLES_H

#include "finding.h"

/* Notes that a call has failed, and so has made no object of a kind. `handle` is what it returned
 * with the error. */
HIDDEN SLOW void causes_failed(const struct check_call *call, enum kind kind, const void *handle);

/* Adds the reason why a handle of a kind is NULL to the finding that the call has got since it had
 * `count` of them, if there is one. */
HIDDEN void causes_explain(struct check_call *call, unsigned count, enum kind kind);

/* Does the same for a handle that is no object, if the last call that failed for its kind returned
 * it. */
HIDDEN void causes_explain_refused(struct check_call *call, unsigned count, enum kind kind,
                                   const void *handle);

#endif
