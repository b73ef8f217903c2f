/* SPDX-License-Identifier: Apache-2.0 */
/* Says in which library the child crashes or hangs. */
#ifndef CLRELAY_TOOLS_PROBE_CRASH_LINUX_H
#define CLRELAY_TOOLS_PROBE_CRASH_LINUX_H

#include <signal.h>
#include <stddef.h>

/* Asks a child that hangs where it is: it answers, and ends. Nothing else uses this signal. */
#define CRASH_WHERE SIGVTALRM

/* From now on, a crash of this process first sends a line with the file whose instruction it was,
 * by a function that signal handlers may call; then the process ends as without this. At
 * CRASH_WHERE, it sends a line for each file in which its first thread is, the innermost first, and
 * ends. A handler that a driver sets takes the place of this one. */
void crash_watch(void (*send)(const char *text, size_t length));

#endif
