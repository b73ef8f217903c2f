/* SPDX-License-Identifier: Apache-2.0 */
/* Why a driver, a platform or a device is missing, or runs no kernel. */
#include "cause_rows_linux.h"
#include "containers_linux.h"
#include "loaders_linux.h"
#include "machine.h"
#include "trial.h"
#include "unread_linux.h"

#include "../base/files.h"
#include "../report/remedy.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The value of a setting, or "". A loader without a report has its settings from variables. */
static const char *value_of(const struct report *report, const char *name)
{
    const struct setting *setting = report_setting(report, name);
    return report ? setting ? text_or_empty(setting->value) : "" : text_or_empty(getenv(name));
}

bool machine_check_variables(struct findings *findings, const struct options *options,
                             const struct probed *probed)
{
    const struct report *report = probed->report;
    static const char *const names[] = { "OCL_ICD_FILENAMES", "OCL_ICD_VENDORS",
                                         "OPENCL_VENDOR_PATH", "OPENCL_LAYERS",
                                         "OPENCL_LAYER_PATH" };
    bool hides = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        /* OPENCL_VENDOR_PATH names one folder, and other loaders take no list at all. */
        const bool is_path = strcmp(names[i], "OPENCL_VENDOR_PATH") == 0;
        const bool is_list = report && !is_path;
        const char *rest = value_of(report, names[i]);
        /* It is not known what another loader does with other variables. */
        if (!report && strcmp(names[i], "OCL_ICD_VENDORS") != 0 &&
            !(is_path && loader_is_ocl_icd(probed->loader)))
            continue;
        /* OCL_ICD_VENDORS overrides OPENCL_VENDOR_PATH. */
        if (is_path && *value_of(report, "OCL_ICD_VENDORS")) continue;
        while (*rest) {
            size_t length = is_list ? strcspn(rest, ":") : strlen(rest);
            char *element = text_format("%.*s", (int)length, rest);
            struct search search = { .root = options->root,
                                     .report = report,
                                     .loader = probed->loader,
                                     .setting = names[i],
                                     .element = element };
            /* The user may want a folder without layers: no program needs a layer. */
            const enum urgency urgency =
                strcmp(names[i], "OPENCL_LAYER_PATH") == 0 && file_is_folder(element)
                    ? NOTE_OTHER
                    : PROBLEM_VARIABLE;
            /* Without a report, the loader has looked nowhere else, whatever there is elsewhere. */
            if (*element && cause_add(findings, &search, VARIABLE, urgency, element, ""))
                hides = hides || (fact_hides_drivers(&search) &&
                                  (!report || fact_has_path(&search, "/etc/OpenCL/vendors/*.icd")));
            free(element);
            rest += length + (rest[length] == ':');
        }
    }
    return hides;
}

/* What is known about a platform's driver, if the loader gives no report. The result owns
 * nothing. */
static struct candidate driver_of(const struct platform *platform, const char *library)
{
    return (struct candidate){ .library = (char *)(uintptr_t)library,
                               .platforms = { (struct platform *)(uintptr_t)platform, 1 } };
}

/* Returns whether the platform is why no program gets any device. */
static bool check_platform(struct findings *findings, struct search *search,
                           const struct platform *platform, const char *about, bool any_device)
{
    bool is_cause;
    search->platform = platform->name;
    if (platform->error) return false;
    if (platform->device_count) {
        /* Many programs can't use what Clover has, and there is nothing else for the GPU. */
        const bool is_only = is_clover_alone(search);
        cause_forget(search);
        cause_add(findings, search, OLD_PLATFORM, is_only ? WARNING_OTHER : NOTE_OTHER, about, "");
        return false;
    }
    /* PoCL has a device on each machine, so the user's choice for PoCL is why there is none. */
    is_cause = !any_device && is_pocl_empty(search);
    cause_forget(search);
    cause_add(findings, search, PLATFORM, is_cause ? PROBLEM_REFUSED : NOTE_OTHER, about, "");
    return is_cause;
}

bool machine_check_platforms(struct findings *findings, const struct options *options,
                             const struct probed *probed, bool any_device)
{
    const struct report *report = probed->report;
    bool explained = false;
    for (size_t i = 0; report && i < report->drivers.count; i++) {
        const struct candidate *driver = &report->drivers.all[i];
        struct search search = { .root = options->root, .report = report, .driver = driver };
        for (size_t j = 0; driver->severity == SEVERITY_WELL && j < driver->platforms.count; j++)
            explained |= check_platform(findings, &search, &driver->platforms.all[j],
                                        remedy_where(driver), any_device);
    }
    for (size_t i = 0; !report && i < probed->platforms.count; i++) {
        const struct platform *platform = &probed->platforms.all[i];
        const struct candidate driver = driver_of(platform, platform->file);
        struct search search = { .root = options->root, .driver = &driver };
        if (platform->device_count)
            check_platform(findings, &search, platform, text_or_empty(platform->file), any_device);
    }
    return explained;
}

