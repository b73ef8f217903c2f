/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of extensions, which programs ask for by name. */
#ifndef CLRELAY_TOOLS_LAYERS_EXTENSIONS_H
#define CLRELAY_TOOLS_LAYERS_EXTENSIONS_H

#include "api/table.h"

/* The layer's function for one that a driver has returned by its name; the same if the layer has
 * none. Each may be NULL; `platform` is NULL if the program has not named one. */
HIDDEN void *extensions_wrap(cl_platform_id platform, const char *name, void *found);

#endif
