/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What belongs to the program, and a library that was opened may have changed. What is the process's
 * is told and not put back: Windows starts threads of its own in nearly every process, so no program
 * is known to be alone.
 */
#include "wide.h"

#include "../os.h"

#include <float.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static struct {
    unsigned arithmetic;
    uint16_t x87;
    LCID locale;
    DWORD errors;
    wchar_t *folder;
    uint64_t variables;
    unsigned streams;
} noted;

/* Traps and rounding, and how numbers near zero are treated, where the processor has settings of it. */
static const unsigned arithmetic_settings =
    _MCW_EM | _MCW_RC
#if defined(__i386__) || defined(_M_IX86)
    | _MCW_PC | _MCW_IC
#else
    | _MCW_DN
#endif
    ;

static unsigned get_arithmetic(void)
{
    return _control87(0, 0) & arithmetic_settings;
}

/* On x86-64 that says nothing of the x87, which MinGW's programs have their long double of. */
#if defined(__GNUC__) && defined(__x86_64__)
#include "../x87.h"
#else
#define x87_get()        0
#define x87_set(control) ((void)(control))
#endif

/* For the caller to free; NULL: it cannot be told. */
static wchar_t *get_folder(void)
{
    DWORD size = GetCurrentDirectoryW(0, NULL), length = 0;
    wchar_t *folder = size ? malloc(size * sizeof *folder) : NULL;
    if (folder) length = GetCurrentDirectoryW(size, folder);
    if (length > 0 && length < size) return folder;
    free(folder);
    return NULL;
}

static bool same_folder(const wchar_t *one, const wchar_t *other)
{
    return one && other ? wcscmp(one, other) == 0 : one == other;
}

/* Two that are equal came of the same variables with the same values. */
static uint64_t get_variables(void)
{
    wchar_t *all = GetEnvironmentStringsW();
    uint64_t sum = 0;
    for (wchar_t *at = all; at && (at[0] || at[1]); at++) sum = sum * 0x100000001b3 + *at + 1;
    if (all) FreeEnvironmentStringsW(all);
    return sum;
}

/* Which of the standard input, output and errors are open: a bit each. */
static unsigned get_streams(void)
{
    static const DWORD streams[] = { STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE };
    unsigned open = 0;
    for (unsigned i = 0; i < sizeof streams / sizeof *streams; i++) {
        HANDLE stream = GetStdHandle(streams[i]);
        DWORD flags;
        if (stream && GetHandleInformation(stream, &flags)) open |= 1u << i;
    }
    return open;
}

void os_note_state(void)
{
    DWORD error = GetLastError();
    noted.arithmetic = get_arithmetic();
    noted.x87 = x87_get();
    noted.locale = GetThreadLocale();
    noted.errors = GetThreadErrorMode();
    free(noted.folder);
    noted.folder = get_folder();
    noted.variables = get_variables();
    noted.streams = get_streams();
    SetLastError(error);
}

void os_forget_state(void)
{
    free(noted.folder);
    noted.folder = NULL;
}

struct words {
    char *text;
    size_t size, length;
};

static void add(struct words *words, const char *what)
{
    int more = snprintf(words->text + words->length, words->size - words->length, "%s%s",
                        words->length ? ", " : "", what);
    words->length += (size_t)more;
    if (words->length >= words->size) words->length = words->size - 1;
}

/* What is this thread's own. */
static void restore_thread(struct words *words)
{
    if (get_arithmetic() != noted.arithmetic || x87_get() != noted.x87) {
        _control87(noted.arithmetic, arithmetic_settings);
        x87_set(noted.x87);
        add(words, "the settings of floating-point arithmetic (put back)");
    }
    if (GetThreadLocale() != noted.locale) {
        SetThreadLocale(noted.locale);
        add(words, "the locale of the thread (put back)");
    }
    if (GetThreadErrorMode() != noted.errors) {
        SetThreadErrorMode(noted.errors, NULL);
        add(words, "what the thread's errors show the user (put back)");
    }
}

static void compare_process(struct words *words)
{
    wchar_t *folder = get_folder();
    uint64_t variables = get_variables();
    unsigned streams = get_streams();
    if (!same_folder(folder, noted.folder)) add(words, "the working directory");
    if (variables != noted.variables) add(words, "the environment");
    if (noted.streams & ~streams) add(words, "a standard stream, which it closed");
    free(noted.folder);
    noted.folder = folder;
    noted.variables = variables;
    noted.streams = streams;
}

bool os_restore_state(char *text, size_t size)
{
    struct words words = { text, size, 0 };
    DWORD error = GetLastError();
    *text = '\0';
    restore_thread(&words);
    compare_process(&words);
    SetLastError(error);
    return words.length > 0;
}
