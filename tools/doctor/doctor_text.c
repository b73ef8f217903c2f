/* SPDX-License-Identifier: Apache-2.0 */
/* clrelay doctor: writes what it has found, for people and as JSON. */
#include "doctor_parts.h"

#include "../base/data.h"
#include "../report/platforms.h"
#include "../report/print.h"
#include "../report/remedy.h"

#include <stdlib.h>
#include <string.h>

/* A device that was stopped may only be slow. */
static bool runs_no_kernel(const struct device *device)
{
    const json_t *trial = json_object_get(device->details, "test");
    return text_same(json_string_value(json_object_get(trial, "result")), "failed") &&
           !text_same(json_string_value(json_object_get(trial, "end")), "overrun");
}

static void print_platforms(const struct platforms *platforms)
{
    for (size_t i = 0; i < platforms->count; i++) {
        const struct platform *platform = &platforms->all[i];
        line_begin(PRINT_COLUMN, PRINT_COLUMN + 4);
        line_add(PLAIN, "%s", text_or_empty(platform->name));
        for (size_t j = 0; j < platform->device_count; j++)
            line_add(PLAIN, "%s%s%s", j ? ", " : ": ", text_or_empty(platform->devices[j].name),
                     runs_no_kernel(&platform->devices[j]) ? " (runs no kernel)" : "");
        if (platform->device_count == 0) line_add(DIM, ": no devices");
        line_end();
    }
}

static void print_probed(const struct candidates *candidates, const char *title)
{
    if (candidates->count == 0) return;
    line(0, 0, BOLD, "%s", title);
    for (size_t i = 0; i < candidates->count; i++) {
        const struct candidate *candidate = &candidates->all[i];
        print_state(candidate, (json_int_t)((candidate->run.ready > 0 ? candidate->run.ready
                                                                      : candidate->run.seconds) *
                                            1e6));
        if (candidate->severity == SEVERITY_WELL) print_platforms(&candidate->platforms);
        else if (candidate->severity != SEVERITY_WRONG)
            line(PRINT_COLUMN, PRINT_COLUMN, PLAIN, "%s", candidate->reason);
    }
    line_empty();
}

static void print_public(const struct doctor *doctor)
{
    /* Without a platform, there may be no driver to see. Otherwise a finding has the command. */
    const bool is_worth = !doctor->next && doctor->search.platforms.count > 0;
    char *library = is_worth ? machine_reporting_library(doctor->options) : NULL;
    line(0, 0, BOLD, "Platforms");
    print_platforms(&doctor->search.platforms);
    if (doctor->search.platforms.count == 0) line(2, 2, PLAIN, "none");
    line_empty();
    loader_print_no_report(&doctor->search, "which drivers there are, and they cannot be tried one "
                                            "by one");
    if (library) report_set(&library, text_shell_word(library));
    if (library) line(0, 4, PLAIN, "To see each: clrelay doctor --library %s", library);
    line_empty();
    free(library);
}

static void print_facts(const struct fact *fact)
{
    enum { NAMES = 12 };
    if (!fact->name) return;
    line(0, 0, BOLD, "This machine");
    for (; fact->name; fact++) line_labelled(2, NAMES, fact->name, fact->value);
    line_empty();
}

static size_t count_working(const struct candidates *drivers)
{
    size_t count = 0;
    for (size_t i = 0; i < drivers->count; i++)
        count += drivers->all[i].severity == SEVERITY_WELL && !drivers->all[i].runs_nothing;
    return count;
}

static void print_count_for_program(const struct program *program)
{
    const size_t unknown = program_count_unknown(program);
    line_add(BOLD, "Drivers for %s: %zu", program->architecture, program_count_drivers(program));
    if (unknown) line_add(BOLD, "; not known: %zu", unknown);
    line_add(BOLD, ". ");
}

