/* SPDX-License-Identifier: Apache-2.0 */
/* clrelay doctor: probes each driver by itself, then all together, checks the machine, and says
 * what to do. */
#include "commands.h"

#include "../base/data.h"
#include "../base/files.h"
#include "../probe/protocol.h"
#include "../report/platforms.h"
#include "../report/print.h"
#include "../report/remedy.h"
#include "alone.h"
#include "findings.h"
#include "machine.h"
#include "program.h"
#include "trial.h"

#include <stdlib.h>
#include <string.h>

struct doctor {
    const struct options *options;
    struct program *program; /* to look as it does, or NULL */
    struct probed usual;     /* what other programs get, then */
    struct probed search;    /* what exists; opens nothing */
    struct probed combined;  /* all drivers together, as in programs */
    struct report *report;   /* of `search`, or NULL */
    struct findings findings;
    struct fact facts[MOST_FACTS + 1]; /* about the machine */
    size_t working;                    /* drivers */
    size_t devices;                    /* of all working drivers */
    bool missed;                       /* a driver seems to have missed its device */
    bool hidden;                       /* a variable hides the drivers */
    bool limited;                      /* a finding names a limit */
    json_t *hidden_drivers;            /* by this setting, or NULL */
    const char *hiding_setting;
    bool hangs;            /* a process with drivers does not end */
    bool shut_out;         /* a driver has no device for a reason that is found */
    bool differs;          /* a process of the program is not as this one is */
    bool explained;        /* a finding about a GPU says why there is no driver */
    struct unread *unread; /* what the loader may have left out */
};

/* Whether what this command can open is of no use to the program. */
static bool is_foreign(const struct doctor *doctor)
{
    return doctor->program && doctor->program->foreign;
}

/* ---- each driver by itself ---- */

static bool is_same_file(const struct candidate *one, const struct candidate *other)
{
    char *first = data_path(text_or_empty(one->file)),
         *second = data_path(text_or_empty(other->file));
    bool same = file_is_same(first, second);
    free(first);
    free(second);
    return same;
}

/* A library that two drivers share is loaded only once. */
static void find_duplicate(const struct candidates *drivers, size_t number)
{
    struct candidate *candidate = &drivers->all[number];
    if (candidate->verdict != VERDICT_LOADED) return;
    for (size_t i = 0; i < number; i++) {
        const struct candidate *earlier = &drivers->all[i];
        if (earlier->verdict != VERDICT_LOADED || !is_same_file(candidate, earlier)) continue;
        report_set_verdict(candidate, VERDICT_DUPLICATE, remedy_where(earlier));
        remedy_add(candidate, NULL);
        return;
    }
}

/* Reports what the loader refused, before or after opening it. */
static void add_refused(struct doctor *doctor, struct candidate *candidate)
{
    bool absent = remedy_is_absent(candidate->verdict);
    enum urgency urgency;
    const char *cause = NULL;
    if (candidate->severity != SEVERITY_WRONG ||
        findings_has(&doctor->findings, PROBLEM_VARIABLE, remedy_where(candidate)))
        return;
    candidate->lacks_gpu = absent && machine_lacks_gpu(doctor->options, candidate);
    urgency = candidate->lacks_gpu ? NOTE_OTHER : absent ? PROBLEM_SETTINGS : PROBLEM_REFUSED;
    if (candidate->is_driver)
        cause = machine_explain_driver(doctor->options, doctor->report, candidate, NULL,
                                       &candidate->reason, &candidate->remedy);
    findings_add(&doctor->findings, urgency, remedy_where(candidate),
                 text_or_empty(candidate->remedy), "%s", candidate->reason);
    findings_set_cause(&doctor->findings, urgency, cause);
    /* That the GPU is there does not explain it. */
    if (text_same(cause, "DRIVER_SAYS"))
        findings_set_quoted(&doctor->findings, urgency, remedy_where(candidate));
    if (absent && (!cause || text_same(cause, "GPU_UNFOUND") || text_same(cause, "DRIVER_SAYS")))
        findings_set_part(&doctor->findings, urgency, PART_FAILURE, machine_vendors(candidate));
}

static void probe_alone(struct doctor *doctor, const struct candidates *candidates)
{
    for (size_t i = 0; i < candidates->count; i++) {
        struct candidate *candidate = &candidates->all[i];
        if (candidate->verdict == VERDICT_UNTRIED)
            alone_probe(doctor->options, candidate, doctor->report, &doctor->findings);
        else remedy_add(candidate, doctor->report);
        if (candidate->is_driver) find_duplicate(candidates, i);
        doctor->hangs = doctor->hangs || alone_hangs_at_end(&candidate->run);
        if (candidate->verdict != VERDICT_UNTRIED) add_refused(doctor, candidate);
    }
}

