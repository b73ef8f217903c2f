/* SPDX-License-Identifier: Apache-2.0 */
/* Which library should have a symbol that no library has. */
#ifndef CLRELAY_TOOLS_REPORT_SYMBOLS_LINUX_H
#define CLRELAY_TOOLS_REPORT_SYMBOLS_LINUX_H

#include <stdbool.h>

/* The library to which the symbol's name belongs, among the libraries that the file `needs` depends
 * on: its file, if the folders tell that, or else its name. `symbol` may end with ", version
 * VERSION". NULL: there is none, or more than one. The caller frees the text. */
char *symbol_library(const char *needs, const char *symbol);

/* Whether a file has the symbol for others. `symbol`: as above, but the version does not count. */
bool symbol_is_in(const char *file, const char *symbol);

#endif
