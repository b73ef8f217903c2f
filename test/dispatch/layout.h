/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The compiler checks here that the loader's table has the layout that drivers are compiled with,
 * as far as the headers define it.
 */
#include "api/dispatch.h"

#define SAME_SLOT(name)                                                                            \
    _Static_assert(offsetof(struct dispatch, name) == offsetof(cl_icd_dispatch, name),             \
                   "slot of " #name);
/* The slots of newer headers come after all slots of these. */
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
