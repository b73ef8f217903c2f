/* SPDX-License-Identifier: Apache-2.0 */
/* Says in which library the child process crashes or hangs. */
#ifndef CLRELAY_TOOLS_PROBE_CRASH_LINUX_H
#define CLRELAY_TOOLS_PROBE_CRASH_LINUX_H

#include <signal.h>
#include <stddef.h>

/* Asks a child that hangs where it is: the child answers, and ends. Nothing else uses this
 * signal. */
#define CRASH_WHERE SIGVTALRM

/* From now on, a crash of this process first calls `send` with a line that names the file of the
 * failed instruction; its abort(), with a line for each file in which the thread is, the innermost
 * first. Then the process ends as it would without this. At CRASH_WHERE, the process sends such
 * lines for its first thread, and ends. `send` must be safe in signal handlers. A handler that a
 * driver sets takes the place of this one. */
void crash_watch(void (*send)(const char *text, size_t length));

#endif
