/* SPDX-License-Identifier: Apache-2.0 */
/* Lists, patterns and numbers. Fields: a text, a pattern for it, a list. */
#include "../fuzz.h"

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

/* Reads one character, and the set after a [: returns the end of the set, or NULL if it is not
 * one. */
static const char *try_set(const char *at, const char *limit, char c, bool *in)
{
    const char *first, *end;
    bool negated = at < limit && (*at == '!' || *at == '^');
    first = at + negated;
    for (end = first; end < limit && (*end != ']' || end == first);)
        end += limit - end > 2 && end[1] == '-' && end[2] != ']' ? 3 : 1;
    if (end >= limit) return NULL;
    *in = false;
    for (at = first; at < end; at++) {
        if (end - at > 2 && at[1] == '-') {
            if (lower(*at) <= lower(c) && lower(c) <= lower(at[2])) *in = true;
            at += 2;
        } else if (lower(*at) == lower(c)) {
            *in = true;
        }
    }
    if (negated) *in = !*in;
    return end + 1;
}

/* Matches patterns with a table: row i says which ends of the text the first i bytes of the pattern
 * reach. */
static bool reference_matches(const char *text, struct text pattern)
{
    enum { MOST = 256 };
    static bool reached[MOST + 1][MOST + 1];
    size_t length = strlen(text);
    const char *start = pattern.start, *limit = start + pattern.length;
    if (length > MOST || pattern.length > MOST) return text_matches(text, pattern);
    memset(reached, 0, sizeof reached);
    reached[0][0] = true;
    for (size_t p = 0; p < pattern.length; p++)
        for (size_t t = 0; t <= length; t++) {
            const char *at = start + p, *end = NULL;
            bool in = false;
            if (!reached[p][t]) continue;
            if (*at == '*') {
                for (size_t more = t; more <= length; more++) reached[p + 1][more] = true;
                continue;
            }
            if (t == length) continue;
            if (*at == '[') end = try_set(at + 1, limit, text[t], &in);
            if (end && in) reached[end - start][t + 1] = true;
            if (!end && (*at == '?' || lower(*at) == lower(text[t]))) reached[p + 1][t + 1] = true;
        }
    return reached[pattern.length][length];
}

static void try_list(const char *list, char separator)
{
    const char *rest = list, *expected = list;
    struct text element;
    size_t count = 0;
    while (text_next_element(&rest, separator, &element)) {
        struct text trimmed = text_trim(element);
        PROMISE(element.start == expected);
        PROMISE(!memchr(element.start, separator, element.length));
        PROMISE(trimmed.start >= element.start && trimmed.length <= element.length);
        expected += element.length + 1;
        count++;
    }
    PROMISE(count > 0 && expected == list + strlen(list) + 1);
}

static void try_number(const char *text)
{
    unsigned number = 77;
    char *end = NULL;
    unsigned long long wanted = strtoull(text, &end, 10);
    bool good = *text && strspn(text, "0123456789") == strlen(text) && strlen(text) < 19 &&
                wanted <= 0xffffffffu;
    if (text_number(text, &number)) PROMISE(number == wanted && *end == '\0');
    else PROMISE(!good && number == 77);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = { data, size };
    char *text = text_copy(take_field(&input));
    struct text pattern = take_field(&input);
    char *list = text_copy(take_field(&input));
    PROMISE(text && list);
    PROMISE(text_matches(text, pattern) == reference_matches(text, pattern));
    try_list(list, ':');
    try_list(list, ',');
    try_number(text);
    try_number(list);
    PROMISE((text_compare_nocase(text, list) < 0) == (text_compare_nocase(list, text) > 0));
    PROMISE(text_has_word(list, "cl_khr_icd") == reference_has_word(list, "cl_khr_icd"));
    if (*text && !strpbrk(text, " \t\n\v\f\r"))
        PROMISE(text_has_word(list, text) == reference_has_word(list, text));
    PROMISE(text_begins_with(list, ""));
    PROMISE(text_ends_with(list, text) ==
            (strlen(list) >= strlen(text) && !strcmp(list + strlen(list) - strlen(text), text)));
    free(text);
    free(list);
    return 0;
}
