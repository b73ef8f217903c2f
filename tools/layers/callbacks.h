/* SPDX-License-Identifier: Apache-2.0 */
/* Callbacks of programs: drivers call a function of the layer, which calls the program's. */
#ifndef CLRELAY_TOOLS_LAYERS_CALLBACKS_H
#define CLRELAY_TOOLS_LAYERS_CALLBACKS_H

#include "api/table.h"

/* What a layer does around callbacks. */
struct callback_watch {
    /* The driver calls `called`, a callback that the program has given to the function with the
     * number `given_to`. The driver passes `object` and `status`. `known` is the object that the
     * callback is for; NULL: it is not made yet. Returns a value for end(), which comes when the
     * callback has returned. */
    void *(*begin)(function called, unsigned given_to, const void *object, const void *known,
                   int64_t status);
    void (*end)(void *begun);
    /* A driver has called a callback in a wrong way: `how` is an enum record_stray_how. The program
     * gave the callback to the function with the number `given_to`. `code` is an address in the
     * driver, NULL if not known; `object` is what the driver passed. */
    void (*stray)(unsigned how, unsigned given_to, const void *code, const void *object);
};

/* Replaces the functions that take callbacks in `below`, a copy of the target's functions. */
HIDDEN void callbacks_interpose(struct dispatch *below, const struct callback_watch *watch);

#endif
