/* SPDX-License-Identifier: Apache-2.0 */
/* Converts between the loader's texts (UTF-8) and Windows' texts (UTF-16). All files here that call
 * Windows include this header. */
#ifndef CLRELAY_LOADER_WINDOWS_WIDE_H
#define CLRELAY_LOADER_WINDOWS_WIDE_H

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

#include <stdbool.h>
#include <stddef.h>

/* A converted text, for the caller to free; NULL if there is no memory. What is invalid becomes
 * U+FFFD. */
wchar_t *wide_from(const char *text);
char *wide_to_text(const wchar_t *wide);

/* The same for `length` characters. */
char *wide_to_text_of(const wchar_t *wide, size_t length);

/* Returns an equal text that stays until this library is unloaded. Takes ownership of `text`. */
const char *wide_intern(char *text);
void wide_free_interned(void);

/* Joins two texts, for the caller to free; NULL if there is no memory. */
wchar_t *wide_join(const wchar_t *one, const wchar_t *other);

/* The path of the program (NULL) or of a loaded library, for the caller to free; NULL if
 * unknown. */
wchar_t *wide_path_of(HMODULE module);

#endif
