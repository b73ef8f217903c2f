/* SPDX-License-Identifier: Apache-2.0 */
/* The libraries in this process, and their functions, for cllayerinfo. */
#ifndef CLRELAY_TOOLS_CLLAYERINFO_LIBRARIES_H
#define CLRELAY_TOOLS_CLLAYERINFO_LIBRARIES_H

#include <stdbool.h>

/* Runs print_answers() while nothing that libraries print reaches standard output, until the
 * process ends. Then prints what print_answers() passed to libraries_print(). Returns the exit
 * status: the result of print_answers(), or 1 with a message on standard error. */
int libraries_run_isolated(int (*print_answers)(void));
void libraries_print(const char *text);

/* Calls visit(path, library) for each library, the one loaded last first. `path` is valid during
 * the call. Returns NULL, or the system's message on failure. */
const char *libraries_each(void (*visit)(const char *path, void *library));

/* Whether a library is loaded that the loader would open by this name. */
bool libraries_is_loaded(const char *name);
#ifdef _WIN32
#define LIBRARIES_SEPARATOR ";" /* in lists of names */
#else
#define LIBRARIES_SEPARATOR ":"
#endif

/* A function that the library itself exports, and not a dependency of it; or NULL. */
void *libraries_find(void *library, const char *name);

#endif
