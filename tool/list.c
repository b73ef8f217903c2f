/* SPDX-License-Identifier: Apache-2.0 */
/* clrelay list: platforms and devices as a tree. */
#include "commands.h"

#include "data.h"
#include "remedy.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>

static json_int_t number(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

/* ---- platforms in the report ---- */

/* Adds to each platform what the loader's report knows: its driver, its suffix, and whether it is
 * the default. */
static void add_from_report(json_t *platforms, const json_t *report)
{
    size_t i, j;
    json_t *driver, *from;
    json_array_foreach(json_object_get(report, "drivers"), i, driver)
        json_array_foreach(json_object_get(driver, "platforms"), j, from) {
            json_t *to = json_array_get(platforms, (size_t)number(from, "index"));
            if (!to) continue;
            json_object_set(to, "suffix", json_object_get(from, "suffix"));
            json_object_set(to, "default", json_object_get(from, "default"));
            json_object_set(to, "file", json_object_get(driver, "file"));
        }
}

static size_t count_devices(const json_t *platforms)
{
    size_t i, count = 0;
    json_t *platform;
    json_array_foreach((json_t *)platforms, i, platform)
        count += json_array_size(json_object_get(platform, "devices"));
    return count;
}

static bool any_error(const json_t *platforms)
{
    size_t i;
    json_t *platform;
    json_array_foreach((json_t *)platforms, i, platform)
        if (*data_text(platform, "error")) return true;
    return false;
}

static size_t count_wrong(const json_t *drivers)
{
    size_t i, count = 0;
    json_t *driver;
    json_array_foreach((json_t *)drivers, i, driver)
        count += remedy_standing(driver) == STANDS_WRONG;
    return count;
}

/* ---- text ---- */

static void print_row(int indent, const char *label, const char *text)
{
    if (!*text) return;
    line_begin(indent, indent + 10);
    line_add(DIM, "%s", label);
    line_pad(indent + 10);
    line_add(PLAIN, "%s", text);
    line_end();
}

static void print_memory(json_int_t bytes)
{
    double size = (double)bytes;
    if (bytes >= 1 << 30) line_add(PLAIN, "%.1f GiB of memory", size / (1 << 30));
    else line_add(PLAIN, "%.1f MiB of memory", size / (1 << 20));
}

static void print_device(const json_t *device)
{
    json_int_t units = number(device, "compute_units"), memory = number(device, "memory");
    const char *type = data_text(device, "type"), *name = data_text(device, "name");
    line_begin(4, 8);
    line_add(BOLD, "Device %lld: ", number(device, "index"));
    line_add(BOLD, "%s", *name ? name : "(without a name)");
    line_end();
    line_begin(6, 16);
    line_add(DIM, "Type");
    line_pad(16);
    line_add(PLAIN, "%s", *type ? type : "unknown");
    if (units > 0) line_add(PLAIN, ", %lld compute unit%s", units, text_plural((size_t)units));
    if (memory > 0) {
        line_add(PLAIN, ", ");
        print_memory(memory);
    }
    line_end();
    print_row(6, "Vendor", data_text(device, "vendor"));
    print_row(6, "Version", data_text(device, "version"));
    print_row(6, "Driver", data_text(device, "driver_version"));
    print_row(6, "PCI", data_text(device, "pci"));
}

static void print_platform(const json_t *platform)
{
    const char *name = data_text(platform, "name");
    const char *error = data_text(platform, "error");
    size_t i;
    json_t *device;
    line_begin(0, 4);
    line_add(BOLD, "Platform %lld: ", number(platform, "index"));
    line_add(BOLD, "%s", *name ? name : "(without a name)");
    if (json_is_true(json_object_get(platform, "default"))) line_add(GOOD, " (default)");
    line_end();
    print_row(2, "Vendor", data_text(platform, "vendor"));
    print_row(2, "Version", data_text(platform, "version"));
    print_row(2, "Library", data_text(platform, "file"));
    json_array_foreach(json_object_get(platform, "devices"), i, device) print_device(device);
    if (*error) line(4, 4, BAD, "%s", error);
    else if (i == 0) line(4, 4, DIM, "no devices");
    line_empty();
}

static void print_end(const struct survey *survey, size_t devices, size_t wrong)
{
    size_t platforms = json_array_size(survey->platforms);
    line(0, 0, devices ? BOLD : BAD, "%zu platform%s, %zu device%s.", platforms,
         text_plural(platforms), devices, text_plural(devices));
    if (wrong > 0)
        line(0, 0, WARN, "%zu driver%s could not be used; why: clrelay drivers", wrong,
             text_plural(wrong));
    if (!survey->report) survey_print_no_report(survey, "which drivers it could not use");
    if (devices == 0) line(0, 0, BOLD, "Why, and what to do: clrelay doctor");
}

static void print_text(const struct survey *survey, size_t devices, size_t wrong)
{
    size_t i;
    json_t *platform;
    survey_print_loader(survey);
    if (survey->lost) {
        survey_print_lost(survey);
        return;
    }
    json_array_foreach(survey->platforms, i, platform) print_platform(platform);
    print_end(survey, devices, wrong);
    if (survey->answer.end != END_WELL) survey_print_lost(survey);
}

int command_list(const struct options *options)
{
    struct survey survey = survey_run(options, "devices", NULL, 0, "loading the drivers");
    json_t *drivers = json_object_get(survey.report, "drivers");
    bool well = survey.answer.end == END_WELL && !survey.lost && !any_error(survey.platforms);
    size_t devices = count_devices(survey.platforms);
    remedy_add_all(drivers, survey.settings);
    add_from_report(survey.platforms, survey.report);
    well = well && devices > 0;
    if (options->json) {
        json_t *all = survey_json(&survey, "list");
        json_object_set_new(all, "well", json_boolean(well));
        json_object_set_new(all, "platforms",
                            survey.platforms ? json_incref(survey.platforms) : json_array());
        data_print(all);
    } else {
        print_text(&survey, devices, count_wrong(drivers));
    }
    survey_free(&survey);
    return well ? STATUS_WELL : STATUS_WRONG;
}
