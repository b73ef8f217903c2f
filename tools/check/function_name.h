/* SPDX-License-Identifier: Apache-2.0 */
/* Names of C++ functions as people read them. */
#ifndef CLRELAY_TOOLS_CHECK_FUNCTION_NAME_H
#define CLRELAY_TOOLS_CHECK_FUNCTION_NAME_H

#include "../base/strings.h"

#include <stdbool.h>

/* Adds a name without its template arguments, parameters and return type. */
void function_name_add(struct string *to, const char *name);

/* Whether a function belongs to the C++ standard library, by its name or its file, which may be
 * "". */
bool function_is_standard(const char *name, const char *file);

#endif
