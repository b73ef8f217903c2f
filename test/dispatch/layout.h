/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks, while it is compiled, that the loader's table has the layout that drivers are compiled
 * with, as far as the headers define it.
 */
#include "api/dispatch.h"

#define SAME_SLOT(name)                                                                            \
    _Static_assert(offsetof(struct dispatch, name) == offsetof(cl_icd_dispatch, name),             \
                   "slot of " #name);
/* What newer headers have is behind all that these have. */
#define LATER_SLOT(name)                                                                           \
    _Static_assert(offsetof(struct dispatch, name) >=                                              \
                       offsetof(cl_icd_dispatch, clSetContextDestructorCallback) +                 \
                           sizeof(function),                                                       \
                   "slot of " #name);
#define SLOT_THERE  SAME_SLOT
#define SLOT_LACKED LATER_SLOT
#define BY_ANY(version, type, name, ...)                                                           \
    JOIN(SLOT_, PICK(LACKED_BY_HEADERS_##version, THERE, ))(name)
#include "api/entry_points.h"
