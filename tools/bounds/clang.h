/* SPDX-License-Identifier: Apache-2.0 */
/* Runs clang, the compiler, for its preprocessor and its parser. */
#ifndef CLRELAY_TOOLS_BOUNDS_CLANG_H
#define CLRELAY_TOOLS_BOUNDS_CLANG_H

#include <stdbool.h>
#include <stddef.h>

/* The installed clang to run: its path, for the caller to free. NULL: there is none that can be
 * used. */
char *clang_find(void);

/* Runs clang with words, of which the first is its path and the last is NULL. It reads `input`.
 * Returns whether it has succeeded. *output is what it has printed, or its first error if it has
 * failed. The caller frees it. */
bool clang_run(const char *const *words, const char *input, char **output, size_t *length);

#endif