static void count_all(struct doctor *doctor)
{
    const struct candidates *drivers = &doctor->report->drivers;
    for (size_t i = 0; i < drivers->count; i++) {
        const struct candidate *driver = &drivers->all[i];
        doctor->working += driver->severity == SEVERITY_WELL;
        if (driver->severity == SEVERITY_WRONG && !driver->lacks_gpu) doctor->missed = true;
        for (size_t j = 0; j < driver->platforms.count; j++) {
            size_t devices = driver->platforms.all[j].device_count;
            if (driver->severity == SEVERITY_WELL) doctor->devices += devices;
            if (devices == 0) doctor->missed = true;
        }
    }
    if (doctor->devices == 0) doctor->missed = true;
}

/* Whether two reports mean the same library. */
static bool is_same_library(const struct candidate *one, const struct candidate *other)
{
    return text_same(one->library, other->library);
}

/* ---- all together ---- */

static bool has_failed(const struct candidates *candidates)
{
    for (size_t i = 0; i < candidates->count; i++) {
        const struct candidate *candidate = &candidates->all[i];
        if (candidate->verdict == VERDICT_UNTRIED && candidate->severity == SEVERITY_WRONG)
            return true;
    }
    return false;
}

enum { MOST_PAIRS = 21 }; /* of drivers that are tried: those of seven drivers */

/* Opens two drivers in one process. Returns whether that fails, with the process in *probed. */
static bool fails_together(const struct doctor *doctor, const struct candidate *first,
                           const struct candidate *second, struct probed *probed)
{
    char *progress = text_format("trying %s with %s", text_file_name(remedy_where(first)),
                                 text_file_name(remedy_where(second)));
    const struct question question = { .kind = "devices",
                                       .library = doctor->options->library,
                                       .limit = 2 * alone_limit(doctor->options),
                                       .progress = progress };
    *probed = alone_ask_both(first, second, &question);
    free(progress);
    if (probed->failed) return true;
    probed_free(probed);
    return false;
}

/* Adds what a process said when it failed: how it ended, and its last output. */
static char *failure_words(const struct answer *answer)
{
    char *words = alone_failure_text(answer, probe_stage(answer));
    alone_add_output(&words, answer);
    return words;
}

static void add_pair(struct doctor *doctor, const struct candidate *first,
                     const struct candidate *second, const struct answer *answer)
{
    char *words = failure_words(answer), *one = remedy_name(first), *other = remedy_name(second);
    char *remedy = text_format("Leave one out: clrelay disable %s, or clrelay disable %s. Often "
                               "each contains an LLVM of its own.",
                               one, other);
    findings_add(&doctor->findings, PROBLEM_CRASH, remedy_where(second), remedy,
                 "works alone, but not in one process with %s: %s", remedy_where(first), words);
    free(remedy);
    free(other);
    free(one);
    free(words);
}

/* Looks for two drivers that do not work in one process. */
static bool find_pair(struct doctor *doctor)
{
    const struct candidates *drivers = &doctor->report->drivers;
    size_t pairs = 0;
    for (size_t i = 1; i < drivers->count; i++)
        for (size_t j = 0; j < i && pairs < MOST_PAIRS; j++) {
            const struct candidate *first = &drivers->all[j], *second = &drivers->all[i];
            struct probed probed;
            if (first->severity != SEVERITY_WELL || second->severity != SEVERITY_WELL) continue;
            pairs++;
            if (!fails_together(doctor, first, second, &probed)) continue;
            add_pair(doctor, first, second, &probed.answer);
            probed_free(&probed);
            return true;
        }
    return false;
}

/* ---- with the program's libraries ---- */

/* Tries a driver with libraries of the program that it has, too. Returns how that fails, in words,
 * or NULL: it works. */
static char *try_with(const struct doctor *doctor, const struct candidate *driver,
                      const char *libraries)
{
    char *progress =
        text_format("trying %s with the program's libraries", text_file_name(remedy_where(driver)));
    const struct question question = { .kind = "devices",
                                       .library = doctor->options->library,
                                       .limit = alone_limit(doctor->options),
                                       .progress = progress };
    struct probed probed = alone_ask_with(driver, &question, libraries);
    const struct candidates *drivers = probed.report ? &probed.report->drivers : NULL;
    char *words = NULL;
    /* Otherwise they keep this command itself from starting. */
    if (probed.failed && probed.answer.stage) words = failure_words(&probed.answer);
    for (size_t i = 0; drivers && i < drivers->count && !words; i++)
        if (is_same_library(&drivers->all[i], driver) && drivers->all[i].verdict != VERDICT_LOADED)
            words = text_format("%s: %s", text_or_empty(drivers->all[i].text),
                                text_or_empty(drivers->all[i].message));
    probed_free(&probed);
    free(progress);
    return words;
}