/* Returns whether the driver has no device for lack of what it needs. */
static bool check_cache(struct findings *findings, const struct options *options,
                        const struct candidate *driver, const char *about)
{
    struct search search = { .root = options->root, .driver = driver };
    const struct cause_row *row = cause_add(findings, &search, CACHE, PROBLEM_REFUSED, about, "");
    cause_add(findings, &search, CACHE_USED, NOTE_OTHER, about, "");
    cause_add(findings, &search, ELSEWHERE, NOTE_OTHER, about, "");
    return row && (row->fits == is_empty_without_cache ||
                   row->fits == is_without_device_libraries || row->fits == is_comgr_missing);
}

bool machine_check_caches(struct findings *findings, const struct options *options,
                          const struct probed *probed)
{
    const struct report *report = probed->report;
    bool empty = false;
    for (size_t i = 0; report && i < report->drivers.count; i++) {
        const struct candidate *driver = &report->drivers.all[i];
        if (driver->severity == SEVERITY_WELL)
            empty |= check_cache(findings, options, driver, remedy_where(driver));
    }
    for (size_t i = 0; !report && i < probed->platforms.count; i++) {
        const struct platform *platform = &probed->platforms.all[i];
        const struct candidate driver = driver_of(platform, platform->file);
        empty |= check_cache(findings, options, &driver, text_or_empty(platform->name));
    }
    return empty;
}

char *machine_explain_platform(const struct options *options, const char *library,
                               const struct platform *platform)
{
    const struct candidate driver = driver_of(platform, library);
    struct search search = { .root = options->root, .driver = &driver };
    const struct cause_row *row = cause_find(&search, CACHE);
    char *text = NULL, *remedy;
    if (!row) return NULL;
    text = cause_fill(&search, row->text);
    remedy = cause_fill(&search, row->remedy);
    text_add(&text, ". %s", remedy);
    free(remedy);
    cause_forget(&search);
    return text;
}

const char *machine_explain_trial(const struct trial *trial, const struct probed *probed,
                                  char **text, char **remedy)
{
    const struct candidate driver = driver_of(trial->platform, trial_library(trial));
    struct search search = { .root = trial->options->root,
                             .driver = &driver,
                             .platform = trial->platform->name,
                             .device = trial->device,
                             .answer = &probed->answer,
                             .log = text_or_empty(probed->computed->log),
                             .error = text_or_empty(probed->computed->error) };
    /* A kernel that runs lacks nothing, even if it computes wrong. */
    const bool runs = text_same(probed->computed->result, "wrong");
    const struct cause_row *row = runs ? NULL : cause_find(&search, CACHE);
    if (!row) row = cause_find(&search, BUILD);
    if (row && runs && row->fits != is_gpu_overridden) {
        cause_forget(&search);
        row = NULL;
    }
    if (!row) return NULL;
    if (!runs) *text = cause_fill(&search, row->text);
    *remedy = cause_fill(&search, row->remedy);
    cause_forget(&search);
    return row->id;
}

/* Whether the manifest names a path at which nothing is, so that nobody misses the driver. */
static bool names_nothing(const char *root, const char *path)
{
    char library[4096], *full;
    bool is;
    if (!file_line(path, "", library, sizeof library) || *library != '/') return false;
    full = text_format("%s%s", root, library);
    is = access(full, F_OK) != 0;
    free(full);
    return is;
}

/* Whether the manifest is in a folder that the loader has not searched, and names a library that is
 * in no searched folder either. */
static bool is_left_by(const struct report *report, const char *path, const char *below)
{
    const struct search search = { .report = report };
    const char *name = text_file_name(below);
    char *folder = text_format("%.*s", (int)(name - below) - 1, below), library[4096];
    /* NixOS has a row of its own. */
    const bool is = strncmp(folder, "/run/", 5) != 0 && !fact_is_searched(&search, folder) &&
                    file_line(path, "", library, sizeof library) && *library &&
                    !fact_has_driver(&search, library);
    free(folder);
    return is;
}

