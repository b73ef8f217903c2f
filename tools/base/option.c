/* SPDX-License-Identifier: Apache-2.0 */
#include "option.h"

#include "text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static bool is_optional(const struct option *option)
{
    return option->value && option->value[0] == '[';
}

void option_print_all(const struct option *table, FILE *file)
{
    for (const struct option *option = table; option->name; option++) {
        if (!option->help) continue;
        char *name = text_format(
            "  %s%s%s%s%s", option->letter && option->value ? option->letter : "",
            option->letter && option->value ? ", " : "", option->name,
            option->value && !is_optional(option) ? " " : "", option->value ? option->value : "");
        const char *rest = option->help;
        fprintf(file, "%-24s", name);
        if (strlen(name) > 23) fprintf(file, "\n%-24s", "");
        for (;;) {
            size_t length = strcspn(rest, "\n");
            fprintf(file, "%.*s\n", (int)length, rest);
            if (!rest[length]) break;
            rest += length + 1;
            fprintf(file, "%-24s", "");
        }
        free(name);
    }
}

/* ---- values ---- */

char *option_text(const struct option *option, void *at, const char *value)
{
    *(const char **)at = value;
    return *value || is_optional(option) ? NULL : text_format("%s needs a value", option->name);
}

/* Reads a number with an optional K, M, G or T; KiB and KB mean the same as K. */
static bool read_size(const char *text, uint64_t *size)
{
    static const char letters[] = "KMGT";
    const char *letter;
    char *end;
    double number = strtod(text, &end);
    if (end == text || !(number > 0)) return false;
    letter = memchr(letters, *end & ~0x20, sizeof letters - 1);
    if (letter) {
        for (const char *unit = letters; unit <= letter; unit++) number *= 1024;
        end++;
        if ((end[0] | 0x20) == 'i' && (end[1] | 0x20) == 'b') end += 2;
        else if ((end[0] | 0x20) == 'b') end++;
    }
    if (*end || number > 1e15) return false;
    *size = (uint64_t)number;
    return true;
}

char *option_size(const struct option *option, void *at, const char *value)
{
    uint64_t *size = at;
    if (read_size(value, size) && *size <= SIZE_MAX / 2 && *size >= 1 << 20) return NULL;
    return text_format("%s needs a size of 1M or more, as in 500M or 4G", option->name);
}

bool option_is_seconds(const char *text, double *seconds)
{
    char *end;
    *seconds = strtod(text, &end);
    /* Less than a nanosecond would become 0, which means that there is no limit. */
    return end != text && !*end && *seconds >= 1e-9 && *seconds <= 1e9;
}

/* ---- words ---- */

/* The option that a word names; *value is the text after =, or NULL. */
static const struct option *find(const struct option *table, const char *word, const char **value)
{
    *value = NULL;
    for (const struct option *option = table; option->name; option++) {
        size_t length = strlen(option->name);
        if (option->letter && strcmp(word, option->letter) == 0) return option;
        if (strncmp(word, option->name, length) != 0) continue;
        if (word[length] == '=') *value = word + length + 1;
        if (word[length] == '=' || !word[length]) return option;
    }
    return NULL;
}

char *option_read(const struct option *table, void *options, int count, char **words, int *at)
{
    const char *value;
    const struct option *option = find(table, words[*at], &value);
    void *to;
    if (!option) return text_format("there is no option %s", words[*at]);
    to = (char *)options + option->at;
    if (!option->store) {
        *(bool *)to = true;
        return value ? text_format("%s takes no value", option->name) : NULL;
    }
    if (!value && !is_optional(option)) {
        if (++*at >= count) return text_format("%s needs a value", option->name);
        value = words[*at];
    }
    return option->store(option, to, value ? value : "");
}

char *option_read_all(const struct option *table, void *options, int count, char **words, int *rest)
{
    int at = 0;
    for (; at < count && words[at][0] == '-' && words[at][1]; at++) {
        bool is_help = strcmp(words[at], "--help") == 0 || strcmp(words[at], "-h") == 0;
        char *complaint;
        if (strcmp(words[at], "--") == 0) {
            at++;
            break;
        }
        complaint = option_read(table, options, count, words, &at);
        if (complaint) return complaint;
        if (is_help) break;
    }
    *rest = at;
    return NULL;
}
