/* SPDX-License-Identifier: Apache-2.0 */
/* The drivers that display adapters, devices and app packages name, on simulated machines. */
#include "made_up.h"

#include "find/windows/system.h"

#include "test.h"

/* clang-format off */
#define ONE(name)     { .type = REG_SZ, .data = L"" name, .size = sizeof L"" name }
#define ONE_WOW(name) { REG_SZ, L"" name, sizeof L"" name, L"OpenCLDriverNameWow" }
#define SEVERAL(names) { .type = REG_MULTI_SZ, .data = L"" names, .size = sizeof L"" names }
/* Values without terminators: one is missing from a text, two from a list of texts. */
#define ONE_OPEN(name)     { .type = REG_SZ, .data = L"" name, .size = sizeof L"" name - 2 }
#define SEVERAL_OPEN(names) { .type = REG_MULTI_SZ, .data = L"" names, .size = sizeof L"" names - 2 }
#define BYTES(kind, bytes) { .type = kind, .data = L"a.dll", .size = bytes }

#define TEN(text)   text text text text text text text text text text
#define LONG_NAME   "Z:\\" TEN(TEN("long name\\")) "a.dll"
#define LONG_NAME_W L"Z:\\" TEN(TEN(L"long name\\")) L"a.dll"

#define TWO_ADAPTERS { { 0x100000001, ONE("a.dll") }, { 2, ONE("b.dll") } }
#define TWO_DEVICES  { { .id = L"PCI\\1", .value = ONE("a.dll") }, \
                       { .id = L"PCI\\2", .value = ONE("b.dll") } }
/* clang-format on */

