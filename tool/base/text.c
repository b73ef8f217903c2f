/* SPDX-License-Identifier: Apache-2.0 */
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void (*tell_out)(void);

void require_memory_handler(void (*tell)(void))
{
    tell_out = tell;
}

void *require_memory(void *memory)
{
    if (memory) return memory;
    if (tell_out) tell_out();
    else fputs("clrelay: out of memory\n", stderr);
    exit(EXIT_FAILURE);
}

char *text_format_list(const char *format, va_list arguments)
{
    va_list again;
    char *text;
    int length;
    va_copy(again, arguments);
    length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    text = require_memory(length < 0 ? NULL : malloc((size_t)length + 1));
    vsnprintf(text, (size_t)length + 1, format, arguments);
    return text;
}

char *text_format(const char *format, ...)
{
    va_list arguments;
    char *text;
    va_start(arguments, format);
    text = text_format_list(format, arguments);
    va_end(arguments);
    return text;
}

size_t text_decode_utf8(const char *text, unsigned long *code)
{
    static const struct {
        unsigned char mask, lead;
        unsigned long least;
    } forms[] = {
        { 0x80, 0x00, 0 }, { 0xe0, 0xc0, 0x80 }, { 0xf0, 0xe0, 0x800 }, { 0xf8, 0xf0, 0x10000 }
    };
    for (size_t length = 1; length <= 4; length++) {
        unsigned char byte = (unsigned char)text[0];
        unsigned long value = byte & (unsigned char)~forms[length - 1].mask;
        if ((byte & forms[length - 1].mask) != forms[length - 1].lead) continue;
        for (size_t i = 1; i < length; i++) {
            byte = (unsigned char)text[i];
            if ((byte & 0xc0) != 0x80) return 0;
            value = value << 6 | (byte & 0x3f);
        }
        if (value < forms[length - 1].least || value > 0x10ffff) return 0;
        if (value >= 0xd800 && value <= 0xdfff) return 0;
        *code = value;
        return length;
    }
    return 0;
}

char *text_valid(const char *text)
{
    char *copy = require_memory(malloc(4 * strlen(text) + 1)), *end = copy;
    unsigned long code;
    while (*text) {
        size_t length = text_decode_utf8(text, &code);
        if (length == 0) {
            end += snprintf(end, 5, "\\x%02x", (unsigned char)*text++);
        } else {
            memcpy(end, text, length);
            end += length;
            text += length;
        }
    }
    *end = '\0';
    return copy;
}

const char *text_file_name(const char *path)
{
    const char *name = path;
    for (; *path; path++)
        if (strchr(SYSTEM_PATH_SEPARATORS, *path)) name = path + 1;
    return name;
}

bool text_same(const char *text, const char *other)
{
    return text && other && strcmp(text, other) == 0;
}

const char *text_or_empty(const char *text)
{
    return text ? text : "";
}

const char *text_plural(size_t count)
{
    return count == 1 ? "" : "s";
}
