/* SPDX-License-Identifier: Apache-2.0 */
/* The file of a program, before it is executed. */
#ifndef CLRELAY_TOOLS_RECORDING_PROGRAM_PATH_LINUX_H
#define CLRELAY_TOOLS_RECORDING_PROGRAM_PATH_LINUX_H

#include <stdbool.h>

/* The file that execvp() executes for a name, or NULL. The caller frees it. */
char *program_find(const char *name);

/* Whether a program runs with more rights than its user: setuid, setgid or capabilities. */
bool program_is_privileged(const char *path);

/* Whether a file is not text, and so not a script. */
bool program_is_binary(const char *path);

#endif
