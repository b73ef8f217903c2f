/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Between the loader's texts, which are UTF-8, and those of Windows, which are UTF-16. The header of
 * all files here that talk to Windows.
 */
#ifndef CLRELAY_WINDOWS_WIDE_H
#define CLRELAY_WINDOWS_WIDE_H

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

#include <stdbool.h>
#include <stddef.h>

/* A text in the other form, for the caller to free; NULL: no memory. What is not valid in one form
 * becomes U+FFFD in the other. */
wchar_t *wide_from(const char *text);
char *wide_to_text(const wchar_t *wide);

/* The same of `length` characters. */
char *wide_to_text_of(const wchar_t *wide, size_t length);

/* A text that stays until this library is unloaded: this one, freed if there is one that is equal. */
const char *wide_intern(char *text);
void wide_free_interned(void);

/* Joins two texts, for the caller to free; NULL: no memory. */
wchar_t *wide_join(const wchar_t *one, const wchar_t *other);

/*
 * The path of the program (NULL), or of a library in memory, for the caller to free; NULL: it is not
 * known.
 */
wchar_t *wide_path_of(HMODULE module);

#endif
