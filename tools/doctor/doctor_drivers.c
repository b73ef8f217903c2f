/* SPDX-License-Identifier: Apache-2.0 */
/* clrelay doctor: tries drivers with each other, with the program's libraries, and with a
 * kernel. */
#include "doctor_parts.h"

#include "../base/data.h"
#include "../base/files.h"
#include "../probe/protocol.h"
#include "../report/remedy.h"
#include "alone.h"
#include "trial.h"

#include <stdlib.h>
#include <string.h>

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

enum { MOST_PAIRS = 21 }; /* as many pairs as seven drivers have */

/* Opens two drivers in one process. Returns whether that fails; then *probed is the answer, which
 * the caller frees. */
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

char *doctor_failure_words(const struct answer *answer)
{
    char *words = alone_failure_text(answer, probe_stage(answer));
    alone_add_output(&words, answer, ALONE_LINE);
    return words;
}

/* Whether a user would rather leave out this driver than another: it has no device, or Mesa has a
 * newer one. */
static bool is_rather_out(const struct candidate *driver)
{
    bool has_device = false, is_clover = false;
    for (size_t i = 0; i < driver->platforms.count; i++) {
        has_device |= driver->platforms.all[i].device_count > 0;
        is_clover |= text_same(driver->platforms.all[i].name, "Clover");
    }
    return !has_device || is_clover;
}

static void add_pair(struct doctor *doctor, const struct candidate *first,
                     const struct candidate *second, const struct answer *answer)
{
    const bool differ = is_rather_out(first) != is_rather_out(second);
    const bool swap = differ && is_rather_out(second);
    char *words = doctor_failure_words(answer), *one = remedy_name(swap ? second : first),
         *other = remedy_name(swap ? first : second);
    char *remedy = differ ? text_format("Leave one out, rather this: clrelay disable %s.", one)
                          : text_format("Leave one out: clrelay disable %s, or clrelay disable %s.",
                                        one, other);
    text_add(&remedy, " Often each contains an LLVM of its own.");
    findings_add(&doctor->findings, PROBLEM_CRASH, remedy_where(second), remedy,
                 "works alone, but not in one process with %s: %s", remedy_where(first), words);
    free(remedy);
    free(other);
    free(one);
    free(words);
}

/* Looks for two drivers that work alone, but not in one process. */
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

/* Asks a process with these libraries, or with none (NULL), about the driver. */
static struct probed ask_with(const struct doctor *doctor, const struct candidate *driver,
                              const char *kind, const char *libraries)
{
    char *progress =
        text_format("trying %s with the program's libraries", text_file_name(remedy_where(driver)));
    const struct question question = { .kind = kind,
                                       .library = doctor->options->library,
                                       .subject = "0 0",
                                       .limit = alone_limit(doctor->options),
                                       .progress = progress };
    struct probed probed =
        libraries ? alone_ask_with(driver, &question, libraries) : alone_ask(driver, &question);
    free(progress);
    return probed;
}

/* Runs a kernel on the driver's first device with the libraries, because a driver may fail only
 * then. Returns how the process ended if it ends well without them, or NULL. The caller frees the
 * text. */
static char *try_kernel_with(const struct doctor *doctor, const struct candidate *driver,
                             const char *libraries)
{
    struct probed probed, without;
    char *words = NULL;
    if (driver->platforms.count == 0 || driver->platforms.all[0].device_count == 0) return NULL;
    probed = ask_with(doctor, driver, "test", libraries);
    if (probed.answer.end == END_SIGNAL && probed.answer.stage) {
        without = ask_with(doctor, driver, "test", NULL);
        if (without.answer.end == END_WELL) words = doctor_failure_words(&probed.answer);
        probed_free(&without);
    }
    probed_free(&probed);
    return words;
}

/* Tries a driver with libraries of the program that could harm it. Returns how the driver fails, in
 * words, or NULL: it works. The caller frees the text. */