/* The expected findings: a line for each, with source, place, and library or verdict. */
static const struct {
    const char *title;
    struct made_machine machine;
    const char *found;
    /* clang-format off */
} rows[] = {
    { "nothing", { .silent = false }, "" },

    /* ---- display adapters ---- */
    { "adapters with and without a value",
      { .adapters = { { 1, ONE("a.dll") }, { 2, { REG_NONE, NULL, 0, NULL } }, { 3, ONE("c.dll") } } },
      "display adapter display adapter 0:1: a.dll\n"
      "display adapter display adapter 0:3: c.dll\n" },
    { "high part of a LUID",
      { .adapters = { { 0xfffffffe00000001, ONE("a.dll") } } },
      "display adapter display adapter fffffffe:1: a.dll\n" },
    { "a 32-bit program on 64-bit Windows",
      { .wow64 = true, .adapters = { { 1, ONE("a.dll") }, { 2, ONE_WOW("b32.dll") } } },
      "display adapter display adapter 0:2: b32.dll\n" },
    { "any other program",
      { .adapters = { { 1, ONE_WOW("a32.dll") }, { 2, ONE("b.dll") } } },
      "display adapter display adapter 0:2: b.dll\n" },
    { "IsWow64Process fails",
      { .wow64 = true, .adapters = TWO_ADAPTERS, .fails = { "IsWow64Process", 0, 1, 9 } },
      "display adapter display adapter 1:1: a.dll\n"
      "display adapter display adapter 0:2: b.dll\n" },
    { "IsWow64Process answers nothing",
      { .adapters = TWO_ADAPTERS, .fails = { "IsWow64Process", TRUE, 1, 9 } },
      "display adapter display adapter 1:1: a.dll\n"
      "display adapter display adapter 0:2: b.dll\n" },
    { "several names",
      { .adapters = { { 1, SEVERAL("a.dll\0b.dll\0") } } },
      "display adapter display adapter 0:1: a.dll\n"
      "display adapter display adapter 0:1: b.dll\n" },
    { "several names, the last without its end",
      { .adapters = { { 1, SEVERAL_OPEN("a.dll\0b.dll") } } },
      "display adapter display adapter 0:1: a.dll\n"
      "display adapter display adapter 0:1: b.dll\n" },
    { "a name without its end",
      { .adapters = { { 1, ONE_OPEN("a.dll") } } },
      "display adapter display adapter 0:1: a.dll\n" },
    { "one name with something behind it",
      { .adapters = { { 1, ONE("a.dll\0b.dll") } } },
      "display adapter display adapter 0:1: a.dll\n" },
    { "empty names",
      { .adapters = { { 1, ONE("") }, { 2, SEVERAL_OPEN("") } } },
      "display adapter display adapter 0:1: \n" },
    { "half a character",
      { .adapters = { { 1, BYTES(REG_SZ, 3) }, { 2, BYTES(REG_MULTI_SZ, 1) } } },
      "display adapter display adapter 0:1: VALUE_NOT_TEXT it has 3 bytes\n"
      "display adapter display adapter 0:2: VALUE_NOT_TEXT it has 1 bytes\n" },
    { "a value of another type is none to the kernel",
      { .adapters = { { 1, BYTES(REG_DWORD, 4) }, { 2, ONE("b.dll") } } },
      "display adapter display adapter 0:2: b.dll\n" },
    { "a value of another type is a failure to the kernel",
      { .other_type = (long)0xc0000024,
        .adapters = { { 1, SEVERAL("a.dll\0b.dll\0") }, { 2, ONE("c.dll") }, { 3, BYTES(REG_DWORD, 4) },
                      { 4, { REG_NONE, NULL, 0, NULL } } } },
      "display adapter display adapter 0:1: a.dll\n"
      "display adapter display adapter 0:1: b.dll\n"
      "display adapter display adapter 0:2: c.dll\n"
      "display adapter display adapter 0:3: SYSTEM_FAILED D3DKMTQueryAdapterInfo: 0xc0000024\n" },
    { "not ASCII",
      { .adapters = { { 1, ONE("Z:\\tr\u00e4iber \u03b1\u4e2d\U0001f600.dll") } } },
      "display adapter display adapter 0:1: Z:\\tr\u00e4iber \u03b1\u4e2d\U0001f600.dll\n" },
    { "half a surrogate pair",
      { .adapters = { { 1, ONE("a\xd800.dll") } } },
      "display adapter display adapter 0:1: a\uFFFD.dll\n" },
    { "a long name",
      { .adapters = { { 1, { REG_SZ, LONG_NAME_W, sizeof LONG_NAME_W, NULL } } } },
      "display adapter display adapter 0:1: " LONG_NAME "\n" },
    { "a value that grows without end",
      { .endless = true, .adapters = TWO_ADAPTERS },
      "display adapter display adapter 1:1: SYSTEM_FAILED D3DKMTQueryAdapterInfo: 0xc0000023\n"
      "display adapter display adapter 0:2: SYSTEM_FAILED D3DKMTQueryAdapterInfo: 0xc0000023\n" },
    { "an adapter is added meanwhile",
      { .adapters = TWO_ADAPTERS, .fails = { "D3DKMTEnumAdapters2", KERNEL_TOO_SMALL, 2, 2 } },
      "display adapter display adapter 1:1: a.dll\n"
      "display adapter display adapter 0:2: b.dll\n" },
    { "adapters are added without end",
      { .crowded = true, .adapters = TWO_ADAPTERS },
      "display adapter display adapters: SYSTEM_FAILED D3DKMTEnumAdapters2: 0xc0000023\n" },
    { "more adapters than there can be",
      { .claims = 0xffffffff, .adapters = TWO_ADAPTERS },
      "display adapter display adapters: SYSTEM_FAILED D3DKMTEnumAdapters2: 0xc0000017\n" },
    { "fewer adapters than are counted",
      { .claims = 5, .adapters = TWO_ADAPTERS },
      "display adapter display adapter 1:1: a.dll\n"
      "display adapter display adapter 0:2: b.dll\n" },
    { "adapters cannot be counted",
      { .adapters = TWO_ADAPTERS, .fails = { "D3DKMTEnumAdapters2", (long)0xc0000022, 1, 9 },
        .devices = TWO_DEVICES },
      "display adapter display adapters: SYSTEM_FAILED D3DKMTEnumAdapters2: 0xc0000022\n"
      "display device PCI\\1: a.dll\n"
      "display device PCI\\2: b.dll\n" },
    { "adapters cannot be listed",
      { .adapters = TWO_ADAPTERS, .fails = { "D3DKMTEnumAdapters2", (long)0xc0000022, 2, 9 } },
      "display adapter display adapters: SYSTEM_FAILED D3DKMTEnumAdapters2: 0xc0000022\n" },
    { "adapters that are counted and not listed",
      { .adapters = TWO_ADAPTERS, .fails = { "D3DKMTEnumAdapters2", 0, 2, 9 } }, "" },
    { "the first adapter does not answer",
      { .adapters = TWO_ADAPTERS, .fails = { "D3DKMTQueryAdapterInfo", (long)0xc000000d, 1, 1 } },
      "display adapter display adapter 1:1: SYSTEM_FAILED D3DKMTQueryAdapterInfo: 0xc000000d\n"
      "display adapter display adapter 0:2: b.dll\n" },
    { "an adapter fails at texts after it had no text",
      { .adapters = { { 1, SEVERAL("a.dll\0") }, { 2, ONE("b.dll") } },
        .fails = { "D3DKMTQueryAdapterInfo", (long)0xc000000d, 2, 2 } },
      "display adapter display adapter 0:1: SYSTEM_FAILED D3DKMTQueryAdapterInfo: 0xc000000d\n"
      "display adapter display adapter 0:2: b.dll\n" },
    { "a value that is not there is no failure",
      { .adapters = { { 1, SEVERAL("a.dll\0") }, { 2, ONE("b.dll") } },
        .fails = { "D3DKMTQueryAdapterInfo", KERNEL_NAME_NOT_FOUND, 1, 1 } },
      "display adapter display adapter 0:1: a.dll\n"
      "display adapter display adapter 0:2: b.dll\n" },
    { "a failure for one type, and a value of the other",
      { .adapters = { { 1, SEVERAL("a.dll\0") }, { 2, ONE("b.dll") } },
        .fails = { "D3DKMTQueryAdapterInfo", (long)0xc0000024, 1, 1 } },
      "display adapter display adapter 0:1: a.dll\n"
      "display adapter display adapter 0:2: b.dll\n" },
    { "an adapter that answers nothing",
      { .adapters = TWO_ADAPTERS, .fails = { "D3DKMTQueryAdapterInfo", 0, 1, 2 } },
      "display adapter display adapter 0:2: b.dll\n" },

    /* ---- devices ---- */
    { "devices and components",
      { .devices = { { .id = L"SWD\\1", .component = true, .value = ONE("c.dll") },
                     { .id = L"PCI\\1", .value = ONE("a.dll") },
                     { .id = L"PCI\\2" },
                     { .id = L"SWD\\2", .component = true, .value = SEVERAL("d.dll\0e.dll\0") } } },
      "display device PCI\\1: a.dll\n"
      "software component SWD\\1: c.dll\n"
      "software component SWD\\2: d.dll\n"
      "software component SWD\\2: e.dll\n" },
    { "devices of a 32-bit program on 64-bit Windows",
      { .wow64 = true, .devices = { { .id = L"PCI\\1", .value = ONE("a.dll") },
                                    { .id = L"PCI\\2", .value = ONE_WOW("b32.dll") } } },
      "display device PCI\\2: b32.dll\n" },
    { "wrong values of devices",
      { .devices = { { .id = L"PCI\\1", .value = BYTES(REG_DWORD, 4) },
                     { .id = L"PCI\\2", .value = BYTES(REG_EXPAND_SZ, 12) },
                     { .id = L"PCI\\3", .value = BYTES(REG_SZ, 5) },
                     { .id = L"PCI\\4", .value = BYTES(REG_SZ, 0) },
                     { .id = L"PCI\\5", .value = ONE_OPEN("e.dll") } } },
      "display device PCI\\1: VALUE_NOT_TEXT its type is 4\n"
      "display device PCI\\2: VALUE_NOT_TEXT its type is 2\n"
      "display device PCI\\3: VALUE_NOT_TEXT it has 5 bytes\n"
      "display device PCI\\4: \n"
      "display device PCI\\5: e.dll\n" },
    { "a device that is not ASCII",
      { .devices = { { .id = L"PCI\\\u00e4", .value = ONE("Z:\\\u4e2d.dll") } } },
      "display device PCI\\\u00e4: Z:\\\u4e2d.dll\n" },
    { "a long name of a device",
      { .devices = { { .id = L"PCI\\1", .value = { REG_SZ, LONG_NAME_W, sizeof LONG_NAME_W, NULL } } } },
      "display device PCI\\1: " LONG_NAME "\n" },
    { "devices that wait for a restart",
      { .devices = { { .id = L"PCI\\1", .value = ONE("a.dll"), .state = DN_NEED_RESTART },
                     { .id = L"PCI\\2", .value = ONE("b.dll"), .state = DN_HAS_PROBLEM,
                       .problem = CM_PROB_NEED_RESTART },
                     { .id = L"PCI\\3", .value = ONE("c.dll"), .state = DN_HAS_PROBLEM, .problem = 10 },
                     { .id = L"PCI\\4", .value = ONE("d.dll"), .problem = CM_PROB_NEED_RESTART } } },
      "display device PCI\\1: RESTART_NEEDED\n"
      "display device PCI\\2: RESTART_NEEDED\n"
      "display device PCI\\3: c.dll\n"
      "display device PCI\\4: d.dll\n" },
    { "a device is added meanwhile",
      { .devices = TWO_DEVICES, .fails = { "CM_Get_Device_ID_ListW", CR_BUFFER_SMALL, 1, 1 } },
      "display device PCI\\1: a.dll\n"
      "display device PCI\\2: b.dll\n" },
    { "devices are added without end",
      { .devices = TWO_DEVICES, .fails = { "CM_Get_Device_ID_ListW", CR_BUFFER_SMALL, 1, 8 } },
      "display device {4d36e968-e325-11ce-bfc1-08002be10318}: SYSTEM_FAILED "
      "CM_Get_Device_ID_ListW: 0x1a\n" },
    { "one class cannot be listed",
      { .devices = { { .id = L"PCI\\1", .value = ONE("a.dll") },
                     { .id = L"SWD\\1", .component = true, .value = ONE("c.dll") } },
        .fails = { "CM_Get_Device_ID_List_SizeW", CR_FAILURE, 1, 1 } },
      "display device {4d36e968-e325-11ce-bfc1-08002be10318}: SYSTEM_FAILED "
      "CM_Get_Device_ID_List_SizeW: 0x13\n"
      "software component SWD\\1: c.dll\n" },
    { "a device goes away meanwhile",
      { .devices = TWO_DEVICES, .fails = { "CM_Locate_DevNodeW", CR_NO_SUCH_DEVNODE, 1, 1 } },
      "display device PCI\\1: SYSTEM_FAILED CM_Locate_DevNodeW: 0xd\n"
      "display device PCI\\2: b.dll\n" },
    { "a device does not tell its state",
      { .devices = TWO_DEVICES, .fails = { "CM_Get_DevNode_Status", CR_FAILURE, 1, 1 } },
      "display device PCI\\1: SYSTEM_FAILED CM_Get_DevNode_Status: 0x13\n"
      "display device PCI\\2: b.dll\n" },
    { "a key cannot be opened",
      { .devices = TWO_DEVICES, .fails = { "CM_Open_DevNode_Key", CR_ACCESS_DENIED, 1, 1 } },
      "display device PCI\\1: SYSTEM_FAILED CM_Open_DevNode_Key: 0x33\n"
      "display device PCI\\2: b.dll\n" },
    { "a device without a driver",
      { .devices = TWO_DEVICES, .fails = { "CM_Open_DevNode_Key", CR_NO_SUCH_REGISTRY_KEY, 1, 1 } },
      "display device PCI\\2: b.dll\n" },
    { "a key is opened that is none",
      { .devices = TWO_DEVICES, .fails = { "CM_Open_DevNode_Key", CR_SUCCESS, 1, 1 } },
      "display device PCI\\2: b.dll\n" },
    { "a value cannot be read",
      { .devices = TWO_DEVICES, .fails = { "RegQueryValueExW", ERROR_ACCESS_DENIED, 1, 1 } },
      "display device PCI\\1: SYSTEM_FAILED RegQueryValueExW: 0x5\n"
      "display device PCI\\2: b.dll\n" },
    { "a value grows meanwhile",
      { .devices = TWO_DEVICES, .fails = { "RegQueryValueExW", ERROR_MORE_DATA, 2, 2 } },
      "display device PCI\\1: a.dll\n"
      "display device PCI\\2: b.dll\n" },
    { "a device's value grows without end",
      { .endless = true, .devices = TWO_DEVICES },
      "display device PCI\\1: SYSTEM_FAILED RegQueryValueExW: 0xea\n"
      "display device PCI\\2: SYSTEM_FAILED RegQueryValueExW: 0xea\n" },
    { "a value is removed meanwhile",
      { .devices = TWO_DEVICES, .fails = { "RegQueryValueExW", ERROR_FILE_NOT_FOUND, 2, 2 } },
      "display device PCI\\2: b.dll\n" },

    /* ---- app packages ---- */
    { "packages",
      { .packages = { { L"Maps_1_x64__8w", L"C:\\Apps\\Maps" }, { L"M\u00e4ps_2_x64__8w", L"C:\\\u4e2d" } } },
      "app package Maps_1_x64__8w: C:\\Apps\\Maps\\FOLDER\\OpenCLOn12.dll\n"
      "app package M\u00e4ps_2_x64__8w: C:\\\u4e2d\\FOLDER\\OpenCLOn12.dll\n" },
    { "a package is installed meanwhile",
      { .packages = { { L"Maps", L"C:\\Maps" } },
        .fails = { "GetPackagesByPackageFamily", ERROR_INSUFFICIENT_BUFFER, 2, 2 } },
      "app package Maps: C:\\Maps\\FOLDER\\OpenCLOn12.dll\n" },
    { "packages are installed without end",
      { .packages = { { L"Maps", L"C:\\Maps" } },
        .fails = { "GetPackagesByPackageFamily", ERROR_INSUFFICIENT_BUFFER, 2, 2000 } },
      "app package Microsoft.D3DMappingLayers_8wekyb3d8bbwe: SYSTEM_FAILED "
      "GetPackagesByPackageFamily: 0x7a\n" },
    { "packages cannot be listed",
      { .packages = { { L"Maps", L"C:\\Maps" } },
        .fails = { "GetPackagesByPackageFamily", ERROR_ACCESS_DENIED, 1, 1 } },
      "app package Microsoft.D3DMappingLayers_8wekyb3d8bbwe: SYSTEM_FAILED "
      "GetPackagesByPackageFamily: 0x5\n" },
    { "packages that are counted and not listed",
      { .packages = { { L"Maps", L"C:\\Maps" } },
        .fails = { "GetPackagesByPackageFamily", ERROR_SUCCESS, 2, 2 } }, "" },
    { "the first package has no path",
      { .packages = { { L"Gone", L"C:\\Gone" }, { L"Maps", L"C:\\Maps" } },
        .fails = { "GetPackagePathByFullName", ERROR_NOT_FOUND, 1, 1 } },
      "app package Gone: SYSTEM_FAILED GetPackagePathByFullName: 0x490\n"
      "app package Maps: C:\\Maps\\FOLDER\\OpenCLOn12.dll\n" },
    { "a path that is not written",
      { .packages = { { L"Gone", L"C:\\Gone" }, { L"Maps", L"C:\\Maps" } },
        .fails = { "GetPackagePathByFullName", ERROR_SUCCESS, 1, 1 } },
      "app package Gone: SYSTEM_FAILED GetPackagePathByFullName: 0x0\n"
      "app package Maps: C:\\Maps\\FOLDER\\OpenCLOn12.dll\n" },
    { "a path that is counted and not written",
      { .packages = { { L"Gone", L"C:\\Gone" }, { L"Maps", L"C:\\Maps" } },
        .fails = { "GetPackagePathByFullName", ERROR_SUCCESS, 2, 2 } },
      "app package Gone: SYSTEM_FAILED GetPackagePathByFullName: 0x0\n"
      "app package Maps: C:\\Maps\\FOLDER\\OpenCLOn12.dll\n" },
    { "a path that grows without end",
      { .packages = { { L"Maps", L"C:\\Maps" } },
        .fails = { "GetPackagePathByFullName", ERROR_INSUFFICIENT_BUFFER, 2, 2000 } },
      "app package Maps: SYSTEM_FAILED GetPackagePathByFullName: 0x7a\n" },

    /* ---- the order ---- */
    { "DXGI turns two adapters round",
      { .adapters = TWO_ADAPTERS, .dxgi = { 2, 0x100000001 } },
      "display adapter display adapter 0:2: b.dll\n"
      "display adapter display adapter 1:1: a.dll\n" },
    { "the high part of a LUID counts",
      { .adapters = { { 1, ONE("a.dll") }, { 0x100000001, ONE("b.dll") } }, .dxgi = { 0x100000001, 1 } },
      "display adapter display adapter 1:1: b.dll\n"
      "display adapter display adapter 0:1: a.dll\n" },
    { "what belongs to no adapter, or to one that DXGI does not know, comes after",
      { .adapters = { { 1, ONE("a.dll") }, { 2, ONE("b.dll") }, { 3, SEVERAL("c.dll\0d.dll\0") } },
        .devices = TWO_DEVICES, .packages = { { L"Maps", L"C:\\Maps" } }, .dxgi = { 9, 3, 2 } },
      "display adapter display adapter 0:3: c.dll\n"
      "display adapter display adapter 0:3: d.dll\n"
      "display adapter display adapter 0:2: b.dll\n"
      "display adapter display adapter 0:1: a.dll\n"
      "app package Maps: C:\\Maps\\FOLDER\\OpenCLOn12.dll\n" },
    { "an adapter that DXGI lists twice",
      { .adapters = TWO_ADAPTERS, .dxgi = { 2, 0x100000001, 2 } },
      "display adapter display adapter 0:2: b.dll\n"
      "display adapter display adapter 1:1: a.dll\n" },
    { "the same driver for both adapters, at the place of the first",
      { .adapters = { { 1, ONE("a.dll") }, { 2, ONE("b.dll") }, { 3, ONE("A.dll") } }, .dxgi = { 3, 2, 1 } },
      "display adapter display adapter 0:3: A.dll\n"
      "display adapter display adapter 0:2: b.dll\n" },
    { "one adapter: DXGI is not asked",
      { .adapters = { { 1, ONE("a.dll") } }, .devices = { { .id = L"PCI\\1", .value = ONE("b.dll") } },
        .dxgi = { 1 }, .fails = { "CreateDXGIFactory1", 0, 0, -1 } },
      "display adapter display adapter 0:1: a.dll\n"
      "display device PCI\\1: b.dll\n" },
    { "no factory",
      { .adapters = TWO_ADAPTERS, .dxgi = { 2, 0x100000001 },
        .fails = { "CreateDXGIFactory1", (long)0x887a0004, 1, 1 } },
      "display adapter display adapter 1:1: a.dll\n"
      "display adapter display adapter 0:2: b.dll\n" },
    { "a factory that is not written",
      { .adapters = TWO_ADAPTERS, .dxgi = { 2, 0x100000001 }, .fails = { "CreateDXGIFactory1", 0, 1, 1 } },
      "display adapter display adapter 1:1: a.dll\n"
      "display adapter display adapter 0:2: b.dll\n" },
    { "DXGI fails at its second adapter",
      { .adapters = TWO_ADAPTERS, .dxgi = { 2, 0x100000001 },
        .fails = { "EnumAdapters1", (long)0x887a0005, 2, 9 } },
      "display adapter display adapter 0:2: b.dll\n"
      "display adapter display adapter 1:1: a.dll\n" },
    { "DXGI gives an adapter that is none",
      { .adapters = TWO_ADAPTERS, .dxgi = { 2, 0x100000001 }, .fails = { "EnumAdapters1", 0, 1, 9 } },
      "display adapter display adapter 1:1: a.dll\n"
      "display adapter display adapter 0:2: b.dll\n" },
    { "DXGI does not tell about its first adapter",
      { .adapters = TWO_ADAPTERS, .dxgi = { 2, 0x100000001 }, .fails = { "GetDesc1", (long)0x887a0005, 1, 1 } },
      "display adapter display adapter 1:1: a.dll\n"
      "display adapter display adapter 0:2: b.dll\n" },
    { "DXGI tells nothing about its first adapter",
      { .adapters = TWO_ADAPTERS, .dxgi = { 2, 0x100000001 }, .fails = { "GetDesc1", 0, 1, 1 } },
      "display adapter display adapter 1:1: a.dll\n"
      "display adapter display adapter 0:2: b.dll\n" },

    /* ---- all sources ---- */
    { "duplicates",
      { .adapters = { { 1, ONE("C:\\a.dll") } },
        .devices = { { .id = L"PCI\\1", .value = ONE("c:\\A.DLL") },
                     { .id = L"PCI\\2", .value = SEVERAL("b.dll\0C:\\a.dll\0") },
                     { .id = L"SWD\\1", .component = true, .value = ONE("B.dll") } } },
      "display adapter display adapter 0:1: C:\\a.dll\n"
      "display device PCI\\2: b.dll\n" },
    { "functions that succeed and answer nothing",
      { .adapters = TWO_ADAPTERS, .devices = TWO_DEVICES, .packages = { { L"Maps", L"C:\\Maps" } },
        .silent = true }, "" },
};
/* clang-format on */

