/* SPDX-License-Identifier: Apache-2.0 */
/* The extension functions of ext/extension_functions.h as a part of the loader, which exports none of
 * them: clGetExtensionFunctionAddress hands them out. */
#ifndef CLRELAY_EXTENSIONS_PART_H
#define CLRELAY_EXTENSIONS_PART_H

#include "api/dispatch.h"

/* The function of this name that serves all platforms' objects; NULL where it is none of these, or no
 * platform has it. */
function extensions_function(const char *name);

/* For when the exported functions fail: from then on these fail, too. Nothing is freed, so calls may
 * still arrive. */
void extensions_close(void);

/* Forgets what platforms answered, and all semaphores: only when no call can arrive any more. */
void extensions_forget(void);

#endif
