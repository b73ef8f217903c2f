/* SPDX-License-Identifier: Apache-2.0 */
/* Which libOpenCL programs get, and what is wrong with that. */
#include "cause_rows_linux.h"
#include "linker_linux.h"
#include "loaders_linux.h"
#include "machine.h"

#include "../base/files.h"
#include "../report/packages.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

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

/* The library that a program gets, which can't be opened whole, and what the program would get
 * instead. */
static struct bad_library find_bad_of_program(const char *program, const char *file)
{
    char *own = file_own_architecture();
    const struct link_question question = { .program = program, .also = text_file_name(file) };
    struct bad_library bad = { .file = text_format("%s", file) };
    bad_library_find_next(&bad, &question, text_file_name(file), own);
    free(own);
    return bad;
}

bool machine_add_no_loader(struct findings *findings, const struct options *options,
                           const char *program, const char *error)
{
    const bool is_name = !strchr(options->library, '/');
    struct bad_library bad = { .file = NULL };
    struct search search = {
        .root = options->root, .error = error, .element = options->library, .bad = &bad
    };
    bool found;
    if (is_name) bad = find_bad_library(options->library, error);
    else if (error && program) bad = find_bad_of_program(program, options->library);
    found = cause_add(findings, &search, NO_LOADER, PROBLEM_LOADER, options->library, "");
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
    const bool is_chosen =
        libraries->is_unsearched && !libraries->variable && !loader_is_driver(libraries->file);
    enum urgency urgency = libraries->beside      ? PROBLEM_LOADER
                           : foreign && is_chosen ? NOTE_OTHER
                           : foreign              ? probed->report ? WARNING_LOADER : PROBLEM_LOADER
                           : probed->report       ? NOTE_OTHER
                           : probed->platforms.count == 0 && loader_is_driver(libraries->file)
                               ? PROBLEM_LOADER
                               : WARNING_OTHER;
    if (libraries->beside) bad = find_bad_library(options->library, NULL);
    cause_add(findings, &search, LIBRARY, urgency, libraries->file, "");
    bad_library_free(&bad);
}