static char *try_with(const struct doctor *doctor, const struct candidate *driver,
                      const char *libraries)
{
    struct probed probed = ask_with(doctor, driver, "devices", libraries);
    const struct candidates *drivers = probed.report ? &probed.report->drivers : NULL;
    char *words = NULL;
    /* Without a stage, the libraries keep this command itself from starting. */
    if (probed.failed && probed.answer.stage) words = doctor_failure_words(&probed.answer);
    for (size_t i = 0; drivers && i < drivers->count && !words; i++)
        if (doctor_is_same_library(&drivers->all[i], driver) &&
            drivers->all[i].verdict != VERDICT_LOADED)
            words = text_format("%s: %s", text_or_empty(drivers->all[i].text),
                                text_or_empty(drivers->all[i].message));
    probed_free(&probed);
    return words ? words : try_kernel_with(doctor, driver, libraries);
}

/* Drivers whose calls of LLVM may end in the program itself, and a function of LLVM there. */
struct with_llvm {
    char *drivers, *function;
};

static void check_llvm(const struct doctor *doctor, const struct candidate *driver,
                       const char *file, struct with_llvm *with)
{
    char *function = program_llvm_function(doctor->program, file);
    const char *name = text_file_name(remedy_where(driver));
    if (function && !(with->drivers && strstr(with->drivers, name)))
        text_add(&with->drivers, "%s%s", with->drivers ? ", " : "", name);
    if (with->function) free(function);
    else with->function = function;
}

/* No process can open a program as a library, so this can't be tried. */
static void report_llvm(struct doctor *doctor, struct with_llvm *with)
{
    if (with->drivers)
        findings_add(&doctor->findings, WARNING_OTHER, text_or_empty(doctor->program->file),
                     "If it fails: use a build that does not export them, such as the "
                     "distribution's, or leave these drivers out for it.",
                     "exports functions of LLVM, such as %s, so calls of LLVM by these drivers may "
                     "end there, and not in their own: %s",
                     with->function, with->drivers);
    free(with->drivers);
    free(with->function);
}

static void check_with_program(struct doctor *doctor, const struct candidate *driver,
                               struct with_llvm *with)
{
    const char *name = text_or_empty(doctor->program->file);
    char *file = data_path(text_or_empty(driver->file)), *words = NULL, *remedy, *disabled;
    char *conflict = *file ? program_conflict(doctor->program, file) : NULL;
    bool safe = false;
    char *libraries = *file ? program_shared_libraries(doctor->program, file, &safe) : NULL;
    /* Without a report, the loader may not know how to open one driver alone. */
    safe = safe && doctor->report;
    if (libraries && safe && !conflict) words = try_with(doctor, driver, libraries);
    if (*file && !libraries && !conflict) check_llvm(doctor, driver, file, with);
    if (conflict) {
        findings_add(&doctor->findings, PROBLEM_CRASH, remedy_where(driver),
                     "Let the program use the system's library in place of its own; or install a "
                     "driver in the "
                     "program's own environment, such as conda's.",
                     "works alone, and may fail in %s: %s", name, conflict);
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
        disabled = remedy_name(driver);
        remedy = text_format("To see whether they conflict, inside the program: clrelay check "
                             "PROGRAM. If that finds no platform, or the program ends, they may: ");
        if (doctor->report) text_add(&remedy, "start it with OCL_ICD_DRIVERS_DISABLE=%s", disabled);
        else text_add(&remedy, "let it use the system's library in place of its own.");
        findings_add(&doctor->findings, NOTE_OTHER, remedy_where(driver), remedy,
                     "has another version of what %s brings, and was tried without that: %s", name,
                     libraries);
        free(remedy);
        free(disabled);
    }
    free(conflict);
    free(words);
    free(libraries);
    free(file);
}

void doctor_load_with_program(struct doctor *doctor)
{
    const struct report *report = doctor->report;
    const struct platforms *platforms = &doctor->search.platforms;
    struct with_llvm with = { NULL, NULL };
    if (!doctor->program) return;
    for (size_t i = 0; report && i < report->drivers.count; i++)
        if (report->drivers.all[i].severity == SEVERITY_WELL)
            check_with_program(doctor, &report->drivers.all[i], &with);
    for (size_t i = 0; !report && i < platforms->count; i++) {
        char *file = platforms->all[i].file;
        const struct candidate driver = { .library = file, .file = file };
        check_with_program(doctor, &driver, &with);
    }
    report_llvm(doctor, &with);
}

