/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLRELAY_TOOLS_BASE_FILES_WINDOWS_H
#define CLRELAY_TOOLS_BASE_FILES_WINDOWS_H

/* A missing library that `library` needs, directly or through *by. NULL if none is missing. The
 * caller frees both. */
char *file_missing_need(const char *library, char **by);

#endif
