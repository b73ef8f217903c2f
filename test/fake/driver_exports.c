/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a fake driver exports besides what the tests look up, and the first content of its table.
 * PARTS says which part this is; fakes.cmake compiles each part once.
 */
#include "driver_parts.h"

/* LOOKUP, LIST and INFO export the function of that name in driver_quirks.h. The others mean: */
#define OWN_SLOTS    32  /* the table holds the driver's own functions */
#define GLOBAL_SLOTS 64  /* TABLE_GLOBAL, with all functions but the next one */
#define GLOBAL_IL    128 /* clCreateProgramWithIL */
#ifndef PARTS            /* the parts of an ordinary driver */
#define PARTS (LOOKUP | LIST | INFO | OWN_SLOTS)
#endif

#if (PARTS) & LOOKUP
EXPORTED void *CL_API_CALL clGetExtensionFunctionAddress(const char *name)
{
    return clGetExtensionFunctionAddress_fake(name);
}
#endif

#if (PARTS) & INFO
EXPORTED cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name,
                                              size_t size, void *value, size_t *size_ret)
{
    return clGetPlatformInfo_fake(platform, param_name, size, value, size_ret);
}
#endif

#if (PARTS) & LIST
EXPORTED cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *list,
                                                   cl_uint *num_platforms)
{
    return list_platforms(num_entries, list, num_platforms);
}
#endif

#if (PARTS) & (GLOBAL_SLOTS | GLOBAL_IL)
/* CHOOSE(name) is 1 for clCreateProgramWithIL, else 0. */
#define CHOOSE(name)             SECOND(JOIN(IS_, name), 0, 0)
#define SECOND(...)              SECOND_(__VA_ARGS__)
#define SECOND_(a, b, ...)       b
#define IS_clCreateProgramWithIL ~, 1
#define RETURN_STATUS            return
#define RETURN_OBJECT            return
#define RETURN_POINTER           return
#define RETURN_NOTHING
#define FORWARD(type, name, kind, ...)                                                             \
    EXPORTED type CL_API_CALL name PARAMS(__VA_ARGS__)                                             \
    {                                                                                              \
        RETURN_##kind name##_fake ARGS(__VA_ARGS__);                                               \
    }
#if (PARTS) & GLOBAL_IL
#define EXPORT_1 FORWARD
#define EXPORT_0(type, name, kind, ...)
#else
#define EXPORT_1(type, name, kind, ...)
#define EXPORT_0 FORWARD
#endif
#define EXPORT(type, name, ...)                JOIN(EXPORT_, CHOOSE(name))(type, name, __VA_ARGS__)
#define BY_ANY(version, type, name, kind, ...) EXPORT(type, name, kind, __VA_ARGS__)
#include "api/entry_points.h"
#endif

#if (PARTS) & (OWN_SLOTS | GLOBAL_SLOTS)
#if (PARTS) & OWN_SLOTS
#define HOLD(slot) .slot = slot##_fake,
#else
#define HOLD(slot) .slot = slot,
#endif
const struct dispatch fake_slots = {
#define BY_ANY(version, type, name, ...) HOLD(name)
#include "api/entry_points.h"
};
#endif
