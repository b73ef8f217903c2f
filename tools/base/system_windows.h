/* SPDX-License-Identifier: Apache-2.0 */
/* For files that call the Windows API. */
#ifndef CLRELAY_TOOLS_BASE_SYSTEM_WINDOWS_H
#define CLRELAY_TOOLS_BASE_SYSTEM_WINDOWS_H

#include "windows/wide.h"

#include <stdbool.h>

/* Whether this program has more rights than those who set its environment, so that the loader
 * ignores variables. (On Linux, clrelay refuses to run then.) */
bool system_is_privileged(void);

/* Windows' text for an error. The caller frees it. */
char *windows_error(DWORD error);

/* Adds a word to a command line, quoted so that the C library passes it on unchanged. Replaces the
 * line by a longer one in new memory, and returns that. A line begins as "". */
wchar_t *windows_add_word(wchar_t *line, const char *word);

#endif
