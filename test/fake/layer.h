/* SPDX-License-Identifier: Apache-2.0 */
/* What a fake layer shows to the tests besides its functions: the symbol `fake_layer`. */
#ifndef CLRELAY_TEST_FAKE_LAYER_H
#define CLRELAY_TEST_FAKE_LAYER_H

#include "fake.h"

struct dispatch;
struct fake_layer {
    const char *name; /* its quirk `name` */
    /* Whether a call of this slot comes by, by the table that the layer gave. */
    bool (*intercepts)(size_t slot);
    /* The last call that came by since forget() was called, of one thread at a time. */
    const struct fake_call *(*last_call)(void);
    void (*forget)(void);
    /* Has this called in clDeinitLayer, which is while the loader leaves. */
    void (*leaving)(void (*happens)(void));
    /* What the loader gave it to call. */
    const struct dispatch *(*target)(void);
};

#endif
