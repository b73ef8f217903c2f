/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Why a handle is NULL: the call that should have made the object failed. This is certain if since
 * then no object of its kind was made, and none ever released (programs set such handles to NULL),
 * and if all calls that made none of the kind failed at one place, or because of one. Otherwise
 * nothing is said.
 */
#ifndef CLRELAY_LAYER_CHECK_CAUSES_H
#define CLRELAY_LAYER_CHECK_CAUSES_H

#include "finding.h"

/* The call has failed, and so has made no object of a kind. */
HIDDEN SLOW void causes_failed(const struct check_call *call, enum kind kind);

/* Tells the last finding of the call, if there was none before it of `count`, why a handle of a
 * kind is NULL. */
HIDDEN void causes_explain(struct check_call *call, unsigned count, enum kind kind);

#endif
