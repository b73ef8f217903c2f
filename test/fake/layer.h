/* SPDX-License-Identifier: Apache-2.0 */
/* What a fake layer offers to the tests besides its functions: the symbol `fake_layer`. */
#ifndef CLRELAY_TEST_FAKE_LAYER_H
#define CLRELAY_TEST_FAKE_LAYER_H

#include "fake.h"

struct dispatch;
struct fake_layer {
    const char *name; /* the layer's quirk `name` */
    /* Tells whether the layer intercepts calls of this slot, according to the table that it
     * gave. */
    bool (*intercepts)(size_t slot);
    /* Returns the last call since forget(), of one thread at a time. */
    const struct fake_call *(*last_call)(void);
    void (*forget)(void);
    /* Calls the given function in clDeinitLayer, that is, while the loader unloads. */
    void (*leaving)(void (*happens)(void));
    /* Returns the table that the loader gave the layer to call. */
    const struct dispatch *(*target)(void);
};

#endif
