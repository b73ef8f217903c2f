/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Call sites behind the loader: functions of the loader may be between the program and the layer.
 * Here they are those in a section of their own.
 */
#include "../../layers/return_sites.h"

#include "test.h"

#define IN_LOADER __attribute__((noinline, section("loader_code")))
extern const char __start_loader_code[], __stop_loader_code[];

static const void *inside, *found, *of_program;

__attribute__((noinline)) static void layer_called(void)
{
    inside = __builtin_return_address(0);
    found = sites_outside(inside);
}

IN_LOADER static void loader_calls(void)
{
    layer_called();
    CHECK(sites_is_loader(inside));
}

IN_LOADER static void loader_called(void)
{
    of_program = __builtin_return_address(0);
    loader_calls();
    CHECK(!sites_is_loader(of_program));
}

int main(void)
{
    sites_loader.begin = (uintptr_t)__start_loader_code;
    sites_loader.size = (uintptr_t)__stop_loader_code - (uintptr_t)__start_loader_code;
    loader_called();
    CHECK_POINTER(found, of_program);
    /* Without the loader's code, the call site stays as it is. So does one that is not on the
     * stack. */
    CHECK_POINTER(sites_outside(&found), &found);
    sites_loader.size = 0;
    layer_called();
    CHECK_POINTER(found, inside);
    return test_end();
}
