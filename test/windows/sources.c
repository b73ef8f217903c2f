/* SPDX-License-Identifier: Apache-2.0 */
/* The sources of drivers and layers on simulated machines, with answers that no real machine would
 * give. */
#include "find/windows/registry.h"

#include "test.h"

/* ---- the registry ---- */

static LSTATUS opening, reading; /* results; `reading` is that of the third value */
static int opened, closed;

static LSTATUS WINAPI open_key(HKEY root, const wchar_t *path, DWORD options, REGSAM rights,
                               HKEY *key)
{
    CHECK(root == HKEY_LOCAL_MACHINE);
    CHECK(!wcscmp(path, L"SOFTWARE\\Khronos\\OpenCL\\Vendors"));
    CHECK_INT(options, 0);
    /* The loader uses the process's own view. */
    CHECK_INT(rights & (KEY_WOW64_32KEY | KEY_WOW64_64KEY), 0);
    if (opening == ERROR_SUCCESS) {
        opened++;
        *key = (HKEY)(intptr_t)0x5a5a;
    }
    return opening;
}

/* Returns two good values, and one between them that grows while it is read. */
static LSTATUS WINAPI read_value(HKEY key, DWORD index, wchar_t *name, DWORD *length,
                                 DWORD *reserved, DWORD *type, BYTE *data, DWORD *size)
{
    static const wchar_t *const names[] = { L"one.dll", L"grows.dll", L"three.dll" };
    const DWORD zero = 0;
    CHECK_INT((intptr_t)key, 0x5a5a);
    CHECK(!reserved);
    if (index >= 2 && reading != ERROR_SUCCESS) return reading;
    if (index >= 3) return ERROR_NO_MORE_ITEMS;
    if (*length <= wcslen(names[index])) return ERROR_MORE_DATA;
    *length = (DWORD)wcslen(names[index]);
    if (index == 1 && data) return ERROR_MORE_DATA;
    wcscpy(name, names[index]);
    *type = REG_DWORD;
    *size = index == 1 ? 100 : sizeof zero;
    if (data) memcpy(data, &zero, sizeof zero);
    return ERROR_SUCCESS;
}

static LSTATUS WINAPI close_key(HKEY key)
{
    CHECK_INT((intptr_t)key, 0x5a5a);
    closed++;
    return ERROR_SUCCESS;
}

static const struct registry made_up = { open_key, read_value, close_key };

static void test_registry(void)
{
    static const struct {
        LSTATUS opening, reading;
        enum verdict verdict; /* of the key */
        size_t count;         /* how many findings, including the key */
    } rows[] = {
        { ERROR_SUCCESS, ERROR_SUCCESS, VERDICT_SEARCHED, 4 },
        { ERROR_FILE_NOT_FOUND, 0, VERDICT_NO_KEY, 1 },
        { ERROR_ACCESS_DENIED, 0, VERDICT_UNREADABLE_KEY, 1 },
        /* Values that were read before the failure count. */
        { ERROR_SUCCESS, ERROR_KEY_DELETED, VERDICT_UNREADABLE_KEY, 3 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct findings findings = { NULL, 0 };
        char about[20];
        snprintf(about, sizeof about, "registry %u", (unsigned)i);
        test_about = about;
        opening = rows[i].opening;
        reading = rows[i].reading;
        opened = closed = 0;
        registry_find(&made_up, CANDIDATE_DRIVER, &findings);
        CHECK_INT(closed, opened);
        CHECK_INT(findings.count, rows[i].count);
        CHECK_INT(findings.at[0].verdict, rows[i].verdict);
        CHECK(findings.at[0].is_key);
        CHECK_STR(findings.at[0].origin, "HKLM\\SOFTWARE\\Khronos\\OpenCL\\Vendors");
        CHECK((findings.at[0].message != NULL) == (rows[i].verdict == VERDICT_UNREADABLE_KEY));
        if (findings.count > 1) CHECK_STR(findings.at[1].library, "one.dll");
        if (findings.count > 2) {
            CHECK_STR(findings.at[2].library, "grows.dll");
            CHECK_INT(findings.at[2].verdict, VERDICT_VALUE_NOT_DWORD);
        }
        if (findings.count > 3) CHECK_STR(findings.at[3].library, "three.dll");
        findings_free(&findings);
    }
    test_about = "";
}

/* ---- common to all sources ---- */

static void test_findings(void)
{
    static const wchar_t *const names[] = {
        L"a.dll", L"B.dll", L"A.DLL", L"c.dll", L"b.dll", NULL
    };
    static const uint32_t priorities[] = { 5, 0, 9, 0xffffffff, 0, 1 };
    static const char *const sorted[] = { "B.dll", "b.dll", NULL, "a.dll", "A.DLL", "c.dll" };
    static const char *const kept[] = { "B.dll", NULL, "a.dll", "c.dll" };
    struct findings findings = { NULL, 0 };
    for (size_t i = 0; i < 6; i++)
        findings_add(&findings, "test", NULL, names[i])->priority = priorities[i];
    findings_sort(&findings);
    for (size_t i = 0; i < 6; i++) CHECK_STR(findings.at[i].library, sorted[i]);
    findings_drop_repeated(&findings);
    CHECK_INT(findings.count, 4);
    for (size_t i = 0; i < 4 && i < findings.count; i++) CHECK_STR(findings.at[i].library, kept[i]);
    findings_free(&findings);
}

int main(void)
{
    test_registry();
    test_findings();
    return test_end();
}
