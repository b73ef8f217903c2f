/* SPDX-License-Identifier: Apache-2.0 */
/* Command lines of new processes, from child_windows.c. */
#ifndef CLRELAY_TOOL_WINDOWS_COMMAND_H
#define CLRELAY_TOOL_WINDOWS_COMMAND_H

#include <wchar.h>

/* Adds a word to a command line, quoted so that the program's C library gets it unchanged. Returns
 * the line in new memory. An empty line is "". */
wchar_t *windows_add_word(wchar_t *line, const char *word);

#endif
