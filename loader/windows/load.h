/* SPDX-License-Identifier: Apache-2.0 */
/* How libraries are found and opened so that nothing comes from the current directory. */
#ifndef CLRELAY_WINDOWS_LOAD_H
#define CLRELAY_WINDOWS_LOAD_H

#include "windows/wide.h"

/*
 * Where a library lies that is known by its bare name: in the program's folder, in the system's, or in
 * one of PATH, for the caller to free. Windows itself would also look into the current directory. NULL:
 * nowhere.
 */
wchar_t *load_find(const wchar_t *name);

/*
 * Opens a library by its full path. What it depends on is searched for as with
 * LOAD_WITH_ALTERED_SEARCH_PATH, beside it first and at last in the folders of PATH, but never in the
 * current directory, which that way would not leave out. NULL: GetLastError() tells why.
 */
HMODULE load_open(const wchar_t *path);

#endif
