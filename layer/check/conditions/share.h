/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions about sharing with OpenGL that contexts have, too. */
#ifndef CLRELAY_LAYER_CHECK_CONDITIONS_SHARE_H
#define CLRELAY_LAYER_CHECK_CONDITIONS_SHARE_H

#include "common.h"

/* The properties that name an OpenGL context. */
HIDDEN void gl_properties(struct check_call *call, const cl_context_properties *properties);

#endif
