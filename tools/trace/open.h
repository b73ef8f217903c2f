/* SPDX-License-Identifier: Apache-2.0 */
/* Shows a timeline in the browser. Perfetto's page fetches it from this machine; it is not
 * uploaded. */
#ifndef CLRELAY_TOOLS_TRACE_OPEN_H
#define CLRELAY_TOOLS_TRACE_OPEN_H

/* Opens the page and serves it the file, once. Returns NULL when the page has it, or a complaint
 * after at most this many seconds, which the caller frees. */
char *open_timeline(const char *path, double seconds);

#endif