/* Appends the findings to a text, in the form above. */
static void put(char *text, size_t size, const struct found *found)
{
    char *end = text + strlen(text);
    const char *what = found->library ? found->library : verdict_name(found->verdict);
    snprintf(end, size - strlen(text), "%s %s: %s%s%s\n", found->source,
             found->origin ? found->origin : "(none)", what, found->message ? " " : "",
             found->message ? found->message : "");
    CHECK((found->library != NULL) == (found->verdict == VERDICT_UNTRIED));
}

/* The folder in a package is named after the processor. */
static void name_folder(char *text)
{
    const char *folder = sizeof(void *) == 8 ? "\\x64\\" : "\\x86\\";
    char *at;
    while ((at = strstr(text, folder)) != NULL) {
        memmove(at + 7, at + 4, strlen(at + 4) + 1);
        memcpy(at + 1, "FOLDER", 6);
    }
}

static void test_row(size_t row)
{
    static char text[8192];
    struct findings findings = { NULL, 0 };
    machine = rows[row].machine;
    made_calls = made_open = 0;
    made_mistake = NULL;
    adapters_find(&made_adapters, &findings);
    devices_find(&made_devices, &findings);
    package_find(&made_package, &findings);
    order_findings(&made_order, &findings);
    findings_drop_repeated(&findings);
    text[0] = '\0';
    for (size_t i = 0; i < findings.count; i++) put(text, sizeof text, &findings.at[i]);
    name_folder(text);
    CHECK_STR(text, rows[row].found);
    CHECK_STR(made_mistake, NULL);
    CHECK_INT(made_open, 0);
    /* The loader must not call forbidden functions, and must call failing ones. */
    if (machine.fails.name) CHECK((made_calls > 0) == (machine.fails.first > 0));
    findings_free(&findings);
}

