/* SPDX-License-Identifier: Apache-2.0 */
/* For the files that call Windows. */
#ifndef CLRELAY_TOOL_BASE_SYSTEM_WINDOWS_H
#define CLRELAY_TOOL_BASE_SYSTEM_WINDOWS_H

#include "windows/wide.h"

/* Windows' text for an error, for the caller to free. */
char *windows_error(DWORD error);

/* Adds a word to a command line, quoted so that the program's C library gets it unchanged. Returns
 * the line in new memory. An empty line is "". */
wchar_t *windows_add_word(wchar_t *line, const char *word);

#endif
