/* SPDX-License-Identifier: Apache-2.0 */
/* A growable string. */
#ifndef CLRELAY_TOOLS_BASE_STRINGS_H
#define CLRELAY_TOOLS_BASE_STRINGS_H

#include "text.h"

#include <stdio.h>

/* Initialize with { NULL, 0, 0 }; string_free() when done. `text` is NULL if nothing was added,
 * else NUL-terminated. */
struct string {
    char *text;
    size_t length, space;
};

void string_clear(struct string *string);
void string_free(struct string *string);
void string_add(struct string *string, const char *text);
void string_add_bytes(struct string *string, const char *bytes, size_t length);
void string_format(struct string *string, const char *format, ...) PRINTF_LIKE(2, 3);

/* Adds a text. Escapes its harmful characters (text_is_harmful()), except those in `kept`. */
void string_add_harmless(struct string *string, const char *text, const char *kept);

/* Writes a text and the end of its line. Escapes harmful characters. */
void string_write_line(const struct string *line, FILE *to);

/* Adds a text as a JSON string, with harmful characters escaped. Bytes that are not UTF-8 become
 * \xNN. */
void string_add_json(struct string *string, const char *text);

/* Adds bytes in double quotes. Bytes that are not printable ASCII become C escapes. */
void string_add_quoted(struct string *string, const unsigned char *bytes, size_t length);

#endif
