/* SPDX-License-Identifier: Apache-2.0 */
#include "find/patterns.h"

#include <stdint.h>
#include <string.h>

/* Which patterns of a setting have matched something, one bit each. Patterns after the 64th are
 * never reported as unused: nobody writes so many. */
enum { MOST_PATTERNS = 64, LONGEST = 200 /* more of a text is not shown */ };
static uint64_t matched[SETTING_COUNT];

size_t patterns_find(enum setting setting, patterns_test matches, const void *about)
{
    const char *rest = setting_text(setting);
    size_t number = 0, first = SIZE_MAX;
    struct text pattern;
    for (; text_next_element(&rest, ',', &pattern); number++) {
        pattern = text_trim(pattern);
        if (pattern.length == 0 || !matches(pattern, about)) continue;
        if (number < MOST_PATTERNS) matched[setting] |= (uint64_t)1 << number;
        if (first == SIZE_MAX) first = number;
    }
    return first;
}

bool patterns_any(struct text pattern, const char *const *texts, size_t count)
{
    for (size_t i = 0; pattern.length > 0 && i < count; i++)
        if (texts[i] && text_matches(texts[i], pattern)) return true;
    return false;
}

struct texts {
    const char *const *all;
    size_t count;
};

static bool matches_any(struct text pattern, const void *about)
{
    const struct texts *texts = about;
    return patterns_any(pattern, texts->all, texts->count);
}

size_t patterns_match(enum setting setting, const char *const *texts, size_t count)
{
    return patterns_find(setting, matches_any, &(struct texts){ texts, count });
}

static bool has_pattern(const char *rest)
{
    struct text pattern;
    while (text_next_element(&rest, ',', &pattern))
        if (text_trim(pattern).length > 0) return true;
    return false;
}

static void tell_unmatched(enum setting setting, struct text text, const char *what,
                           const char *why)
{
    settings_add_problem("%s: '%.*s' matches no %s%s%s", setting_name(setting),
                         (int)(text.length < LONGEST ? text.length : LONGEST), text.start, what,
                         why ? ": " : "", why ? why : "");
}

void patterns_warn_unmatched(enum setting setting, const char *what,
                             const char *(*explain)(struct text pattern))
{
    const char *rest = setting_text(setting);
    uint64_t left = matched[setting]; /* from this pattern on */
    struct text pattern;
    if (rest && !has_pattern(rest)) tell_unmatched(setting, text_trim(text_of(rest)), what, NULL);
    for (int i = 0; i < MOST_PATTERNS && text_next_element(&rest, ',', &pattern); i++, left >>= 1) {
        pattern = text_trim(pattern);
        if (!(left & 1) && pattern.length > 0)
            tell_unmatched(setting, pattern, what, explain ? explain(pattern) : NULL);
    }
}

void patterns_forget(void)
{
    memset(matched, 0, sizeof matched);
}
