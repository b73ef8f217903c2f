/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The code of one driver, made from the rows of loader/api/entry_points.h and compiled once for
 * each DRIVER. It has a section of its own, so the world knows whose code an address is.
 * fuzz_answers holds its answers.
 */
#include "fuzz.h"

#include "fake/from_rows.h"

#define WORDS(x)    WORDS_(x)
#define WORDS_(x)   #x
#define OWN         __attribute__((section("code_of_driver_" WORDS(DRIVER)), noinline, used))
#define NUMBERED(x) JOIN(x, DRIVER)

extern const char NUMBERED(__start_code_of_driver_)[], NUMBERED(__stop_code_of_driver_)[];

#define ANSWERS (&fuzz_answers[DRIVER])

OWN static cl_int CL_API_CALL list(cl_uint room, cl_platform_id *platforms, cl_uint *count)
{
    return ANSWERS->list(DRIVER, room, platforms, count);
}

OWN static void *CL_API_CALL get(cl_platform_id platform, const char *name)
{
    return ANSWERS->get(DRIVER, platform, name);
}

OWN static cl_int CL_API_CALL set(cl_platform_id platform, void *data)
{
    return ANSWERS->set(DRIVER, platform, data);
}

OWN static cl_int CL_API_CALL clGetPlatformIDs_own(cl_uint room, cl_platform_id *platforms,
                                                   cl_uint *count)
{
    abort(); /* nobody may call this slot */
}

OWN static cl_int CL_API_CALL clUnloadCompiler_own(void)
{
    abort();
}

OWN static void *CL_API_CALL clGetExtensionFunctionAddress_own(const char *name)
{
    return ANSWERS->extension(DRIVER, name);
}

OWN static void *CL_API_CALL clGetExtensionFunctionAddressForPlatform_own(cl_platform_id platform,
                                                                          const char *name)
{
    return ANSWERS->extension(DRIVER, name);
}

/* The functions that do more than count: DO_ is the rest of the body, by name. */
#define DOES_clGetPlatformInfo ~, 1
#define DOES_clGetDeviceIDs    ~, 1
#define DO_clGetPlatformInfo                                                                       \
    return ANSWERS->info(DRIVER, platform, param_name, param_value_size, param_value,              \
                         param_value_size_ret)
#define DO_clGetDeviceIDs          return ANSWERS->devices(DRIVER, platform, device_type, num_devices)
#define BODY_0(name, result, type) GIVE_##result(type)
#define BODY_1(name, result, type) DO_##name
#define FUNCTION(type, name, result, ...)                                                          \
    OWN static type CL_API_CALL name##_own PARAMS(__VA_ARGS__)                                     \
    {                                                                                              \
        (void)(EACH(UNUSED, __VA_ARGS__));                                                         \
        fuzz_calls++;                                                                              \
        JOIN(BODY_, CHOOSE(DOES_, name))(name, result, type);                                      \
    }
#define BY_ANY(version, type, name, result, ...) FUNCTION(type, name, result, __VA_ARGS__)
#define BY_LOADER(version, type, name, ...)
#include "api/entry_points.h"

static const struct dispatch table = {
#define BY_ANY(version, type, name, ...) .name = name##_own,
#include "api/entry_points.h"
};

const struct fuzz_driver NUMBERED(fuzz_driver_) = {
    &table,
    NUMBERED(__start_code_of_driver_),
    NUMBERED(__stop_code_of_driver_),
    (function)list,
    (function)clGetPlatformInfo_own,
    (function)clGetExtensionFunctionAddress_own,
    (function)get,
    (function)set,
};
