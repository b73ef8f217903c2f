/* SPDX-License-Identifier: Apache-2.0 */
/* clrelay drivers and clrelay layers: all candidates in the order of search, with their
 * verdicts. */
#include "commands.h"
#include "../doctor/machine.h"

#include "../base/data.h"
#include "../report/print.h"
#include "../report/remedy.h"

/* How the two commands differ. */
struct subject {
    const char *command, *what, *directories; /* `directories` is the member's name in JSON */
    bool needed;                              /* there should be at least one */
};
static const struct subject drivers = { "drivers", "driver", "driver_directories", true };
static const struct subject layers = { "layers", "layer", "layer_directories", false };

struct found {
    const struct subject *subject;
    struct probed probed;
    const struct candidates *directories, *candidates; /* NULL without a report */
    json_t *hidden;                                    /* the drivers that a setting hides */
    const char *setting;                               /* or NULL */
};

static bool is_well(const struct found *found)
{
    const struct probed *probed = &found->probed;
    bool needed = found->subject->needed;
    if (probed->failed || probed->answer.end != END_WELL) return false;
    if (!probed->report) return !needed || probed->platforms.count > 0;
    return (!needed || remedy_count(found->candidates, SEVERITY_WELL) > 0) &&
           remedy_count(found->candidates, SEVERITY_WRONG) == 0 &&
           remedy_count(found->directories, SEVERITY_WRONG) == 0;
}

static void print_counts(const struct found *found)
{
    static const enum severity order[] = { SEVERITY_WELL, SEVERITY_WRONG,
                                           SEVERITY_OTHER_ARCHITECTURE, SEVERITY_OFF,
                                           SEVERITY_UNTRIED };
    size_t all = found->candidates->count;
    const char *between = ": ";
    line_begin(0, 0);
    line_add(BOLD, "%zu %s%s", all, found->subject->what, text_plural(all));
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        const struct severity_words *words = &severity_words[order[i]];
        size_t number = remedy_count(found->candidates, order[i]);
        if (number == 0) continue;
        line_add(PLAIN, "%s", between);
        line_add(words->counted_style, "%zu %s", number, words->counted);
        between = ", ";
    }
    line_add(PLAIN, ".");
    line_end();
}

/* Prints what the public API says about drivers: the library of each platform. */
static void print_platforms(const struct platforms *platforms)
{
    line(0, 0, BOLD, "Platforms, and the libraries that they are in");
    for (size_t i = 0; i < platforms->count; i++) {
        line(2, 4, BOLD, "%s", text_or_empty(platforms->all[i].name));
        line(4, 4, PLAIN, "%s", text_or_empty(platforms->all[i].file));
    }
    if (platforms->count == 0) line(2, 2, PLAIN, "none");
    line_empty();
}

static void print_text(const struct found *found)
{
    const struct probed *probed = &found->probed;
    bool driver = found->subject->needed;
    loader_print(probed->loader);
    if (probed->report) {
        print_directories(found->directories, driver ? PRINT_DRIVER_PLACES : PRINT_LAYER_PLACES);
        print_candidates(found->candidates,
                         driver ? "Drivers, in order of search" : "Layers, in order of search");
        loader_print_hidden(found->hidden, found->setting);
        if (driver) loader_print_output(&probed->answer);
        print_counts(found);
        print_problems(probed->report);
    } else if (probed->loader) {
        if (driver) print_platforms(&probed->platforms);
        loader_print_no_report(probed, driver ? "where it searched, and which drivers it refused"
                                              : "its layers; cllayerinfo may");
    }
    if (probed->failed || probed->answer.end != END_WELL) loader_print_failure(probed);
    else if (driver && probed->report && remedy_count(found->candidates, SEVERITY_WELL) == 0)
        line(0, 0, BOLD, "To try each driver separately: clrelay doctor");
}

static void print_json(const struct found *found, bool well)
{
    json_t *all = report_json(&found->probed, found->subject->command);
    json_object_set_new(all, "well", json_boolean(well));
    if (found->probed.report) {
        json_object_set_new(all, found->subject->directories,
                            report_candidates_json(found->directories));
        json_object_set_new(all, found->subject->command,
                            report_candidates_json(found->candidates));
        if (found->subject == &drivers) json_object_set(all, "hidden", found->hidden);
    } else if (found->probed.loader) {
        json_object_set_new(all, "platforms", report_platforms_json(&found->probed.platforms));
    }
    data_print(all);
}

/* Says what the machine tells about drivers that have no device. */
static void explain_drivers(const struct options *options, const struct report *report)
{
    for (size_t i = 0; i < report->drivers.count; i++) {
        struct candidate *driver = &report->drivers.all[i];
        if (driver->severity == SEVERITY_WRONG)
            machine_explain_driver(options, report, driver, NULL, &driver->reason, &driver->remedy);
    }
}

static int command(const struct options *options, const struct subject *subject)
{
    struct found found = { .subject = subject, .probed = loader_probe_report(options) };
    struct report *report = found.probed.report;
    bool well;
    if (report) {
        found.directories =
            subject == &drivers ? &report->driver_directories : &report->layer_directories;
        found.candidates = subject == &drivers ? &report->drivers : &report->layers;
        remedy_add_all(found.directories, report);
        remedy_add_all(found.candidates, report);
        if (subject == &drivers) explain_drivers(options, report);
        if (subject == &drivers)
            found.hidden = loader_hidden_drivers(options, report, &found.setting);
    }
    well = is_well(&found);
    if (options->json) print_json(&found, well);
    else print_text(&found);
    json_decref(found.hidden);
    probed_free(&found.probed);
    return well ? STATUS_WELL : STATUS_WRONG;
}

int command_drivers(const struct options *options)
{
    return command(options, &drivers);
}

int command_layers(const struct options *options)
{
    return command(options, &layers);
}
