/* SPDX-License-Identifier: Apache-2.0 */
/* clrelay doctor: tries each driver by itself, then all together, checks the machine, and says what
 * to do. */
#include "commands.h"

#include "../base/data.h"
#include "../base/files.h"
#include "../base/terminal.h"
#include "../report/remedy.h"
#include "findings.h"
#include "machine.h"
#include "trial.h"

#include <stdlib.h>
#include <string.h>

struct doctor {
    const struct options *options;
    struct survey search;   /* what exists; opens nothing */
    struct survey combined; /* all drivers together, as in programs */
    json_t *directories, *drivers, *layer_directories, *layers;
    json_t *findings;
    json_t *facts;  /* about the machine, or NULL */
    size_t working; /* drivers */
    size_t devices; /* of all working drivers */
    bool missed;    /* a driver seems to have found no device */
};

/* ---- each driver by itself ---- */

static bool is_same_file(const json_t *one, const json_t *other)
{
    char *first = data_path(data_text(one, "file")), *second = data_path(data_text(other, "file"));
    bool same = file_is_same(first, second);
    free(first);
    free(second);
    return same;
}

/* A library that another driver has opened, too, is loaded only once. */
static void find_duplicate(json_t *drivers, size_t number)
{
    json_t *it = json_array_get(drivers, number);
    if (!data_is(it, "verdict", "LOADED")) return;
    for (size_t i = 0; i < number; i++) {
        json_t *earlier = json_array_get(drivers, i);
        if (!data_is(earlier, "verdict", "LOADED") || !is_same_file(it, earlier)) continue;
        json_object_set_new(it, "verdict", json_string("DUPLICATE"));
        json_object_set_new(it, "text", json_string("the same library as an earlier one"));
        json_object_set_new(it, "message", data_string(remedy_where(earlier)));
        remedy_add(it, NULL);
        return;
    }
}

/* Reports what the loader refused, before or after opening it. */
static void add_refused(json_t *findings, const json_t *candidate)
{
    bool absent = data_is(candidate, "verdict", "NO_PLATFORMS") ||
                  data_is(candidate, "verdict", "PLATFORMS_FAILED");
    if (remedy_standing(candidate) == STANDS_WRONG)
        findings_add(findings, absent ? PROBLEM_SETTINGS : PROBLEM_REFUSED, remedy_where(candidate),
                     data_text(candidate, "remedy"), "%s", data_text(candidate, "reason"));
}

static void run_trials(struct doctor *doctor, json_t *candidates, bool layer)
{
    size_t i;
    json_t *it;
    json_array_foreach(candidates, i, it) {
        if (data_is(it, "verdict", "UNTRIED"))
            trial_run(doctor->options, it, layer, doctor->search.settings, doctor->findings);
        else remedy_add(it, doctor->search.settings);
        if (!layer) find_duplicate(candidates, i);
        if (!data_is(it, "verdict", "UNTRIED")) add_refused(doctor->findings, it);
    }
}

static void count_all(struct doctor *doctor)
{
    size_t i, j;
    json_t *driver, *platform;
    json_array_foreach(doctor->drivers, i, driver) {
        enum standing standing = remedy_standing(driver);
        doctor->working += standing == STANDS_WELL;
        if (standing == STANDS_WRONG) doctor->missed = true;
        json_array_foreach(json_object_get(driver, "platforms"), j, platform) {
            size_t devices = json_array_size(json_object_get(platform, "devices"));
            if (standing == STANDS_WELL) doctor->devices += devices;
            if (devices == 0) doctor->missed = true;
        }
    }
    if (doctor->devices == 0) doctor->missed = true;
}

/* ---- all together ---- */

static bool has_failed(const json_t *candidates)
{
    size_t i;
    json_t *it;
    json_array_foreach((json_t *)candidates, i, it)
        if (data_is(it, "verdict", "UNTRIED") && remedy_standing(it) == STANDS_WRONG) return true;
    return false;
}

