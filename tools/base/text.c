/* SPDX-License-Identifier: Apache-2.0 */
#include "text.h"

#include "base/text.h"

#include <ctype.h>
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

void text_add(char **text, const char *format, ...)
{
    va_list arguments;
    char *addition, *longer;
    va_start(arguments, format);
    addition = text_format_list(format, arguments);
    va_end(arguments);
    longer = text_format("%s%s", text_or_empty(*text), addition);
    free(addition);
    free(*text);
    *text = longer;
}

void text_replace(char **text, const char *word, const char *value)
{
    size_t from = 0;
    for (char *at; (at = strstr(*text + from, word));) {
        char *longer = text_format("%.*s%s%s", (int)(at - *text), *text, value, at + strlen(word));
        from = (size_t)(at - *text) + strlen(value);
        free(*text);
        *text = longer;
    }
}

bool text_is_plain_word(const char *text)
{
    if (!*text) return false;
    for (; *text; text++)
        if (!isalnum((unsigned char)*text) && !strchr("/._+:@=,-", *text)) return false;
    return true;
}

char *text_shell_word(const char *text)
{
    char *word;
    if (text_is_plain_word(text)) return text_format("%s", text);
    word = text_format("'");
    for (; *text; text++) text_add(&word, *text == '\'' ? "'\\''" : "%c", *text);
    text_add(&word, "'");
    return word;
}

/* The meaning of a word in braces, or NULL. `length` counts the braces. */
static const struct text_meaning *meaning_of(const char *word, size_t length,
                                             const struct text_meaning *meanings, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(meanings[i].word) + 2 == length && word[length - 1] == '}' &&
            strncmp(meanings[i].word, word + 1, length - 2) == 0)
            return &meanings[i];
    return NULL;
}

char *text_fill(const char *template, const struct text_meaning *meanings, size_t count)
{
    char *filled = text_format("%s", "");
    while (*template) {
        const size_t plain = strcspn(template, "{");
        const char *word = template + plain;
        const size_t length = strcspn(word, "}") + (*word != '\0');
        const struct text_meaning *meaning =
            *word ? meaning_of(word, length, meanings, count) : NULL;
        const bool is_quoted = meaning && plain && word[-1] == '\'' && word[length] == '\'';
        text_add(&filled, "%.*s", (int)(plain - is_quoted), template);
        template = word;
        if (meaning) {
            const char *text = text_or_empty(meaning->text);
            char *shown = is_quoted ? text_shell_word(text) : text_format("%s", text);
            text_add(&filled, "%s", shown);
            free(shown);
            template += length + is_quoted;
        } else if (*word) {
            text_add(&filled, "%c", *template ++);
        }
    }
    return filled;
}

char *text_valid(const char *text)
{
    char *copy = require_memory(malloc(4 * strlen(text) + 1)), *end = copy;
    while (*text) {
        size_t length = text_utf8_length(text, NULL);
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

bool text_is_harmful(unsigned long code)
{
    static const struct {
        unsigned long first, last;
    } ranges[] = { { 0, 0x1f },        { 0x7f, 0x9f },     { 0x61c, 0x61c },
                   { 0x200b, 0x200f }, { 0x2028, 0x202e }, { 0x2060, 0x206f },
                   { 0xfeff, 0xfeff }, { 0xfff9, 0xfffb }, { 0xe0000, 0xe0fff } };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i].first && code <= ranges[i].last) return true;
    return (code & 0xfffe) == 0xfffe; /* these are no characters, and XML forbids them */
}

size_t text_escape(const char *text, char shown[16])
{
    unsigned long code;
    const size_t length = text_utf8_length(text, &code);
    if (length == 0) snprintf(shown, 16, "\\x%02x", (unsigned char)*text);
    else if (code == '\n') snprintf(shown, 16, "\\n");
    else if (code < 0x80) snprintf(shown, 16, "\\x%02lx", code);
    else snprintf(shown, 16, code > 0xffff ? "\\U%08lx" : "\\u%04lx", code);
    return length ? length : 1;
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
