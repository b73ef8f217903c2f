/* SPDX-License-Identifier: Apache-2.0 */
#include "find/patterns.h"

#include "base/text.h"

#include <stdint.h>
#include <stdlib.h>

/* Which patterns of a setting have matched something. NULL until the setting is first used. */
static bool *matched_by[SETTING_COUNT];

static size_t count_elements(const char *list)
{
    struct text element;
    size_t count = 0;
    while (text_next_element(&list, ',', &element)) count++;
    return count;
}

static bool *matched_of(enum setting setting)
{
    if (!matched_by[setting])
        matched_by[setting] = calloc(count_elements(setting_text(setting)) + 1, sizeof(bool));
    return matched_by[setting];
}

size_t patterns_match(enum setting setting, const char *const *texts, size_t count)
{
    const char *rest = setting_text(setting);
    bool *matched = matched_of(setting);
    size_t number = 0, first = SIZE_MAX;
    struct text pattern;
    for (; text_next_element(&rest, ',', &pattern); number++) {
        pattern = text_trim(pattern);
        for (size_t i = 0; i < count; i++) {
            if (pattern.length == 0 || !texts[i] || !text_matches(texts[i], pattern)) continue;
            if (matched) matched[number] = true;
            if (first == SIZE_MAX) first = number;
        }
    }
    return first;
}

void patterns_warn_unmatched(enum setting setting, const char *what)
{
    const char *rest = setting_text(setting);
    bool *matched = rest ? matched_of(setting) : NULL;
    bool only = rest && count_elements(rest) == 1;
    struct text pattern;
    for (size_t number = 0; matched && text_next_element(&rest, ',', &pattern); number++) {
        pattern = text_trim(pattern);
        if (!matched[number] && (pattern.length > 0 || only))
            settings_add_problem("%s: '%.*s' matches no %s", setting_name(setting),
                                 (int)(pattern.length < 200 ? pattern.length : 200), pattern.start,
                                 what);
    }
}

void patterns_free(void)
{
    for (size_t i = 0; i < SETTING_COUNT; i++) {
        free(matched_by[i]);
        matched_by[i] = NULL;
    }
}
