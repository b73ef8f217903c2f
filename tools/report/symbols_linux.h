/* SPDX-License-Identifier: Apache-2.0 */
/* Which library should have a symbol that none has. */
#ifndef CLRELAY_TOOLS_REPORT_SYMBOLS_LINUX_H
#define CLRELAY_TOOLS_REPORT_SYMBOLS_LINUX_H

/* The one library, of those that a file needs, that the symbol's name belongs to: its file, if the
 * folders tell it, or else its name. `symbol` may end with ", version VERSION". NULL: none, or more
 * than one. The caller frees it. */
char *symbol_library(const char *needs, const char *symbol);

#endif
