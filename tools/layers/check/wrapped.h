/* SPDX-License-Identifier: Apache-2.0 */
/* The checking functions of the dispatch table: they are in wrapped_1_0.c and wrapped_later.c,
 * because compilers take long for all of them in one file. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_WRAPPED_H
#define CLRELAY_TOOLS_LAYERS_CHECK_WRAPPED_H

#include "api/table.h"

/* The target, with what looks up functions of extensions. */
extern HIDDEN struct dispatch wrapped_target;

#define BY_ANY(version, type, name, kind, ...)                                                     \
    HIDDEN type CL_API_CALL name##_checked PARAMS(__VA_ARGS__);
#include "api/entry_points.h"

#endif
