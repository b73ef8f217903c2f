/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program that defines every OpenCL function itself, as tracers do, and passes each call on to
 * the loader. Each call passes through it once, whatever the loader does to answer, and reaches the
 * driver. The same holds for a driver whose table is bound to the functions of this program.
 */
#include "calls.h"

#include "drivers.h"
#include "threads/interposer.h"

static unsigned passed_in_all(void)
{
    unsigned sum = 0;
    size_t slot;
    for (slot = 0; slot < SLOT_COUNT; slot++) sum += passed[slot];
    return sum;
}

static void check_driver(const struct fake *fake)
{
    cl_context_properties properties[] = { CL_CONTEXT_PLATFORM, 0, 0 };
    void *array[] = { fake->object(0) };
    struct target target = { fake->object(0), 1, array, properties };
    cl_int errcode;
    size_t i;
    properties[1] = (cl_context_properties)(intptr_t)fake->platform(0);
    for (i = 0; i < CALL_COUNT; i++) {
        const struct call *call = &calls[i];
        test_about = call->name;
        memset(passed, 0, sizeof passed);
        fake->record(true, 0x1234);
        call->run(&target, &errcode);
        fake->record(false, 0);
        CHECK_STR(fake->last_call()->function, call->name);
        CHECK_INT(passed[call->slot], 1);
        CHECK_INT(passed_in_all(), 1);
    }
}

static void check_null_platform(void)
{
    char name[100] = "";
    memset(passed, 0, sizeof passed);
    test_about = "a NULL platform";
    CHECK_INT(clGetPlatformInfo(NULL, CL_PLATFORM_NAME, sizeof name, name, NULL), CL_SUCCESS);
    CHECK_STR(name, "global");
    CHECK_INT(passed_in_all(), 1);
}

int main(void)
{
    cl_uint count = 0;
    check_null_platform(); /* the first call loads the drivers */
    memset(passed, 0, sizeof passed);
    test_about = "clGetPlatformIDs";
    CHECK_INT(clGetPlatformIDs(0, NULL, &count), CL_SUCCESS);
    CHECK_INT(count, 2);
    CHECK_INT(passed_in_all(), 1);
    check_driver(drivers_open("a"));
    check_driver(drivers_open("global"));
    check_null_platform();
    return test_end();
}
