/* SPDX-License-Identifier: Apache-2.0 */
/* The whole library finds the drivers of the simulated machine (system.c) in this order: those of
 * its display adapters in DXGI's order, those of devices and packages, and those of Wine's
 * registry; each has its verdict. */
#include "api/dispatch.h"

#include "../include/clrelay/report.h"

#include "test.h"

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>

static const char *const platforms[] = { "b", "a", "c", "unloadable" };

/* In order of search. */
static const struct {
    const char *library, *verdict;
} candidates[] = {
    { "libfake_b.dll\"", "LOADED" },
    { "libfake_a.dll\"", "LOADED" },
    { "libfake_nothing.dll\"", "FUNCTION_MISSING" },
    { "libfake_c.dll\"", "LOADED" },
    { "OpenCLOn12.dll\"", "LIBRARY_MISSING" },
    { "registry_nothing.dll\"", "LIBRARY_MISSING" }, /* from the registry, like the next */
    { "libfake_unloadable.dll\"", "LOADED" },
};

static const char *const values[] = { "C:\\registry_nothing.dll",
                                      FAKE_DIRECTORY "/libfake_unloadable.dll" };

/* Gives the registry these values and no others, or none. (Each test that uses the registry clears
 * it first, and these tests do not run in parallel.) */
static void set_registry(bool there)
{
    const DWORD enabled = 0;
    HKEY key;
    RegDeleteTreeA(HKEY_LOCAL_MACHINE, "SOFTWARE\\Khronos\\OpenCL");
    if (!there) return;
    if (RegCreateKeyExA(HKEY_LOCAL_MACHINE, "SOFTWARE\\Khronos\\OpenCL\\Vendors", 0, NULL, 0,
                        KEY_ALL_ACCESS, NULL, &key, NULL) != ERROR_SUCCESS)
        TEST_STOP("the registry cannot be changed");
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        RegSetValueExA(key, values[i], 0, REG_DWORD, (const BYTE *)&enabled, sizeof enabled);
    RegCloseKey(key);
}

static void check_platforms(void)
{
    cl_platform_id ids[16];
    cl_uint count = 0;
    CHECK_INT(clGetPlatformIDs(16, ids, &count), CL_SUCCESS);
    CHECK_INT(count, 4);
    for (cl_uint i = 0; i < 4 && i < count; i++) {
        char name[64] = "";
        CHECK_INT(clGetPlatformInfo(ids[i], CL_PLATFORM_NAME, sizeof name, name, NULL), CL_SUCCESS);
        CHECK_STR(name, platforms[i]);
    }
}

static char *read_report(void)
{
    void *address = clGetExtensionFunctionAddress("clGetLoaderReportCLRELAY");
    clGetLoaderReportCLRELAY_fn report;
    size_t size = 0;
    char *text;
    memcpy(&report, &address, sizeof report);
    if (!report || report(0, NULL, &size) != CL_SUCCESS || !(text = malloc(size)) ||
        report(size, text, NULL) != CL_SUCCESS)
        TEST_STOP("there is no report");
    return text;
}

static void check_candidates(void)
{
    char *text = read_report(), *at = text;
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
        char *library = strstr(at, candidates[i].library), *verdict, *end;
        test_about = candidates[i].library;
        CHECK(library != NULL);
        if (!library) continue;
        at = library + 1;
        verdict = strstr(at, "\"verdict\"");
        CHECK(verdict != NULL);
        if (!verdict) continue;
        end = strstr(verdict, "\"text\"");
        if (end) *end = '\0';
        CHECK(strstr(verdict, candidates[i].verdict) != NULL);
        if (end) *end = '"';
    }
    test_about = "";
    /* A device whose driver is also an adapter's is not listed again. */
    CHECK(strstr(text, "PCI\\\\2") && !strstr(text, "PCI\\\\1"));
    CHECK(strstr(text, "software component") && strstr(text, "display adapter 0:2"));
    free(text);
}

int main(void)
{
    set_registry(true);
    check_platforms();
    check_candidates();
    set_registry(false);
    return test_end();
}
