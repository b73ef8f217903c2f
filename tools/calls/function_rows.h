/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All functions that layers see, inside the dispatch table and outside it. Define FUNCTION(number,
 * type, name, result, (type, name), ...), then include this file, which undefines it.
 */
#define BY_ANY(version, type, name, ...) FUNCTION(name##_number, type, name, __VA_ARGS__)
#include "api/entry_points.h"
#define OUTSIDE(extension, type, text, name, ...) FUNCTION(name##_number, type, name, __VA_ARGS__)
#include "outside_rows.h"
#undef FUNCTION
