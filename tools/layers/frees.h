/* SPDX-License-Identifier: Apache-2.0 */
/* The interface between the check layer and libclrelay_frees, a library that the command preloads
 * into programs. */
#ifndef CLRELAY_TOOLS_LAYERS_FREES_H
#define CLRELAY_TOOLS_LAYERS_FREES_H

#include <stddef.h>

/* Learns that a call is about to free memory. `caller` is the address that the call returns to. Any
 * thread may call the watcher at any time. */
typedef void (*frees_watcher)(const void *start, size_t size, const void *caller);

/* The library's function that sets the watcher. The layer finds it only if the library is
 * preloaded. */
#define FREES_WATCH "clrelay_frees_watch"

#endif
