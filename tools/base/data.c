/* SPDX-License-Identifier: Apache-2.0 */
#include "data.h"

#include "system.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *data_text(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

bool data_is(const json_t *object, const char *name, const char *value)
{
    return strcmp(data_text(object, name), value) == 0;
}

json_t *data_string(const char *text)
{
    char *valid;
    json_t *value;
    if (!text) return json_null();
    valid = text_valid(text);
    value = json_string(valid);
    free(valid);
    return value;
}

json_t *data_format(const char *format, ...)
{
    va_list arguments;
    json_t *value;
    char *text;
    va_start(arguments, format);
    text = text_format_list(format, arguments);
    va_end(arguments);
    value = data_string(text);
    free(text);
    return value;
}

void data_set(json_t *object, const char *name, char *text)
{
    json_object_set_new(object, name, data_string(text));
    free(text);
}

/* Decodes \xNN if NN is a backslash, or a byte that may be invalid UTF-8. Otherwise returns 0. */
static unsigned char unescape_byte(const char *text)
{
    char digits[3];
    unsigned char byte;
    if (text[0] != '\\' || text[1] != 'x' || !isxdigit((unsigned char)text[2]) ||
        !isxdigit((unsigned char)text[3]))
        return 0;
    digits[0] = text[2];
    digits[1] = text[3];
    digits[2] = '\0';
    byte = (unsigned char)(strtoul(digits, NULL, 16) & 0xff);
    return byte >= 0x80 || byte == '\\' ? byte : 0;
}

char *data_path(const char *text)
{
    char *path = text_format("%s", text), *to = path;
    if (system_exists(text)) return path;
    for (const char *from = text; *from; from++) {
        unsigned char byte = unescape_byte(from);
        *to++ = byte ? (char)byte : *from;
        if (byte) from += 3;
    }
    *to = '\0';
    return path;
}

void data_write(const json_t *object, size_t indent, FILE *to)
{
    const size_t layout = indent ? JSON_INDENT(indent) : JSON_COMPACT;
    char *text = require_memory(json_dumps(object, layout | JSON_ENSURE_ASCII));
    for (const char *at = text, *end; *at; at = end) {
        end = at + strcspn(at, "\x7f");
        fwrite(at, 1, (size_t)(end - at), to);
        if (*end) fputs("\\u007f", to), end++;
    }
    fputc('\n', to);
    free(text);
}

void data_print(json_t *object)
{
    data_write(object, 2, stdout);
    json_decref(object);
}
