/* SPDX-License-Identifier: Apache-2.0 */
/* Settings with lists of patterns: what they match, and which of them match nothing. */
#ifndef CLRELAY_LOADER_FIND_PATTERNS_H
#define CLRELAY_LOADER_FIND_PATTERNS_H

#include "base/settings.h"
#include "base/text.h"

#include <stddef.h>

/* The index of the first pattern of a setting that matches one of the texts (NULL texts are
 * skipped), or SIZE_MAX if none does. Marks every pattern that matches as used. */
size_t patterns_match(enum setting setting, const char *const *texts, size_t count);

/* The same where matches(pattern, about) says what a pattern matches. SIZE_MAX, too, if the setting
 * is not there. */
typedef bool (*patterns_test)(struct text pattern, const void *about);
size_t patterns_find(enum setting setting, patterns_test matches, const void *about);

/* Whether a pattern matches one of the texts. An empty one matches nothing. */
bool patterns_any(struct text pattern, const char *const *texts, size_t count);

/* Adds a problem to the settings for each pattern that has matched no `what`; if explain(pattern)
 * knows why, with that. `explain` may be NULL. Call it when loading is done. */
void patterns_warn_unmatched(enum setting setting, const char *what,
                             const char *(*explain)(struct text pattern));

/* Marks every pattern as unused. */
void patterns_forget(void);

#endif
