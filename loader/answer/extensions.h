/* SPDX-License-Identifier: Apache-2.0 */
/* The extension functions of ext/extension_functions.h as a part of the loader. The loader does not
 * export them: clGetExtensionFunctionAddress returns them. */
#ifndef CLRELAY_EXTENSIONS_PART_H
#define CLRELAY_EXTENSIONS_PART_H

#include "api/hooks.h" /* extensions_close() and extensions_free() */

/* The function of this name, which works with the objects of all platforms. NULL if it is not one
 * of these functions, or if no platform has it. */
function extensions_function(const char *name);

#endif
