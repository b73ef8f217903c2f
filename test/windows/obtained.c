/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions that no OpenCL.dll exports, for tests that call every function by its name. Like a
 * program, this gets them from clGetExtensionFunctionAddress. The first call of one of them loads
 * the drivers.
 */
#include "api/dispatch.h"

#include <stdio.h>
#include <stdlib.h>

static function obtain(const char *name)
{
    void *address = clGetExtensionFunctionAddress(name);
    function found;
    if (!address) {
        fprintf(stderr, "clGetExtensionFunctionAddress(\"%s\") is NULL\n", name);
        exit(EXIT_FAILURE);
    }
    memcpy(&found, &address, sizeof found);
    return found;
}

/* Only rows of version EXT become a function. */
#define OBTAINED_1_0(...)
#define OBTAINED_1_1(...)
#define OBTAINED_1_2(...)
#define OBTAINED_2_0(...)
#define OBTAINED_2_1(...)
#define OBTAINED_2_2(...)
#define OBTAINED_3_0(...)
#define OBTAINED_3_1(...)
#define OBTAINED_EXT_1_0(...)
#define OBTAINED_EXT_1_1(...)
#define OBTAINED_EXT_1_2(...)
#define OBTAINED_EXT_2_0(...)
#define OBTAINED_EXT(type, name, ...)                                                              \
    type CL_API_CALL name PARAMS(__VA_ARGS__);                                                     \
    type CL_API_CALL name PARAMS(__VA_ARGS__)                                                      \
    {                                                                                              \
        return ((name##_slot)obtain(#name))ARGS(__VA_ARGS__);                                      \
    }
#define BY_HANDLE(version, type, name, result, ...)                                                \
    JOIN(OBTAINED_, version)(type, name, __VA_ARGS__)
#define BY_ARRAY(...)
#define BY_PROPERTIES(...)
#define BY_LOADER(...)
#include "api/entry_points.h"