void doctor_load_combined(struct doctor *doctor)
{
    const struct variable variables[] = { { "OCL_ICD_LOG_FILE", SYSTEM_NULL_DEVICE },
                                          { doctor->leaves ? PROBE_LEAVES : NULL, "1" },
                                          { NULL, NULL } };
    const struct report *report = doctor->report;
    size_t count = report->drivers.count + report->layers.count;
    char *words;
    /* A driver that crashes or hangs alone would do the same here. */
    if (has_failed(&report->drivers) || has_failed(&report->layers)) return;
    doctor->combined = loader_probe(doctor->options, "devices", variables,
                                    alone_limit(doctor->options) * (double)(count + 1),
                                    "loading all drivers together");
    if (!doctor->combined.failed || find_pair(doctor)) return;
    words = doctor_failure_words(&doctor->combined.answer);
    findings_add(
        &doctor->findings, PROBLEM_CRASH, "",
        "Find out which drivers, or layers, do not work together with "
        "OCL_ICD_DRIVERS_DISABLE, and leave one out. Often each contains an LLVM of its own.",
        "each driver can be opened by itself, but with all of them in one process: %s", words);
    free(words);
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

/* Why two devices are one, in words, or NULL. *verb: how sure that is. The caller frees the text. */
static char *why_same(const struct doctor *doctor, const struct device *one,
                      const struct device *other, const char **verb)
{
    *verb = "have";
    if (text_same(one->uuid, other->uuid)) return text_format("both say UUID %s", one->uuid);
    if (text_same(one->pci, other->pci)) return text_format("both say PCI address %s", one->pci);
    if ((one->uuid && other->uuid) || !machine_is_one_gpu(doctor->options, one, other)) return NULL;
    *verb = "seem to have";
    return text_format("this machine has one GPU of that vendor");
}

void doctor_check_shared_devices(struct doctor *doctor)
{
    size_t count = collect_devices(&doctor->report->drivers, NULL);
    struct owned *all = require_memory(calloc(count + 1, sizeof *all));
    collect_devices(&doctor->report->drivers, all);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++) {
            const struct device *one = all[i].device, *other = all[j].device;
            const char *verb;
            char *why, *name, *remedy;
            if (all[i].driver == all[j].driver) continue;
            why = why_same(doctor, one, other, &verb);
            if (!why) continue;
            name = remedy_name(is_rather_out(all[j].driver) ? all[j].driver : all[i].driver);
            remedy = text_format("Nothing, if you want this. Otherwise leave one out, for instance "
                                 "clrelay disable %s",
                                 name);
            findings_add(&doctor->findings, NOTE_OTHER, text_or_empty(other->name), remedy,
                         "two drivers %s this device, and programs see it twice: %s and %s (%s)",
                         verb, remedy_where(all[j].driver), remedy_where(all[i].driver), why);
            free(why);
            free(remedy);
            free(name);
        }
    free(all);
}

/* ---- a kernel on each device ---- */

/* With a loader that gives no report, the process has all drivers, and any driver's thread may end
 * it. Returns what to do then, or NULL. The caller frees the text. */
static char *other_driver_remedy(const struct doctor *doctor, const struct trial *trial,
                                 const struct answer *answer)
{
    const char *library = text_or_empty(answer->aborted);
    if (trial->driver || doctor->search.platforms.count < 2 || answer->end != END_SIGNAL ||
        probe_failed_in(answer) || file_is_same(library, text_or_empty(trial->platform->file)))
        return NULL;
    return text_format(
        "All drivers were in this process, and any of them may have ended it%s%s. Try each driver "
        "by itself: %s",
        *library ? ": abort() was called in " : "", text_file_name(library),
        SYSTEM_TEXT("OCL_ICD_VENDORS=FOLDER clrelay doctor, with one .icd file in FOLDER.",
                    "use clrelay's OpenCL.dll (--library)."));
}

