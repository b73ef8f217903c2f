/* SPDX-License-Identifier: Apache-2.0 */
#include "find/select.h"

#include "base/settings.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- patterns ---- */

/* The settings that hold patterns, and which of their patterns have matched something. */
static struct {
    enum setting setting;
    const char *what; /* that they are patterns for */
    bool *matched;    /* NULL until the first pattern is tried */
} lists[] = {
    { SETTING_DRIVERS_SELECT, "driver", NULL },     { SETTING_DRIVERS_DISABLE, "driver", NULL },
    { SETTING_PLATFORMS_SELECT, "platform", NULL }, { SETTING_PLATFORMS_DISABLE, "platform", NULL },
    { SETTING_PLATFORM_SORT, "platform", NULL },    { SETTING_DEFAULT_PLATFORM, "platform", NULL },
};
enum { LISTS = sizeof lists / sizeof lists[0] };

static size_t count_elements(const char *list)
{
    struct text element;
    size_t count = 0;
    while (text_next(&list, ',', &element)) count++;
    return count;
}

static bool *matched_of(enum setting setting)
{
    size_t i = 0;
    while (lists[i].setting != setting) i++;
    if (!lists[i].matched)
        lists[i].matched = calloc(count_elements(setting_text(setting)) + 1, sizeof(bool));
    return lists[i].matched;
}

/* The number of the first pattern of a setting that matches one of some texts, NULL left out;
 * SIZE_MAX: none does. All that match are remembered. */
static size_t match(enum setting setting, const char *const *texts, size_t count)
{
    const char *rest = setting_text(setting);
    bool *matched = matched_of(setting);
    size_t number = 0, first = SIZE_MAX;
    struct text pattern;
    for (; text_next(&rest, ',', &pattern); number++) {
        pattern = text_trim(pattern);
        for (size_t i = 0; i < count; i++) {
            if (pattern.length == 0 || !texts[i] || !text_matches(texts[i], pattern)) continue;
            if (matched) matched[number] = true;
            if (first == SIZE_MAX) first = number;
        }
    }
    return first;
}

/* ---- which ---- */

static const char *file_name(const char *path)
{
    const char *last = path ? os_last_part(path) : NULL;
    return last ? last : path;
}

enum verdict select_driver(const struct candidate *candidate, const char **by)
{
    bool selects = setting_text(SETTING_DRIVERS_SELECT) != NULL;
    bool disables = setting_text(SETTING_DRIVERS_DISABLE) != NULL;
    const char *names[2] = { NULL, file_name(candidate->library) };
    const char *manifest = file_name(candidate->origin), *dot;
    char *stem = NULL;
    bool selected, disabled;

    if (!selects && !disables) return VERDICT_UNTRIED;
    dot = manifest ? strrchr(manifest, '.') : NULL;
    if (dot) stem = text_copy((struct text){ manifest, (size_t)(dot - manifest) });
    names[0] = stem;
    selected = !selects || match(SETTING_DRIVERS_SELECT, names, 2) != SIZE_MAX;
    disabled = disables && match(SETTING_DRIVERS_DISABLE, names, 2) != SIZE_MAX;
    free(stem);
    *by = setting_name(disabled ? SETTING_DRIVERS_DISABLE : SETTING_DRIVERS_SELECT);
    if (disabled) return VERDICT_DISABLED;
    return selected ? VERDICT_UNTRIED : VERDICT_NOT_SELECTED;
}

static size_t match_platform(enum setting setting, const struct platform *platform)
{
    const char *names[] = { platform->name, platform->vendor, platform->suffix };
    return match(setting, names, 3);
}

