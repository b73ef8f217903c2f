/* SPDX-License-Identifier: Apache-2.0 */
/* clrelay doctor: probes each driver by itself, then all together, checks the machine, and says
 * what to do. */
#include "doctor.h"

#include "../report/platforms.h"
#include "../report/print.h"
#include "../report/remedy.h"
#include "alone.h"
#include "doctor_parts.h"
#include "machine.h"

#include <stdlib.h>
#include <string.h>

/* ---- each driver by itself ---- */

/* Reports a candidate that the loader refused, before or after opening it. */
static void add_refused(struct doctor *doctor, struct candidate *candidate)
{
    bool absent = remedy_is_absent(candidate->verdict), guesses;
    enum urgency urgency;
    const char *cause = NULL;
    if (candidate->severity != SEVERITY_WRONG ||
        findings_has(&doctor->findings, PROBLEM_VARIABLE, remedy_where(candidate)))
        return;
    candidate->lacks_gpu = (absent || candidate->verdict == VERDICT_LIBRARY_MISSING) &&
                           machine_lacks_gpu(doctor->options, candidate);
    urgency = candidate->lacks_gpu ? NOTE_OTHER : absent ? PROBLEM_SETTINGS : PROBLEM_REFUSED;
    if (candidate->is_driver)
        cause = machine_explain_driver(doctor->options, doctor->report, candidate, NULL,
                                       &candidate->reason, &candidate->remedy);
    findings_add(&doctor->findings, urgency, remedy_where(candidate),
                 text_or_empty(candidate->remedy), "%s", candidate->reason);
    findings_set_cause(&doctor->findings, urgency, cause);
    if (machine_has_quoted(cause))
        findings_set_quoted(&doctor->findings, urgency, remedy_where(candidate));
    /* These rows, and the driver's words, may not explain the failure. Other findings may. */
    guesses = text_same(cause, "GPU_UNFOUND") || text_same(cause, "GPU_UNFOUND_INSIDE") ||
              text_same(cause, "DRIVER_SAYS") || text_same(cause, "LIBRARY_SAID");
    if (absent && (!cause || guesses))
        findings_set_part(&doctor->findings, urgency, PART_FAILURE, machine_vendors(candidate));
}

static void probe_alone(struct doctor *doctor, const struct candidates *candidates)
{
    for (size_t i = 0; i < candidates->count; i++) {
        struct candidate *candidate = &candidates->all[i];
        if (candidate->verdict == VERDICT_UNTRIED)
            alone_probe(doctor->options, candidates, i, doctor->report, &doctor->findings);
        else remedy_add(candidate, doctor->report);
        doctor->leaves = doctor->leaves || alone_ends_late(&candidate->run);
        if (candidate->verdict != VERDICT_UNTRIED) add_refused(doctor, candidate);
    }
}

/* Whether a driver fails, and not because its GPU is not there. */
static bool has_failing_driver(const struct report *report)
{
    for (size_t i = 0; i < report->drivers.count; i++)
        if (report->drivers.all[i].severity == SEVERITY_WRONG && !report->drivers.all[i].lacks_gpu)
            return true;
    return false;
}

static bool has_crashing_driver(const struct report *report)
{
    for (size_t i = 0; i < report->drivers.count; i++)
        if (machine_may_lack_stack(&report->drivers.all[i].run)) return true;
    return false;
}

static void count_all(struct doctor *doctor)
{
    const struct candidates *drivers = &doctor->report->drivers;
    for (size_t i = 0; i < drivers->count; i++) {
        const struct candidate *driver = &drivers->all[i];
        doctor->working += driver->severity == SEVERITY_WELL;
        for (size_t j = 0; j < driver->platforms.count; j++) {
            size_t devices = driver->platforms.all[j].device_count;
            if (driver->severity == SEVERITY_WELL) doctor->devices += devices;
            if (devices == 0) doctor->missed = true;
        }
    }
    if (doctor->devices == 0 || has_failing_driver(doctor->report)) doctor->missed = true;
}

