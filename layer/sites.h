/* SPDX-License-Identifier: Apache-2.0 */
/* Where a program calls: return addresses, and the modules that they lie in. */
#ifndef CLRELAY_LAYER_SITES_H
#define CLRELAY_LAYER_SITES_H

#include "record.h"
#include "system.h"

/* The code of the loader. Where compilers make no tail calls, some functions of the loader are between the
 * program and the layer. */
extern HIDDEN struct sites_loader {
    uintptr_t begin;
    size_t size;
} sites_loader;

/* Call it when a loader has initialized the layer. */
HIDDEN void sites_begin(void);

static inline bool sites_is_loader(const void *address)
{
    return (uintptr_t)address - sites_loader.begin < sites_loader.size;
}

/* The first address outside of the loader in the backtrace from `site` on. */
HIDDEN SLOW const void *sites_outside(const void *site);

/* What a recording has of an address. The first one of a module names it. */
HIDDEN struct record_site sites_describe(const void *address);

/* The modules have to be named again: for the child of a fork. */
HIDDEN void sites_forget_modules(void);

#endif
