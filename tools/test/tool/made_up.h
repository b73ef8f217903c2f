/* SPDX-License-Identifier: Apache-2.0 */
/* What the made-up drivers of these tests share: answers, a platform, a device, and how a loader
 * finds them. */
#ifndef CLRELAY_TOOLS_TEST_TOOL_MADE_UP_H
#define CLRELAY_TOOLS_TEST_TOOL_MADE_UP_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl_icd.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORTED __attribute__((visibility("default")))

typedef void(CL_CALLBACK *context_notified)(const char *, const void *, size_t, void *);

/* Each driver has its own objects. Like all objects, these begin with the dispatch table. */
static struct first_object {
    const cl_icd_dispatch *dispatch;
} platform, device;

static const cl_icd_dispatch table;
static cl_int CL_API_CALL get_platform_info(cl_platform_id id, cl_platform_info what, size_t size,
                                            void *to, size_t *size_ret);

static inline cl_int give(const void *from, size_t need, size_t size, void *to, size_t *size_ret)
{
    if (to && size < need) return CL_INVALID_VALUE;
    if (to) memcpy(to, from, need);
    if (size_ret) *size_ret = need;
    return CL_SUCCESS;
}
#define GIVE(variable) give(&(variable), sizeof(variable), size, to, size_ret)

static inline cl_int string(const char *text, size_t size, void *to, size_t *size_ret)
{
    return give(text, strlen(text) + 1, size, to, size_ret);
}
#define STRING(text) string(text, size, to, size_ret)

static inline cl_int CL_API_CALL get_one_device(cl_platform_id id, cl_device_type type,
                                                cl_uint room, cl_device_id *list, cl_uint *count)
{
    if (list && room > 0) list[0] = (cl_device_id)(void *)&device;
    if (count) *count = 1;
    return CL_SUCCESS;
}

/* LISTING() runs when the platforms are listed. It returns an error. */
#ifndef LISTING
#define LISTING() CL_SUCCESS
#endif

EXPORTED cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint room, cl_platform_id *list,
                                                   cl_uint *count)
{
    const cl_int error = LISTING();
    if (error) return error;
    platform.dispatch = device.dispatch = &table;
    if (list && room > 0) list[0] = (cl_platform_id)(void *)&platform;
    if (count) *count = 1;
    return CL_SUCCESS;
}

EXPORTED void *CL_API_CALL clGetExtensionFunctionAddress(const char *function)
{
    void *address = NULL;
    cl_int(CL_API_CALL * list)(cl_uint, cl_platform_id *, cl_uint *) = clIcdGetPlatformIDsKHR;
    cl_int(CL_API_CALL * info)(cl_platform_id, cl_platform_info, size_t, void *, size_t *) =
        get_platform_info;
    if (strcmp(function, "clIcdGetPlatformIDsKHR") == 0) memcpy(&address, &list, sizeof address);
    if (strcmp(function, "clGetPlatformInfo") == 0) memcpy(&address, &info, sizeof address);
    return address;
}

#endif
