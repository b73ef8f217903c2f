/* SPDX-License-Identifier: Apache-2.0 */
/* Looks for the rows of causes.h that fit, and makes findings of them. */
#include "causes_linux.h"
#include "loaders_linux.h"
#include "machine.h"
#include "program.h"
#include "running_linux.h"
#include "trial.h"
#include "unread_linux.h"

#include "../base/files.h"
#include "../report/packages.h"
#include "../report/remedy.h"

#include <glob.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/*
 * What a row is about, as bits:
 *
 *   NO_LOADER       no libOpenCL can be opened
 *   LIBRARY         which libOpenCL programs get
 *   VARIABLE        an element of a variable that names drivers or layers
 *   NO_DRIVER       there is no driver at all
 *   ALL_OFF         all drivers are off, or for another architecture
 *   DRIVER          a driver that fails
 *   GPU             a GPU that no platform lists; with NO_DRIVER: also why there is no driver
 *   NODE            with GPU: needs no report of the loader; also for containers that got no GPU
 *   NO_DEVICE       there are drivers, but not one device
 *   NO_PLATFORM     with NO_DEVICE: also where no driver works
 *   RIGHTS          device nodes that this user may not use
 *   OPENING         device nodes that this user may use, but that do not open
 *   PROCESS         a process of the program that differs from this one
 *   PROCESS_WARNED  such a process, which may work nevertheless
 *   PLATFORM        a platform without devices
 *   CACHE           a driver that lacks a folder of its own, a compiler, or other files
 *   CACHE_USED      a driver that is slower without such a folder
 *   UNEXPLAINED     a GPU that no platform lists, and for which no row of GPU fits
 *   UNREAD          a file that names a driver, and that the loader has not opened
 *   BUILD           a driver that lists a device, but runs no kernel there
 *   FLATPAK_APP     a program of Flatpak's, on a machine with a GPU
 *   FLATPAK_WARNED  such a program, which may work nevertheless
 *   GUESS           with GPU: facts suggest the cause, so the driver's own words come first
 */
enum kind {
    VARIABLE = 1,
    NO_DRIVER = 2,
    DRIVER = 4,
    GPU = 8,
    NODE = 16,
    NO_DEVICE = 32,
    RIGHTS = 64,
    PLATFORM = 128,
    NO_LOADER = 256,
    LIBRARY = 512,
    NO_PLATFORM = 1024,
    ALL_OFF = 2048,
    CACHE = 4096,
    CACHE_USED = 8192,
    UNREAD = 16384,
    UNEXPLAINED = 32768,
    OPENING = 65536,
    PROCESS = 131072,
    PROCESS_WARNED = 262144,
    BUILD = 524288,
    GUESS = 1048576,
    FLATPAK_APP = 2097152,
    FLATPAK_WARNED = 4194304
};

static const struct row {
    unsigned kinds;
    bool (*fits)(struct search *);
    const char *id, *text, *remedy;
} rows[] = {
#define CAUSE(id, kinds, fits, text, remedy, source) { kinds, fits, #id, text, remedy },
#include "causes.h"
#undef CAUSE
};

/* Makes "; it hides FILE.icd and 2 more", or "". The report lists all of these drivers
 * elsewhere. */
static char *describe_hidden(const struct search *search)
{
    const char *root = search->root;
    char *pattern = text_format("%s/etc/OpenCL/vendors/*.icd", root), *all = text_format("%s", "");
    glob_t files;
    if (!fact_hides_drivers(search)) {
        free(pattern);
        return all;
    }
    if (glob(pattern, 0, NULL, &files) == 0) {
        text_add(&all, "; it hides %s", files.gl_pathv[0] + strlen(root));
        if (files.gl_pathc > 1) text_add(&all, " and %zu more", files.gl_pathc - 1);
    }
    globfree(&files);
    free(pattern);
    return all;
}

/* Replaces the advice to install PoCL or rusticl if that is installed. */
static void name_installed(const struct search *search, char **text)
{
    static const struct {
        const char *row, *library, *manifest, *words;
    } drivers[] = {
        { "{POCL}", "libpocl", "pocl*.icd", "PoCL, which is installed" },
        { "{RUSTICL}", "libRusticlOpenCL", "rusticl.icd", "Mesa's rusticl, which is installed" },
    };
    for (size_t i = 0; i < sizeof drivers / sizeof *drivers; i++)
        if (fact_has_driver(search, drivers[i].library) ||
            fact_has_manifest(search, drivers[i].manifest))
            text_replace(text, drivers[i].row, drivers[i].words);
}

