/* SPDX-License-Identifier: Apache-2.0 */
/* Strings of the command clrelay: formatting, measuring, validation. */
#ifndef CLRELAY_TOOLS_BASE_TEXT_H
#define CLRELAY_TOOLS_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* MinGW has two kinds of printf: see the loader's compiler.h. */
#if defined(__MINGW32__)
#define PRINTF_LIKE(words, first) __attribute__((format(gnu_printf, words, first)))
#elif defined(__GNUC__)
#define PRINTF_LIKE(words, first) __attribute__((format(printf, words, first)))
#else
#define PRINTF_LIKE(words, first)
#endif

/* Returns the memory, or ends the program if it is NULL. */
void *require_memory(void *memory);
/* Sets a function to call instead of printing that message. */
void require_memory_handler(void (*tell)(void));

/* Returns a new string, formatted as by printf(). Never NULL; the caller frees it. */
char *text_format(const char *format, ...) PRINTF_LIKE(1, 2);
char *text_format_list(const char *format, va_list arguments);

/* Adds to the end of a text that the caller frees; NULL is none yet. */
void text_add(char **text, const char *format, ...) PRINTF_LIKE(2, 3);

/* Replaces a word wherever it is in a text that the caller frees. */
void text_replace(char **text, const char *word, const char *value);

/* Returns a copy that is valid UTF-8: each invalid byte becomes \xNN. */
char *text_valid(const char *text);

/* Whether a character does harm in a line of text: it controls a terminal, ends the line, changes
 * the direction of what follows, or can't be seen. */
bool text_is_harmful(unsigned long code);

/* The form of a text's first character that does none: \n, \xNN (also a byte that is no UTF-8),
 * \uNNNN or \UNNNNNNNN. Returns how many bytes of the text it stands for. */
size_t text_escape(const char *text, char shown[16]);

/* SYSTEM_LIBRARY: the loader's library. SYSTEM_LIST_SEPARATOR: between the elements of a list.
 * SYSTEM_PATH_SEPARATORS: between the parts of a path. SYSTEM_NULL_DEVICE: an always empty file.
 * SYSTEM_TEXT(on Linux, on Windows): words for people. */
#ifdef _WIN32
#define SYSTEM_LIBRARY                          "OpenCL.dll"
#define SYSTEM_LIST_SEPARATOR                   ';'
#define SYSTEM_PATH_SEPARATORS                  "\\/"
#define SYSTEM_NULL_DEVICE                      "NUL"
#define SYSTEM_TEXT(linux_words, windows_words) windows_words
#else
#define SYSTEM_LIBRARY                          "libOpenCL.so.1"
#define SYSTEM_LIST_SEPARATOR                   ':'
#define SYSTEM_PATH_SEPARATORS                  "/"
#define SYSTEM_NULL_DEVICE                      "/dev/null"
#define SYSTEM_TEXT(linux_words, windows_words) linux_words
#endif

/* The part of a path after its last separator. */
const char *text_file_name(const char *path);

/* text_same() compares two texts; text_or_empty() returns the text or "". Each may be NULL. */
bool text_same(const char *text, const char *other);
const char *text_or_empty(const char *text);

/* "" for one, else "s". */
const char *text_plural(size_t count);

#endif
