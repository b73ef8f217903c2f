/* SPDX-License-Identifier: Apache-2.0 */
/* Shows a timeline in the browser: Perfetto's page asks this machine for it, and it goes nowhere else. */
#ifndef CLRELAY_TOOL_TRACE_OPEN_H
#define CLRELAY_TOOL_TRACE_OPEN_H

/* Opens the page and gives it the file, once. Returns NULL when the page has it; otherwise why it has
 * not, after at most that many seconds, for the caller to free. */
char *open_timeline(const char *path, double seconds);

#endif