bool machine_check_unread(struct findings *findings, const struct options *options,
                          const struct report *report, struct unread *unread, bool works)
{
    const char *path;
    bool named, problem = false;
    for (size_t at = 0; (path = unread_next(unread, report != NULL, &at, &named));) {
        const char *below = named ? path : path + strlen(options->root);
        struct search search = { .root = options->root,
                                 .setting = named ? "OCL_ICD_FILENAMES" : NULL,
                                 .element = below };
        const enum urgency urgency = named   ? PROBLEM_VARIABLE
                                     : works ? WARNING_OTHER
                                             : PROBLEM_NO_DRIVER;
        if (report && (named || !is_left_by(report, path, below))) continue;
        if (!named && names_nothing(options->root, path)) continue;
        if (cause_add(findings, &search, UNREAD, urgency, below, ""))
            problem |= urgency <= LAST_PROBLEM;
    }
    return problem;
}

void machine_add_all_off(struct findings *findings, const struct options *options,
                         const struct report *report)
{
    struct search search = { .root = options->root, .report = report };
    cause_add(findings, &search, ALL_OFF, PROBLEM_NO_DRIVER, "", "");
}

void machine_add_no_device(struct findings *findings, const struct options *options,
                           const struct report *report, bool works)
{
    struct search search = { .root = options->root, .report = report };
    /* PoCL needs no GPU. If it fails, another finding says how. */
    if (fact_has_failing_driver(&search, "libpocl")) return;
    if (cause_add(findings, &search, works ? NO_DEVICE : NO_DEVICE | NO_PLATFORM, PROBLEM_NOTHING,
                  "", ""))
        findings_set_part(findings, PROBLEM_NOTHING, PART_NOTHING, 0);
}

/* The row that says, of a GPU, why there is no driver, if the loader gives no report; or NULL. The
 * finding follows with the one about the GPU. */
static const struct cause_row *find_row_of_gpu(struct search search)
{
    const struct cause_row *row = NULL;
    struct gpu gpus[MOST_GPUS];
    const size_t count = search.report ? 0 : fact_find_gpus(search.root, gpus);
    for (size_t i = 0; i < count && !row; i++) {
        search.gpu = &gpus[i];
        if (!container_lacks(&search, &gpus[i])) row = cause_find(&search, GPU | NODE | NO_DRIVER);
    }
    cause_forget(&search);
    return row;
}

const char *machine_check_no_driver(struct findings *findings, const struct options *options,
                                    const struct probed *probed)
{
    struct search search = { .root = options->root,
                             .report = probed->report,
                             .loader = probed->loader };
    const struct cause_row *row = find_row_of_gpu(search);
    if (!row) row = cause_add(findings, &search, NO_DRIVER, PROBLEM_NO_DRIVER, "", "");
    if (row && row->fits == is_unreported_with_files)
        findings_set_part(findings, PROBLEM_NO_DRIVER, PART_NOTHING, 0);
    return row ? row->id : NULL;
}

bool machine_is_partial(const struct options *options, const char *cause)
{
    const struct search search = { .root = options->root };
    return cause_is_partial(cause) && fact_names_drivers(&search);
}

const char *machine_explain_driver(const struct options *options, const struct report *report,
                                   const struct candidate *driver, const struct answer *answer,
                                   char **reason, char **remedy)
{
    struct search search = {
        .root = options->root, .report = report, .driver = driver, .answer = answer
    };
    const struct cause_row *row = cause_find(&search, DRIVER);
    char *text;
    if (!row) return NULL;
    text = cause_fill(&search, row->text);
    text_add(reason, "; %s", text);
    report_set(remedy, cause_fill(&search, row->remedy));
    free(text);
    cause_forget(&search);
    return row->id;
}

bool machine_has_quoted(const char *cause)
{
    return cause && cause_has_kind(cause, QUOTED);
}

const char *machine_explain_crash(const struct options *options, const struct answer *answer,
                                  char **remedy)
{
    struct search search = { .root = options->root, .answer = answer };
    const struct cause_row *row = cause_find(&search, CRASHED);
    if (!row) return NULL;
    report_set(remedy, cause_fill(&search, row->remedy));
    cause_forget(&search);
    return row->id;
}

unsigned machine_vendors(const struct candidate *driver)
{
    return fact_driver_bits(driver);
}

bool machine_is_one_gpu(const struct options *options, const struct device *one,
                        const struct device *other)
{
    return fact_is_one_gpu(options->root, one, other);
}

bool machine_lacks_gpu(const struct options *options, const struct candidate *driver)
{
    const struct search search = { .root = options->root };
    return fact_lacks_gpu(&search, driver, container_of(&search));
}
