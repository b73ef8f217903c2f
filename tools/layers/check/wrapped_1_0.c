/* SPDX-License-Identifier: Apache-2.0 */
/* The checking functions of OpenCL 1.0. */
#include "wrapped.h"
#include "wrapper.h"

struct dispatch wrapped_target;

#undef IGNORE /* of Windows' headers */
#define IGNORE(...)
#define OF_1_0 , WRAPPER
#define BY_ANY(version, type, name, ...)                                                           \
    PICK(OF_##version, IGNORE, )                                                                   \
    (name##_number, wrapped_target.name, type, name, name##_checked, __VA_ARGS__)
#include "api/entry_points.h"
