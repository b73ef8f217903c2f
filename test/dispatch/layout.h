/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks, while it is compiled, that the loader's table has the layout that drivers are compiled
 * with, as far as the headers define it.
 */
#include "api/dispatch.h"

#define SAME_SLOT(name)                                                                            \
    _Static_assert(offsetof(struct dispatch, name) == offsetof(cl_icd_dispatch, name),             \
                   "slot of " #name);
#define CHECK_1_0 SAME_SLOT
#define CHECK_1_1 SAME_SLOT
#define CHECK_1_2 SAME_SLOT
#define CHECK_2_0 SAME_SLOT
#define CHECK_2_1 SAME_SLOT
#define CHECK_2_2 SAME_SLOT
#define CHECK_3_0 SAME_SLOT
#ifdef CL_VERSION_3_1
#define CHECK_3_1 SAME_SLOT
#else
#define CHECK_3_1(name)                                                                            \
    _Static_assert(offsetof(struct dispatch, name) >=                                              \
                       offsetof(cl_icd_dispatch, clSetContextDestructorCallback) +                 \
                           sizeof(function),                                                       \
                   "slot of " #name);
#endif
#define CHECK_EXT                        SAME_SLOT
#define CHECK_EXT_1_0                    SAME_SLOT
#define CHECK_EXT_1_1                    SAME_SLOT
#define CHECK_EXT_1_2                    SAME_SLOT
#define CHECK_EXT_2_0                    SAME_SLOT
#define BY_ANY(version, type, name, ...) JOIN(CHECK_, version)(name)
#include "api/entry_points.h"