static void load_combined(struct doctor *doctor)
{
    static const struct variable variables[] = { { "OCL_ICD_LOG_FILE", SYSTEM_NULL_DEVICE },
                                                 { NULL, NULL } };
    size_t count = json_array_size(doctor->drivers) + json_array_size(doctor->layers);
    char *words;
    /* One that crashes or hangs alone would do so here, too. */
    if (has_failed(doctor->drivers) || has_failed(doctor->layers)) return;
    doctor->combined = survey_run(doctor->options, "devices", variables,
                                  trial_limit(doctor->options) * (double)(count + 1),
                                  "loading all drivers together");
    if (!doctor->combined.failed) return;
    words = trial_text(&doctor->combined.answer, probe_stage(&doctor->combined.answer));
    findings_add(doctor->findings, PROBLEM_CRASH, "",
                 "Two of them do not work together, often because each contains its own "
                 "LLVM. Find out which with OCL_ICD_DRIVERS_DISABLE, and leave one out.",
                 "each driver can be opened by itself, but all of them in one process: %s", words);
    free(words);
}

/* ---- directories, settings, drivers ---- */

static void check_directories(struct doctor *doctor, json_t *directories)
{
    remedy_add_all(directories, doctor->search.settings);
    size_t i;
    json_t *it;
    json_array_foreach(directories, i, it) add_refused(doctor->findings, it);
}

/* Both surveys report problems: the first about selected drivers, the second about platforms,
 * too. */
static void check_settings(struct doctor *doctor)
{
    const json_t *lists[] = { json_object_get(doctor->search.report, "problems"),
                              json_object_get(doctor->combined.report, "problems") };
    json_t *reported = json_object();
    for (size_t list = 0; list < 2; list++) {
        size_t i;
        json_t *problem;
        json_array_foreach((json_t *)lists[list], i, problem) {
            const char *text = json_string_value(problem);
            if (!text || json_object_get(reported, text)) continue;
            json_object_set_new(reported, text, json_true());
            findings_add(doctor->findings, PROBLEM_SETTINGS, "",
                         "Correct it; all settings, and where each comes from: clrelay settings",
                         "a setting is wrong: %s", text);
        }
    }
    json_decref(reported);
}

/* Whether the user's own settings keep the loader from opening anything: then it leaves a driver
 * untried even when all are loaded together. */
static bool is_search_only(const struct doctor *doctor)
{
    size_t i;
    json_t *it;
    json_array_foreach(json_object_get(doctor->combined.report, "drivers"), i, it)
        if (data_is(it, "verdict", "UNTRIED")) return true;
    return false;
}

static void check_drivers(struct doctor *doctor)
{
    size_t count = json_array_size(doctor->drivers), i, off = 0;
    json_t *it;
    char *advice;
    json_array_foreach(doctor->drivers, i, it)
        off +=
            remedy_standing(it) == STANDS_OFF || remedy_standing(it) == STANDS_OTHER_ARCHITECTURE;
    if (count == 0 || (doctor->working == 0 && off == count)) {
        advice = machine_advice(doctor->options);
        findings_add(
            doctor->findings, PROBLEM_NO_DRIVER, "",
            count ? "Undo what turns the drivers off, or install one for this "
                    "architecture: clrelay drivers says why each of them is off."
                  : advice,
            count ? "all drivers are off or for another architecture"
                  : SYSTEM_TEXT(
                        "no driver is installed: there is no .icd file in the directories "
                        "that were searched",
                        "no driver is installed: neither a device nor the registry names one"));
        free(advice);
    } else if (doctor->working > 0 && doctor->devices == 0) {
        findings_add(
            doctor->findings, PROBLEM_REFUSED, "",
            SYSTEM_TEXT(
                "Check that the device is there and that you may use it; or install a driver "
                "for the processor, on Debian and Ubuntu: apt-get install pocl-opencl-icd",
                "Look into the Device Manager whether the device is there and works."),
            "there are drivers, but no device");
    }
    if (is_search_only(doctor))
        findings_add(doctor->findings, PROBLEM_NO_DRIVER, "",
                     "Unset it: clrelay settings says where it comes from.",
                     "OCL_ICD_SEARCH_ONLY is on: programs get no driver at all");
}

/* ---- the user's own files ---- */

/* Files that the user hides on purpose work as they should, but users forget them. */
static void check_hidden(struct doctor *doctor, const json_t *candidates)
{
    size_t i;
    json_t *it;
    json_array_foreach((json_t *)candidates, i, it)
        if (data_is(it, "verdict", "HIDDEN_BY_USER"))
            findings_add(doctor->findings, NOTE_OTHER, remedy_where(it), data_text(it, "remedy"),
                         "%s", data_text(it, "reason"));
}