/* Fills in a row's text or remedy with what the row's function found. */
static char *fill(const struct search *search, const char *words)
{
    char *text = text_format("%s", words), *hidden = describe_hidden(search);
    name_installed(search, &text);
    packages_fill(&text, packages_distribution(search->root, search->loader));
    text_replace(&text, "{hidden}", hidden);
    text_replace(&text, "{kind}", fact_is_of_layers(search) ? "layer" : "driver");
    text_replace(&text, "{suffix}", fact_is_of_layers(search) ? ".lay" : ".icd");
    text_replace(&text, "{paths}",
                 fact_is_of_layers(search) ? "OPENCL_LAYER_PATH" : "OCL_ICD_VENDORS");
    text_replace(&text, search->rights ? "{you}" : "{who}", text_or_empty(search->who));
    text_replace(&text, "{user}", text_or_empty(search->user));
    text_replace(&text, search->rights ? "{login}" : "{again}", text_or_empty(search->again));
    text_replace(&text, "{value}",
                 search->setting ? search->setting : text_or_empty(search->value));
    text_replace(&text, "{other}", text_or_empty(search->other));
    free(hidden);
    return text;
}

static void forget(struct search *search)
{
    free(search->value);
    free(search->other);
    search->value = search->other = NULL;
}

/* The first row of this kind that fits, or NULL. */
static const struct row *find_row(struct search *search, unsigned kind)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if ((rows[i].kinds & kind) == kind && rows[i].fits(search)) return &rows[i];
        forget(search);
    }
    return NULL;
}

/* Puts what the GPU's driver prints before a text and its remedy. Returns the driver, which the
 * caller frees. NULL: the driver prints nothing. */
static char *put_words_first(const struct search *search, char **text, char **remedy)
{
    struct search said = { .root = search->root, .report = search->report, .gpu = search->gpu };
    char *driver = NULL;
    if (is_refused_by_driver(&said)) {
        report_set(text, text_format("its driver says: %s; and %s", said.value, *text));
        report_set(remedy, text_format("Do as that says. Otherwise: %s", *remedy));
        driver = text_format("%s", said.other);
    }
    forget(&said);
    return driver;
}

/* Adds the first row of this kind that fits, and returns it. */
static const struct row *add_first(struct findings *findings, struct search *search, unsigned kind,
                                   enum urgency urgency, const char *about, const char *beginning)
{
    const struct row *row = find_row(search, kind);
    char *text, *remedy, *quoted = NULL;
    if (!row) return NULL;
    /* This row is also for GPUs, so its text does not say that there is no driver. */
    if (kind == NO_DRIVER && (row->kinds & GPU)) beginning = "no driver is found: ";
    text = fill(search, row->text);
    remedy = fill(search, row->remedy);
    if (row->kinds & GUESS) quoted = put_words_first(search, &text, &remedy);
    if (row->fits == is_refused_by_driver || row->fits == is_empty_with_words)
        quoted = text_format("%s", search->other);
    findings_add(findings, urgency, about, remedy, "%s%s", beginning, text);
    findings_set_cause(findings, urgency, row->id);
    if (quoted) findings_set_quoted(findings, urgency, quoted);
    free(quoted);
    free(remedy);
    free(text);
    forget(search);
    return row;
}

/* The value of a setting, or "". A loader without a report has its settings from variables. */
static const char *value_of(const struct report *report, const char *name)
{
    const struct setting *setting = report_setting(report, name);
    return report ? setting ? text_or_empty(setting->value) : "" : text_or_empty(getenv(name));
}

