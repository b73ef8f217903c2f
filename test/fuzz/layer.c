/* SPDX-License-Identifier: Apache-2.0 */
/* The code of one layer, compiled once for each LAYER; it is like driver.c for a driver. */
#include "fuzz.h"

#define WORDS(x)    WORDS_(x)
#define WORDS_(x)   #x
#define OWN         __attribute__((section("code_of_layer_" WORDS(LAYER)), noinline, used))
#define NUMBERED(x) JOIN(x, LAYER)
#define BELOW       fuzz_layer_target[LAYER]

extern const char NUMBERED(__start_code_of_layer_)[], NUMBERED(__stop_code_of_layer_)[];

OWN static cl_int CL_API_CALL info(cl_layer_info what, size_t size, void *value, size_t *size_ret)
{
    return fuzz_layer_answers.info(LAYER, what, size, value, size_ret);
}

OWN static cl_int CL_API_CALL init(cl_uint count, const cl_icd_dispatch *target, cl_uint *count_ret,
                                   const cl_icd_dispatch **result)
{
    return fuzz_layer_answers.init(LAYER, count, (const void *)target, count_ret,
                                   (const struct dispatch **)(void *)result);
}

OWN static cl_int CL_API_CALL init_with(cl_uint count, const cl_icd_dispatch *target,
                                        cl_uint *count_ret, const cl_icd_dispatch **result,
                                        const cl_layer_properties *properties)
{
    PROMISE(!properties || !*properties);
    return init(count, target, count_ret, result);
}

OWN static cl_int CL_API_CALL deinit(void)
{
    return fuzz_layer_answers.deinit(LAYER);
}

#define RETURN_STATUS  return
#define RETURN_OBJECT  return
#define RETURN_POINTER return
#define RETURN_NOTHING
#define FUNCTION(type, name, result, ...)                                                          \
    OWN static type CL_API_CALL name##_own PARAMS(__VA_ARGS__)                                     \
    {                                                                                              \
        fuzz_layer_calls++;                                                                        \
        RETURN_##result BELOW->name ARGS(__VA_ARGS__);                                             \
    }
#define BY_ANY(version, type, name, result, ...) FUNCTION(type, name, result, __VA_ARGS__)
#define BY_LOADER(version, type, name, ...)
#include "api/entry_points.h"

OWN static cl_int CL_API_CALL clGetPlatformIDs_own(cl_uint room, cl_platform_id *list,
                                                   cl_uint *count)
{
    fuzz_layer_calls++;
    return BELOW->clGetPlatformIDs(room, list, count);
}

OWN static cl_int CL_API_CALL clUnloadCompiler_own(void)
{
    fuzz_layer_calls++;
    return BELOW->clUnloadCompiler();
}

OWN static void *CL_API_CALL clGetExtensionFunctionAddress_own(const char *name)
{
    fuzz_layer_calls++;
    return BELOW->clGetExtensionFunctionAddress(name);
}

OWN static void *CL_API_CALL clGetExtensionFunctionAddressForPlatform_own(cl_platform_id platform,
                                                                          const char *name)
{
    fuzz_layer_calls++;
    return BELOW->clGetExtensionFunctionAddressForPlatform(platform, name);
}

static const struct dispatch table = {
#define BY_ANY(version, type, name, ...) .name = name##_own,
#include "api/entry_points.h"
};

const struct fuzz_layer NUMBERED(fuzz_layer_) = {
    &table,
    NUMBERED(__start_code_of_layer_),
    NUMBERED(__stop_code_of_layer_),
    (function)info,
    (function)init,
    (function)init_with,
    (function)deinit,
};
