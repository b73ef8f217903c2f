/* SPDX-License-Identifier: Apache-2.0 */
/* The extension functions of ext/extension_functions.h as a part of the loader, which exports none of
 * them: clGetExtensionFunctionAddress hands them out. */
#ifndef CLRELAY_EXTENSIONS_PART_H
#define CLRELAY_EXTENSIONS_PART_H

#include "api/hooks.h" /* extensions_close() and extensions_free() */

/* The function of this name that serves all platforms' objects; NULL where it is none of these, or no
 * platform has it. */
function extensions_function(const char *name);

#endif
