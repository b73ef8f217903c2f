/* SPDX-License-Identifier: Apache-2.0 */
/* Shows a timeline in the browser. Perfetto's page gets it from this machine; nothing is
 * uploaded. */
#ifndef CLRELAY_TOOLS_TRACE_OPEN_H
#define CLRELAY_TOOLS_TRACE_OPEN_H

/* Opens the page, and serves it the file once. Returns NULL when the page has the file, or a
 * complaint after at most this many seconds. The caller frees the complaint. */
char *open_timeline(const char *path, double seconds);

#endif
