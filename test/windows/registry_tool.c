/* SPDX-License-Identifier: Apache-2.0 */
/*
 * registry_tool COMMAND...: changes the registry for the tests. Commands:
 *
 *   32, 64                 uses the view of 32-bit or 64-bit programs from now on
 *   clear                  removes Khronos\OpenCL and everything below
 *   key KEY                creates a key below it
 *   set KEY NAME TYPE HEX  creates a value in it, with these bytes; a name may contain \uXXXX
 */
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static REGSAM view;

static HKEY make_key(const char *name)
{
    char path[200];
    HKEY key;
    LSTATUS status;
    snprintf(path, sizeof path, "SOFTWARE\\Khronos\\OpenCL\\%s", name);
    status = RegCreateKeyExA(HKEY_LOCAL_MACHINE, path, 0, NULL, 0, KEY_ALL_ACCESS | view, NULL,
                             &key, NULL);
    if (status == ERROR_SUCCESS) return key;
    fprintf(stderr, "%s: error %ld\n", path, (long)status);
    exit(2);
}

static void clear(void)
{
    HKEY key;
    if (RegOpenKeyExA(HKEY_LOCAL_MACHINE, "SOFTWARE\\Khronos", 0, KEY_ALL_ACCESS | view, &key))
        return;
    RegDeleteTreeA(key, "OpenCL");
    RegCloseKey(key);
}

static void set(const char *where, const char *name, DWORD type, const char *hex)
{
    static wchar_t wide[20000];
    static BYTE data[20000];
    HKEY key = make_key(where);
    DWORD size = 0;
    LSTATUS status;
    size_t length = 0;
    for (; *name; length++) {
        if (!strncmp(name, "\\u", 2)) {
            char digits[5] = "";
            memcpy(digits, name + 2, 4);
            wide[length] = (wchar_t)strtoul(digits, NULL, 16);
            name += 6;
        } else {
            wide[length] = (wchar_t)*name++;
        }
    }
    wide[length] = L'\0';
    for (; hex[0] && hex[1]; hex += 2) {
        char digits[3] = { hex[0], hex[1], '\0' };
        data[size++] = (BYTE)strtoul(digits, NULL, 16);
    }
    status = RegSetValueExW(key, wide, 0, type, data, size);
    if (status != ERROR_SUCCESS) {
        fprintf(stderr, "a value: error %ld\n", (long)status);
        exit(2);
    }
    RegCloseKey(key);
}

int main(int count, char **argument)
{
    for (int i = 1; i < count; i++) {
        if (!strcmp(argument[i], "32")) {
            view = KEY_WOW64_32KEY;
        } else if (!strcmp(argument[i], "64")) {
            view = KEY_WOW64_64KEY;
        } else if (!strcmp(argument[i], "clear")) {
            clear();
        } else if (!strcmp(argument[i], "key") && i + 1 < count) {
            RegCloseKey(make_key(argument[i + 1]));
            i += 1;
        } else if (!strcmp(argument[i], "set") && i + 4 < count) {
            set(argument[i + 1], argument[i + 2], (DWORD)atoi(argument[i + 3]), argument[i + 4]);
            i += 4;
        } else {
            fprintf(stderr, "registry_tool: what is %s?\n", argument[i]);
            return 2;
        }
    }
    puts("done");
    return 0;
}
