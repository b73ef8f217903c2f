/* SPDX-License-Identifier: Apache-2.0 */
/* clrelay list: platforms and devices as a tree. */
#include "commands.h"

#include "../base/data.h"
#include "../report/platforms.h"
#include "../report/print.h"
#include "../report/remedy.h"

#include <stdlib.h>
#include <string.h>

/* ---- details ---- */

/* Asks a new process for the details of a platform or, if `device` is not NULL, of a device.
 * Returns whether that succeeded. */
static bool add_details(const struct options *options, const struct platform *platform,
                        const struct device *device, json_t **details)
{
    char *subject = device ? text_format("%lld %lld", platform->index, device->index)
                           : text_format("%lld", platform->index);
    const struct question question = { .kind = "details",
                                       .library = options->library,
                                       .subject = subject,
                                       .limit = options->timeout > 0 ? options->timeout : 60,
                                       .progress = "asking for details" };
    struct answer answer = probe_ask(&question);
    bool well = answer.end == END_WELL && json_object_get(answer.result, "details");
    *details = answer.result ? json_incref(answer.result) : json_object();
    if (!well) {
        char *words = probe_end_text(&answer);
        json_object_set_new(*details, "details_error",
                            data_format("it %s, while %s", words, probe_stage(&answer)));
        free(words);
    }
    probe_free(&answer);
    free(subject);
    return well;
}

static bool add_all_details(const struct options *options, const struct platforms *platforms)
{
    bool well = true;
    for (size_t i = 0; i < platforms->count; i++) {
        struct platform *platform = &platforms->all[i];
        well = add_details(options, platform, NULL, &platform->details) && well;
        for (size_t j = 0; j < platform->device_count; j++) {
            struct device *device = &platform->devices[j];
            well = add_details(options, platform, device, &device->details) && well;
        }
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

/* Shows a structure without its members' names. */
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

static void print_all_details(int indent, const json_t *details)
{
    const char *error = data_text(details, "details_error");
    print_details(indent, json_object_get(details, "details"));
    print_details(indent, json_object_get(details, "image_formats"));
    if (*error) line(indent, indent + 4, BAD, "%s", error);
}

static void print_device(const struct device *device)
{
    print_name(4, "Device", device->index, device->name, false);
    line_label(6, 16, "Type");
    print_kind(device);
    line_end();
    line_labelled(6, 16, "Vendor", device->vendor);
    line_labelled(6, 16, "Version", device->version);
    line_labelled(6, 16, "Driver", device->driver_version);
    line_labelled(6, 16, "PCI", device->pci);
    line_labelled(6, 16, "Pattern", device->pattern);
    print_all_details(6, device->details);
}

static void print_platform(const struct platform *platform)
{
    print_name(0, "Platform", platform->index, platform->name, platform->is_default);
    line_labelled(2, 12, "Vendor", platform->vendor);
    line_labelled(2, 12, "Version", platform->version);
    line_labelled(2, 12, "Library", platform->file);
    print_all_details(2, platform->details);
    for (size_t i = 0; i < platform->device_count; i++) print_device(&platform->devices[i]);
    if (platform->error) line(4, 4, BAD, "%s", platform->error);
    else if (platform->device_count == 0) line(4, 4, DIM, "no devices");
    line_empty();
}

/* Whether a setting for drivers or platforms leaves out a driver. (Left out devices have lines of
 * their own.) */
static bool is_left_out(const struct candidate *driver)
{
    return driver->verdict == VERDICT_NOT_SELECTED || driver->verdict == VERDICT_DISABLED ||
           driver->verdict == VERDICT_PLATFORM_NOT_SELECTED ||
           driver->verdict == VERDICT_PLATFORM_DISABLED;
}

static void print_drivers_left_out(const struct report *report)
{
    bool any = false;
    for (size_t i = 0; report && i < report->drivers.count; i++) {
        const struct candidate *candidate = &report->drivers.all[i];
        if (!is_left_out(candidate)) continue;
        if (!any) line(0, 0, BOLD, "Drivers that are left out");
        any = true;
        line_begin(2, 4);
        line_add(PLAIN, "%s: ", remedy_where(candidate));
        line_add(DIM, "%s", candidate->reason);
        line_end();
    }
    if (any) line_empty();
}

static void print_left_out(const struct report *report)
{
    bool any = false;
    for (size_t i = 0; report && i < report->devices.count; i++) {
        const struct choosable *choosable = &report->devices.all[i];
        if (!choosable->left_out_by) continue;
        if (!any) line(0, 0, BOLD, "Devices that are left out");
        any = true;
        line_begin(2, 4);
        line_add(PLAIN, "%s:%lld: %s (%s)", text_or_empty(choosable->type),
                 choosable->number_of_type, text_or_empty(choosable->name),
                 text_or_empty(choosable->platform_name));
        line_add(DIM, ", by %s", choosable->left_out_by);
        line_end();
    }
    if (any) line_empty();
}

static void print_end(const struct probed *probed)
{
    size_t platforms = probed->platforms.count;
    size_t devices = platforms_count_devices(&probed->platforms);
    line(0, 0, devices ? BOLD : BAD, "%zu platform%s, %zu device%s.", platforms,
         text_plural(platforms), devices, text_plural(devices));
    print_missing(probed);
}

static void print_text(const struct probed *probed)
{
    loader_print(probed->loader);
    if (probed->failed) {
        loader_print_failure(probed);
        return;
    }
    for (size_t i = 0; i < probed->platforms.count; i++) print_platform(&probed->platforms.all[i]);
    print_drivers_left_out(probed->report);
    print_left_out(probed->report);
    print_end(probed);
    if (probed->answer.end != END_WELL) loader_print_failure(probed);
}

int command_list(const struct options *options)
{
    struct probed probed = loader_probe(options, "devices", NULL, 0, "loading the drivers");
    bool well = probed.answer.end == END_WELL && !probed.failed &&
                !platforms_any_error(&probed.platforms) &&
                platforms_count_devices(&probed.platforms) > 0;
    platforms_add_from_report(&probed);
    if (options->verbose && !add_all_details(options, &probed.platforms)) well = false;
    if (options->json) {
        json_t *all = report_json(&probed, "list");
        json_object_set_new(all, "well", json_boolean(well));
        json_object_set_new(all, "platforms", report_platforms_json(&probed.platforms));
        json_object_set_new(all, "left_out", report_left_out_json(probed.report));
        data_print(all);
    } else {
        print_text(&probed);
    }
    probed_free(&probed);
    return well ? STATUS_WELL : STATUS_WRONG;
}