bool machine_check_variables(struct findings *findings, const struct options *options,
                             const struct report *report)
{
    static const char *const names[] = { "OCL_ICD_FILENAMES", "OCL_ICD_VENDORS",
                                         "OPENCL_VENDOR_PATH", "OPENCL_LAYERS",
                                         "OPENCL_LAYER_PATH" };
    bool hides = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        /* OPENCL_VENDOR_PATH names one folder, and other loaders take no list at all. */
        const bool is_list = report && strcmp(names[i], "OPENCL_VENDOR_PATH") != 0;
        const char *rest = value_of(report, names[i]);
        if (!report && strcmp(names[i], "OCL_ICD_VENDORS") != 0) continue;
        /* OCL_ICD_VENDORS overrides OPENCL_VENDOR_PATH. */
        if (report && !is_list && *value_of(report, "OCL_ICD_VENDORS")) continue;
        while (*rest) {
            size_t length = is_list ? strcspn(rest, ":") : strlen(rest);
            char *element = text_format("%.*s", (int)length, rest);
            struct search search = {
                .root = options->root, .report = report, .setting = names[i], .element = element
            };
            /* The user may want a folder without layers: no program needs a layer. */
            const enum urgency urgency =
                strcmp(names[i], "OPENCL_LAYER_PATH") == 0 && file_is_folder(element)
                    ? NOTE_OTHER
                    : PROBLEM_VARIABLE;
            if (*element && add_first(findings, &search, VARIABLE, urgency, element, ""))
                hides = hides || (fact_hides_drivers(&search) &&
                                  fact_has_path(&search, "/etc/OpenCL/vendors/*.icd"));
            free(element);
            rest += length + (rest[length] == ':');
        }
    }
    return hides;
}

bool machine_check_platforms(struct findings *findings, const struct options *options,
                             const struct report *report, bool any_device)
{
    bool explained = false;
    for (size_t i = 0; i < report->drivers.count; i++) {
        const struct candidate *driver = &report->drivers.all[i];
        for (size_t j = 0; driver->severity == SEVERITY_WELL && j < driver->platforms.count; j++) {
            const struct platform *platform = &driver->platforms.all[j];
            struct search search = { .root = options->root,
                                     .report = report,
                                     .platform = platform->name };
            const struct row *row;
            bool is_cause;
            if (platform->device_count || platform->error) continue;
            /* PoCL has a device on each machine, so the user's choice for PoCL is why there is
             * none. */
            is_cause = !any_device && is_pocl_empty(&search);
            forget(&search);
            row = add_first(findings, &search, PLATFORM, is_cause ? PROBLEM_REFUSED : NOTE_OTHER,
                            remedy_where(driver), "");
            explained |= is_cause && row;
        }
    }
    return explained;
}

/* Returns whether the driver has no device for lack of what it needs. */
static bool check_cache(struct findings *findings, const struct options *options,
                        const struct candidate *driver, const char *about)
{
    struct search search = { .root = options->root, .driver = driver };
    const struct row *row = add_first(findings, &search, CACHE, PROBLEM_REFUSED, about, "");
    add_first(findings, &search, CACHE_USED, NOTE_OTHER, about, "");
    return row && (row->fits == is_empty_without_cache ||
                   row->fits == is_without_device_libraries || row->fits == is_comgr_missing);
}

/* What is known about a platform's driver, if the loader gives no report. The result owns
 * nothing. */
static struct candidate driver_of(const struct platform *platform, const char *library)
{
    return (struct candidate){ .library = (char *)(uintptr_t)library,
                               .platforms = { (struct platform *)(uintptr_t)platform, 1 } };
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
    const struct row *row = find_row(&search, CACHE);
    char *text = NULL, *remedy;
    if (!row) return NULL;
    text = fill(&search, row->text);
    remedy = fill(&search, row->remedy);
    text_add(&text, ". %s", remedy);
    free(remedy);
    forget(&search);
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
    const struct row *row = find_row(&search, CACHE);
    if (!row) row = find_row(&search, BUILD);
    if (!row) return NULL;
    *text = fill(&search, row->text);
    *remedy = fill(&search, row->remedy);
    forget(&search);
    return row->id;
}

bool machine_check_unread(struct findings *findings, const struct options *options,
                          struct unread *unread, bool works)
{
    const char *path;
    bool named, problem = false;
    for (size_t at = 0; (path = unread_next(unread, &at, &named));) {
        const char *below = named ? path : path + strlen(options->root);
        struct search search = { .root = options->root,
                                 .setting = named ? "OCL_ICD_FILENAMES" : NULL,
                                 .element = below };
        const enum urgency urgency = named   ? PROBLEM_VARIABLE
                                     : works ? WARNING_OTHER
                                             : PROBLEM_NO_DRIVER;
        if (add_first(findings, &search, UNREAD, urgency, below, ""))
            problem |= urgency <= LAST_PROBLEM;
    }
    return problem;
}

