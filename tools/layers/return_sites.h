/* SPDX-License-Identifier: Apache-2.0 */
/* Where a program makes calls: the addresses that calls return to, and their modules. */
#ifndef CLRELAY_TOOLS_LAYERS_RETURN_SITES_H
#define CLRELAY_TOOLS_LAYERS_RETURN_SITES_H

#include "../calls/record.h"
#include "layer_system.h"

/* The code of the loader. Where the compiler did not make tail calls, some functions of the loader
 * are between the program and the layer on the stack. */
extern HIDDEN struct sites_loader {
    uintptr_t begin;
    size_t size;
} sites_loader;

/* Call this when a loader has initialized the layer. `loader` is an address in the loader's
 * code. */
HIDDEN void sites_begin(const void *loader);

static inline bool sites_is_loader(const void *address)
{
    return (uintptr_t)address - sites_loader.begin < sites_loader.size;
}

/* The first address outside the loader in the backtrace from `site` on. */
HIDDEN SLOW const void *sites_outside(const void *site);

/* An address in the code of the driver that made an object, or NULL. */
HIDDEN const void *sites_of_driver(const void *object);

/* Describes an address for a recording. Records the name of its module if that is new. */
HIDDEN struct record_site sites_describe(const void *address);

/* Makes the child of a fork record the names of modules again. */
HIDDEN void sites_forget_modules(void);

#endif