static void check_with_program(struct doctor *doctor, const struct candidate *driver)
{
    const char *name = text_or_empty(doctor->program->file);
    char *file = data_path(text_or_empty(driver->file)), *words = NULL, *remedy, *disabled;
    char *conflict = *file ? program_conflict(doctor->program, file) : NULL;
    bool safe;
    char *libraries = *file ? program_shared_libraries(doctor->program, file, &safe) : NULL;
    if (libraries && safe && !conflict) words = try_with(doctor, driver, libraries);
    if (conflict) {
        findings_add(&doctor->findings, PROBLEM_CRASH, remedy_where(driver),
                     "Let the program use the system's library in place of its own; or install a "
                     "driver in the "
                     "program's own environment, such as conda's.",
                     "works alone, but not in %s: %s", name, conflict);
    } else if (words) {
        disabled = remedy_name(driver);
        remedy = text_format("Let the program use the system's library in place of its own; or "
                             "start it without the driver: OCL_ICD_DRIVERS_DISABLE=%s",
                             disabled);
        findings_add(&doctor->findings, PROBLEM_CRASH, remedy_where(driver), remedy,
                     "works alone, but not with %s, which %s brings: %s", libraries, name, words);
        free(remedy);
        free(disabled);
    } else if (libraries && !safe) {
        findings_add(&doctor->findings, NOTE_OTHER, remedy_where(driver),
                     "To see whether they conflict, inside the program: clrelay check PROGRAM",
                     "has another version of what %s brings, and was tried without that: %s", name,
                     libraries);
    }
    free(conflict);
    free(words);
    free(libraries);
    free(file);
}

static void load_with_program(struct doctor *doctor)
{
    const struct candidates *drivers = &doctor->report->drivers;
    for (size_t i = 0; doctor->program && i < drivers->count; i++)
        if (drivers->all[i].severity == SEVERITY_WELL) check_with_program(doctor, &drivers->all[i]);
}

static void load_combined(struct doctor *doctor)
{
    const struct variable variables[] = { { "OCL_ICD_LOG_FILE", SYSTEM_NULL_DEVICE },
                                          { doctor->hangs ? PROBE_LEAVES : NULL, "1" },
                                          { NULL, NULL } };
    const struct report *report = doctor->report;
    size_t count = report->drivers.count + report->layers.count;
    char *words;
    /* A driver that crashes or hangs alone would do so here, too. */
    if (has_failed(&report->drivers) || has_failed(&report->layers)) return;
    doctor->combined = loader_probe(doctor->options, "devices", variables,
                                    alone_limit(doctor->options) * (double)(count + 1),
                                    "loading all drivers together");
    if (!doctor->combined.failed || find_pair(doctor)) return;
    words = failure_words(&doctor->combined.answer);
    findings_add(
        &doctor->findings, PROBLEM_CRASH, "",
        "Find out which drivers, or layers, do not work together with "
        "OCL_ICD_DRIVERS_DISABLE, and leave one out. Often each contains an LLVM of its own.",
        "each driver can be opened by itself, but with all of them in one process: %s", words);
    free(words);
}

/* ---- directories, settings, drivers ---- */

static void check_directories(struct doctor *doctor, const struct candidates *directories)
{
    remedy_add_all(directories, doctor->report);
    for (size_t i = 0; i < directories->count; i++) add_refused(doctor, &directories->all[i]);
}

/* Whether one of a report's first problems has this text. */
static bool has_problem(const struct report *report, size_t count, const char *text)
{
    for (size_t i = 0; i < count; i++)
        if (text_same(report->problems.all[i].text, text)) return true;
    return false;
}

static void add_problem(struct doctor *doctor, const struct problem *problem)
{
    if (text_same(problem->code, "FOREIGN_VARIABLE"))
        findings_add(&doctor->findings, WARNING_OTHER, "",
                     "clrelay list has a pattern for each device. If another program needs the "
                     "variable: nothing.",
                     "%s", problem->text);
    else if (text_same(problem->code, "DEVICES_HIDDEN"))
        findings_add(&doctor->findings, PROBLEM_OTHER, "",
                     "Choose by something that the driver tells: clrelay list has a pattern for "
                     "each device. And report it to the driver's vendor.",
                     "%s", problem->text);
    else
        findings_add(&doctor->findings, PROBLEM_SETTINGS, "",
                     "Correct it. To see all settings, and where each comes from: clrelay settings",
                     "a setting is wrong: %s", problem->text);
}

