/* SPDX-License-Identifier: Apache-2.0 */
/* Where a program makes calls: return addresses, and their modules. */
#ifndef CLRELAY_TOOLS_LAYERS_RETURN_SITES_H
#define CLRELAY_TOOLS_LAYERS_RETURN_SITES_H

#include "../calls/record.h"
#include "layer_system.h"

/* The code of the loader. Without tail calls, some of its functions are between the program and the
 * layer. */
extern HIDDEN struct sites_loader {
    uintptr_t begin;
    size_t size;
} sites_loader;

/* Call it when a loader, in whose code the address is, has initialized the layer. */
HIDDEN void sites_begin(const void *loader);

static inline bool sites_is_loader(const void *address)
{
    return (uintptr_t)address - sites_loader.begin < sites_loader.size;
}

/* The first address outside the loader in the backtrace from `site` on. */
HIDDEN SLOW const void *sites_outside(const void *site);

/* Code of the driver that has made an object, or NULL. */
HIDDEN const void *sites_of_driver(const void *object);

/* Describes an address for a recording. The first one of a module records its name. */
HIDDEN struct record_site sites_describe(const void *address);

/* For the child of a fork, which must record modules again. */
HIDDEN void sites_forget_modules(void);

#endif
