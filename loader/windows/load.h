/* SPDX-License-Identifier: Apache-2.0 */
/* Finds and opens libraries so that nothing comes from the current directory. */
#ifndef CLRELAY_LOADER_WINDOWS_LOAD_H
#define CLRELAY_LOADER_WINDOWS_LOAD_H

#include "windows/wide.h"

/* The path of a library with a bare name, for the caller to free: in the program's directory, in
 * the system's, or in one of PATH. Windows itself would search the current directory, too. NULL if
 * it is nowhere. */
wchar_t *load_find(const wchar_t *name);

/* Opens a library by its full path. Its dependencies are searched for as with
 * LOAD_WITH_ALTERED_SEARCH_PATH, first beside it and last in the directories of PATH, but never in
 * the current directory. Returns NULL on failure; GetLastError() has the reason. */
HMODULE load_open(const wchar_t *path);

#endif
