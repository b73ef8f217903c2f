/* SPDX-License-Identifier: Apache-2.0 */
#include "load/order.h"

#include "base/settings.h"
#include "base/text.h"
#include "find/patterns.h"

#include <stdlib.h>
#include <string.h>

/* ---- selection ---- */

static size_t match_platform(enum setting setting, const struct platform *platform)
{
    const char *names[] = { platform->name, platform->vendor, platform->suffix };
    return patterns_match(setting, names, 3);
}

enum verdict order_choice(const struct platform *platform)
{
    bool selected = !setting_text(SETTING_PLATFORMS_SELECT) ||
                    match_platform(SETTING_PLATFORMS_SELECT, platform) != SIZE_MAX;
    bool disabled = setting_text(SETTING_PLATFORMS_DISABLE) &&
                    match_platform(SETTING_PLATFORMS_DISABLE, platform) != SIZE_MAX;
    if (disabled) return VERDICT_PLATFORM_DISABLED;
    return selected ? VERDICT_ACCEPTED : VERDICT_PLATFORM_NOT_SELECTED;
}

/* ---- order ---- */

struct ranked {
    struct platform *platform;
    size_t rank; /* the first pattern that matches */
};

typedef bool (*order)(const struct ranked *one, const struct ranked *other, count_function count);

static bool by_devices(const struct ranked *one, const struct ranked *other, count_function count)
{
    for (int i = 0; i < PLATFORM_KINDS; i++) {
        enum platform_kind kind = (enum platform_kind)i;
        cl_uint mine = count(one->platform, kind), theirs = count(other->platform, kind);
        if (mine != theirs) return mine > theirs;
    }
    return false;
}

static bool by_name(const struct ranked *one, const struct ranked *other, count_function count)
{
    (void)count;
    return text_compare_nocase(one->platform->name, other->platform->name) < 0;
}

static bool by_patterns(const struct ranked *one, const struct ranked *other, count_function count)
{
    (void)count;
    return one->rank < other->rank;
}

/* NULL: the order of search. */
static order order_of(const char *name)
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
    return order_of(setting_text(SETTING_PLATFORM_SORT)) == by_devices;
}

bool order_needs_names(void)
{
    order wanted = order_of(setting_text(SETTING_PLATFORM_SORT));
    return setting_text(SETTING_PLATFORMS_SELECT) || setting_text(SETTING_PLATFORMS_DISABLE) ||
           wanted == by_name || wanted == by_patterns || default_is_pattern();
}

static size_t smaller(size_t one, size_t other)
{
    return one < other ? one : other;
}

/* Merges each pair of neighbouring sorted runs of this length into one. If elements are equal, the
 * one from the left run comes first. */
static void merge_runs(const struct ranked *from, struct ranked *to, size_t count, size_t run,
                       order is_before, count_function devices)
{
    for (size_t place = 0; place < count;) {
        size_t left = place, middle = smaller(left + run, count);
        size_t right = middle, end = smaller(middle + run, count);
        for (; place < end; place++) {
            bool right_first =
                left == middle || (right < end && is_before(&from[right], &from[left], devices));
            to[place] = from[right_first ? right++ : left++];
        }
    }
}

bool order_sort(struct platform **at, size_t count, count_function devices)
{
    order is_before = order_of(setting_text(SETTING_PLATFORM_SORT));
    struct ranked *all, *from, *to;
    if (!is_before || (count < 2 && is_before != by_patterns)) return true;
    all = calloc(count ? count : 1, 2 * sizeof *all);
    if (!all) return false;
    from = all;
    to = all + count;
    for (size_t i = 0; i < count; i++) {
        from[i].platform = at[i];
        if (is_before == by_patterns) from[i].rank = match_platform(SETTING_PLATFORM_SORT, at[i]);
    }
    for (size_t run = 1; run < count; run *= 2) {
        struct ranked *merged = to;
        merge_runs(from, to, count, run, is_before, devices);
        to = from;
        from = merged;
    }
    for (size_t i = 0; i < count; i++) at[i] = from[i].platform;
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
    patterns_warn_unmatched(SETTING_PLATFORMS_SELECT, "platform");
    patterns_warn_unmatched(SETTING_PLATFORMS_DISABLE, "platform");
    if (order_of(setting_text(SETTING_PLATFORM_SORT)) == by_patterns)
        patterns_warn_unmatched(SETTING_PLATFORM_SORT, "platform");
    if (default_is_pattern()) patterns_warn_unmatched(SETTING_DEFAULT_PLATFORM, "platform");
}