/* Adds why a GPU is missing. `left`: a container did not get the GPU. Returns the row, or NULL. */
static const struct row *add_gpu(struct findings *findings, struct search *search, bool left,
                                 const char *about)
{
    static const char beginning[] = "no platform lists it: ";
    const enum urgency urgency = left ? WARNING_RIGHTS : PROBLEM_GPU;
    const unsigned bit = fact_vendor_bit(search->gpu->vendor);
    const struct row *row = add_first(findings, search, left || !search->report ? GPU | NODE : GPU,
                                      urgency, about, beginning);
    if (row) {
        /* If rusticl is not asked to use the GPU, this is no reason why another driver fails. */
        const bool is_choice = row->fits == is_rusticl_off || row->fits == is_rusticl_wrong;
        findings_set_part(findings, urgency, PART_GPU, is_choice ? 0 : bit);
    } else if (!left && search->report) {
        row = add_first(findings, search, UNEXPLAINED, PROBLEM_UNKNOWN, about, beginning);
        if (row) findings_set_part(findings, PROBLEM_UNKNOWN, PART_UNKNOWN, bit);
    }
    return row;
}

size_t machine_check_gpus(struct findings *findings, const struct options *options,
                          const struct probed *probed, bool *explained)
{
    const struct report *report = probed->report;
    struct gpu gpus[MOST_GPUS];
    size_t count = fact_find_gpus(options->root, gpus), missing = 0;
    for (size_t i = 0; i < count; i++) {
        struct search search = {
            .root = options->root, .report = report, .loader = probed->loader, .gpu = &gpus[i]
        };
        /* A container need not have the GPUs of its host. */
        bool left = fact_is_left(&search, &gpus[i]);
        const struct row *row;
        char *about;
        if (fact_is_offered(probed, &gpus[i])) continue;
        missing += !left;
        about = fact_describe_gpu(&gpus[i]);
        row = add_gpu(findings, &search, left, about);
        if (row && (row->kinds & NO_DRIVER)) *explained = true;
        free(about);
    }
    return missing;
}

/* Finds the library that programs find and can't open, if there is one. */
static struct bad_library find_bad_library(const char *name, const char *message)
{
    char *self = file_target("/proc/self/exe"), *own = file_own_architecture();
    const struct link_question question = { .program = text_or_empty(self),
                                            .linker = NULL,
                                            .also = name };
    struct bad_library bad = bad_library_find(&question, name, own, message);
    free(own);
    free(self);
    return bad;
}

bool machine_add_no_loader(struct findings *findings, const struct options *options,
                           const char *error)
{
    const bool is_name = !strchr(options->library, '/');
    struct bad_library bad = { .file = NULL };
    struct search search = {
        .root = options->root, .error = error, .element = options->library, .bad = &bad
    };
    bool found;
    if (is_name) bad = find_bad_library(options->library, error);
    found = add_first(findings, &search, NO_LOADER, PROBLEM_LOADER, options->library, "");
    bad_library_free(&bad);
    return found;
}

/* Without a library of this command, a wrong library is no problem while it gives a report. */
void machine_add_library(struct findings *findings, const struct options *options,
                         const struct probed *probed, const struct libraries *libraries)
{
    struct bad_library bad = { .file = NULL };
    struct search search = { .root = options->root, .libraries = libraries, .bad = &bad };
    bool foreign = libraries->own && !file_is_same(libraries->own, libraries->file);
    enum urgency urgency = libraries->beside ? PROBLEM_LOADER
                           : foreign         ? probed->report ? WARNING_LOADER : PROBLEM_LOADER
                           : probed->report  ? NOTE_OTHER
                           : probed->platforms.count == 0 && loader_is_driver(libraries->file)
                               ? PROBLEM_LOADER
                               : WARNING_OTHER;
    if (libraries->beside) bad = find_bad_library(options->library, NULL);
    add_first(findings, &search, LIBRARY, urgency, libraries->file, "");
    bad_library_free(&bad);
}

bool machine_is_driver(const struct loader *loader)
{
    return loader && *text_or_empty(loader->file) && loader_is_driver(loader->file);
}

