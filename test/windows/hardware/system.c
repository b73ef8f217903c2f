/* SPDX-License-Identifier: Apache-2.0 */
/* Replaces loader/find/windows/system.c with the functions of a simulated machine. It has two
 * display adapters with a driver each, and other devices that name the same drivers and others. */
#include "made_up.h"

#include "find/windows/system.h"

#include <string.h>

#define DRIVER(name)                                                                               \
    {                                                                                              \
        .type = REG_SZ, .data = L"" FAKE_DIRECTORY "/libfake_" name ".dll",                        \
        .size = sizeof L"" FAKE_DIRECTORY "/libfake_" name ".dll"                                  \
    }

static const struct made_machine this_machine = {
    .adapters = { { 1, DRIVER("a") }, { 2, DRIVER("b") } },
    .devices = { { .id = L"SWD\\1", .component = true, .value = DRIVER("c") },
                 { .id = L"PCI\\1", .value = DRIVER("a") },
                 { .id = L"PCI\\2", .value = DRIVER("nothing") } },
    .packages = { { L"Maps", L"Z:\\nowhere" } },
    .dxgi = { 2, 1 },
};

static const struct {
    const char *first; /* the first of the functions to look up */
    const void *functions;
    size_t size;
} tables[] = {
    { "D3DKMTSubmitPresentBltToHwQueue", &made_adapters, sizeof made_adapters },
    { "CM_Get_Device_ID_List_SizeW", &made_devices, sizeof made_devices },
    { "GetPackagesByPackageFamily", &made_package, sizeof made_package },
    { "CreateDXGIFactory1", &made_order, sizeof made_order },
};

bool system_find(const struct system_function *rows, void *functions,
                 struct system_libraries *libraries)
{
    libraries->count = 0;
    machine = this_machine;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        if (strcmp(tables[i].first, rows->name) != 0) continue;
        memcpy(functions, tables[i].functions, tables[i].size);
        return true;
    }
    return false;
}

void system_release(struct system_libraries *libraries)
{
}