/* Both probes report problems: the first about selected drivers, the second also about
 * platforms. */
static void check_settings(struct doctor *doctor)
{
    const struct report *reports[] = { doctor->report, doctor->combined.report };
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; reports[i] && j < reports[i]->problems.count; j++) {
            const char *text = reports[i]->problems.all[j].text;
            if (!text || has_problem(reports[i], j, text) ||
                (i == 1 && reports[0] && has_problem(reports[0], reports[0]->problems.count, text)))
                continue;
            add_problem(doctor, &reports[i]->problems.all[j]);
        }
}

/* Whether the user's settings keep the loader from opening anything: then a driver is untried even
 * when all are loaded together. */
static bool is_search_only(const struct report *combined)
{
    for (size_t i = 0; combined && i < combined->drivers.count; i++)
        if (combined->drivers.all[i].verdict == VERDICT_UNTRIED) return true;
    return false;
}

static void check_drivers(struct doctor *doctor)
{
    const struct candidates *drivers = &doctor->report->drivers;
    size_t count = drivers->count;
    size_t off =
        remedy_count(drivers, SEVERITY_OFF) + remedy_count(drivers, SEVERITY_OTHER_ARCHITECTURE);
    if (count == 0) {
        /* Otherwise a variable is the cause, or what a finding about a GPU says. */
        if (!doctor->hidden && !doctor->explained)
            machine_check_no_driver(&doctor->findings, doctor->options, &doctor->search);
    } else if (doctor->working == 0 && off == count) {
        machine_add_all_off(&doctor->findings, doctor->options, doctor->report);
    } else if (doctor->devices == 0 && !doctor->shut_out) {
        machine_add_no_device(&doctor->findings, doctor->options, doctor->report,
                              doctor->working > 0);
    }
    if (is_search_only(doctor->combined.report))
        findings_add(&doctor->findings, PROBLEM_NO_DRIVER, "",
                     "Unset it: clrelay settings says where it comes from.",
                     "OCL_ICD_SEARCH_ONLY is on: programs get no driver at all");
}

/* ---- the user's own files ---- */

/* Users hide files on purpose, and forget them. */
static void check_hidden(struct doctor *doctor, const struct candidates *candidates)
{
    for (size_t i = 0; i < candidates->count; i++) {
        const struct candidate *candidate = &candidates->all[i];
        if (candidate->verdict == VERDICT_HIDDEN_BY_USER)
            findings_add(&doctor->findings, NOTE_OTHER, remedy_where(candidate),
                         text_or_empty(candidate->remedy), "%s", candidate->reason);
    }
}

/* ---- privileged programs ---- */

/* The loader ignores variables in a privileged program, so it has opened all drivers together. */
static void check_privileges(struct doctor *doctor)
{
    const struct candidates *drivers = &doctor->report->drivers;
    if (!doctor->report->privileged) return;
    findings_add(&doctor->findings, WARNING_OTHER, "",
                 "Open a window that is not an administrator's, and start it there.",
                 "this program runs above medium integrity, where variables do not count: so the "
                 "drivers were opened all together, and none separately");
    /* Otherwise each driver is probed alone. */
    for (size_t i = 0; i < drivers->count; i++)
        platforms_move_devices(&drivers->all[i], &doctor->search.platforms);
}

/* ---- two drivers for one device ---- */

/* A device and its driver. */
struct owned {
    const struct candidate *driver;
    const struct device *device;
};

static size_t collect_devices(const struct candidates *drivers, struct owned *all)
{
    size_t count = 0;
    for (size_t i = 0; i < drivers->count; i++) {
        const struct candidate *driver = &drivers->all[i];
        if (driver->severity != SEVERITY_WELL) continue;
        for (size_t j = 0; j < driver->platforms.count; j++) {
            const struct platform *platform = &driver->platforms.all[j];
            for (size_t k = 0; k < platform->device_count; k++, count++)
                if (all) all[count] = (struct owned){ driver, &platform->devices[k] };
        }
    }
    return count;
}

