/* SPDX-License-Identifier: Apache-2.0 */
#include "platforms.h"

#include "../base/data.h"
#include "../base/terminal.h"
#include "remedy.h"

static json_int_t number(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

void platforms_add_from_report(struct survey *survey)
{
    size_t i, j;
    json_t *driver, *from;
    remedy_add_all(json_object_get(survey->report, "drivers"), survey->settings);
    json_array_foreach(json_object_get(survey->report, "drivers"), i, driver)
        json_array_foreach(json_object_get(driver, "platforms"), j, from) {
            json_t *to = json_array_get(survey->platforms, (size_t)number(from, "index"));
            if (!to) continue;
            json_object_set(to, "suffix", json_object_get(from, "suffix"));
            json_object_set(to, "default", json_object_get(from, "default"));
            json_object_set(to, "file", json_object_get(driver, "file"));
        }
}

size_t platforms_index(const json_t *it)
{
    return (size_t)number(it, "index");
}

size_t platforms_count_devices(const json_t *platforms)
{
    size_t i, count = 0;
    json_t *platform;
    json_array_foreach((json_t *)platforms, i, platform)
        count += json_array_size(json_object_get(platform, "devices"));
    return count;
}

bool platforms_any_error(const json_t *platforms)
{
    size_t i;
    json_t *platform;
    json_array_foreach((json_t *)platforms, i, platform)
        if (*data_text(platform, "error")) return true;
    return false;
}

/* ---- text ---- */

void platforms_print_name(int indent, const char *what, const json_t *it)
{
    const char *name = data_text(it, "name");
    line_begin(indent, indent + 4);
    line_add(BOLD, "%s", what);
    if (json_object_get(it, "index")) line_add(BOLD, " %lld", number(it, "index"));
    line_add(BOLD, ": %s", *name ? name : "(without a name)");
    if (json_is_true(json_object_get(it, "default"))) line_add(GOOD, " (default)");
    line_end();
}

static void add_memory(json_int_t bytes)
{
    double size = (double)bytes;
    if (bytes >= 1 << 30) line_add(PLAIN, "%.1f GiB of memory", size / (1 << 30));
    else line_add(PLAIN, "%.1f MiB of memory", size / (1 << 20));
}

void platforms_add_kind(const json_t *device)
{
    json_int_t units = number(device, "compute_units"), memory = number(device, "memory");
    const char *type = data_text(device, "type");
    line_add(PLAIN, "%s", *type ? type : "unknown");
    if (units > 0) line_add(PLAIN, ", %lld compute unit%s", units, text_plural((size_t)units));
    if (memory > 0) {
        line_add(PLAIN, ", ");
        add_memory(memory);
    }
}

void platforms_print_missing(const struct survey *survey)
{
    size_t wrong = remedy_count(json_object_get(survey->report, "drivers"), STANDS_WRONG);
    if (wrong > 0)
        line(0, 0, WARN, "%zu driver%s could not be used; why: clrelay drivers", wrong,
             text_plural(wrong));
    if (!survey->report) survey_print_no_report(survey, "which drivers it could not use");
    if (platforms_count_devices(survey->platforms) == 0)
        line(0, 0, BOLD, "Why, and what to do: clrelay doctor");
}
