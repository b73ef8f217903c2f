/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of extensions, which programs ask for by name. */
#ifndef CLRELAY_TOOLS_LAYERS_EXTENSIONS_H
#define CLRELAY_TOOLS_LAYERS_EXTENSIONS_H

#include "api/table.h"
#include "extension_wrappers.h"

/* Replaces, in a copy of the target, the functions that look up functions of extensions by ones
 * that answer the layer's, which are in these files (extension_files()). */
HIDDEN void extensions_interpose(struct dispatch *below,
                                 const struct extension_wrappers *const *files);

#endif
