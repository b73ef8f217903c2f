/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLRELAY_TOOL_FILES_WINDOWS_H
#define CLRELAY_TOOL_FILES_WINDOWS_H

/* A library that one needs, or that another one in *by needs on its behalf, and that is nowhere; NULL:
 * there is none. Both belong to the caller. */
char *file_missing_need(const char *library, char **by);

#endif