static void add_trial(struct doctor *doctor, const struct trial *trial, const struct probed *probed)
{
    const struct candidate *driver = trial->driver;
    char *text = NULL, *remedy = NULL;
    const char *cause = machine_explain_trial(trial, probed, &text, &remedy);
    if (!doctor->limited)
        doctor->limited =
            machine_check_limits(&doctor->findings, machine_may_lack_stack(&probed->answer));
    if (!text) text = trial_words(probed, driver || doctor->search.platforms.count < 2);
    if (!remedy && probed->answer.end == END_OVERRUN)
        remedy = alone_slow_remedy(doctor->options, trial_limit(doctor->options), driver,
                                   &probed->answer);
    if (!remedy) remedy = machine_crash_remedy(doctor->options, driver, &probed->answer);
    if (!remedy) remedy = other_driver_remedy(doctor, trial, &probed->answer);
    if (!remedy && driver && machine_lacks_gpu(doctor->options, driver)) {
        char *name = remedy_name(driver);
        text_add(&text, "; it is for GPUs that are not here");
        remedy = text_format("If the driver is left over from another GPU, leave it out: clrelay "
                             "disable %s. Otherwise install another version.",
                             name);
        free(name);
    } else if (!remedy) {
        char *name = driver ? remedy_name(driver) : NULL;
        remedy =
            text_format("All that the driver says: clrelay test. If programs fail%s, too: "
                        "install another version of the driver%s%s.",
                        doctor->limited ? " without the limit" : "",
                        name ? ", or leave it out: clrelay disable " : "", text_or_empty(name));
        free(name);
    }
    findings_add(&doctor->findings, PROBLEM_REFUSED,
                 driver ? remedy_where(driver) : text_or_empty(trial->platform->name), remedy,
                 "lists %s, and %s", text_or_empty(trial->device->name), text);
    findings_set_cause(&doctor->findings, PROBLEM_REFUSED, cause);
    if (!cause) findings_set_part(&doctor->findings, PROBLEM_REFUSED, PART_FAILURE, 0);
    free(remedy);
    free(text);
}

/* Tries each device. `driver`: NULL if the loader gives no report. Returns whether there are devices,
 * and each fails. */
static bool try_devices(struct doctor *doctor, const struct candidate *driver,
                        const struct platforms *platforms)
{
    size_t tried = 0, failures = 0;
    for (size_t i = 0; i < platforms->count; i++) {
        const struct platform *platform = &platforms->all[i];
        for (size_t j = 0; j < platform->device_count; j++) {
            struct device *device = &platform->devices[j];
            const struct trial trial = {
                .options = doctor->options,
                .leaves = alone_ends_late(driver ? &driver->run : &doctor->search.answer),
                .driver = driver,
                .platform = platform,
                .device = device,
                .platform_index = driver ? (json_int_t)i : platform->index
            };
            struct probed probed = trial_make(&trial);
            const bool failed = text_same(probed.computed->result, "failed") ||
                                text_same(probed.computed->result, "wrong");
            device->details = json_pack("{s:o}", "test", trial_json(&probed));
            if (failed) add_trial(doctor, &trial, &probed);
            tried++;
            failures += failed;
            probed_free(&probed);
        }
    }
    return tried && failures == tried;
}

/* Drivers that list their devices may still fail in the first kernel. */
void doctor_try_all_devices(struct doctor *doctor)
{
    const struct report *report = doctor->report;
    if (report && report->privileged) return;
    for (size_t i = 0; report && i < report->drivers.count; i++) {
        struct candidate *driver = &report->drivers.all[i];
        if (driver->severity == SEVERITY_WELL &&
            !findings_has_problem(&doctor->findings, remedy_where(driver)))
            driver->runs_nothing = try_devices(doctor, driver, &driver->platforms);
    }
    /* A missing GPU, for instance, does not explain why another device fails. */
    if (!report && findings_count(&doctor->findings, PROBLEM_REFUSED) == 0)
        try_devices(doctor, NULL, &doctor->search.platforms);
}