void machine_add_all_off(struct findings *findings, const struct options *options,
                         const struct report *report)
{
    struct search search = { .root = options->root, .report = report };
    add_first(findings, &search, ALL_OFF, PROBLEM_NO_DRIVER, "", "");
}

void machine_add_no_device(struct findings *findings, const struct options *options,
                           const struct report *report, bool works)
{
    struct search search = { .root = options->root, .report = report };
    /* PoCL needs no GPU. If it fails, another finding says how. */
    if (fact_has_failing_driver(&search, "libpocl")) return;
    if (add_first(findings, &search, works ? NO_DEVICE : NO_DEVICE | NO_PLATFORM, PROBLEM_NOTHING,
                  "", ""))
        findings_set_part(findings, PROBLEM_NOTHING, PART_NOTHING, 0);
}

const char *machine_check_no_driver(struct findings *findings, const struct options *options,
                                    const struct probed *probed)
{
    struct search search = { .root = options->root,
                             .report = probed->report,
                             .loader = probed->loader };
    const struct row *row = add_first(findings, &search, NO_DRIVER, PROBLEM_NO_DRIVER, "", "");
    return row ? row->id : NULL;
}

const char *machine_explain_driver(const struct options *options, const struct report *report,
                                   const struct candidate *driver, const struct answer *answer,
                                   char **reason, char **remedy)
{
    struct search search = {
        .root = options->root, .report = report, .driver = driver, .answer = answer
    };
    const struct row *row = find_row(&search, DRIVER);
    char *text;
    if (!row) return NULL;
    text = fill(&search, row->text);
    text_add(reason, "; %s", text);
    report_set(remedy, fill(&search, row->remedy));
    free(text);
    forget(&search);
    return row->id;
}

unsigned machine_vendors(const struct candidate *driver)
{
    return fact_driver_bits(driver);
}

bool machine_lacks_gpu(const struct options *options, const struct candidate *driver)
{
    const struct search search = { .root = options->root };
    return fact_lacks_gpu(&search, driver);
}

/* The vendors of nodes, as bits. Commas separate the nodes. */
static unsigned bits_of_nodes(const char *nodes)
{
    unsigned bits = 0;
    while (*nodes) {
        const size_t length = strcspn(nodes, ",");
        char *node = text_format("%.*s", (int)length, nodes);
        bits |= fact_node_bits(node);
        free(node);
        nodes += length + strspn(nodes + length, ", ");
    }
    return bits;
}

bool machine_misses(const struct probed *probed, const char *node)
{
    return fact_node_bits(node) & fact_missing_bits(probed);
}

void machine_add_rights(struct findings *findings, const struct options *options,
                        const struct rights *rights, enum urgency urgency)
{
    struct search search = { .root = options->root,
                             .rights = rights,
                             .who = rights->who,
                             .user = rights->user,
                             .again = rights->again };
    if (add_first(findings, &search, RIGHTS, urgency, rights->nodes, ""))
        findings_set_part(findings, urgency, PART_NODE, bits_of_nodes(rights->nodes));
}

void machine_add_unopened(struct findings *findings, const struct options *options,
                          const struct unopened *unopened)
{
    char *first = text_format("%.*s", (int)strcspn(unopened->nodes, ","), unopened->nodes);
    struct search search = { .root = options->root, .node = first, .opening = unopened->error };
    if (add_first(findings, &search, OPENING, PROBLEM_RIGHTS, unopened->nodes, ""))
        findings_set_part(findings, PROBLEM_RIGHTS, PART_OPENING, bits_of_nodes(unopened->nodes));
    free(first);
}

/* Says how to start a process again. The caller frees the text. */
static char *how_to_start(const char *root, const struct running *running, bool logs_in)
{
    char *service = running_service(root, running->number);
    char *how = service   ? text_format("sudo systemctl restart %s", service)
                : logs_in ? text_format("start it again")
                          : text_format("restart its service");
    free(service);
    return how;
}

