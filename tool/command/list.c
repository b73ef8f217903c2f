/* SPDX-License-Identifier: Apache-2.0 */
/* clrelay list: platforms and devices as a tree. */
#include "commands.h"

#include "../base/data.h"
#include "../base/terminal.h"
#include "../report/platforms.h"

#include <stdlib.h>
#include <string.h>

/* ---- details ---- */

/* Adds what a platform or a device answers, asked in a process of its own. `device` is NULL for the
 * platform itself. Returns whether that went well. */
static bool add_details(const struct options *options, const json_t *platform, const json_t *device,
                        json_t *it)
{
    size_t number = platforms_index(platform);
    char *subject = device ? text_format("%zu %zu", number, platforms_index(device))
                           : text_format("%zu", number);
    const struct question question = { .kind = "details",
                                       .library = options->library,
                                       .subject = subject,
                                       .limit = options->timeout > 0 ? options->timeout : 60,
                                       .progress = "asking for details" };
    struct answer answer = probe_ask(&question);
    bool well = answer.end == END_WELL && json_object_get(answer.result, "details");
    json_object_update(it, answer.result);
    if (!well) {
        char *words = probe_end_text(&answer);
        json_object_set_new(it, "details_error",
                            data_format("it %s, while %s", words, probe_stage(&answer)));
        free(words);
    }
    probe_free(&answer);
    free(subject);
    return well;
}

static bool add_all_details(const struct options *options, json_t *platforms)
{
    size_t i, j;
    json_t *platform, *device;
    bool well = true;
    json_array_foreach(platforms, i, platform) {
        well = add_details(options, platform, NULL, platform) && well;
        json_array_foreach(json_object_get(platform, "devices"), j, device)
            well = add_details(options, platform, device, device) && well;
    }
    return well;
}

/* ---- text ---- */

static void add_plain(const json_t *value)
{
    if (json_is_string(value)) line_add(PLAIN, "%s", json_string_value(value));
    else if (json_is_integer(value)) line_add(PLAIN, "%lld", json_integer_value(value));
    else line_add(PLAIN, json_is_true(value) ? "yes" : "no");
}

static void add_list(const json_t *list, const char *between)
{
    size_t i;
    json_t *value;
    json_array_foreach((json_t *)list, i, value) {
        if (i > 0) line_add(PLAIN, "%s", between);
        add_plain(value);
    }
}

/* A structure: the name of each member goes without saying. */
static void add_structure(const json_t *structure)
{
    const char *name, *between = "";
    json_t *value;
    json_object_foreach((json_t *)structure, name, value) {
        line_add(PLAIN, "%s", between);
        if (json_is_array(value)) add_list(value, "|");
        else add_plain(value);
        between = " ";
    }
}

static void add_value(const json_t *value)
{
    size_t i;
    json_t *part;
    if (json_is_object(value)) {
        add_structure(value);
    } else if (!json_is_array(value)) {
        add_plain(value);
    } else if (json_array_size(value) == 0) {
        line_add(DIM, "none");
    } else if (!json_is_object(json_array_get(value, 0))) {
        add_list(value, ", ");
    } else {
        json_array_foreach((json_t *)value, i, part) {
            if (i > 0) line_add(PLAIN, ", ");
            add_structure(part);
        }
    }
}

static void print_details(int indent, const json_t *details)
{
    enum { VALUES = 48 };
    const char *name;
    const json_t *value;
    json_object_foreach((json_t *)details, name, value) {
        line_begin(indent, indent + 4);
        line_add(DIM, "%s", name);
        if (strlen(name) < VALUES - 1) line_pad(indent + VALUES);
        else line_add(PLAIN, "  ");
        add_value(value);
        line_end();
    }
}

static void print_all_details(int indent, const json_t *it)
{
    const char *error = data_text(it, "details_error");
    print_details(indent, json_object_get(it, "details"));
    print_details(indent, json_object_get(it, "image_formats"));
    if (*error) line(indent, indent + 4, BAD, "%s", error);
}

static void print_row(int indent, const char *label, const char *text)
{
    if (!*text) return;
    line_begin(indent, indent + 10);
    line_add(DIM, "%s", label);
    line_pad(indent + 10);
    line_add(PLAIN, "%s", text);
    line_end();
}

static void print_device(const json_t *device)
{
    platforms_print_name(4, "Device", device);
    line_begin(6, 16);
    line_add(DIM, "Type");
    line_pad(16);
    platforms_add_kind(device);
    line_end();
    print_row(6, "Vendor", data_text(device, "vendor"));
    print_row(6, "Version", data_text(device, "version"));
    print_row(6, "Driver", data_text(device, "driver_version"));
    print_row(6, "PCI", data_text(device, "pci"));
    print_all_details(6, device);
}

static void print_platform(const json_t *platform)
{
    const char *error = data_text(platform, "error");
    size_t i;
    json_t *device;
    platforms_print_name(0, "Platform", platform);
    print_row(2, "Vendor", data_text(platform, "vendor"));
    print_row(2, "Version", data_text(platform, "version"));
    print_row(2, "Library", data_text(platform, "file"));
    print_all_details(2, platform);
    json_array_foreach(json_object_get(platform, "devices"), i, device) print_device(device);
    if (*error) line(4, 4, BAD, "%s", error);
    else if (i == 0) line(4, 4, DIM, "no devices");
    line_empty();
}

static void print_end(const struct survey *survey)
{
    size_t platforms = json_array_size(survey->platforms);
    size_t devices = platforms_count_devices(survey->platforms);
    line(0, 0, devices ? BOLD : BAD, "%zu platform%s, %zu device%s.", platforms,
         text_plural(platforms), devices, text_plural(devices));
    platforms_print_missing(survey);
}

static void print_text(const struct survey *survey)
{
    size_t i;
    json_t *platform;
    survey_print_loader(survey);
    if (survey->failed) {
        survey_print_failure(survey);
        return;
    }
    json_array_foreach(survey->platforms, i, platform) print_platform(platform);
    print_end(survey);
    if (survey->answer.end != END_WELL) survey_print_failure(survey);
}

int command_list(const struct options *options)
{
    struct survey survey = survey_run(options, "devices", NULL, 0, "loading the drivers");
    bool well = survey.answer.end == END_WELL && !survey.failed &&
                !platforms_any_error(survey.platforms) &&
                platforms_count_devices(survey.platforms) > 0;
    platforms_add_from_report(&survey);
    if (options->verbose && !add_all_details(options, survey.platforms)) well = false;
    if (options->json) {
        json_t *all = survey_json(&survey, "list");
        json_object_set_new(all, "well", json_boolean(well));
        json_object_set_new(all, "platforms",
                            survey.platforms ? json_incref(survey.platforms) : json_array());
        data_print(all);
    } else {
        print_text(&survey);
    }
    survey_free(&survey);
    return well ? STATUS_WELL : STATUS_WRONG;
}