/* ---- privileged programs ---- */

/* The loader ignores variables in this program, so it has opened all drivers together. */
static bool is_privileged(const struct doctor *doctor)
{
    return json_is_true(
        json_object_get(json_object_get(doctor->search.report, "loader"), "privileged"));
}

static void check_privileges(struct doctor *doctor)
{
    size_t i, j;
    json_t *driver, *platform;
    if (!is_privileged(doctor)) return;
    findings_add(doctor->findings, WARNING_OTHER, "",
                 "Open a window that is not an administrator's, and start it there.",
                 "this program runs above medium integrity, where variables do not count: so the "
                 "drivers were opened all together, and none separately");
    /* Otherwise each driver is asked alone. */
    json_array_foreach(doctor->drivers, i, driver)
        json_array_foreach(json_object_get(driver, "platforms"), j, platform) {
            size_t index = (size_t)json_integer_value(json_object_get(platform, "index"));
            json_t *from = json_array_get(doctor->search.platforms, index);
            json_object_set(platform, "devices", json_object_get(from, "devices"));
            json_object_set(platform, "error", json_object_get(from, "error"));
        }
}

/* ---- two drivers for one device ---- */

/* A device and its driver. */
struct owned {
    const json_t *driver, *device;
};

static size_t collect_devices(const json_t *drivers, struct owned *all)
{
    size_t i, j, k, count = 0;
    json_t *driver, *platform, *device;
    json_array_foreach((json_t *)drivers, i, driver)
        json_array_foreach(json_object_get(driver, "platforms"), j, platform)
            json_array_foreach(json_object_get(platform, "devices"), k, device) {
                if (remedy_standing(driver) != STANDS_WELL) continue;
                if (all) all[count] = (struct owned){ driver, device };
                count++;
            }
    return count;
}

static bool is_same(const struct owned *one, const struct owned *other, const char *member)
{
    const char *text = data_text(one->device, member);
    return one->driver != other->driver && *text && data_is(other->device, member, text);
}

static void check_shared_devices(struct doctor *doctor)
{
    size_t count = collect_devices(doctor->drivers, NULL);
    struct owned *all = require_memory(calloc(count + 1, sizeof *all));
    collect_devices(doctor->drivers, all);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++) {
            bool uuid = is_same(&all[i], &all[j], "uuid"), pci = is_same(&all[i], &all[j], "pci");
            char *name, *remedy;
            if (!uuid && !pci) continue;
            name = remedy_name(all[i].driver);
            remedy = text_format("Nothing, if you want this. Otherwise leave one out, for instance "
                                 "clrelay disable %s",
                                 name);
            findings_add(doctor->findings, NOTE_OTHER, data_text(all[j].device, "name"), remedy,
                         "two drivers have this device, and programs see it twice: %s and "
                         "%s (both say %s %s)",
                         remedy_where(all[j].driver), remedy_where(all[i].driver),
                         uuid ? "UUID" : "PCI address",
                         data_text(all[i].device, uuid ? "uuid" : "pci"));
            free(remedy);
            free(name);
        }
    free(all);
}

/* ---- another loader, or none ---- */

static void check_loader(struct doctor *doctor)
{
    const char *error = data_text(doctor->search.answer.result, "error");
    char *words;
    if (*error) {
        findings_add(
            doctor->findings, PROBLEM_LOADER, doctor->options->library,
            strpbrk(doctor->options->library, SYSTEM_PATH_SEPARATORS)
                ? "Name another library with --library."
                : SYSTEM_TEXT(
                      "Install libOpenCL.so.1. If it is there, in a folder that the system "
                      "does not know: run ldconfig as root, or set LD_LIBRARY_PATH to the "
                      "folder.",
                      "Install a driver with OpenCL, which brings OpenCL.dll along. If it is "
                      "there, in a folder of its own: name it with --library."),
            "the loader cannot be opened: %s", error);
    } else if (doctor->search.failed) {
        words = trial_text(&doctor->search.answer, probe_stage(&doctor->search.answer));
        findings_add(
            doctor->findings, PROBLEM_LOADER, doctor->options->library,
            SYSTEM_TEXT(
                "With a loader other than clrelay's, try each driver by itself: "
                "OCL_ICD_VENDORS=/etc/OpenCL/vendors/NAME.icd clrelay list",
                "A driver does this. To try each driver separately, use clrelay's OpenCL.dll "
                "(--library), and a window that was not opened as administrator."),
            "OpenCL %s", words);
        free(words);
    } else if (!doctor->search.report && json_array_size(doctor->search.platforms) == 0) {
        words = machine_advice(doctor->options);
        findings_add(doctor->findings, PROBLEM_NO_DRIVER, "", words,
                     "this loader found no platform, and does not say why");
        free(words);
    }
    /* A loader without a report does not check for changes. */
    if (!doctor->search.report && doctor->search.answer.changed)
        findings_add(doctor->findings, WARNING_OTHER, "",
                     "Report it to the driver's vendor. To find out which driver it is: "
                     "OCL_ICD_VENDORS=/etc/OpenCL/vendors/NAME.icd clrelay doctor",
                     "a driver changes the state of the process: %s",
                     doctor->search.answer.changed);
}

