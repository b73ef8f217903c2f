/* SPDX-License-Identifier: Apache-2.0 */
/* Strings of the command clrelay: made, measured, and kept valid. */
#ifndef CLRELAY_TOOL_TEXT_H
#define CLRELAY_TOOL_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* As the loader's log.h has it: MinGW knows two kinds of printf. */
#if defined(__MINGW32__)
#define PRINTF_LIKE(words, first) __attribute__((format(gnu_printf, words, first)))
#elif defined(__GNUC__)
#define PRINTF_LIKE(words, first) __attribute__((format(printf, words, first)))
#else
#define PRINTF_LIKE(words, first)
#endif

/* Memory that is there, or the end of the program. */
void *require_memory(void *memory);
/* Has this done before that end, instead of telling it on standard error. */
void require_memory_handler(void (*tell)(void));

/* A new string in printf's way; never NULL. The caller frees it. */
char *text_format(const char *format, ...) PRINTF_LIKE(1, 2);
char *text_format_list(const char *format, va_list arguments);

/* How many bytes the UTF-8 character at the beginning of a text has, and which one it is; 0: it is
 * none. */
size_t text_decode_utf8(const char *text, unsigned long *code);

/* A copy that is valid UTF-8: each byte that is no part of a character becomes \xNN. */
char *text_valid(const char *text);

/* The part of a path behind its last separator. */
const char *text_file_name(const char *path);

/* "" for one, else "s". */
const char *text_plural(size_t count);

#endif
