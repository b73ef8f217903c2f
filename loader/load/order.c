/* SPDX-License-Identifier: Apache-2.0 */
#include "load/order.h"

#include "base/settings.h"
#include "find/patterns.h"

#include <stdlib.h>
#include <string.h>

/* ---- selection ---- */

bool order_is_named(const struct platform *platform, struct text pattern)
{
    const char *names[] = { platform->name, platform->vendor, platform->suffix };
    return patterns_any(pattern, names, 3);
}

static size_t match_platform(enum setting setting, const struct platform *platform)
{
    const char *names[] = { platform->name, platform->vendor, platform->suffix };
    return patterns_match(setting, names, 3);
}

bool order_hides(void)
{
    return setting_text(SETTING_PLATFORMS_SELECT) || setting_text(SETTING_PLATFORMS_DISABLE);
}

enum verdict order_choice(const struct platform *platform)
{
    bool selected = !setting_text(SETTING_PLATFORMS_SELECT) ||
                    match_platform(SETTING_PLATFORMS_SELECT, platform) != SIZE_MAX;
    bool disabled = setting_text(SETTING_PLATFORMS_DISABLE) &&
                    match_platform(SETTING_PLATFORMS_DISABLE, platform) != SIZE_MAX;
    if (disabled) return VERDICT_PLATFORM_DISABLED;
    if (!selected) return VERDICT_PLATFORM_NOT_SELECTED;
    /* What it does not tell may be what the user does not want to see. */
    if (setting_text(SETTING_PLATFORMS_DISABLE) && !platform->named)
        return VERDICT_PLATFORM_NO_NAME;
    return VERDICT_ACCEPTED;
}

/* ---- order ---- */

struct ranked {
    struct platform *platform;
    size_t rank;  /* the first pattern that matches */
    size_t place; /* in the order of search, which equal platforms keep */
};

/* Compares two of them for qsort(). */
typedef int (*comparison)(const void *one, const void *other);

static int compare_sizes(size_t one, size_t other)
{
    return one < other ? -1 : one > other;
}

static int by_devices(const void *one, const void *other)
{
    const struct ranked *first = one, *second = other;
    for (int i = 0; i < PLATFORM_KINDS; i++) {
        size_t mine = platforms_count_devices(first->platform, (enum platform_kind)i);
        size_t theirs = platforms_count_devices(second->platform, (enum platform_kind)i);
        if (mine != theirs) return compare_sizes(theirs, mine);
    }
    return compare_sizes(first->place, second->place);
}

static int by_name(const void *one, const void *other)
{
    const struct ranked *first = one, *second = other;
    int order = text_compare_nocase(first->platform->name, second->platform->name);
    return order ? order : compare_sizes(first->place, second->place);
}

static int by_patterns(const void *one, const void *other)
{
    const struct ranked *first = one, *second = other;
    int order = compare_sizes(first->rank, second->rank);
    return order ? order : compare_sizes(first->place, second->place);
}

/* NULL: the order of search. */
static comparison comparison_of(const char *name)
{
    if (strcmp(name, "none") == 0) return NULL;
    if (strcmp(name, "devices") == 0) return by_devices;
    return strcmp(name, "name") == 0 ? by_name : by_patterns;
}

static bool default_is_pattern(void)
{
    unsigned index;
    return !setting_number(SETTING_DEFAULT_PLATFORM, &index);
}

bool order_needs_devices(void)
{
    return comparison_of(setting_text(SETTING_PLATFORM_SORT)) == by_devices;
}

bool order_needs_names(void)
{
    comparison wanted = comparison_of(setting_text(SETTING_PLATFORM_SORT));
    return order_hides() || wanted == by_name || wanted == by_patterns || default_is_pattern();
}

bool order_sort(struct platform **at, size_t count)
{
    comparison wanted = comparison_of(setting_text(SETTING_PLATFORM_SORT));
    struct ranked *all;
    if (!wanted) return true;
    all = calloc(count + 1, sizeof *all);
    if (!all) return false;
    for (size_t i = 0; i < count; i++) {
        all[i] = (struct ranked){ .platform = at[i], .place = i };
        if (wanted == by_patterns) all[i].rank = match_platform(SETTING_PLATFORM_SORT, at[i]);
    }
    qsort(all, count, sizeof *all, wanted);
    for (size_t i = 0; i < count; i++) at[i] = all[i].platform;
    free(all);
    return true;
}

size_t order_default(struct platform *const *at, size_t count)
{
    unsigned index = 0;
    size_t first = SIZE_MAX;
    if (setting_number(SETTING_DEFAULT_PLATFORM, &index)) {
        if (index >= count && count > 0)
            settings_add_problem("%s is %u, and there are %zu platforms, counted from 0",
                                 setting_name(SETTING_DEFAULT_PLATFORM), index, count);
        return index;
    }
    /* Checks all platforms, so that a pattern that matches a later one is not reported as
     * unused. */
    for (size_t i = count; i-- > 0;)
        if (match_platform(SETTING_DEFAULT_PLATFORM, at[i]) != SIZE_MAX) first = i;
    return first;
}

/* ---- unmatched patterns ---- */

void order_warn_unmatched(void)
{
    if (setting_flag(SETTING_SEARCH_ONLY)) return; /* no platform was queried */
    patterns_warn_unmatched(SETTING_PLATFORMS_SELECT, "platform", NULL);
    patterns_warn_unmatched(SETTING_PLATFORMS_DISABLE, "platform", NULL);
    if (comparison_of(setting_text(SETTING_PLATFORM_SORT)) == by_patterns)
        patterns_warn_unmatched(SETTING_PLATFORM_SORT, "platform", NULL);
    if (default_is_pattern()) patterns_warn_unmatched(SETTING_DEFAULT_PLATFORM, "platform", NULL);
}