/* ---- directories, settings, drivers ---- */

static void check_directories(struct doctor *doctor, const struct candidates *directories)
{
    remedy_add_all(directories, doctor->report);
    for (size_t i = 0; i < directories->count; i++) add_refused(doctor, &directories->all[i]);
}

/* Whether one of the first `count` problems of a report has this text. */
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

/* Both probes report problems: the first about drivers that the user has selected, the second also
 * about platforms. */
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

/* Whether the user's settings keep the loader from opening anything. Then a driver is untried even
 * after all drivers were loaded together. */
static bool is_search_only(const struct report *combined)
{
    for (size_t i = 0; combined && i < combined->drivers.count; i++)
        if (combined->drivers.all[i].verdict == VERDICT_UNTRIED) return true;
    return false;
}

static bool has_failure(const struct candidates *drivers)
{
    for (size_t i = 0; i < drivers->count; i++)
        if (drivers->all[i].severity == SEVERITY_WRONG && !drivers->all[i].lacks_gpu) return true;
    return false;
}

/* Whether the program has drivers of its own, and not the system's. */
static bool is_packed(const struct doctor *doctor)
{
    return doctor->program && (doctor->program->flatpak || doctor->program->snap);
}

static void check_drivers(struct doctor *doctor)
{
    const struct candidates *drivers = &doctor->report->drivers;
    size_t count = drivers->count;
    size_t off =
        remedy_count(drivers, SEVERITY_OFF) + remedy_count(drivers, SEVERITY_OTHER_ARCHITECTURE);
    if (count == 0 && is_packed(doctor)) {
        /* That the system has no driver says nothing about the program. */
    } else if (count == 0) {
        /* If a variable hides the drivers, or a finding about a GPU names the cause, nothing is
         * added. */
        if (!doctor->hidden && !doctor->explained && !doctor->unread_problem)
            machine_check_no_driver(&doctor->findings, doctor->options, &doctor->search);
    } else if (doctor->working == 0 && off == count) {
        machine_add_all_off(&doctor->findings, doctor->options, doctor->report);
    } else if (doctor->devices == 0 && !doctor->shut_out && !doctor->unread_problem) {
        /* If a driver fails for another reason than a missing GPU, that finding says why. */
        machine_add_no_device(&doctor->findings, doctor->options, doctor->report,
                              doctor->working > 0 || !has_failure(drivers));
    }
    if (is_search_only(doctor->combined.report))
        findings_add(&doctor->findings, PROBLEM_NO_DRIVER, "",
                     "Unset it: clrelay settings says where it comes from.",
                     "OCL_ICD_SEARCH_ONLY is on: programs get no driver at all");
}

/* ---- the user's own files ---- */

/* Users hide files on purpose, and forget that they did. */
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
    /* No driver was probed alone, so the devices come from the common probe. */
    for (size_t i = 0; i < drivers->count; i++)
        platforms_move_devices(&drivers->all[i], &doctor->search.platforms);
}

/* ---- another loader, or none ---- */

/* Says why a loader without a report has found no platform. */
static void check_unreported(struct doctor *doctor)
{
    const char *cause;
    char *advice;
    if (machine_check_variables(&doctor->findings, doctor->options, &doctor->search) ||
        is_packed(doctor))
        return;
    /* A driver in the loader's place opens no other driver, so installing one does not help. */
    if (machine_is_driver(doctor->search.loader)) return;
    cause = machine_check_no_driver(&doctor->findings, doctor->options, &doctor->search);
    /* These rows say that there are drivers, which may have failed. */
    if (text_same(cause, "UNREPORTED_NONE") || text_same(cause, "UNREPORTED_LEFT") ||
        text_same(cause, "UNREPORTED_PATH"))
        machine_check_limits(&doctor->findings, false);
    doctor->is_partial = machine_is_partial(doctor->options, cause);
    if (cause) return;
    advice = machine_advice(doctor->options);
    findings_add(&doctor->findings, PROBLEM_NO_DRIVER, "", advice,
                 "this loader found no platform, and does not say why");
    free(advice);
}

