/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Saves and restores the thread's own settings, which a library may change while it is loaded. It
 * leaves the settings of the process alone: Windows starts threads of its own in nearly every
 * process, and any thread may have changed them on purpose.
 */
#include "windows/wide.h"

#include "base/os.h"

#include <float.h>
#include <stdint.h>
#include <stdio.h>

static struct {
    unsigned arithmetic;
    uint16_t x87;
    LCID locale;
    DWORD errors;
} saved;

/* Exceptions and rounding, and the treatment of denormals if the processor has such a setting. */
static const unsigned arithmetic_settings = _MCW_EM | _MCW_RC
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

/* On x86-64 this does not cover the x87, which MinGW programs use for long double. */
#if defined(__GNUC__) && defined(__x86_64__)
#include "base/x87.h"
#else
#define x87_get()        0
#define x87_set(control) ((void)(control))
#endif

void os_save_state(void)
{
    DWORD error = GetLastError();
    saved.arithmetic = get_arithmetic();
    saved.x87 = x87_get();
    saved.locale = GetThreadLocale();
    saved.errors = GetThreadErrorMode();
    SetLastError(error);
}

void os_discard_state(void)
{
}

struct words {
    char *text;
    size_t size, length;
};

static void add_change(struct words *words, const char *what)
{
    int more = snprintf(words->text + words->length, words->size - words->length, "%s%s (restored)",
                        words->length ? ", " : "", what);
    words->length += (size_t)more;
    if (words->length >= words->size) words->length = words->size - 1;
}

static void restore_thread(struct words *words)
{
    if (get_arithmetic() != saved.arithmetic || x87_get() != saved.x87) {
        _control87(saved.arithmetic, arithmetic_settings);
        x87_set(saved.x87);
        add_change(words, "the floating-point settings");
    }
    if (GetThreadLocale() != saved.locale) {
        SetThreadLocale(saved.locale);
        add_change(words, "the thread's locale");
    }
    if (GetThreadErrorMode() != saved.errors) {
        SetThreadErrorMode(saved.errors, NULL);
        add_change(words, "the thread's error mode");
    }
}

bool os_restore_state(char *text, size_t size)
{
    struct words words = { text, size, 0 };
    DWORD error = GetLastError();
    *text = '\0';
    restore_thread(&words);
    SetLastError(error);
    return words.length > 0;
}