static size_t count_platforms(struct doctor *doctor)
{
    size_t i;
    json_t *platform;
    json_array_foreach(doctor->search.platforms, i, platform) {
        size_t devices = json_array_size(json_object_get(platform, "devices"));
        doctor->devices += devices;
        if (*data_text(platform, "error"))
            findings_add(doctor->findings, PROBLEM_REFUSED, data_text(platform, "name"), "", "%s",
                         data_text(platform, "error"));
    }
    doctor->missed = doctor->devices == 0;
    return i;
}

/* ---- text ---- */

static void print_platform(const json_t *platform)
{
    size_t i;
    json_t *device, *devices = json_object_get(platform, "devices");
    const char *between = ": ";
    line_begin(SURVEY_COLUMN, SURVEY_COLUMN + 4);
    line_add(PLAIN, "%s", data_text(platform, "name"));
    json_array_foreach(devices, i, device) {
        line_add(PLAIN, "%s%s", between, data_text(device, "name"));
        between = ", ";
    }
    if (json_array_size(devices) == 0) line_add(DIM, ": no devices");
    line_end();
}

static void print_candidate(const json_t *it)
{
    double seconds = json_real_value(json_object_get(json_object_get(it, "trial"), "seconds"));
    enum standing standing = remedy_standing(it);
    size_t i;
    json_t *platform;
    survey_print_state(it, (json_int_t)(seconds * 1e6));
    if (standing == STANDS_WELL)
        json_array_foreach(json_object_get(it, "platforms"), i, platform) print_platform(platform);
    else if (standing != STANDS_WRONG)
        line(SURVEY_COLUMN, SURVEY_COLUMN, PLAIN, "%s", data_text(it, "reason"));
}

static void print_candidates(const json_t *candidates, const char *title)
{
    size_t i;
    json_t *it;
    line(0, 0, BOLD, "%s", title);
    json_array_foreach((json_t *)candidates, i, it) print_candidate(it);
    line_empty();
}

static void print_public(const struct doctor *doctor)
{
    size_t i;
    json_t *platform;
    line(0, 0, BOLD, "Platforms");
    json_array_foreach(doctor->search.platforms, i, platform) print_platform(platform);
    if (i == 0) line(2, 2, PLAIN, "none");
    line_empty();
    survey_print_no_report(&doctor->search, "which drivers there are, and they cannot be tried one "
                                            "by one");
    line_empty();
}

static void print_facts(const json_t *facts)
{
    enum { NAMES = 12 };
    const char *name;
    const json_t *value;
    if (!facts) return;
    line(0, 0, BOLD, "This machine");
    json_object_foreach((json_t *)facts, name, value) {
        line_begin(2, NAMES);
        line_add(DIM, "%s", name);
        line_pad(NAMES);
        line_add(PLAIN, "%s", json_string_value(value));
        line_end();
    }
    line_empty();
}

static void print_summary(const struct doctor *doctor)
{
    size_t problems = findings_count(doctor->findings, LAST_PROBLEM);
    size_t warnings = findings_count(doctor->findings, LAST_WARNING) - problems;
    const char *about = data_text(json_array_get(doctor->findings, 0), "about");
    line_begin(0, 0);
    if (doctor->search.report)
        line_add(BOLD, "Drivers that work: %zu of %zu. ", doctor->working,
                 json_array_size(doctor->drivers));
    line_add(BOLD, "Devices: %zu. ", doctor->devices);
    line_add(problems ? BAD : GOOD, "Problems: %zu.", problems);
    if (warnings) line_add(WARN, " Warnings: %zu.", warnings);
    line_end();
    line_begin(0, 6);
    line_add(BOLD, "Next: ");
    if (!problems) {
        line_add(GOOD, "nothing is wrong. What there is: clrelay list");
        line_add(PLAIN, ". Does a program still crash in a driver, or get errors? "
                        "clrelay check PROGRAM");
    } else {
        line_add(PLAIN, "%s problem above%s%s", problems == 1 ? "the" : "the first",
                 *about ? ": " : ".", about);
    }
    line_end();
}