/* Whether it is a problem that the loader has not opened a file which names a driver. Then the
 * drivers that the loader lists can't explain the failure. */
static bool check_unread(struct doctor *doctor)
{
    const struct platforms *platforms = &doctor->search.platforms;
    size_t devices = 0;
    for (size_t i = 0; i < platforms->count; i++) devices += platforms->all[i].device_count;
    if (doctor->report) devices = doctor->devices;
    return machine_check_unread(&doctor->findings, doctor->options, doctor->report, doctor->unread,
                                devices > 0);
}

/* What to do where the process ends in the loader. The caller frees the text. */
static char *crash_remedy(const struct doctor *doctor)
{
    char *found, *said, *other, *remedy = alone_untried_remedy(&doctor->search.answer);
    if (remedy) return remedy;
    found = machine_other_library(doctor->options);
    said = loader_last_output(&doctor->search.answer);
    if (said && machine_is_vendors_own(doctor->options)) {
        remedy = text_format(
            "No .icd file names a driver: so this library may be a vendor's OpenCL itself, and no "
            "loader. Do as its output says, or ask its vendor.");
    } else if (found) {
        other = text_shell_word(found);
        remedy = text_format(
            "See whether a driver does this, or this loader: clrelay doctor --library %s", other);
        free(other);
    } else {
        remedy = text_format(
            "%s", SYSTEM_TEXT(
                      "With a loader other than clrelay's, try each driver by itself: "
                      "OCL_ICD_VENDORS=FOLDER clrelay list, with one .icd file in FOLDER.",
                      "A driver does this. To try each driver separately, use clrelay's OpenCL.dll "
                      "(--library), and a window that was not opened as administrator."));
    }
    free(said);
    free(found);
    return remedy;
}

/* The loader itself or a driver may have crashed. Another loader shows which. */
static void add_loader_crash(struct doctor *doctor)
{
    char *words = doctor_failure_words(&doctor->search.answer), *remedy = crash_remedy(doctor);
    const char *cause = machine_explain_crash(doctor->options, &doctor->search.answer, &remedy);
    /* If a limit may be the cause, the finding about the limit comes first. */
    const enum urgency urgency =
        machine_check_limits(&doctor->findings, machine_may_lack_stack(&doctor->search.answer))
            ? PROBLEM_CRASH
            : PROBLEM_LOADER;
    findings_add(&doctor->findings, urgency, doctor->options->library, remedy, "OpenCL %s", words);
    findings_set_cause(&doctor->findings, urgency, cause);
    free(remedy);
    free(words);
}

/* A loader without a report does not say that it has left out a driver. */
static void check_count(struct doctor *doctor)
{
    const size_t drivers = machine_count_drivers(doctor->options, doctor->search.loader),
                 platforms = doctor->search.platforms.count;
    char *library = drivers > platforms ? machine_reporting_library(doctor->options) : NULL;
    char *word = library ? text_shell_word(library) : NULL, *remedy;
    if (!word) return;
    remedy = text_format("To test each driver: clrelay doctor --library %s", word);
    findings_add(
        &doctor->findings, NOTE_OTHER, "", remedy,
        "files in /etc/OpenCL/vendors name %zu drivers, and there are fewer platforms (%zu): a "
        "driver may have failed",
        drivers, platforms);
    free(remedy);
    free(word);
    free(library);
}

