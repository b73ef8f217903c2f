/* SPDX-License-Identifier: Apache-2.0 */
/* clrelay list: platforms and devices as a tree. */
#include "commands.h"

#include "data.h"
#include "platforms.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>

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
    if (survey->lost) {
        survey_print_lost(survey);
        return;
    }
    json_array_foreach(survey->platforms, i, platform) print_platform(platform);
    print_end(survey);
    if (survey->answer.end != END_WELL) survey_print_lost(survey);
}

int command_list(const struct options *options)
{
    struct survey survey = survey_run(options, "devices", NULL, 0, "loading the drivers");
    bool well = survey.answer.end == END_WELL && !survey.lost &&
                !platforms_any_error(survey.platforms) &&
                platforms_count_devices(survey.platforms) > 0;
    platforms_add_from_report(&survey);
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
