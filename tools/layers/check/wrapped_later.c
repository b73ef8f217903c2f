/* SPDX-License-Identifier: Apache-2.0 */
/* The checking functions of later versions of OpenCL, and of extensions in the dispatch table. */
#include "wrapped.h"
#include "wrapper.h"

#undef IGNORE /* of Windows' headers */
#define IGNORE(...)
#define OF_1_0 , IGNORE
#define BY_ANY(version, type, name, ...)                                                           \
    PICK(OF_##version, WRAPPER, )                                                                  \
    (name##_number, wrapped_target.name, type, name, name##_checked, __VA_ARGS__)
#include "api/entry_points.h"
