/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of extensions, which programs ask for by name. */
#ifndef CLRELAY_LAYER_EXTENSIONS_H
#define CLRELAY_LAYER_EXTENSIONS_H

#include "base/compiler.h"

/* The layer's function for one that a driver has returned by its name; the same if the layer has
 * none. Either may be NULL. */
HIDDEN void *extensions_wrap(const char *name, void *found);

#endif
