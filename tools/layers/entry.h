/* SPDX-License-Identifier: Apache-2.0 */
/* The entry of a layer: entry.c has the interface to loaders, and each layer defines
 * `entry_layer`. */
#ifndef CLRELAY_TOOLS_LAYERS_ENTRY_H
#define CLRELAY_TOOLS_LAYERS_ENTRY_H

#include "api/table.h"

/* For functions that others look up by name. */
#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

struct layer {
    const char *name;                 /* for CL_LAYER_NAME and for messages */
    const char *without;              /* for a message: what does not work if open() fails */
    const struct dispatch *functions; /* the functions of the layer, one for each slot */
    const char *(*open)(void);        /* returns NULL, or why the layer can't work */
    /* The loader has set or replaced `next_layer`. `loader` is an address in the loader's code. */
    void (*interpose)(const void *loader);
    void (*end)(void); /* called when the program ends, or the loader is unloaded; may be NULL */
};
extern HIDDEN const struct layer entry_layer;

#endif
