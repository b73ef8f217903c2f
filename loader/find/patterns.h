/* SPDX-License-Identifier: Apache-2.0 */
/* The settings that hold lists of patterns: what they match, and which of them match nothing. */
#ifndef CLRELAY_PATTERNS_H
#define CLRELAY_PATTERNS_H

#include "base/settings.h"

#include <stddef.h>

/* The number of the first pattern of a setting that matches one of some texts, NULL left out; SIZE_MAX: none
 * does. Remembers every pattern that matches. */
size_t patterns_match(enum setting setting, const char *const *texts, size_t count);

/* Complains of each pattern of a setting that has matched no `what`. For the end of loading. */
void patterns_warn_unmatched(enum setting setting, const char *what);

void patterns_free(void);

#endif