static bool add_process(struct findings *findings, const struct options *options,
                        const struct probed *probed, const struct program *program,
                        const struct running *running)
{
    char *user = running_user_name(running->user);
    char *who = text_format("process %s, of the user %s,", running->number, user);
    char *again = how_to_start(options->root, running, running_logs_in(running->user));
    struct search search = { .root = options->root,
                             .report = probed->report,
                             .running = running,
                             .program = program,
                             .who = who,
                             .user = user,
                             .again = again,
                             .is_well = findings_count(findings, LAST_PROBLEM) == 0 };
    const char *about = program->script ? program->script : program->file;
    /* A process that has libOpenCL open has probably looked for devices. */
    const bool has_looked = program->running && program->way == WAY_OPEN;
    const bool found = add_first(findings, &search, PROCESS,
                                 has_looked ? PROBLEM_RIGHTS : WARNING_RIGHTS, about, "") ||
                       add_first(findings, &search, PROCESS_WARNED, WARNING_LOADER, about, "");
    free(again);
    free(who);
    free(user);
    return found;
}

/* Whether each process of this file runs the program that is asked about. An interpreter runs other
 * scripts, too. */
static bool is_program_alone(const struct program *program)
{
    return program->file && !program->is_library && !program->foreign &&
           (program->script || program->way == WAY_LINKED || program->way == WAY_NAMED ||
            program->way == WAY_INSIDE);
}

bool machine_check_process(struct findings *findings, const struct options *options,
                           const struct probed *probed, const struct program *program)
{
    struct running running = { .number = NULL };
    bool found = false;
    if (program->contained) return false;
    if (program->running) return add_process(findings, options, probed, program, program->running);
    if (is_program_alone(program) && running_find(&running, program->file, program->script))
        found = add_process(findings, options, probed, program, &running);
    running_free(&running);
    return found;
}

bool machine_check_flatpak(struct findings *findings, const struct options *options,
                           const struct report *report, const struct program *program)
{
    struct gpu gpus[MOST_GPUS];
    const size_t count = program->flatpak ? fact_find_gpus(options->root, gpus) : 0;
    const char *about = program->script ? program->script : program->file;
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        struct search search = {
            .root = options->root, .report = report, .gpu = &gpus[i], .program = program
        };
        bool again = false;
        for (size_t j = 0; j < i; j++) again = again || gpus[j].vendor == gpus[i].vendor;
        if (again) continue;
        if (add_first(findings, &search, FLATPAK_APP, PROBLEM_OTHER, about, "")) found = true;
        if (add_first(findings, &search, FLATPAK_WARNED, WARNING_LOADER, about, "")) found = true;
    }
    return found;
}

/* The file that the dynamic linker finds by this name, or NULL. The caller frees it. */
static char *file_by_name(const char *name)
{
    char *self = file_target("/proc/self/exe"), *file = NULL;
    const struct link_question question = { .program = text_or_empty(self), .also = name };
    struct linked_libraries libraries = { NULL, 0, 0 };
    char *complaint = linker_ask(&question, &libraries);
    const struct linked *all = libraries.items;
    for (size_t i = 0; i < libraries.count && !complaint && !file; i++)
        if (all[i].file && text_same(text_file_name(all[i].name), name))
            file = text_format("%s", all[i].file);
    linker_free(&libraries);
    free(complaint);
    free(self);
    return file;
}

char *machine_other_library(const struct options *options)
{
    const struct search search = { .root = options->root };
    const char *library = options->library;
    char *file = strchr(library, '/') ? text_format("%s", library) : file_by_name(library);
    char *other = file ? fact_library(&search, "libOpenCL.so.1") : NULL;
    if (other && file_is_same(other, file)) report_set(&other, NULL);
    free(file);
    return other;
}

char *machine_advice(const struct options *options)
{
    const struct search search = { .root = options->root };
    char *advice = text_format("Install one."), version[64];
    struct gpu gpus[MOST_GPUS];
    size_t count = fact_find_gpus(options->root, gpus);
    for (size_t i = 0; i < count; i++) {
        bool again = !*fact_driver_package(&gpus[i]);
        for (size_t j = 0; j < i; j++) again = again || gpus[j].vendor == gpus[i].vendor;
        if (again) continue;
        text_add(&advice, " For the GPU of %s: %s", fact_vendor_name(gpus[i].vendor),
                 fact_driver_package(&gpus[i]));
        if (gpus[i].vendor == NVIDIA && fact_nvidia_version(&search, version, sizeof version))
            text_add(&advice, ", version %s", version);
        text_add(&advice, ".");
    }
    text_add(&advice, " For the processor: {POCL}");
    packages_fill(&advice, packages_distribution(options->root, NULL));
    return advice;
}
