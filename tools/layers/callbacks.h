/* SPDX-License-Identifier: Apache-2.0 */
/* Callbacks of programs: drivers call a function of the layer, which calls the program's. */
#ifndef CLRELAY_TOOLS_LAYERS_CALLBACKS_H
#define CLRELAY_TOOLS_LAYERS_CALLBACKS_H

#include "api/table.h"

/* What a layer does around callbacks. */
struct callback_watch {
    /* The driver calls `called`, which the program has given to the function with the number
     * `given_to`: `object` and `status` are what the driver passes, `known` is the object that the
     * callback is for, or NULL while it is not made. Returns something for end(), which is called
     * when the program's function has returned. */
    void *(*begin)(function called, unsigned given_to, const void *object, const void *known,
                   int64_t status);
    void (*end)(void *begun);
    /* A driver has called back in a wrong way (enum record_stray_how): the callback was given to
     * the function with that number. `code` is in the driver, NULL if it is not known; `object` is
     * what the driver passes. */
    void (*stray)(unsigned how, unsigned given_to, const void *code, const void *object);
};

/* Replaces, in a copy of the target, functions that take callbacks. */
HIDDEN void callbacks_interpose(struct dispatch *below, const struct callback_watch *watch);

#endif
