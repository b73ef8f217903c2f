/* SPDX-License-Identifier: Apache-2.0 */
/* The state of a program on Windows that a driver may change, like drivers/zoo/own.h. (The program
 * and the drivers here share msvcrt.dll, and so its locale and its files.) */
#ifndef CLRELAY_TEST_WINDOWS_OWN_H
#define CLRELAY_TEST_WINDOWS_OWN_H

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>

#include <fcntl.h>
#include <fenv.h>
#include <float.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    int rounding;
    unsigned settings;
    LCID locale;
    DWORD errors;
    wchar_t folder[4096];
    bool input;
    int file;
} own;

static bool has_input(void)
{
    HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
    DWORD flags;
    return input && GetHandleInformation(input, &flags);
}

static void note(void)
{
    own.rounding = fegetround();
    own.settings = _control87(0, 0);
    own.locale = GetThreadLocale();
    own.errors = GetThreadErrorMode();
    if (!GetCurrentDirectoryW(4096, own.folder)) exit(2);
    own.input = has_input();
    own.file = _open("NUL", _O_RDONLY);
}

static void compare(void)
{
    wchar_t folder[4096] = L"";
    GetCurrentDirectoryW(4096, folder);
    if (fegetround() != own.rounding || _control87(0, 0) != own.settings)
        printf("changed\tarithmetic\n");
    if (GetThreadLocale() != own.locale) printf("changed\tthread locale\n");
    if (GetThreadErrorMode() != own.errors) printf("changed\terrors\n");
    if (wcscmp(folder, own.folder) != 0) printf("changed\tfolder\n");
    if (getenv("FAKE_WAS_HERE")) printf("changed\tenvironment\n");
    if (own.input && !has_input()) printf("changed\tinput\n");
    if (own.file >= 0 && _get_osfhandle(own.file) == -1) printf("changed\tfile\n");
}

#endif
