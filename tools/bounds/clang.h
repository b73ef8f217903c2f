/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the compiler clang, for its preprocessor and its parser. */
#ifndef CLRELAY_TOOLS_BOUNDS_CLANG_H
#define CLRELAY_TOOLS_BOUNDS_CLANG_H

#include <stdbool.h>
#include <stddef.h>

/* The installed clang to run: its path, for the caller to free. NULL: there is none that can be
 * used. */
char *clang_find(void);

/* Runs clang with these words, the first of which is its path and the last NULL. clang reads
 * `input`. Returns whether clang succeeded. *output becomes what it printed, or its first error if
 * it failed; the caller frees it. */
bool clang_run(const char *const *words, const char *input, char **output, size_t *length);

#endif