enum verdict select_platform(const struct platform *platform)
{
    bool selected = !setting_text(SETTING_PLATFORMS_SELECT) ||
                    match_platform(SETTING_PLATFORMS_SELECT, platform) != SIZE_MAX;
    bool disabled = setting_text(SETTING_PLATFORMS_DISABLE) &&
                    match_platform(SETTING_PLATFORMS_DISABLE, platform) != SIZE_MAX;
    if (disabled) return VERDICT_PLATFORM_DISABLED;
    return selected ? VERDICT_UNTRIED : VERDICT_PLATFORM_NOT_SELECTED;
}

/* ---- order ---- */

struct ranked {
    struct platform *platform;
    size_t rank; /* the first pattern that it matches */
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
    return text_compare(one->platform->name, other->platform->name) < 0;
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

bool select_needs_devices(void)
{
    return order_of(setting_text(SETTING_PLATFORM_SORT)) == by_devices;
}

bool select_needs_names(void)
{
    order wanted = order_of(setting_text(SETTING_PLATFORM_SORT));
    return setting_text(SETTING_PLATFORMS_SELECT) || setting_text(SETTING_PLATFORMS_DISABLE) ||
           wanted == by_name || wanted == by_patterns || default_is_pattern();
}

static size_t least(size_t one, size_t other)
{
    return one < other ? one : other;
}

/* Merges each two neighbouring runs of this length, which are in order, into one. Of equals the one
 * of the left run goes first. */
static void merge_runs(const struct ranked *from, struct ranked *to, size_t count, size_t run,
                       order is_before, count_function devices)
{
    for (size_t place = 0; place < count;) {
        size_t left = place, middle = least(left + run, count);
        size_t right = middle, end = least(middle + run, count);
        for (; place < end; place++) {
            bool right_first =
                left == middle || (right < end && is_before(&from[right], &from[left], devices));
            to[place] = from[right_first ? right++ : left++];
        }
    }
}

bool select_order(struct platform **at, size_t count, count_function devices)
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

size_t select_default(struct platform *const *at, size_t count)
{
    unsigned index = 0;
    size_t first = SIZE_MAX;
    if (setting_number(SETTING_DEFAULT_PLATFORM, &index)) {
        if (index >= count && count > 0)
            settings_complain("%s is %u, and there are %zu platforms, counted from 0",
                              setting_name(SETTING_DEFAULT_PLATFORM), index, count);
        return index;
    }
    /* All are looked at, so that a pattern that matches a later one is not reported. */
    for (size_t i = count; i-- > 0;)
        if (match_platform(SETTING_DEFAULT_PLATFORM, at[i]) != SIZE_MAX) first = i;
    return first;
}

/* ---- what matched nothing ---- */

/* Whether a setting holds patterns that could have matched something. */
static bool holds_patterns(enum setting setting)
{
    if (setting_flag(SETTING_SEARCH_ONLY) && setting != SETTING_DRIVERS_SELECT &&
        setting != SETTING_DRIVERS_DISABLE)
        return false;
    if (setting == SETTING_PLATFORM_SORT) return order_of(setting_text(setting)) == by_patterns;
    if (setting == SETTING_DEFAULT_PLATFORM) return default_is_pattern();
    return setting_text(setting) != NULL;
}

void select_report(void)
{
    for (size_t i = 0; i < LISTS; i++) {
        enum setting setting = lists[i].setting;
        const char *rest = holds_patterns(setting) ? setting_text(setting) : NULL;
        bool *matched = rest ? matched_of(setting) : NULL;
        bool only = rest && count_elements(rest) == 1;
        struct text pattern;
        for (size_t number = 0; matched && text_next(&rest, ',', &pattern); number++) {
            pattern = text_trim(pattern);
            if (!matched[number] && (pattern.length > 0 || only))
                settings_complain("%s: '%.*s' matches no %s", setting_name(setting),
                                  (int)(pattern.length < 200 ? pattern.length : 200), pattern.start,
                                  lists[i].what);
        }
    }
}

void select_forget(void)
{
    for (size_t i = 0; i < LISTS; i++) {
        free(lists[i].matched);
        lists[i].matched = NULL;
    }
}
