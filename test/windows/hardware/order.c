/* SPDX-License-Identifier: Apache-2.0 */
/* The drivers of the made-up machine (system.c), by the whole library: first those of its display
 * adapters in DXGI's order, then those of devices and packages; and what became of each. */
#include "dispatch.h"

#include "../include/clrelay/report.h"

#include "test.h"

static const char *const platforms[] = { "b", "a", "c" };

/* In order of search. */
static const struct {
    const char *library, *verdict;
} candidates[] = {
    { "libfake_b.dll\"", "LOADED" },
    { "libfake_a.dll\"", "LOADED" },
    { "libfake_nothing.dll\"", "FUNCTION_MISSING" },
    { "libfake_c.dll\"", "LOADED" },
    { "OpenCLOn12.dll\"", "LIBRARY_MISSING" },
};

static void check_platforms(void)
{
    cl_platform_id ids[16];
    cl_uint count = 0;
    CHECK_INT(clGetPlatformIDs(16, ids, &count), CL_SUCCESS);
    CHECK(count >= 3); /* the registry may have more */
    for (cl_uint i = 0; i < 3 && i < count; i++) {
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
    /* The device whose driver is also an adapter's is not there again. */
    CHECK(strstr(text, "PCI\\\\2") && !strstr(text, "PCI\\\\1"));
    CHECK(strstr(text, "software component") && strstr(text, "display adapter 0:2"));
    free(text);
}

int main(void)
{
    check_platforms();
    check_candidates();
    return test_end();
}
