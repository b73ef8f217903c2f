/* SPDX-License-Identifier: Apache-2.0 */
/* The interface between the layer of clrelay check and libclrelay_frees, which the command preloads
 * into programs. */
#ifndef CLRELAY_TOOLS_LAYERS_FREES_H
#define CLRELAY_TOOLS_LAYERS_FREES_H

#include <stddef.h>

/* Memory is about to be freed, by a call that returns to `caller`. It may be called in any thread,
 * at any time. */
typedef void (*frees_watcher)(const void *start, size_t size, const void *caller);

/* The layer finds this function only where the library is preloaded. */
#define FREES_WATCH "clrelay_frees_watch"

#endif
