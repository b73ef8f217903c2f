/* SPDX-License-Identifier: Apache-2.0 */
/* Callbacks of programs: drivers call a function of the layer, which calls the program's. */
#ifndef CLRELAY_LAYER_CALLBACKS_H
#define CLRELAY_LAYER_CALLBACKS_H

#include "api/dispatch.h"

/* Replaces, in a copy of the target, functions that take callbacks. */
HIDDEN void callbacks_interpose(struct dispatch *below);

/* What a layer does when the driver calls `called`, which the program has given to the function
 * with the number `given_to`: `object` and `status` are what the driver passes. What
 * callbacks_begin() returns is for callbacks_end(). */
HIDDEN void *callbacks_begin(function called, unsigned given_to, const void *object,
                             int64_t status);
HIDDEN void callbacks_end(void *begun);

#endif