static void check_loader(struct doctor *doctor)
{
    const char *error = doctor->search.error;
    /* In this case, a finding about the program has said why. */
    if (doctor->program && program_is_stopped(doctor->program) && !program_library(doctor->program))
        return;
    if (error) {
        const bool gets = doctor->program &&
                          text_same(program_library(doctor->program), doctor->options->library);
        machine_add_no_loader(&doctor->findings, doctor->options,
                              gets ? doctor->program->file : NULL, error);
    } else if (doctor->search.failed &&
               !(probe_was_opening(&doctor->search.answer) &&
                 machine_add_no_loader(&doctor->findings, doctor->options, NULL, NULL))) {
        add_loader_crash(doctor);
    } else if (!doctor->search.failed && !doctor->report && !check_unread(doctor)) {
        if (doctor->search.platforms.count == 0) check_unreported(doctor);
        else if (!doctor_is_foreign(doctor) && doctor->search.loader) check_count(doctor);
    }
    /* A loader without a report does not check whether a driver changes the process. */
    if (!doctor->report && doctor->search.answer.changed)
        findings_add(&doctor->findings, WARNING_OTHER, "",
                     "Report it to the driver's vendor. To find out which driver it is: "
                     "OCL_ICD_VENDORS=FOLDER clrelay doctor, with one .icd file in FOLDER.",
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
        if (!doctor->limited) doctor->limited = machine_check_limits(&doctor->findings, false);
    }
    for (size_t i = 0; doctor->devices > 0 && i < platforms->count; i++) {
        const struct platform *platform = &platforms->all[i];
        if (platform->device_count == 0 && !platform->error)
            findings_add(
                &doctor->findings, NOTE_OTHER, text_or_empty(platform->name),
                SYSTEM_TEXT("Nothing, if programs work. If one stops there: set OCL_ICD_VENDORS to "
                            "a folder with copies of the .icd files that it is to use.",
                            "Nothing, if programs work. If one stops there: its options "
                            "may choose another platform."),
                "lists no device, while another platform does");
    }
    doctor->missed = doctor->devices == 0;
}

/* ---- the command ---- */

static void check_gpus(struct doctor *doctor)
{
    if (machine_check_gpus(&doctor->findings, doctor->options, &doctor->search, &doctor->usual,
                           &doctor->explained) > 0)
        doctor->missed = true;
}

/* Whether a driver has a platform, but can't list the platform's devices. */
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
    if (!doctor->program || doctor->program->is_object || doctor->program->is_loader)
        machine_check_link(
            &doctor->findings, doctor->options,
            doctor->program && doctor->program->is_object ? doctor->program->architecture : NULL,
            !doctor->program);
    if (doctor_is_foreign(doctor)) {
        if (report) program_check_drivers(doctor->program, &doctor->findings, &report->drivers);
        return;
    }
    check_loader(doctor);
    machine_check_libraries(&doctor->findings, doctor->options, &doctor->search);
    if (report) {
        doctor->hidden =
            machine_check_variables(&doctor->findings, doctor->options, &doctor->search);
        doctor->hidden_drivers =
            loader_hidden_drivers(doctor->options, report, &doctor->hiding_setting);
        check_directories(doctor, &report->driver_directories);
        check_directories(doctor, &report->layer_directories);
        check_privileges(doctor);
        probe_alone(doctor, &report->drivers);
        probe_alone(doctor, &report->layers);
        if (has_failing_driver(report) || has_platform_error(report))
            doctor->limited = machine_check_limits(&doctor->findings, has_crashing_driver(report));
        count_all(doctor);
        doctor_load_combined(doctor);
        doctor_load_with_program(doctor);
        check_settings(doctor);
        check_gpus(doctor);
        doctor->shut_out =
            machine_check_caches(&doctor->findings, doctor->options, &doctor->search);
        doctor->shut_out |=
            machine_check_platforms(&doctor->findings, doctor->options, &doctor->search,
                                    doctor->devices > 0 || doctor->shut_out);
        if (!doctor->hidden) doctor->unread_problem = check_unread(doctor);
        check_drivers(doctor);
        doctor_check_shared_devices(doctor);
        check_hidden(doctor, &report->drivers);
        check_hidden(doctor, &report->layers);
    } else {
        count_platforms(doctor);
        doctor_load_with_program(doctor);
        if (doctor->search.loader) check_gpus(doctor);
        doctor->shut_out =
            machine_check_caches(&doctor->findings, doctor->options, &doctor->search);
        machine_check_platforms(&doctor->findings, doctor->options, &doctor->search, true);
        if (!doctor->shut_out && doctor->search.platforms.count > 0 && doctor->devices == 0)
            machine_add_no_device(&doctor->findings, doctor->options, NULL, true);
    }
    machine_check_devices(&doctor->findings, doctor->options, &doctor->search,
                          doctor->program ? doctor->program->running : NULL, doctor->missed);
    findings_explain(&doctor->findings);
    doctor_try_all_devices(doctor);
    findings_explain(&doctor->findings);
    doctor->differs =
        machine_check_packed(&doctor->findings, doctor->options, report, doctor->program);
    if (doctor->program)
        doctor->differs |= machine_check_process(&doctor->findings, doctor->options,
                                                 &doctor->search, doctor->program);
    if (doctor->program)
        program_compare(doctor->program, &doctor->findings,
                        report ? &doctor->combined : &doctor->search, &doctor->usual);
}

