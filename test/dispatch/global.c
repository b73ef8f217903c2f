/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Drivers whose tables are bound to functions in the global scope, that is the loader's, as
 * oclgrind's is. Each call reaches the driver's own function of that name, none loops, and a
 * function that the driver does not define counts as missing. This is also built as a program at a
 * fixed address that takes the address of every function. Then the global scope has the program's
 * own stubs.
 */
#include "calls.h"

#include "drivers.h"

/* Taking these addresses creates the stubs. */
static const struct dispatch taken = {
#define BY_ANY(version, type, name, ...) .name = name,
#include "api/entry_points.h"
};

static void check_driver(const struct fake *fake, bool lacks_il)
{
    const uint64_t result = 0x1234;
    for (const struct call *call = calls; call < calls + CALL_COUNT; call++) {
        cl_int errcode = 1;
        struct outcome outcome;
        test_about = call->name;
        fake->record(true, result);
        outcome = call_with(call, fake->platform(0), fake->object(0), &errcode);
        fake->record(false, 0);
        if (lacks_il && !strcmp(call->name, "clCreateProgramWithIL")) {
            CHECK(call_is_missing(call, outcome, errcode));
            CHECK_STR(fake->last_call()->function, NULL);
            continue;
        }
        CHECK_STR(fake->last_call()->function, call->name);
        if (call->result == CALL_STATUS) CHECK_INT(outcome.status, result);
    }
}

static void check_lookup(const struct fake *fake)
{
    const char *(CL_API_CALL * what)(void);
    void *address = clGetExtensionFunctionAddressForPlatform(fake->platform(0), "clFakeThing");
    test_about = fake->name;
    CHECK(address != NULL);
    if (!address) return;
    memcpy(&what, &address, sizeof what);
    CHECK_STR(what(), fake->name);
}

int main(void)
{
    static const struct {
        const char *name;
        bool lacks_il;
        /* clang-format off */
    } rows[] = {
        { "global", false }, { "global_lacks", true }, { "global_needs", false },
        { "global_needs_lacks", true },
    };
    /* clang-format on */
    cl_platform_id list[8];
    cl_uint count = 0;
    size_t i;
    CHECK(taken.clFlush == clFlush);
    CHECK_INT(clGetPlatformIDs(8, list, &count), CL_SUCCESS);
    CHECK_INT(count, sizeof rows / sizeof rows[0]);
    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct fake *fake = drivers_open(rows[i].name);
        char name[100] = "";
        test_about = rows[i].name;
        CHECK_INT(clGetPlatformInfo(fake->platform(0), CL_PLATFORM_NAME, sizeof name, name, NULL),
                  CL_SUCCESS);
        CHECK_STR(name, fake->name);
        check_driver(fake, rows[i].lacks_il);
        check_lookup(fake);
    }
    return test_end();
}