/* conda's programs search the library folder of their environment before the system's. */
void machine_add_environment(struct findings *findings, const struct options *options,
                             const char *usual)
{
    const struct search search = { .root = options->root };
    const char *prefix = getenv("CONDA_PREFIX");
    char *file = prefix && *prefix ? text_format("%s/lib/libOpenCL.so.1", prefix) : NULL;
    char *program = text_format("%s/bin/python", text_or_empty(prefix)), *remedy;
    if (file && fact_has_path(&search, file) && !file_is_same(file, usual)) {
        remedy = text_format("See what they get: clrelay doctor %s",
                             fact_has_path(&search, program) ? program : "PROGRAM");
        findings_add(findings, NOTE_OTHER, file, remedy,
                     "the programs of the active conda environment get this library, and not %s",
                     usual);
        free(remedy);
    }
    free(program);
    free(file);
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

static bool has_link(const struct search *search)
{
    char *link = fact_library(search, "libOpenCL.so");
    char *found = *search->root ? NULL : file_by_name("libOpenCL.so");
    const bool has = link || found;
    free(found);
    free(link);
    return has;
}

/* Notes that the system has libOpenCL.so.1, and not the name without a number. */
static void note_missing_link(struct findings *findings, const struct options *options,
                              const char *architecture)
{
    const struct search search = { .root = options->root };
    char *file, *found, *remedy;
    if (has_link(&search)) return;
    file = fact_library(&search, SYSTEM_LIBRARY);
    found = file ? file_architecture(file) : NULL;
    if (text_same(found, architecture)) {
        remedy = text_format("Nothing, if programs find OpenCL. Otherwise install {LOADER_DEV}.");
        packages_fill(&remedy, packages_distribution(options->root, NULL));
        findings_add(findings, NOTE_OTHER, "libOpenCL.so", remedy,
                     "there is only libOpenCL.so.1, and some programs open this name, such as some "
                     "in Java");
        free(remedy);
    }
    free(found);
    free(file);
}

void machine_check_link(struct findings *findings, const struct options *options,
                        const char *architecture, bool first)
{
    char *own = architecture ? text_format("%s", architecture) : file_own_architecture(), *remedy;
    struct loader_links links = loader_find_links(options->root, own);
    const bool is_missing = !links.wrong && !links.right;
    if (links.wrong && (links.is_wrong_first || !first)) {
        remedy = links.right
                     ? text_format("Nothing, unless a linker refuses that file (file in wrong "
                                   "format): then name %s in its place.",
                                   links.right)
                     : text_format("Nothing, unless you link programs: then install {LOADER_DEV}.");
        packages_fill(&remedy, packages_distribution(options->root, NULL));
        findings_add(findings, NOTE_OTHER, links.wrong, remedy,
                     links.right ? "it is for %s, and programs for %s are linked with %s"
                                 : "it is for %s, and the system's folders have no libOpenCL.so "
                                   "for %s",
                     links.architecture, own, text_or_empty(links.right));
        free(remedy);
    }
    free(links.wrong);
    free(links.architecture);
    free(links.right);
    if (is_missing && first) note_missing_link(findings, options, own);
    free(own);
}

bool machine_is_driver(const struct loader *loader)
{
    return loader && *text_or_empty(loader->file) && loader_is_driver(loader->file);
}

char *machine_other_library(const struct options *options)
{
    const struct search search = { .root = options->root };
    const char *library = options->library;
    char *file = strchr(library, '/') ? text_format("%s", library) : file_by_name(library);
    char *other = file ? fact_library(&search, "libOpenCL.so.1") : NULL;
    const char *whose = NULL;
    if (other && file_is_same(other, file)) report_set(&other, NULL);
    if (file && !other) {
        other = file_own_library(true);
        if (other && (file_is_same(other, file) || !loader_is(other, &whose)))
            report_set(&other, NULL);
    }
    free(file);
    return other;
}

char *machine_store_folder(const char *root)
{
    const struct search search = { .root = root };
    return fact_folder_in_store(&search, "/nix/store", SYSTEM_LIBRARY);
}

/* Whether an earlier one of the files has the same first line. */
static bool is_repeated(char **files, size_t at, const char *first)
{
    char line[512];
    for (size_t i = 0; i < at; i++)
        if (file_line(files[i], "", line, sizeof line) && strcmp(line, first) == 0) return true;
    return false;
}

size_t machine_count_drivers(const struct options *options, const struct loader *loader)
{
    char *pattern = text_format("%s/etc/OpenCL/vendors/*.icd", options->root), line[512];
    char *conda = packages_conda_prefix(loader); /* whose loader looks in a folder of its own */
    size_t count = 0;
    glob_t files;
    if (!conda && !fact_chooses_drivers() &&
        fact_contains(text_or_empty(loader->file), "/etc/OpenCL/vendors") &&
        glob(pattern, 0, NULL, &files) == 0) {
        for (size_t i = 0; i < files.gl_pathc; i++)
            count += file_line(files.gl_pathv[i], "", line, sizeof line) && *line &&
                     !is_repeated(files.gl_pathv, i, line);
        globfree(&files);
    }
    free(conda);
    free(pattern);
    return count;
}

bool machine_is_vendors_own(const struct options *options)
{
    const struct search search = { .root = options->root };
    const char *name = options->library, *whose = NULL;
    char *file = strchr(name, '/') ? text_format("%s", name) : file_find_library(name);
    const bool is = file && loader_is(file, &whose) &&
                    (!whose || text_same(whose, LOADER_DRIVER)) &&
                    !fact_contains(file, "/etc/OpenCL/vendors");
    free(file);
    return is && !fact_names_drivers(&search);
}

char *machine_reporting_library(const struct options *options)
{
    struct search search = { .root = options->root };
    is_unreported(&search);
    if (text_same(search.other, "FILE")) report_set(&search.other, NULL);
    return search.other;
}