static const struct variable no_log[] = { { "OCL_ICD_LOG_FILE", SYSTEM_NULL_DEVICE },
                                          { NULL, NULL } };

/* Looks at the program, if there is one. Then uses the program's libOpenCL and variables in place
 * of this command's. Returns what is wrong with the request, or NULL. The caller frees the text. */
static char *look_at_program(struct doctor *doctor, struct options *as_it_does)
{
    const struct options *options = doctor->options;
    char *complaint;
    if (!doctor->program) return NULL;
    /* This comes before this process takes the variables of another one. */
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

struct look {
    char *next;    /* the library through which to look then, or NULL */
    char *library; /* the libOpenCL, if it lists no device; or NULL */
};

/* The library through which to look at the drivers next, because this loader does not say what is
 * wrong with them; or NULL. The caller frees the path. */
static char *next_library(const struct doctor *doctor, bool well)
{
    if (well || doctor->options->json || doctor->report || doctor->is_next ||
        doctor_is_foreign(doctor) ||
        (!doctor->is_partial && !findings_advise(&doctor->findings, "clrelay doctor --library")))
        return NULL;
    return machine_reporting_library(doctor->options);
}

/* Looks at the machine, and says what is wrong. `before`: the look before this, or NULL. *look:
 * what this look leads to; the caller frees the paths. */
static int run_doctor(const struct options *options, const struct look *before, struct look *look)
{
    static const struct variable search_only[] = { { "OCL_ICD_SEARCH_ONLY", "1" },
                                                   { "OCL_ICD_LOG_FILE", SYSTEM_NULL_DEVICE },
                                                   { NULL, NULL } };
    struct doctor doctor = { .options = options,
                             .is_next = before,
                             .without = before ? before->library : NULL };
    struct program program = { .way = WAY_NONE, .root = options->root };
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
    if (machine_is_without_sudo()) findings_leave_out_sudo(&doctor.findings);
    machine_facts(doctor.facts);
    well = findings_count(&doctor.findings, LAST_PROBLEM) == 0;
    doctor.next = next_library(&doctor, well);
    if (options->json) doctor_print_json(&doctor, well);
    else doctor_print_text(&doctor);
    look->next = doctor.next;
    if (doctor.devices == 0 && doctor.search.loader && *text_or_empty(doctor.search.loader->file))
        look->library = text_format("%s", doctor.search.loader->file);
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

/* Does what the remedies have advised, so that users need not: looks through clrelay's library. */
static void look_next(struct options options, const struct look *before)
{
    char *word = text_shell_word(before->next);
    struct look look = { NULL, NULL };
    line_empty();
    line(0, 4, BOLD, "clrelay doctor --library %s shows:", word);
    line_empty();
    free(word);
    options.library = before->next;
    options.subject = NULL;
    options.pid = 0;
    run_doctor(&options, before, &look);
    free(look.library);
}

int command_doctor(const struct options *options)
{
    struct look look = { NULL, NULL };
    const int status = run_doctor(options, NULL, &look);
    if (look.next) look_next(*options, &look);
    free(look.next);
    free(look.library);
    return status;
}
