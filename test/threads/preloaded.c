/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program that knows nothing of the interposer, which is in LD_PRELOAD, or in the program itself
 * (dispatch.interposed), as with tracers. Each call passes through the interposer once and reaches
 * the driver once, even if the driver's table is bound to the interposer's functions, and whatever
 * the loader does to answer. preloaded [CALLS]: a layer makes this many more calls while it is
 * loaded, and they pass through the interposer, too.
 */
#include "calls.h"

#include "drivers.h"

static unsigned *passed;

static unsigned passed_in_all(void)
{
    unsigned sum = 0;
    for (size_t slot = 0; slot < SLOT_COUNT; slot++) sum += passed[slot];
    return sum;
}

static void forget(void)
{
    memset(passed, 0, SLOT_COUNT * sizeof passed[0]);
}

static void check_driver(const char *name)
{
    const struct fake *fake = drivers_open(name);
    cl_int errcode;
    for (const struct call *call = calls; call < calls + CALL_COUNT; call++) {
        test_about = call->name;
        forget();
        fake->record(true, 0x1234);
        call_with(call, fake->platform(0), fake->object(0), &errcode);
        fake->record(false, 0);
        CHECK_STR(fake->last_call()->function, call->name);
        CHECK_INT(passed[call->slot], 1);
        CHECK_INT(passed_in_all(), 1);
    }
}

/* Checks the functions that the loader answers, alone or with a driver's help. The first call loads
 * the drivers. */
static void check_answers(unsigned platforms, unsigned of_layer)
{
    cl_uint count = 0;
    char name[100] = "", first[100] = "";
    cl_int status = 1;
    cl_platform_id list[8];
#define ONCE(call)                                                                                 \
    do {                                                                                           \
        forget();                                                                                  \
        test_about = #call;                                                                        \
        CHECK(call);                                                                               \
        CHECK_INT(passed_in_all(), 1 + of_layer);                                                  \
        of_layer = 0;                                                                              \
    } while (0)
#define NAMES(platform, name)                                                                      \
    (clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL) == CL_SUCCESS)
    if (!of_layer) ONCE(NAMES(NULL, name));
    ONCE(clGetPlatformIDs(8, list, &count) == CL_SUCCESS);
    CHECK_INT(count, platforms);
    ONCE(NAMES(NULL, name));
    ONCE(NAMES(list[0], first));
    CHECK(*first);
    CHECK_STR(name, first);
    ONCE(clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 0, NULL, &count) == CL_SUCCESS);
    ONCE(clCreateContextFromType(NULL, CL_DEVICE_TYPE_ALL, NULL, NULL, &status) != NULL);
    ONCE(clGetExtensionFunctionAddress("clFakeThingA") != NULL);
    ONCE(clGetExtensionFunctionAddressForPlatform(list[0], "clFakeThingA") != NULL);
    ONCE(clUnloadPlatformCompiler(list[0]) == CL_SUCCESS);
    ONCE(clUnloadCompiler() == CL_SUCCESS);
}

int main(int count, char **argument)
{
    static const char *const drivers[] = { "a", "global", "global_needs", "icd2_full" };
    unsigned *(*find)(void) = (unsigned *(*)(void))fake_symbol(RTLD_DEFAULT, "interposer_passed");
    if (!find) TEST_STOP("the interposer is not there");
    passed = find();
    check_answers(sizeof drivers / sizeof drivers[0], count > 1 ? (unsigned)atoi(argument[1]) : 0);
    for (size_t i = 0; i < sizeof drivers / sizeof drivers[0]; i++) check_driver(drivers[i]);
    return test_end();
}