static void check_shared_devices(struct doctor *doctor)
{
    size_t count = collect_devices(&doctor->report->drivers, NULL);
    struct owned *all = require_memory(calloc(count + 1, sizeof *all));
    collect_devices(&doctor->report->drivers, all);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++) {
            const struct device *one = all[i].device, *other = all[j].device;
            bool uuid = text_same(one->uuid, other->uuid), pci = text_same(one->pci, other->pci);
            char *name, *remedy;
            if (all[i].driver == all[j].driver || (!uuid && !pci)) continue;
            name = remedy_name(all[i].driver);
            remedy = text_format("Nothing, if you want this. Otherwise leave one out, for instance "
                                 "clrelay disable %s",
                                 name);
            findings_add(&doctor->findings, NOTE_OTHER, text_or_empty(other->name), remedy,
                         "two drivers have this device, and programs see it twice: %s and "
                         "%s (both say %s %s)",
                         remedy_where(all[j].driver), remedy_where(all[i].driver),
                         uuid ? "UUID" : "PCI address", uuid ? one->uuid : one->pci);
            free(remedy);
            free(name);
        }
    free(all);
}

/* ---- a kernel on each device ---- */

static void add_trial(struct doctor *doctor, const struct trial *trial, const struct probed *probed)
{
    const struct candidate *driver = trial->driver;
    char *text = NULL, *remedy = NULL;
    const char *cause = machine_explain_trial(trial, probed, &text, &remedy);
    if (!doctor->limited) doctor->limited = machine_check_limits(&doctor->findings);
    if (!text) text = trial_words(probed);
    if (!remedy)
        remedy = text_format("%s", "All that the driver says: clrelay test. No program can help: "
                                   "install the driver again, or another version of it.");
    findings_add(&doctor->findings, PROBLEM_REFUSED,
                 driver ? remedy_where(driver) : text_or_empty(trial->platform->name), remedy,
                 "lists %s, and %s", text_or_empty(trial->device->name), text);
    findings_set_cause(&doctor->findings, PROBLEM_REFUSED, cause);
    if (!cause) findings_set_part(&doctor->findings, PROBLEM_REFUSED, PART_FAILURE, 0);
    free(remedy);
    free(text);
}

/* `driver`: NULL if the loader gives no report. */
static void try_devices(struct doctor *doctor, const struct candidate *driver,
                        const struct platforms *platforms)
{
    for (size_t i = 0; i < platforms->count; i++) {
        const struct platform *platform = &platforms->all[i];
        for (size_t j = 0; j < platform->device_count; j++) {
            struct device *device = &platform->devices[j];
            const struct trial trial = {
                doctor->options, NULL,   driver,
                platform,        device, driver ? (json_int_t)i : platform->index
            };
            struct probed probed = trial_make(&trial);
            const bool failed = text_same(probed.computed->result, "failed") ||
                                text_same(probed.computed->result, "wrong");
            device->details = json_pack("{s:o}", "test", trial_json(&probed));
            if (failed) add_trial(doctor, &trial, &probed);
            probed_free(&probed);
        }
    }
}

/* Drivers that list their devices may still fail in the first kernel. Where a problem of the driver is known, that says
 * why. */
static void try_all_devices(struct doctor *doctor)
{
    const struct report *report = doctor->report;
    if (report && report->privileged) return;
    for (size_t i = 0; report && i < report->drivers.count; i++) {
        const struct candidate *driver = &report->drivers.all[i];
        if (driver->severity == SEVERITY_WELL &&
            !findings_has_problem(&doctor->findings, remedy_where(driver)))
            try_devices(doctor, driver, &driver->platforms);
    }
    if (!report && findings_count(&doctor->findings, LAST_PROBLEM) == 0)
        try_devices(doctor, NULL, &doctor->search.platforms);
}

/* ---- another loader, or none ---- */

/* Whether the process ended while the library was opened. */
static bool is_opening(const struct doctor *doctor)
{
    char *stage = text_format(PROBE_STAGE_OPENING, doctor->options->library);
    bool is = text_same(doctor->search.answer.stage, stage);
    free(stage);
    return is;
}

/* Why a loader without a report has found no platform. */
static void check_unreported(struct doctor *doctor)
{
    const char *cause;
    char *advice;
    if (machine_check_variables(&doctor->findings, doctor->options, NULL)) return;
    cause = machine_check_no_driver(&doctor->findings, doctor->options, &doctor->search);
    /* Then there are drivers, which may have failed. */
    if (text_same(cause, "UNREPORTED_NONE")) machine_check_limits(&doctor->findings);
    if (cause) return;
    advice = machine_advice(doctor->options);
    findings_add(&doctor->findings, PROBLEM_NO_DRIVER, "", advice,
                 "this loader found no platform, and does not say why");
    free(advice);
}

