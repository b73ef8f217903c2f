/* SPDX-License-Identifier: Apache-2.0 */
#include "text.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

char *text_copy(struct text text)
{
    char *copy = malloc(text.length + 1);
    if (!copy) return NULL;
    memcpy(copy, text.start, text.length);
    copy[text.length] = '\0';
    return copy;
}

char *text_copy_string(const char *string)
{
    return text_copy((struct text){ string, strlen(string) });
}

bool text_next(const char **rest, char separator, struct text *element)
{
    const char *end;
    if (!*rest) return false;
    end = strchr(*rest, separator);
    element->start = *rest;
    element->length = end ? (size_t)(end - *rest) : strlen(*rest);
    *rest = end ? end + 1 : NULL;
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool text_has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; at += length) {
        bool starts = at == list || is_blank(at[-1]);
        bool ends = at[length] == '\0' || is_blank(at[length]);
        if (starts && ends) return true;
    }
    return false;
}

bool text_ends_with(const char *text, const char *ending)
{
    size_t length = strlen(text), tail = strlen(ending);
    return length >= tail && strcmp(text + length - tail, ending) == 0;
}

bool text_begins_with(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

bool text_number(const char *text, unsigned *number)
{
    unsigned value = 0;
    if (!*text) return false;
    for (; *text; text++) {
        unsigned digit = (unsigned)(*text - '0');
        if (*text < '0' || *text > '9' || value > (UINT_MAX - digit) / 10) return false;
        value = value * 10 + digit;
    }
    *number = value;
    return true;
}

static struct text trim(struct text line)
{
    while (line.length > 0 && is_blank(line.start[0])) line.start++, line.length--;
    while (line.length > 0 && is_blank(line.start[line.length - 1])) line.length--;
    return line;
}

enum text_manifest text_read_manifest(const char *bytes, size_t length, struct text *library,
                                      size_t *ignored)
{
    static const char bom[] = "\xef\xbb\xbf";
    size_t number = 0;
    *library = (struct text){ NULL, 0 };
    *ignored = 0;
    if (length > 0 && memchr(bytes, '\0', length)) return TEXT_MANIFEST_BINARY;
    if (length >= 3 && memcmp(bytes, bom, 3) == 0) bytes += 3, length -= 3;
    while (length > 0) {
        const char *end = memchr(bytes, '\n', length);
        size_t whole = end ? (size_t)(end - bytes) : length;
        struct text line = trim((struct text){ bytes, whole });
        number++;
        if (whole > TEXT_LONGEST_LINE) return TEXT_MANIFEST_LONG_LINE;
        if (line.length > 0 && line.start[0] != '#') {
            if (!library->start)
                *library = line;
            else if (!*ignored)
                *ignored = number;
        }
        bytes += whole + (end ? 1 : 0);
        length -= whole + (end ? 1 : 0);
    }
    return library->start ? TEXT_MANIFEST_GOOD : TEXT_MANIFEST_EMPTY;
}