static void print_summary(const struct doctor *doctor)
{
    size_t problems = findings_count(&doctor->findings, LAST_PROBLEM);
    size_t warnings = findings_count(&doctor->findings, LAST_WARNING) - problems;
    size_t notes = findings_count(&doctor->findings, LAST_NOTE) - problems - warnings;
    const char *about = text_or_empty(findings_first(&doctor->findings));
    line_begin(0, 0);
    if (doctor_is_foreign(doctor)) print_count_for_program(doctor->program);
    else if (doctor->report)
        line_add(BOLD, "Drivers that work: %zu of %zu. ", count_working(&doctor->report->drivers),
                 doctor->report->drivers.count);
    if (!doctor_is_foreign(doctor)) line_add(BOLD, "Devices: %zu. ", doctor->devices);
    line_add(problems ? BAD : GOOD, "Problems: %zu.", problems);
    if (warnings) line_add(WARN, " Warnings: %zu.", warnings);
    line_end();
    line_begin(0, 6);
    line_add(BOLD, "Next: ");
    if (!problems && doctor->differs) {
        line_add(PLAIN, "nothing is wrong for you, but for %s: the warning above",
                 doctor->program->flatpak ? "the program" : "a process of the program");
    } else if (!problems && doctor->without && doctor->devices) {
        line_add(PLAIN,
                 "%s lists no device, and this library does: set LD_LIBRARY_PATH to its folder for "
                 "programs, or install another loader.",
                 doctor->without);
        if (warnings || notes)
            line_add(PLAIN, " Read the %s%s above, too.", warnings ? "warning" : "note",
                     text_plural(warnings ? warnings : notes));
    } else if (!problems) {
        if (warnings || notes)
            line_add(PLAIN, "no problems, but read the %s%s above. ", warnings ? "warning" : "note",
                     text_plural(warnings ? warnings : notes));
        else if (doctor->report || doctor_is_foreign(doctor)) line_add(GOOD, "nothing is wrong. ");
        else line_add(GOOD, "nothing is wrong, as far as this loader shows. ");
        line_add(PLAIN, "What there is: clrelay list");
        line_add(PLAIN, doctor->program
                            ? ". What goes wrong only in the program itself, or with its own "
                              "libraries: clrelay check PROGRAM"
                            : ". Does a program still crash in a driver, or get errors? "
                              "clrelay check PROGRAM");
    } else if (doctor->next) {
        line_add(PLAIN, "what clrelay's library shows, below.");
    } else {
        line_add(PLAIN, "%s problem above%s%s", problems == 1 ? "the" : "the first",
                 *about ? ": " : ".", about);
    }
    line_end();
}

void doctor_print_text(const struct doctor *doctor)
{
    const struct report *report = doctor_is_foreign(doctor) ? NULL : doctor->report;
    const char *instead =
        SYSTEM_TEXT("rename the driver's .icd file, so that it ends with .off", NULL);
    if (doctor->program) program_print(doctor->program);
    if (!doctor_is_foreign(doctor) && doctor->search.loader) {
        if (doctor->program && program_does_not_get(doctor->program, doctor->search.loader->file))
            line(0, 2, WARN, "What follows is from another libOpenCL, which %s does not get:",
                 doctor->program->is_library ? "the module" : "the program");
        loader_print_briefly(doctor->search.loader);
    }
    /* Directories matter only if there is no driver, or if a directory has a problem. */
    if (report && (report->drivers.count == 0 ||
                   remedy_count(&report->driver_directories, SEVERITY_WRONG) > 0))
        print_directories(&report->driver_directories, PRINT_DRIVER_PLACES);
    if (report) {
        print_probed(&report->drivers, report->privileged ? "Drivers, all opened together"
                                                          : "Drivers, each tried separately");
        loader_print_hidden(doctor->hidden_drivers, doctor->hiding_setting);
        print_probed(&report->layers, "Layers, each tried separately");
    } else if (doctor->search.loader && !doctor_is_foreign(doctor)) {
        print_public(doctor);
    }
    print_facts(doctor->facts);
    findings_print(&doctor->findings);
    if (instead && findings_advise(&doctor->findings, "clrelay disable") &&
        (doctor->is_next || (!report && !doctor->search.failed && !doctor_is_foreign(doctor)))) {
        line(0, 4, WARN, "Programs with %s loader do not obey clrelay disable. For them, %s",
             doctor->is_next ? "the other" : "this", instead);
        line_empty();
    }
    print_summary(doctor);
}

static json_t *facts_json(const struct fact *fact)
{
    json_t *facts = json_object();
    for (; fact->name; fact++) json_object_set_new(facts, fact->name, data_string(fact->value));
    return facts;
}

void doctor_print_json(const struct doctor *doctor, bool well)
{
    const struct report *report = doctor_is_foreign(doctor) ? NULL : doctor->report;
    json_t *all = report_json(&doctor->search, "doctor");
    json_object_set_new(all, "well", json_boolean(well));
    if (doctor->program) json_object_set_new(all, "program", program_json(doctor->program));
    if (report) {
        json_object_set_new(all, "driver_directories",
                            report_candidates_json(&report->driver_directories));
        json_object_set_new(all, "drivers", report_candidates_json(&report->drivers));
        json_object_set(all, "hidden", doctor->hidden_drivers);
        json_object_set_new(all, "layer_directories",
                            report_candidates_json(&report->layer_directories));
        json_object_set_new(all, "layers", report_candidates_json(&report->layers));
    } else if (doctor->search.loader && !doctor_is_foreign(doctor)) {
        json_object_set_new(all, "platforms", report_platforms_json(&doctor->search.platforms));
    }
    if (doctor->facts[0].name) json_object_set_new(all, "machine", facts_json(doctor->facts));
    json_object_set_new(all, "findings", findings_json(&doctor->findings));
    data_print(all);
}