/* Whether it has left out what is there, so that the drivers which it knows are no explanation. */
static bool check_unread(struct doctor *doctor)
{
    const struct platforms *platforms = &doctor->search.platforms;
    size_t devices = 0;
    for (size_t i = 0; i < platforms->count; i++) devices += platforms->all[i].device_count;
    return machine_check_unread(&doctor->findings, doctor->options, doctor->unread, devices > 0);
}

/* It may be the loader itself, or a driver, so another loader is tried first. */
static void add_loader_crash(struct doctor *doctor)
{
    char *words = failure_words(&doctor->search.answer);
    char *other = machine_other_library(doctor->options);
    char *remedy =
        other
            ? text_format("See whether another one works, and then let programs get that: "
                          "clrelay doctor --library %s",
                          other)
            : text_format(
                  "%s",
                  SYSTEM_TEXT(
                      "With a loader other than clrelay's, try each driver by itself: "
                      "OCL_ICD_VENDORS=/etc/OpenCL/vendors/NAME.icd clrelay list",
                      "A driver does this. To try each driver separately, use clrelay's OpenCL.dll "
                      "(--library), and a window that was not opened as administrator."));
    /* A limit comes first. */
    findings_add(&doctor->findings,
                 machine_check_limits(&doctor->findings) ? PROBLEM_CRASH : PROBLEM_LOADER,
                 doctor->options->library, remedy, "OpenCL %s", words);
    free(remedy);
    free(other);
    free(words);
}

static void check_loader(struct doctor *doctor)
{
    const char *error = doctor->search.error;
    /* Then a finding about the program has said why. */
    if (doctor->program && program_is_stopped(doctor->program) && !program_library(doctor->program))
        return;
    if (error) {
        machine_add_no_loader(&doctor->findings, doctor->options, error);
    } else if (doctor->search.failed &&
               !(is_opening(doctor) &&
                 machine_add_no_loader(&doctor->findings, doctor->options, NULL))) {
        add_loader_crash(doctor);
    } else if (!doctor->search.failed && !doctor->report && !check_unread(doctor) &&
               doctor->search.platforms.count == 0) {
        check_unreported(doctor);
    }
    /* A loader without a report does not check for changes. */
    if (!doctor->report && doctor->search.answer.changed)
        findings_add(&doctor->findings, WARNING_OTHER, "",
                     "Report it to the driver's vendor. To find out which driver it is: "
                     "OCL_ICD_VENDORS=/etc/OpenCL/vendors/NAME.icd clrelay doctor",
                     "a driver changes the state of the process: %s",
                     doctor->search.answer.changed);
}

static void count_platforms(struct doctor *doctor)
{
    const struct platforms *platforms = &doctor->search.platforms;
    for (size_t i = 0; i < platforms->count; i++) {
        const struct platform *platform = &platforms->all[i];
        doctor->devices += platform->device_count;
        if (!platform->error) continue;
        findings_add(&doctor->findings, PROBLEM_REFUSED, text_or_empty(platform->name), "", "%s",
                     platform->error);
        findings_set_part(&doctor->findings, PROBLEM_REFUSED, PART_FAILURE, 0);
    }
    doctor->missed = doctor->devices == 0;
}

/* ---- text ---- */

static bool has_failed_trial(const struct device *device)
{
    const json_t *trial = json_object_get(device->details, "test");
    return text_same(json_string_value(json_object_get(trial, "result")), "failed");
}

