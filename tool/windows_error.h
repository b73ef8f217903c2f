/* SPDX-License-Identifier: Apache-2.0 */
/* For the files that call Windows. */
#ifndef CLRELAY_TOOL_WINDOWS_ERROR_H
#define CLRELAY_TOOL_WINDOWS_ERROR_H

#include "windows/wide.h"

/* Windows' text for an error, for the caller to free. */
char *windows_error(DWORD error);

#endif
