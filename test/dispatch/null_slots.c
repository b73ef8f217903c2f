/* SPDX-License-Identifier: Apache-2.0 */
/*
 * If a slot of the driver's table is NULL, the function fails with CL_INVALID_OPERATION in the way
 * that its row says. This holds for a driver that the loader has loaded and for objects of a driver
 * that it has never seen, before and after the search for drivers.
 */
#include "calls.h"

#include "drivers.h"

static bool searched;

static void check_driver(const struct fake *fake, bool by_properties)
{
    for (const struct call *call = calls; call < calls + CALL_COUNT; call++) {
        cl_int errcode = 1;
        struct outcome outcome;
        if ((call->kind == CALL_BY_PROPERTIES) != by_properties) continue;
        if (!searched && !call->exported) continue;
        test_about = call->name;
        outcome = call_with(call, fake->platform(0), fake->object(0), &errcode);
        CHECK(call_is_missing(call, outcome, errcode));
        call_with(call, fake->platform(0), fake->object(0), NULL);
    }
}

int main(void)
{
    const struct fake *known = drivers_open("null_slots_all");
    const struct fake *stranger = drivers_open("null_slots_stranger");
    cl_uint count = 0;
    void *address;
    check_driver(stranger, false);
    check_driver(known, false);
    test_about = "before the search";
    CHECK_INT(known->listed(), 0);
    CHECK_INT(clGetPlatformIDs(0, NULL, &count), CL_SUCCESS);
    CHECK_INT(count, 1);
    CHECK_INT(known->listed(), 1);
    searched = true;
    check_driver(known, false);
    check_driver(known, true);
    check_driver(stranger, false);

    /* Slot 107 is NULL, so the loader asks the library's clGetExtensionFunctionAddress. */
    test_about = "clGetExtensionFunctionAddressForPlatform";
    known->record(true, 0);
    address = clGetExtensionFunctionAddressForPlatform(known->platform(0), "clFakeThingEMPTY");
    known->record(false, 0);
    CHECK(address != NULL);
    CHECK_STR(known->last_call()->function, "clGetExtensionFunctionAddress");
    return test_end();
}