static void print_platforms(const struct platforms *platforms)
{
    for (size_t i = 0; i < platforms->count; i++) {
        const struct platform *platform = &platforms->all[i];
        line_begin(PRINT_COLUMN, PRINT_COLUMN + 4);
        line_add(PLAIN, "%s", text_or_empty(platform->name));
        for (size_t j = 0; j < platform->device_count; j++)
            line_add(PLAIN, "%s%s%s", j ? ", " : ": ", text_or_empty(platform->devices[j].name),
                     has_failed_trial(&platform->devices[j]) ? " (runs no kernel)" : "");
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
    line(0, 0, BOLD, "Platforms");
    print_platforms(&doctor->search.platforms);
    if (doctor->search.platforms.count == 0) line(2, 2, PLAIN, "none");
    line_empty();
    loader_print_no_report(&doctor->search, "which drivers there are, and they cannot be tried one "
                                            "by one");
    line_empty();
}

static void print_facts(const struct fact *fact)
{
    enum { NAMES = 12 };
    if (!fact->name) return;
    line(0, 0, BOLD, "This machine");
    for (; fact->name; fact++) line_labelled(2, NAMES, fact->name, fact->value);
    line_empty();
}

static void print_summary(const struct doctor *doctor)
{
    size_t problems = findings_count(&doctor->findings, LAST_PROBLEM);
    size_t warnings = findings_count(&doctor->findings, LAST_WARNING) - problems;
    const char *about = text_or_empty(findings_first(&doctor->findings));
    line_begin(0, 0);
    if (is_foreign(doctor))
        line_add(BOLD, "Drivers for %s: %zu. ", doctor->program->architecture,
                 program_count_drivers(doctor->program));
    else if (doctor->report)
        line_add(BOLD, "Drivers that work: %zu of %zu. ", doctor->working,
                 doctor->report->drivers.count);
    if (!is_foreign(doctor)) line_add(BOLD, "Devices: %zu. ", doctor->devices);
    line_add(problems ? BAD : GOOD, "Problems: %zu.", problems);
    if (warnings) line_add(WARN, " Warnings: %zu.", warnings);
    line_end();
    line_begin(0, 6);
    line_add(BOLD, "Next: ");
    if (!problems && doctor->differs) {
        line_add(PLAIN,
                 "nothing is wrong for you, but for a process of the program: the warning above");
    } else if (!problems) {
        line_add(GOOD, "nothing is wrong. What there is: clrelay list");
        line_add(PLAIN, doctor->program
                            ? ". What goes wrong only with the program's own libraries in the "
                              "process: clrelay check PROGRAM"
                            : ". Does a program still crash in a driver, or get errors? "
                              "clrelay check PROGRAM");
    } else {
        line_add(PLAIN, "%s problem above%s%s", problems == 1 ? "the" : "the first",
                 *about ? ": " : ".", about);
    }
    line_end();
}

static void print_text(const struct doctor *doctor)
{
    const struct report *report = is_foreign(doctor) ? NULL : doctor->report;
    if (doctor->program) program_print(doctor->program);
    if (!is_foreign(doctor)) loader_print(doctor->search.loader);
    /* Directories matter only if they contain nothing. */
    if (report && (report->drivers.count == 0 ||
                   remedy_count(&report->driver_directories, SEVERITY_WRONG) > 0))
        print_directories(&report->driver_directories, PRINT_DRIVER_PLACES);
    if (report) {
        print_probed(&report->drivers, report->privileged ? "Drivers, all opened together"
                                                          : "Drivers, each tried separately");
        loader_print_hidden(doctor->hidden_drivers, doctor->hiding_setting);
        print_probed(&report->layers, "Layers, each tried separately");
    } else if (doctor->search.loader && !is_foreign(doctor)) {
        print_public(doctor);
    }
    print_facts(doctor->facts);
    findings_print(&doctor->findings);
    print_summary(doctor);
}

static json_t *facts_json(const struct fact *fact)
{
    json_t *facts = json_object();
    for (; fact->name; fact++) json_object_set_new(facts, fact->name, data_string(fact->value));
    return facts;
}

static void print_json(const struct doctor *doctor, bool well)
{
    const struct report *report = is_foreign(doctor) ? NULL : doctor->report;
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
    } else if (doctor->search.loader && !is_foreign(doctor)) {
        json_object_set_new(all, "platforms", report_platforms_json(&doctor->search.platforms));
    }
    if (doctor->facts[0].name) json_object_set_new(all, "machine", facts_json(doctor->facts));
    json_object_set_new(all, "findings", findings_json(&doctor->findings));
    data_print(all);
}

/* ---- the command ---- */

static void check_gpus(struct doctor *doctor)
{
    if (machine_check_gpus(&doctor->findings, doctor->options, &doctor->search,
                           &doctor->explained) > 0)
        doctor->missed = true;
}

/* Whether a driver has a platform, and can't list the platform's devices. */
static bool has_platform_error(const struct report *report)
{
    for (size_t i = 0; i < report->drivers.count; i++)
        for (size_t j = 0; j < report->drivers.all[i].platforms.count; j++)
            if (report->drivers.all[i].platforms.all[j].error) return true;
    return false;
}

