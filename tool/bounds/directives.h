/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Conditional compilation. What a driver's compiler defines is not known, so it decides itself
 * which branches it takes: it builds the directives of the source alone, with a kernel in each
 * branch.
 */
#ifndef CLRELAY_TOOL_BOUNDS_DIRECTIVES_H
#define CLRELAY_TOOL_BOUNDS_DIRECTIVES_H

#include "../base/strings.h"

#include <stdbool.h>

/* Writes the program to build. Returns false if the source has no conditions. */
bool directives_probe(const char *source, struct string *probe);

/* Writes the source with 1 or 0 instead of each condition: whether its kernel is among the names,
 * which semicolons separate. Lines stay where they are, and #line is left out. */
void directives_decide(const char *source, const char *names, struct string *decided);

#endif
