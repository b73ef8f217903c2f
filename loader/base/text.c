/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"

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

struct text text_of(const char *string)
{
    return (struct text){ string, strlen(string) };
}

char *text_copy_string(const char *string)
{
    return text_copy(text_of(string));
}

char *text_join(struct text one, char between, struct text other)
{
    char *joined = malloc(one.length + other.length + 2);
    if (!joined) return NULL;
    memcpy(joined, one.start, one.length);
    joined[one.length] = between;
    memcpy(joined + one.length + 1, other.start, other.length);
    joined[one.length + 1 + other.length] = '\0';
    return joined;
}

bool text_next_element(const char **rest, char separator, struct text *element)
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

bool text_is(struct text piece, const char *text)
{
    return piece.length == strlen(text) && memcmp(piece.start, text, piece.length) == 0;
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

struct text text_trim(struct text text)
{
    while (text.length > 0 && is_blank(text.start[0])) text.start++, text.length--;
    while (text.length > 0 && is_blank(text.start[text.length - 1])) text.length--;
    return text;
}

/* ---- patterns ---- */

static char to_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

int text_compare_nocase(const char *one, const char *other)
{
    while (*one && to_lower(*one) == to_lower(*other)) one++, other++;
    return (unsigned char)to_lower(*one) - (unsigned char)to_lower(*other);
}

/* Whether a character is in the set that starts after the [ at `at`. *end is the position after the
 * ], or NULL if there is no ]. */
static bool is_in_set(char c, const char *at, const char *limit, const char **end)
{
    bool negated = at < limit && (*at == '!' || *at == '^'), found = false;
    const char *first = negated ? at + 1 : at;
    c = to_lower(c);
    for (at = first; at < limit && (*at != ']' || at == first); at++) {
        char low = to_lower(*at), high = low;
        if (limit - at > 2 && at[1] == '-' && at[2] != ']') {
            high = to_lower(at[2]);
            at += 2;
        }
        if (c >= low && c <= high) found = true;
    }
    *end = at < limit ? at + 1 : NULL;
    return *end && found != negated;
}

bool text_matches(const char *text, struct text pattern)
{
    const char *at = pattern.start, *limit = at + pattern.length;
    /* The position of the last *, and how much of the text it has consumed. Only this * is ever
     * retried, so the work grows no faster than the product of both lengths. */
    const char *star = NULL, *eaten = NULL, *end;
    while (*text) {
        if (at < limit && *at == '*') {
            star = at++;
            eaten = text;
            continue;
        }
        end = at < limit ? at + 1 : NULL;
        if (end && *at == '[') {
            if (is_in_set(*text, at + 1, limit, &end)) {
                at = end, text++;
                continue;
            }
            if (!end && *text == '[') end = at + 1; /* a [ without a ] */
            else end = NULL;
        } else if (end && *at != '?' && to_lower(*at) != to_lower(*text)) {
            end = NULL;
        }
        if (end) {
            at = end, text++;
        } else if (star) {
            at = star + 1;
            text = ++eaten;
        } else {
            return false;
        }
    }
    while (at < limit && *at == '*') at++;
    return at == limit;
}

/* ---- files of lines ---- */

bool text_next_line(struct text *rest, struct text_line *line)
{
    static const char bom[] = "\xef\xbb\xbf";
    const char *end;
    if (line->number == 0 && rest->length >= 3 && memcmp(rest->start, bom, 3) == 0)
        rest->start += 3, rest->length -= 3;
    if (rest->length == 0) return false;
    end = memchr(rest->start, '\n', rest->length);
    line->length = end ? (size_t)(end - rest->start) : rest->length;
    line->text = text_trim((struct text){ rest->start, line->length });
    line->number++;
    rest->start += line->length + (end ? 1 : 0);
    rest->length -= line->length + (end ? 1 : 0);
    return true;
}

bool text_is_ignorable(const struct text_line *line)
{
    return line->text.length == 0 || line->text.start[0] == '#';
}

bool text_split_setting(struct text line, struct text *name, struct text *value)
{
    const char *equals = line.length ? memchr(line.start, '=', line.length) : NULL;
    if (!equals) return false;
    *name = text_trim((struct text){ line.start, (size_t)(equals - line.start) });
    *value =
        text_trim((struct text){ equals + 1, (size_t)(line.start + line.length - (equals + 1)) });
    return name->length > 0;
}

/* ---- characters ---- */

size_t text_utf8_length(const char *text, unsigned long *code)
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
        if (code) *code = value;
        return length;
    }
    return 0;
}

bool text_is_control(const char *text)
{
    unsigned char first = (unsigned char)text[0], second = first ? (unsigned char)text[1] : 0;
    return first < ' ' || first == 127 || (first == 0xc2 && second >= 0x80 && second < 0xa0);
}

static bool is_hex_digit(char byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f') ||
           (byte >= 'A' && byte <= 'F');
}

bool text_is_escape(const char *text)
{
    return text[0] == '\\' && text[1] == 'x' && is_hex_digit(text[2]) && is_hex_digit(text[3]);
}
