/* SPDX-License-Identifier: Apache-2.0 */
/* Settings with lists of patterns: what they match, and which of them match nothing. */
#ifndef CLRELAY_LOADER_FIND_PATTERNS_H
#define CLRELAY_LOADER_FIND_PATTERNS_H

#include "base/settings.h"

#include <stddef.h>

/* The index of the first pattern of a setting that matches one of the texts (NULL texts are
 * skipped), or SIZE_MAX if none does. Marks every pattern that matches as used. */
size_t patterns_match(enum setting setting, const char *const *texts, size_t count);

/* Adds a problem to the settings for each pattern that has matched no `what`. Call it when loading
 * is done. */
void patterns_warn_unmatched(enum setting setting, const char *what);

/* Marks every pattern as unused. */
void patterns_forget(void);

#endif
