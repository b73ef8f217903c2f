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
/* Sets a function that tells the user of missing memory, in place of a message on standard
 * error. */
void require_memory_handler(void (*tell)(void));

/* Returns a new string, formatted as by printf(). Never NULL; the caller frees it. */
char *text_format(const char *format, ...) PRINTF_LIKE(1, 2);
char *text_format_list(const char *format, va_list arguments);

/* Adds to the end of a text that the caller frees. A NULL *text begins a new text. */
void text_add(char **text, const char *format, ...) PRINTF_LIKE(2, 3);

/* Replaces each occurrence of a word in a text that the caller frees, but none that `value` has. */
void text_replace(char **text, const char *word, const char *value);

/* Whether a text has only characters that no shell treats in another way, so that a command may
 * have it as a word. */
bool text_is_plain_word(const char *text);

/* Returns a text as a word of a command, in quotes if it needs them. The caller frees the word. */
char *text_shell_word(const char *text);

/* What {word} in a template stands for. NULL: an empty text. */
struct text_meaning {
    const char *word, *text;
};

/* Returns a template with the meaning of each word in braces. '{word}', in quotes, is a word of a
 * command: the quotes stay only if the shell needs them. Unknown words stay, and so do braces that
 * a meaning has. The caller frees the result. */
char *text_fill(const char *template, const struct text_meaning *meanings, size_t count);

/* Returns a copy that is valid UTF-8: each invalid byte becomes \xNN. */
char *text_valid(const char *text);

/* Whether a character does harm in a line of text: it controls a terminal, ends the line, changes
 * the direction of what follows, or is invisible. */
bool text_is_harmful(unsigned long code);

/* Writes a harmless form of a text's first character: \n, \xNN (also for a byte that is not UTF-8),
 * \uNNNN or \UNNNNNNNN. Returns how many bytes of the text the form replaces. */
size_t text_escape(const char *text, char shown[16]);

/* SYSTEM_LIBRARY is the loader's library. SYSTEM_LIST_SEPARATOR is between the elements of a list,
 * SYSTEM_PATH_SEPARATORS between the parts of a path. SYSTEM_NULL_DEVICE is an always empty file.
 * SYSTEM_TEXT(Linux, Windows) picks words for people. */
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

/* Whether two texts are equal. Each may be NULL. */
bool text_same(const char *text, const char *other);

/* Returns the text, or "" for NULL. */
const char *text_or_empty(const char *text);

/* The ending of a noun after a number: "" for 1, else "s". */
const char *text_plural(size_t count);

#endif