/* Directories are useful if there is nothing in them. */
static bool wants_directories(const struct doctor *doctor)
{
    return doctor->search.report && (json_array_size(doctor->drivers) == 0 ||
                                     remedy_count(doctor->directories, STANDS_WRONG) > 0);
}

static void print_text(const struct doctor *doctor)
{
    survey_print_loader(&doctor->search);
    if (wants_directories(doctor))
        survey_print_directories(doctor->directories, SURVEY_DRIVER_PLACES);
    if (json_array_size(doctor->drivers) > 0)
        print_candidates(doctor->drivers, is_privileged(doctor) ? "Drivers, all opened together"
                                                                : "Drivers, each tried separately");
    if (json_array_size(doctor->layers) > 0)
        print_candidates(doctor->layers, "Layers, each tried separately");
    if (doctor->search.loader && !doctor->search.report) print_public(doctor);
    print_facts(doctor->facts);
    findings_print(doctor->findings);
    print_summary(doctor);
}

static void print_json(const struct doctor *doctor, bool well)
{
    json_t *all = survey_json(&doctor->search, "doctor");
    json_object_set_new(all, "well", json_boolean(well));
    if (doctor->search.report) {
        json_object_set(all, "driver_directories", doctor->directories);
        json_object_set(all, "drivers", doctor->drivers);
        json_object_set(all, "layer_directories", doctor->layer_directories);
        json_object_set(all, "layers", doctor->layers);
    } else if (doctor->search.platforms) {
        json_object_set(all, "platforms", doctor->search.platforms);
    }
    if (doctor->facts) json_object_set(all, "machine", doctor->facts);
    findings_finish(doctor->findings);
    json_object_set(all, "findings", doctor->findings);
    data_print(all);
}

/* ---- the command ---- */

static void examine(struct doctor *doctor)
{
    const json_t *report = doctor->search.report;
    check_loader(doctor);
    machine_check_libraries(doctor->findings, doctor->options, &doctor->search);
    if (report) {
        doctor->directories = json_object_get(report, "driver_directories");
        doctor->drivers = json_object_get(report, "drivers");
        doctor->layer_directories = json_object_get(report, "layer_directories");
        doctor->layers = json_object_get(report, "layers");
        check_directories(doctor, doctor->directories);
        check_directories(doctor, doctor->layer_directories);
        check_privileges(doctor);
        run_trials(doctor, doctor->drivers, false);
        run_trials(doctor, doctor->layers, true);
        count_all(doctor);
        load_combined(doctor);
        check_settings(doctor);
        check_drivers(doctor);
        check_shared_devices(doctor);
        check_hidden(doctor, doctor->drivers);
        check_hidden(doctor, doctor->layers);
    } else {
        doctor->working = count_platforms(doctor);
    }
    machine_check_devices(doctor->findings, doctor->options, doctor->missed);
}

int command_doctor(const struct options *options)
{
    static const struct variable search_only[] = { { "OCL_ICD_SEARCH_ONLY", "1" },
                                                   { "OCL_ICD_LOG_FILE", SYSTEM_NULL_DEVICE },
                                                   { NULL, NULL } };
    struct doctor doctor = { .options = options, .findings = json_array() };
    bool well;
    doctor.search =
        survey_run(options, "devices", search_only, trial_limit(options), "looking for drivers");
    examine(&doctor);
    doctor.facts = machine_facts();
    well = findings_count(doctor.findings, LAST_PROBLEM) == 0;
    if (options->json) print_json(&doctor, well);
    else print_text(&doctor);
    json_decref(doctor.findings);
    json_decref(doctor.facts);
    survey_free(&doctor.combined);
    survey_free(&doctor.search);
    return well ? STATUS_WELL : STATUS_WRONG;
}
