/* SPDX-License-Identifier: Apache-2.0 */
/* Says in which library the child crashes. */
#ifndef CLRELAY_TOOLS_PROBE_CRASH_LINUX_H
#define CLRELAY_TOOLS_PROBE_CRASH_LINUX_H

#include <stddef.h>

/* From now on, a crash of this process first sends a line with the file whose instruction it was,
 * by a function that signal handlers may call; then the process ends as without this. A handler
 * that a driver sets takes its place. */
void crash_watch(void (*send)(const char *text, size_t length));

#endif
