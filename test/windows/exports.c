/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What OpenCL.dll exports: the functions of the table, by undecorated names. GetProcAddress must
 * find each of them: it does a binary search, so it misses some if the table of names is not
 * sorted. clGetExtensionFunctionAddress returns what the library does not export. The program also
 * checks the library's version and dispatch/layout.h.
 */
#include "api/dispatch.h"

#include "dispatch/layout.h"
#include "test.h"

#include <dlfcn.h>

static const struct {
    const char *name, *version;
} rows[] = {
#define BY_ANY(version, type, name, ...) { #name, #version },
#include "api/entry_points.h"
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static const char *base; /* of the library */

static bool is_exported(size_t row)
{
    return strcmp(rows[row].version, "EXT") != 0;
}

static bool is_exported_name(const char *name)
{
    for (size_t i = 0; i < ROWS; i++)
        if (is_exported(i) && !strcmp(rows[i].name, name)) return true;
    return false;
}

static void check_names(void)
{
    const IMAGE_NT_HEADERS *headers =
        (const void *)(base + ((const IMAGE_DOS_HEADER *)(const void *)base)->e_lfanew);
    const IMAGE_EXPORT_DIRECTORY *exports =
        (const void *)(base + headers->OptionalHeader.DataDirectory[0].VirtualAddress);
    const DWORD *names = (const void *)(base + exports->AddressOfNames);
    size_t wanted = 0;
    for (size_t i = 0; i < ROWS; i++) wanted += is_exported(i);
    CHECK_INT(exports->NumberOfNames, wanted);
    CHECK_INT(exports->NumberOfFunctions, wanted);
    CHECK_STR(base + exports->Name, "OpenCL.dll");
    for (DWORD i = 0; i < exports->NumberOfNames; i++) {
        test_about = base + names[i];
        CHECK(is_exported_name(base + names[i]));
        if (i > 0) CHECK(strcmp(base + names[i - 1], base + names[i]) < 0);
    }
    test_about = "";
}

static void check_functions(void)
{
    for (size_t i = 0; i < ROWS; i++) {
        void *found = dlsym(RTLD_DEFAULT, rows[i].name);
        test_about = rows[i].name;
        CHECK((found != NULL) == is_exported(i));
        if (found) CHECK((const char *)found > base);
        else CHECK(clGetExtensionFunctionAddress(rows[i].name) != NULL);
    }
    test_about = "";
    CHECK(!dlsym(RTLD_DEFAULT, "clIcdGetPlatformIDsKHR"));
    CHECK(!dlsym(RTLD_DEFAULT, "DllMain"));
}

/* Installers compare this with the version of an installed library. */
static void check_version(void)
{
    static union {
        char bytes[8192];
        DWORD align;
    } data;
    wchar_t path[1024];
    VS_FIXEDFILEINFO *fixed = NULL;
    char *text = NULL;
    UINT size = 0;
    GetModuleFileNameW((HMODULE)(void *)(uintptr_t)base, path, 1024);
    CHECK(GetFileVersionInfoW(path, 0, sizeof data, data.bytes));
    CHECK(VerQueryValueA(data.bytes, "\\", (void **)&fixed, &size) && fixed);
    if (fixed) {
        CHECK_INT(fixed->dwFileVersionMS, 3 << 16 | 1);
        CHECK_INT(fixed->dwFileVersionLS, CLRELAY_REVISION << 16);
    }
    CHECK(VerQueryValueA(data.bytes, "\\StringFileInfo\\040904B0\\ProductVersion", (void **)&text,
                         &size));
    CHECK_STR(text, CLRELAY_VERSION);
    text = NULL;
    CHECK(VerQueryValueA(data.bytes, "\\StringFileInfo\\040904B0\\ProductName", (void **)&text,
                         &size));
    CHECK_STR(text, "clrelay");
}

int main(void)
{
    base = (const char *)GetModuleHandleA("OpenCL.dll");
    if (!base) TEST_STOP("OpenCL.dll is not there");
    check_names();
    check_functions();
    check_version();
    return test_end();
}
