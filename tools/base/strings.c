/* SPDX-License-Identifier: Apache-2.0 */
#include "strings.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

void string_clear(struct string *string)
{
    string->length = 0;
    if (string->text) string->text[0] = 0;
}

void string_free(struct string *string)
{
    free(string->text);
    *string = (struct string){ NULL, 0, 0 };
}

/* Makes space for `length` more bytes and a NUL. */
static void reserve(struct string *string, size_t length)
{
    size_t space = string->space ? string->space : 256;
    while (space < string->length + length + 1) space *= 2;
    if (space == string->space) return;
    string->text = require_memory(realloc(string->text, space));
    string->space = space;
}

void string_add_bytes(struct string *string, const char *bytes, size_t length)
{
    reserve(string, length);
    if (length) memcpy(string->text + string->length, bytes, length); /* `bytes` may be NULL */
    string->length += length;
    string->text[string->length] = 0;
}

void string_add(struct string *string, const char *text)
{
    string_add_bytes(string, text, strlen(text));
}

void string_format(struct string *string, const char *format, ...)
{
    va_list arguments, again;
    int length;
    va_start(arguments, format);
    va_copy(again, arguments);
    length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length > 0) {
        reserve(string, (size_t)length);
        vsnprintf(string->text + string->length, (size_t)length + 1, format, again);
        string->length += (size_t)length;
    }
    va_end(again);
}

/* The number of bytes at the start of a text that are printable ASCII, as most are. */
static size_t plain_length(const char *text)
{
    const char *at = text;
    while (*at >= ' ' && *at < 0x7f) at++;
    return (size_t)(at - text);
}

void string_add_harmless(struct string *string, const char *text, const char *kept)
{
    for (;;) {
        const size_t plain = plain_length(text);
        unsigned long code;
        size_t length;
        char shown[16];
        string_add_bytes(string, text, plain);
        text += plain;
        if (!*text) return;
        length = text_utf8_length(text, &code);
        if (length && (!text_is_harmful(code) || (length == 1 && strchr(kept, *text)))) {
            string_add_bytes(string, text, length);
        } else {
            length = text_escape(text, shown);
            string_add(string, shown);
        }
        text += length;
    }
}

void string_write_line(const struct string *line, FILE *to)
{
    struct string shown = { NULL, 0, 0 };
    const size_t plain = plain_length(line->text);
    fwrite(line->text, 1, plain, to);
    if (plain < line->length) {
        string_add_harmless(&shown, line->text + plain, "");
        fwrite(shown.text, 1, shown.length, to);
        string_free(&shown);
    }
    fputc('\n', to);
}

void string_add_json(struct string *string, const char *text)
{
    char *valid = NULL;
    string_add(string, "\"");
    for (const char *rest = text; *rest;) {
        unsigned long code;
        size_t length;
        if ((unsigned char)*rest > 0x7e && !valid) rest = valid = text_valid(rest);
        length = text_utf8_length(rest, &code);
        if (*rest == '"' || *rest == '\\') string_format(string, "\\%c", *rest);
        else if (!text_is_harmful(code)) string_add_bytes(string, rest, length);
        else if (code < 0x10000) string_format(string, "\\u%04lx", code);
        else
            string_format(string, "\\u%04lx\\u%04lx", 0xd7c0 + (code >> 10),
                          0xdc00 + (code & 0x3ff));
        rest += length;
    }
    string_add(string, "\"");
    free(valid);
}

void string_add_quoted(struct string *string, const unsigned char *bytes, size_t length)
{
    static const char escapes[] = "\nn\tt\rr\"\"\\\\";
    string_add(string, "\"");
    for (size_t i = 0; i < length; i++) {
        const char *escape = bytes[i] ? strchr(escapes, bytes[i]) : NULL;
        if (escape && (escape - escapes) % 2 == 0) string_format(string, "\\%c", escape[1]);
        else if (bytes[i] >= ' ' && bytes[i] < 127)
            string_add_bytes(string, (const char *)&bytes[i], 1);
        else string_format(string, "\\x%02x", bytes[i]);
    }
    string_add(string, "\"");
}
