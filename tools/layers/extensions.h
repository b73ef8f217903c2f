/* SPDX-License-Identifier: Apache-2.0 */
/* Replaces the functions by which programs ask for extension functions. */
#ifndef CLRELAY_TOOLS_LAYERS_EXTENSIONS_H
#define CLRELAY_TOOLS_LAYERS_EXTENSIONS_H

#include "api/table.h"
#include "extension_wrappers.h"

/* Replaces the functions that look up extension functions in `below`, a copy of the target's
 * functions. The replacements return wrappers from `files` (extension_files()). */
HIDDEN void extensions_interpose(struct dispatch *below,
                                 const struct extension_wrappers *const *files);

#endif
