/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLRELAY_TOOLS_BASE_FILES_WINDOWS_H
#define CLRELAY_TOOLS_BASE_FILES_WINDOWS_H

/* The name of a missing library that `library` needs. *by becomes the library that needs it
 * directly, or NULL if that is `library` itself. Returns NULL if none is missing. The caller frees
 * both. */
char *file_missing_need(const char *library, char **by);

#endif