/* Functions that this Windows lacks, and functions that it has. */
static void test_system(void)
{
    static const struct {
        const char *title;
        struct system_function rows[4];
        bool found;
        /* clang-format off */
    } tables[] = {
        { "all there",
          { { L"kernel32.dll", "GetTickCount" }, { L"advapi32.dll", "RegCloseKey" }, { NULL, NULL } },
          true },
        { "no such function",
          { { L"kernel32.dll", "GetTickCount" }, { L"kernel32.dll", "GetNothing" }, { NULL, NULL } },
          false },
        { "no such library",
          { { L"nothing32.dll", "GetTickCount" }, { L"kernel32.dll", "GetTickCount" }, { NULL, NULL } },
          false },
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        FARPROC functions[4] = { NULL, NULL, NULL, NULL };
        struct system_libraries libraries;
        test_about = tables[i].title;
        CHECK_INT(system_find(tables[i].rows, functions, &libraries), tables[i].found);
        CHECK_INT(libraries.count, tables[i].found ? 2 : 0);
        if (!tables[i].found) continue;
        CHECK(functions[0] == GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "GetTickCount"));
        CHECK(functions[1] == GetProcAddress(GetModuleHandleW(L"advapi32.dll"), "RegCloseKey"));
        CHECK(!functions[2]);
        system_release(&libraries);
        CHECK_INT(libraries.count, 0);
    }
    test_about = "";
}

/* On the machine that runs the test, which is unknown, nothing must go wrong. */
static void test_here(void)
{
    struct findings findings = { NULL, 0 };
    adapters_find_here(&findings);
    devices_find_here(&findings);
    package_find_here(&findings);
    order_findings_here(&findings);
    for (size_t i = 0; i < findings.count; i++)
        CHECK(findings.at[i].library || findings.at[i].verdict != VERDICT_UNTRIED);
    findings_add(&findings, "one", NULL, L"one.dll")->adapter = 1;
    findings_add(&findings, "two", NULL, L"two.dll")->adapter = 2;
    order_findings_here(&findings);
    CHECK(findings.count >= 2);
    findings_free(&findings);
}

int main(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_about = rows[i].title;
        test_row(i);
    }
    test_system();
    test_here();
    return test_end();
}
