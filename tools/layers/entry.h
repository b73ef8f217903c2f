/* SPDX-License-Identifier: Apache-2.0 */
/* The entry of a layer: entry.c has the interface to loaders, each layer the rest. */
#ifndef CLRELAY_TOOLS_LAYERS_ENTRY_H
#define CLRELAY_TOOLS_LAYERS_ENTRY_H

#include "api/table.h"

/* For functions that others look up by name. */
#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

/* The functions of the next layer or of the drivers. A NULL slot has none. */
extern HIDDEN struct dispatch down;

/* An address in the loader's code, which initialized the layer. */
extern HIDDEN const void *entry_caller;

struct layer {
    const char *name;                 /* for CL_LAYER_NAME and for messages */
    const char *without;              /* what is missing if open() fails */
    const struct dispatch *functions; /* the layer's, one for each slot */
    const char *(*open)(void);        /* returns NULL, or why the layer can't work */
    void (*interpose)(void);          /* called when `down` is set or replaced */
    void (*end)(void);                /* the program ends, or the loader is unloaded; or NULL */
};
extern HIDDEN const struct layer entry_layer;

/* Replaces the functions that look up functions of extensions by ones that answer the layer's
 * (extensions.h). */
HIDDEN void entry_wrap_lookups(struct dispatch *below);

#endif