static void check_all(struct doctor *doctor)
{
    const struct report *report = doctor->report;
    if (doctor->program) program_check(doctor->program, &doctor->findings);
    if (is_foreign(doctor)) {
        if (report) program_check_drivers(doctor->program, &doctor->findings, &report->drivers);
        return;
    }
    check_loader(doctor);
    machine_check_libraries(&doctor->findings, doctor->options, &doctor->search);
    if (report) {
        doctor->hidden = machine_check_variables(&doctor->findings, doctor->options, report);
        doctor->hidden_drivers =
            loader_hidden_drivers(doctor->options, report, &doctor->hiding_setting);
        check_directories(doctor, &report->driver_directories);
        check_directories(doctor, &report->layer_directories);
        check_privileges(doctor);
        probe_alone(doctor, &report->drivers);
        probe_alone(doctor, &report->layers);
        if (remedy_count(&report->drivers, SEVERITY_WRONG) > 0 || has_platform_error(report))
            doctor->limited = machine_check_limits(&doctor->findings);
        count_all(doctor);
        load_combined(doctor);
        load_with_program(doctor);
        check_settings(doctor);
        check_gpus(doctor);
        doctor->shut_out =
            machine_check_caches(&doctor->findings, doctor->options, &doctor->search);
        doctor->shut_out |= machine_check_platforms(&doctor->findings, doctor->options, report,
                                                    doctor->devices > 0 || doctor->shut_out);
        check_drivers(doctor);
        check_shared_devices(doctor);
        check_hidden(doctor, &report->drivers);
        check_hidden(doctor, &report->layers);
    } else {
        count_platforms(doctor);
        if (doctor->search.loader) check_gpus(doctor);
        doctor->shut_out =
            machine_check_caches(&doctor->findings, doctor->options, &doctor->search);
        if (!doctor->shut_out && doctor->search.platforms.count > 0 && doctor->devices == 0)
            machine_add_no_device(&doctor->findings, doctor->options, NULL, true);
    }
    machine_check_devices(&doctor->findings, doctor->options, &doctor->search,
                          doctor->program ? doctor->program->running : NULL, doctor->missed);
    findings_explain(&doctor->findings);
    try_all_devices(doctor);
    findings_explain(&doctor->findings);
    if (doctor->program)
        doctor->differs = machine_check_process(&doctor->findings, doctor->options, &doctor->search,
                                                doctor->program);
    if (doctor->program)
        program_compare(doctor->program, &doctor->findings,
                        report ? &doctor->combined : &doctor->search, &doctor->usual);
}

static const struct variable no_log[] = { { "OCL_ICD_LOG_FILE", SYSTEM_NULL_DEVICE },
                                          { NULL, NULL } };

/* Looks at the program, if there is one, and goes on as it does. Returns what is wrong with the
 * request, or NULL. The caller frees it. */
static char *look_at_program(struct doctor *doctor, struct options *as_it_does)
{
    const struct options *options = doctor->options;
    char *complaint;
    if (!doctor->program) return NULL;
    /* Before the variables are those of a process. */
    doctor->usual = loader_probe(options, "devices", no_log, alone_limit(options),
                                 "looking at what other programs get");
    complaint = options->pid ? program_look_at_process(doctor->program, options->pid)
                             : program_look(doctor->program, options->subject);
    if (complaint) return complaint;
    program_drop_variables(doctor->program);
    *as_it_does = *options;
    if (program_library(doctor->program)) as_it_does->library = program_library(doctor->program);
    doctor->options = as_it_does;
    return NULL;
}

int command_doctor(const struct options *options)
{
    static const struct variable search_only[] = { { "OCL_ICD_SEARCH_ONLY", "1" },
                                                   { "OCL_ICD_LOG_FILE", SYSTEM_NULL_DEVICE },
                                                   { NULL, NULL } };
    struct doctor doctor = { .options = options };
    struct program program = { .way = WAY_NONE };
    struct options as_it_does;
    char *complaint;
    bool well;
    if (options->pid || options->subject) doctor.program = &program;
    complaint = look_at_program(&doctor, &as_it_does);
    if (complaint) {
        error_line("clrelay: %s", complaint);
        free(complaint);
        probed_free(&doctor.usual);
        program_free(&program);
        return STATUS_USAGE;
    }
    options = doctor.options;
    doctor.unread = machine_watch(options);
    doctor.search =
        loader_probe(options, "devices", search_only, alone_limit(options), "looking for drivers");
    doctor.report = doctor.search.report;
    check_all(&doctor);
    machine_facts(doctor.facts);
    well = findings_count(&doctor.findings, LAST_PROBLEM) == 0;
    if (options->json) print_json(&doctor, well);
    else print_text(&doctor);
    for (struct fact *fact = doctor.facts; fact->name; fact++) free(fact->value);
    findings_free(&doctor.findings);
    json_decref(doctor.hidden_drivers);
    machine_unwatch(doctor.unread);
    probed_free(&doctor.combined);
    probed_free(&doctor.search);
    probed_free(&doctor.usual);
    program_free(&program);
    return well ? STATUS_WELL : STATUS_WRONG;
}
