/* SPDX-License-Identifier: Apache-2.0 */
#include "program.h"
#include "machine.h"

#include "../base/data.h"
#include "../base/files.h"
#include "../report/packages.h"
#include "../report/print.h"
#include "../report/remedy.h"

#include <string.h>
#include <unistd.h>

static const char *const ways[] = {
    [WAY_NONE] = "none",     [WAY_UNKNOWN] = "unknown", [WAY_LINKED] = "linked",
    [WAY_NAMED] = "named",   [WAY_MODULE] = "module",   [WAY_BESIDE] = "beside",
    [WAY_INSIDE] = "inside", [WAY_OPEN] = "open",
};

static const struct program_loader *loader_at(const struct program *program, size_t number)
{
    return &program->loaders.items[number];
}

/* The only library that is found and of use. NULL: there is none, or there are several. */
static const struct program_loader *only_loader(const struct program *program)
{
    const struct program_loader *only = NULL;
    for (size_t i = 0; i < program->loaders.count; i++) {
        const struct program_loader *program_loader = loader_at(program, i);
        if (!program_loader->file || program_loader->problem) continue;
        if (only && strcmp(only->file, program_loader->file) != 0) return NULL;
        only = program_loader;
    }
    return only;
}

static bool is_found(const struct program *program)
{
    for (size_t i = 0; i < program->loaders.count; i++)
        if (loader_at(program, i)->file) return true;
    return false;
}

/* The first library that the program finds and can't use, or NULL. */
static const struct program_loader *bad_loader(const struct program *program)
{
    for (size_t i = 0; i < program->loaders.count; i++)
        if (loader_at(program, i)->problem) return loader_at(program, i);
    return NULL;
}

bool program_is_stopped(const struct program *program)
{
    return bad_loader(program) && !only_loader(program);
}

static bool is_driver(const struct program_loader *loader)
{
    return text_same(loader->whose, LOADER_DRIVER);
}

/* Whether the process has the library open, but its file is gone. */
static bool is_deleted(const struct program_loader *loader)
{
    return strstr(text_or_empty(loader->file), PROGRAM_DELETED);
}

/* The only library of the program. Of a process: the first library that can be opened here. */
static const struct program_loader *chosen_loader(const struct program *program)
{
    if (program->way != WAY_OPEN) return only_loader(program);
    for (size_t i = 0; i < program->loaders.count; i++)
        if (!is_deleted(loader_at(program, i))) return loader_at(program, i);
    return NULL;
}

const char *program_library(const struct program *program)
{
    const struct program_loader *chosen = chosen_loader(program);
    const char *file = chosen ? chosen->file : program_is_stopped(program) ? program->next : NULL;
    return file && !program->foreign && !program->contained && file_is_absolute(file) ? file : NULL;
}

bool program_has_other_loader(const struct program *program, const char **file)
{
    const struct program_loader *only = only_loader(program);
    *file = only ? only->file : NULL;
    return only && only->whose && strcmp(only->whose, "clrelay") != 0;
}

/* The file by which users know the program. */
static const char *name_of(const struct program *program)
{
    return program->script ? program->script : program->file;
}

bool program_does_not_get(const struct program *program, const char *file)
{
    if (program->contained || program->loaders.count == 0 ||
        (is_found(program) && !program_is_stopped(program)))
        return false;
    for (size_t i = 0; i < program->loaders.count; i++)
        if (file_is_same(text_or_empty(loader_at(program, i)->file), file)) return false;
    return true;
}

/* A file of the program, in a sentence that begins with the program's name. */
static const char *file_words(const struct program *program, const char *file)
{
    return program->is_library && text_same(file, program->file) ? "the module" : file;
}

/* ---- findings ---- */

/* Whether the program needs its libOpenCL by a name that only a driver without a loader has, such as
 * libOpenCL.so.2. */
static bool needs_name_of_driver(const struct program *program)
{
    const char *name = text_or_empty(loader_at(program, 0)->name);
    return strncmp(name, "libOpenCL.so.", 13) == 0 && strcmp(name, SYSTEM_LIBRARY) != 0;
}

/* Says how the program gets a libOpenCL that it can use in place of this one. The caller frees the
 * text. */
static char *better_loader(const struct program *program, const struct program_loader *loader)
{
    char *remedy;
    if (program->lacking && !program->next && needs_name_of_driver(program))
        return text_format("Build %s again: linked with libOpenCL.so.1, as loaders are called, or "
                           "for the version of OpenCL that this library has.",
                           text_same(program->caller, name_of(program))
                               ? "it"
                               : file_words(program, program->caller));
    if (program->folder && program->next)
        return text_format("Take %s out of LD_LIBRARY_PATH: then it gets %s", program->folder,
                           program->next);
    if (program->folder)
        return text_format("Take %s out of LD_LIBRARY_PATH, if there is another one. Otherwise "
                           "install a newer one in its place.",
                           program->folder);
    if (program->next)
        return text_format("Take that file away: other programs get %s, which it can use, too.",
                           program->next);
    remedy = loader ? program_loader_remedy(program, loader) : NULL;
    return remedy ? remedy : text_format("Install another libOpenCL in its place.");
}

static void check_bad(const struct program *program, struct findings *findings)
{
    const struct program_loader *bad = bad_loader(program);
    char *remedy;
    if (!program_is_stopped(program)) return;
    remedy = better_loader(program, bad);
    findings_add(findings, PROBLEM_LOADER, name_of(program), remedy, "%s: %s %s%s",
                 program->way == WAY_NAMED || program->way == WAY_BESIDE
                     ? "it cannot open its libOpenCL"
                 : program->way != WAY_LINKED ? "its package cannot be loaded"
                 : program->is_library        ? "it cannot be loaded"
                                              : "it cannot start",
                 bad->file, bad->problem, is_driver(bad) ? ". It is a driver, and no loader" : "");
    free(remedy);
}

/* Whether the program's only name for its libOpenCL is that of the link for linkers, which most
 * packages with libOpenCL.so.1 lack. */
static bool names_link_only(const struct program *program)
{
    for (size_t i = 0; i < program->loaders.count; i++)
        if (strcmp(text_or_empty(loader_at(program, i)->name), "libOpenCL.so") != 0) return false;
    return program->loaders.count > 0;
}

static char *install_both(const struct program *program)
{
    char *remedy = text_format("Install {LOADER_DEV}, which brings libOpenCL.so.1, too. Or install "
                               "a libOpenCL.so.1 alone, and make a link to it there that is called "
                               "libOpenCL.so.");
    packages_fill(&remedy, packages_distribution(program->root, NULL));
    return remedy;
}

/* What to do about a missing link to the library that other programs get. The caller frees the text. */
static char *link_remedy(const struct program *program, const char *link)
{
    const char *found = program->usual_link;
    char *folder = text_format("%.*s", (int)(text_file_name(link) - link), link);
    char *target = file_target(link), *from = text_shell_word(found), *to = text_shell_word(link),
         *remedy;
    if (file_is_folder(folder))
        remedy = text_format("Make a link to the one that is there: %sln %s %s %s",
                             access(folder, W_OK) == 0 ? "" : "sudo ",
                             target && access(link, F_OK) != 0 ? "-sf" : "-s", from, to);
    else remedy = text_format("There is %s: make a link to it that is called %s", found, link);
    free(to);
    free(from);
    free(target);
    free(folder);
    return remedy;
}

/* The dynamic linker's cache has only libraries by their own names, and links for linkers. */
static char *make_link(const struct program *program, const char *name)
{
    const char *usual = program->usual, *found = program->usual_link;
    const int length = (int)(text_file_name(found) - found);
    char *link = text_format("%.*s%s", length, found, name), *remedy;
    char *list = text_format(":%s:", text_or_empty(getenv("LD_LIBRARY_PATH")));
    char *element = text_format(":%.*s:", length - 1, found);
    const bool is_cached = strcmp(name, "libOpenCL.so") == 0 && !strstr(list, element);
    if (is_cached && file_is_same(usual, link)) {
        remedy = text_format("There is %s, which programs find after this: sudo ldconfig", link);
    } else {
        remedy = link_remedy(program, link);
        if (is_cached) text_add(&remedy, " && sudo ldconfig. Or install {LOADER_DEV}");
        packages_fill(&remedy, packages_distribution(program->root, NULL));
    }
    free(element);
    free(list);
    free(link);
    return remedy;
}

/* In NixOS, a program finds its libraries by the RUNPATH that its package has set. The caller frees the
 * text; NULL: the program is not of such a package. */
static char *store_remedy(const struct program *program)
{
    char *real = system_real_path(program->file), *folder = NULL, *remedy = NULL;
    if (real && strncmp(real, "/nix/store/", 11) == 0 && !program->foreign)
        folder = machine_store_folder(program->root);
    if (folder)
        remedy = text_format(
            "Report to its package that it does not find libOpenCL. Until then, start it with "
            "LD_LIBRARY_PATH=%s",
            folder);
    free(folder);
    free(real);
    return remedy;
}

/* The name that a library must have for the program to find it. Paths may be for other systems. */
static const char *missing_name(const struct program *program)
{
    for (size_t i = 0; i < program->loaders.count; i++)
        if (!strchr(loader_at(program, i)->name, '/')) return loader_at(program, i)->name;
    return loader_at(program, 0)->name;
}

static char *missing_remedy(const struct program *program)
{
    const char *name = missing_name(program);
    const bool i386 = strstr(text_or_empty(program->architecture), "(i386)");
    const bool is_link = names_link_only(program);
    char *remedy = program->usual || file_is_absolute(name) ? NULL : store_remedy(program);
    if (remedy) return remedy;
    if (program->usual && file_is_absolute(name)) return link_remedy(program, name);
    if (program->usual && strcmp(name, SYSTEM_LIBRARY) == 0) return text_format("%s", "");
    if (program->usual && strncmp(name, "libOpenCL.so", 12) == 0) return make_link(program, name);
    if (program->usual) return text_format("Install the package again that brings it.");
    if (i386 && program->foreign)
        return text_format("Install a libOpenCL.so.1 for %s. On Debian and Ubuntu: dpkg "
                           "--add-architecture i386; apt-get update; apt-get install %s:i386",
                           program->architecture,
                           is_link ? "ocl-icd-opencl-dev" : "ocl-icd-libopencl1");
    if (is_link && !program->foreign) return install_both(program);
    return text_format("Install a libOpenCL.so.1 for %s%s%s.", program->architecture,
                       is_link ? ", and make a link to it that is called " : "",
                       is_link ? name : "");
}

static void check_missing(const struct program *program, struct findings *findings)
{
    char *remedy;
    if (program->loaders.count == 0 || is_found(program)) return;
    remedy = missing_remedy(program);
    findings_add(findings, PROBLEM_LOADER, name_of(program), remedy,
                 program->way == WAY_NAMED
                     ? "its files name %s, to open it while it runs, and no such library is found"
                 : program->is_library ? "it needs %s, which is not found, so it cannot be loaded"
                                       : "it needs %s, which is not found, so it does not start",
                 missing_name(program));
    free(remedy);
}

/* Whether the program lacks another library than libOpenCL. A process, or another program that opens
 * this one, may have found it. */
static bool lacks_library(const struct program *program)
{
    return program->missing && !program->is_library && !program->is_process;
}

/* What to do about a library that lacks a version. The parts of the C library belong together. */
static char *unfit_remedy(const struct linked *library)
{
    const char *name = text_file_name(library->name), *file = library->file;
    char *list = text_format(":%s:", text_or_empty(getenv("LD_LIBRARY_PATH"))), *remedy;
    char *folder = text_format(":%.*s:", (int)(text_file_name(file) - file) - 1, file);
    if (strstr(list, folder))
        remedy = text_format(
            "Take its folder out of LD_LIBRARY_PATH, if the system has another %s.", name);
    else if (strstr(library->problem, "version GLIBC_"))
        remedy = text_format("Use a build for this system's C library, or a newer system.");
    else
        remedy =
            text_format("Let the program find another %s first, one that has that: install "
                        "one in its environment%s.",
                        name, strncmp(name, "libstdc++", 9) == 0 ? " (conda: libstdcxx-ng)" : "");
    free(folder);
    free(list);
    return remedy;
}

/* Adds a library that lacks a version, such as the system's libstdc++ for a module that was built with
 * a newer one. */
static void check_unfit(const struct program *program, struct findings *findings)
{
    const struct linked *all = program->libraries.items;
    for (size_t i = 0; i < program->libraries.count && !program->is_process; i++) {
        char *remedy;
        if (!all[i].file || !all[i].problem || strncmp(all[i].name, "libOpenCL.", 10) == 0)
            continue;
        remedy = unfit_remedy(&all[i]);
        findings_add(findings, PROBLEM_LOADER, name_of(program), remedy, "it cannot %s: %s %s",
                     program->is_library ? "be loaded, unless the program has loaded another "
                                           "library of this name before"
                                         : "start",
                     all[i].file, all[i].problem);
        free(remedy);
        return;
    }
}

static void check_needed(const struct program *program, struct findings *findings)
{
    const struct distribution *distribution = packages_distribution(program->root, NULL);
    char *search, *remedy;
    if (!lacks_library(program)) return;
    search = packages_search(text_file_name(program->missing), distribution);
    remedy =
        text_format("Install the package that has it: %s. If the program brings it: start it by "
                    "its own script, or name the folder in LD_LIBRARY_PATH.",
                    search);
    findings_add(
        findings, PROBLEM_LOADER, name_of(program), remedy,
        "the dynamic linker does not find %s, which it needs, so it does not start by itself",
        program->missing);
    free(remedy);
    free(search);
}

/* Adds what an object file calls. Another file of the program may have functions of these names,
 * which open libOpenCL themselves. */
static void check_object(const struct program *program, struct findings *findings)
{
    char *remedy =
        text_format("Link it with -lOpenCL, behind the program's own files, unless one of "
                    "these has the functions. If the linker finds no -lOpenCL: install "
                    "{LOADER_DEV}.");
    packages_fill(&remedy, packages_distribution(program->root, NULL));
    if (program->lacking)
        findings_add(findings, NOTE_OTHER, name_of(program), remedy,
                     "it is an object file, which is not linked yet, and calls %s",
                     program->lacking);
    else if (program->way == WAY_NONE)
        findings_add(findings, NOTE_OTHER, name_of(program), "",
                     "it is an object file, which is not linked yet, and calls no function of "
                     "OpenCL itself");
    free(remedy);
}

/* Adds the functions of OpenCL that the program calls, but that no library of it has. */
static void check_lacking(const struct program *program, struct findings *findings)
{
    const struct program_loader *only = only_loader(program);
    char *remedy;
    if (!program->lacking || program->is_object || program_is_stopped(program)) return;
    if (only) {
        const struct program_loader lacking = { .file = only->file, .problem = program->lacking };
        remedy = better_loader(program, &lacking);
        findings_add(findings, WARNING_LOADER, name_of(program), remedy,
                     "its libOpenCL (%s) lacks %s: %s ends when %s makes such a call", only->file,
                     program->lacking, program->is_library ? "the program" : "it",
                     file_words(program, program->caller));
        free(remedy);
        return;
    }
    findings_add(findings, PROBLEM_LOADER, name_of(program),
                 "Link it with libOpenCL: -lOpenCL, behind its own files in the linker's command. "
                 "Until then set LD_PRELOAD=libOpenCL.so.1 where programs start.",
                 "%s calls %s, which none of the needed libraries has: %s",
                 file_words(program, program->caller), program->lacking,
                 program->is_library ? "opening it fails, or the first such call, unless the "
                                       "program has opened a libOpenCL for all"
                 : program->binds    ? "it cannot start"
                                     : "it ends with the first such call");
}

/* Adds that a file of the program needs versions of functions, which its libOpenCL lacks. */
static void check_versions(const struct program *program, struct findings *findings)
{
    static const char remedy[] =
        "Let it get the libOpenCL that it was linked with, or link it with this one.";
    const struct program_loader *only = only_loader(program);
    const struct linked *all = program->libraries.items;
    for (size_t i = 0; only && i < program->libraries.count; i++) {
        if (!all[i].unversioned || !file_is_same(text_or_empty(all[i].file), only->file)) continue;
        if (all[i].has_no_versions)
            findings_add(findings, WARNING_LOADER, name_of(program), remedy,
                         "its libOpenCL (%s) has no versions, and %s needs some: the dynamic "
                         "linker may end the program at its first call of OpenCL",
                         only->file, file_words(program, all[i].unversioned));
        else
            findings_add(findings, NOTE_OTHER, name_of(program), remedy,
                         "its libOpenCL (%s) has no versions, and %s needs some: at each start, "
                         "the dynamic linker prints \"no version information available\"",
                         only->file, file_words(program, all[i].unversioned));
    }
}

/* Adds that a driver is in the place of the program's loader. */
static void check_driver(const struct program *program, struct findings *findings)
{
    const struct program_loader *only = only_loader(program);
    char *remedy;
    if (!only || !is_driver(only) || program->contained || is_deleted(only)) return;
    if (strncmp(text_file_name(text_or_empty(only->name ? only->name : only->file)), "libOpenCL.",
                10) != 0)
        return;
    remedy = program_loader_remedy(program, only);
    findings_add(findings, WARNING_LOADER, name_of(program), text_or_empty(remedy),
                 "its libOpenCL (%s) is a driver, and no loader: it gets no other driver",
                 only->file);
    free(remedy);
}

static void check_other(const struct program *program, struct findings *findings)
{
    const struct program_loader *only = only_loader(program);
    const char *path = program->way == WAY_LINKED ? text_or_empty(program->run_path) : "";
    if (program->without && !program_is_stopped(program))
        findings_add(findings, NOTE_OTHER, name_of(program), "",
                     "without LD_LIBRARY_PATH and LD_PRELOAD it would get %s", program->without);
    if (!only || !program->usual || file_is_same(only->file, program->usual)) return;
    findings_add(findings, WARNING_LOADER, name_of(program), "",
                 "it gets %s%s%s%s, and other programs get %s", only->file,
                 *path ? " (the folders that it names itself: " : "", path, *path ? ")" : "",
                 program->usual);
}

/* Says which of several libraries this command looks at, if any. */
static void check_several(const struct program *program, struct findings *findings)
{
    const struct program_loader *first = chosen_loader(program);
    const char *library = program_library(program), *other = NULL;
    char *remedy;
    if (only_loader(program) || !is_found(program) || program_is_stopped(program) ||
        program->foreign || program->contained)
        return;
    if (!library) {
        findings_add(findings, NOTE_OTHER, name_of(program), "",
                     "which of these it uses is not known, so what follows is what other programs "
                     "get");
        return;
    }
    for (size_t i = 0; i < program->loaders.count && !other; i++)
        if (loader_at(program, i) != first && !is_deleted(loader_at(program, i)))
            other = loader_at(program, i)->file;
    remedy = other ? text_format("To see what another one gives: clrelay list --library %s", other)
                   : text_format("%s", "");
    findings_add(findings, NOTE_OTHER, name_of(program), remedy,
                 "it has more than one libOpenCL open, for different parts of it. What follows is "
                 "what %s gives%s",
                 library, program->is_linked ? ", to which the program itself is linked" : "");
    free(remedy);
}

static void check_settings(const struct program *program, struct findings *findings)
{
    const char *file;
    if (program_has_other_loader(program, &file))
        findings_add(
            findings, NOTE_OTHER, name_of(program), "",
            "its libOpenCL is not clrelay's: loader.conf and what only clrelay knows, such as "
            "the choice of drivers and devices, do not count for it");
    for (size_t i = 0; i < program->loaders.count; i++)
        if (program->way == WAY_OPEN && is_deleted(loader_at(program, i)))
            findings_add(findings, WARNING_LOADER, name_of(program), "Start it again.",
                         "its libOpenCL was replaced or removed since it started");
    if (program->privileged)
        findings_add(findings, NOTE_OTHER, name_of(program), "",
                     "it runs with more rights than its user, so the dynamic linker and clrelay "
                     "ignore the variables for them, and clrelay the user's files");
    if (text_or_empty(program->differing)[0])
        findings_add(findings, NOTE_OTHER, name_of(program), "",
                     "its process was started with other variables than this command: %s",
                     program->differing);
}

/* What tells whether drivers stop a program of Flatpak's. The caller frees the text. */
static char *flatpak_remedy(const struct program *program)
{
    return text_format("To see whether drivers of OpenCL are to blame, start it without them: "
                       "flatpak run --env=OCL_ICD_VENDORS=/none %s",
                       program->flatpak);
}

static void check_contained(const struct program *program, struct findings *findings)
{
    char *remedy;
    if (!program->contained || !is_found(program)) return;
    if (program->flatpak) remedy = flatpak_remedy(program);
    else if (program->inside) remedy = text_format("Look as it does: %s", program->inside);
    else
        remedy = text_format("Install clrelay where the program runs, and look there; with Docker: "
                             "docker exec CONTAINER clrelay doctor");
    findings_add(findings, NOTE_OTHER, name_of(program), remedy,
                 "its process sees other files than this command, in a container for instance, "
                 "so what follows is not what it gets");
    free(remedy);
}

static const char pid[] = "To see what it has open while it runs: clrelay doctor --pid PID";

static void check_unknown(const struct program *program, struct findings *findings)
{
    const bool shows_all = program->is_process || program->is_object || lacks_library(program);
    char *remedy = program->advice    ? text_format("%s", program->advice)
                   : program->flatpak ? flatpak_remedy(program)
                                      : text_format("%s", shows_all ? "" : pid);
    if (!program->advice && program->flatpak) text_add(&remedy, ". %s", pid);
    if (program->way == WAY_UNKNOWN)
        findings_add(findings, NOTE_OTHER, name_of(program), remedy,
                     "which libOpenCL it gets is not known: %s", program->reason);
    free(remedy);
}

void program_check(const struct program *program, struct findings *findings)
{
    check_missing(program, findings);
    check_needed(program, findings);
    check_unfit(program, findings);
    check_bad(program, findings);
    if (program->is_object) check_object(program, findings);
    check_lacking(program, findings);
    check_versions(program, findings);
    check_driver(program, findings);
    check_other(program, findings);
    check_several(program, findings);
    check_settings(program, findings);
    check_contained(program, findings);
    check_unknown(program, findings);
    if (program->way == WAY_NONE && !program->lacking && !program->is_object)
        findings_add(findings, NOTE_OTHER, name_of(program), program->is_process ? "" : pid,
                     "neither it nor its libraries need a libOpenCL or name one");
    if (program->cut)
        findings_add(findings, NOTE_OTHER, name_of(program), "",
                     "%s names a libOpenCL more than %d times: the names after these were not "
                     "looked at",
                     program->cut, MOST_NAMES);
    if (program->is_loader) {
        char *word = text_shell_word(program->file);
        char *remedy =
            text_format("To see what programs get from it: clrelay doctor --library %s", word);
        findings_add(findings, NOTE_OTHER, name_of(program), program->foreign ? "" : remedy,
                     "it is a libOpenCL itself, which programs open");
        free(remedy);
        free(word);
    } else if (program->is_driver)
        findings_add(findings, NOTE_OTHER, name_of(program),
                     "To try the drivers that loaders find here: clrelay doctor",
                     "it is a driver, which loaders open for programs");
    else if (program->way == WAY_INSIDE)
        findings_add(findings, NOTE_OTHER, name_of(program), "",
                     "the OpenCL loader is compiled into it: no libOpenCL.so.1 replaces it");
}

/* ---- drivers for another architecture ---- */

void program_check_drivers(struct program *program, struct findings *findings,
                           const struct candidates *drivers)
{
    for (size_t i = 0; i < drivers->count; i++) {
        const struct candidate *candidate = &drivers->all[i];
        struct program_driver *driver;
        if (!*text_or_empty(candidate->library)) continue;
        driver = program_drivers_add(&program->drivers);
        *driver = (struct program_driver){ text_format("%s", remedy_where(candidate)),
                                           program_driver_problem(program, candidate->library) };
    }
    if (program_count_drivers(program) + program_count_unknown(program) == 0 && !program->missing &&
        !program->is_loader && !program->is_driver)
        findings_add(findings, PROBLEM_NO_DRIVER, name_of(program),
                     strstr(program->architecture, "(i386)")
                         ? "Install a driver for it. On Debian: dpkg --add-architecture "
                           "i386; apt-get update; apt-get install pocl-opencl-icd:i386"
                         : "Install a driver for it.",
                     "no driver for %s is installed", program->architecture);
}

size_t program_count_drivers(const struct program *program)
{
    const struct program_driver *all = program->drivers.items;
    size_t count = 0;
    for (size_t i = 0; i < program->drivers.count; i++) count += !all[i].problem;
    return count;
}

size_t program_count_unknown(const struct program *program)
{
    const struct program_driver *all = program->drivers.items;
    size_t count = 0;
    for (size_t i = 0; i < program->drivers.count; i++)
        count += text_same(all[i].problem, PROGRAM_UNKNOWN);
    return count;
}

static void print_drivers(const struct program *program)
{
    const struct program_driver *all = program->drivers.items;
    if (program->drivers.count == 0) return;
    line(0, 0, BOLD, "Drivers for %s", program->architecture);
    for (size_t i = 0; i < program->drivers.count; i++) {
        line_begin(2, PRINT_COLUMN);
        line_add(all[i].problem ? DIM : GOOD, "%s", all[i].problem ? all[i].problem : "there");
        line_pad(PRINT_COLUMN);
        line_add(PLAIN, "%s", all[i].where);
        line_end();
    }
    line_empty();
}

/* ---- what programs get ---- */

static size_t count_named(const struct platforms *platforms, const char *name)
{
    size_t count = 0;
    for (size_t i = 0; i < platforms->count; i++) count += text_same(platforms->all[i].name, name);
    return count;
}

static void add_platforms(const struct program *program, struct findings *findings,
                          const struct platforms *platforms, const struct platforms *others,
                          bool lacks, const char *remedy)
{
    for (size_t i = 0; i < platforms->count; i++) {
        const char *name = platforms->all[i].name;
        if (name && count_named(others, name) < count_named(platforms, name) &&
            !findings_has(findings, WARNING_OTHER, name))
            findings_add(findings, WARNING_OTHER, name, remedy,
                         "%s %s this platform, and other programs %s", name_of(program),
                         lacks ? "does not get" : "gets", lacks ? "do" : "do not");
    }
}

/* Whether each file that the program opens has a name that this is. */
static bool gets_all_as(const struct program *program, const char *name)
{
    for (size_t i = 0; i < program->loaders.count; i++)
        if (loader_at(program, i)->file && !text_same(loader_at(program, i)->name, name))
            return false;
    return true;
}

/* Says how the program gets the libOpenCL of other programs. "": it is not known how. The caller
 * frees the text. */
static char *usual_loader(const struct program *program, const struct program_loader *only,
                          const struct loader *usual)
{
    const char *file = usual ? text_or_empty(usual->file) : "";
    char *library, *name, *remedy;
    /* The linker takes a library that is loaded already only under the library's own name. */
    if ((program->way != WAY_LINKED && program->way != WAY_NAMED) || program->privileged ||
        !file_is_absolute(file) || !gets_all_as(program, SYSTEM_LIBRARY) ||
        file_is_same(only->file, file))
        return text_format("%s", "");
    library = text_shell_word(file);
    name = text_shell_word(name_of(program));
    remedy = program->is_library
                 ? text_format("Start the program that opens it with their libOpenCL: "
                               "LD_PRELOAD=%s PROGRAM",
                               library)
                 : text_format("Start it with their libOpenCL: LD_PRELOAD=%s %s", library, name);
    free(name);
    free(library);
    return remedy;
}

void program_compare(const struct program *program, struct findings *findings,
                     const struct probed *probed, const struct probed *usual)
{
    const struct program_loader *only = only_loader(program);
    char *remedy;
    if (probed->failed || usual->failed || probed->answer.end != END_WELL ||
        usual->answer.end != END_WELL || !program_library(program) || !only)
        return;
    remedy = usual_loader(program, only, usual->loader);
    add_platforms(program, findings, &usual->platforms, &probed->platforms, true, remedy);
    add_platforms(program, findings, &probed->platforms, &usual->platforms, false, "");
    free(remedy);
}

/* ---- text and JSON ---- */

static void print_loader(const struct program_loader *loader)
{
    line_label(2, 14, "libOpenCL");
    if (loader->file) line_add(PLAIN, "%s", loader->file);
    else line_add(BAD, "%s: not found", loader->name);
    if (loader->problem) line_add(BAD, " %s", loader->problem);
    else if (loader->whose) line_add(PLAIN, " (%s)", loader->whose);
    line_end();
}

void program_print(const struct program *program)
{
    static const char *const words[] = {
        [WAY_NONE] = "none: it needs no libOpenCL, and names none",
        [WAY_UNKNOWN] = "not known, see below",
        [WAY_LINKED] = "opened when it starts",
        [WAY_NAMED] = "named in its files, to be opened while it runs",
        [WAY_MODULE] = "needed by packages of this Python",
        [WAY_BESIDE] = "in a folder of this Python's own, where its modules may get it",
        [WAY_INSIDE] = "compiled into it",
        [WAY_OPEN] = "open in its process",
    };
    line(0, 0, BOLD, "The program");
    line_labelled(2, 14, "Script", program->script);
    line_labelled(2, 14, program->script ? "Interpreter" : "File", program->file);
    line_labelled(2, 14, "For", program->architecture);
    line_labelled(
        2, 14, "Loader",
        program->is_loader   ? "none: it is a libOpenCL itself"
        : program->is_driver ? "none: it is a driver, which loaders open"
        : program->is_object && program->way == WAY_NONE     ? "none yet: it is not linked"
        : !program->is_library || program->way != WAY_LINKED ? words[program->way]
        : program->run_path
            ? "opened when it is loaded"
            : "opened when it is loaded, unless the program's RPATH leads to another one");
    for (size_t i = 0; i < program->loaders.count; i++) print_loader(loader_at(program, i));
    line_empty();
    print_drivers(program);
}

json_t *program_json(const struct program *program)
{
    json_t *all = json_object(), *loaders = json_array(), *drivers = json_array();
    const struct program_driver *driver = program->drivers.items;
    for (size_t i = 0; i < program->drivers.count; i++, driver++) {
        json_t *object = json_object();
        json_object_set_new(object, "driver", data_string(driver->where));
        json_object_set_new(object, "problem", data_string(driver->problem));
        json_array_append_new(drivers, object);
    }
    for (size_t i = 0; i < program->loaders.count; i++) {
        const struct program_loader *program_loader = loader_at(program, i);
        json_t *loader = json_object();
        json_object_set_new(loader, "name", data_string(program_loader->name));
        json_object_set_new(loader, "file", data_string(program_loader->file));
        json_object_set_new(loader, "whose", data_string(program_loader->whose));
        json_object_set_new(loader, "problem", data_string(program_loader->problem));
        json_array_append_new(loaders, loader);
    }
    json_object_set_new(all, "file", data_string(program->file));
    json_object_set_new(all, "script", data_string(program->script));
    json_object_set_new(all, "architecture", data_string(program->architecture));
    json_object_set_new(all, "privileged", json_boolean(program->privileged));
    json_object_set_new(all, "way", json_string(ways[program->way]));
    json_object_set_new(all, "reason", data_string(program->reason));
    json_object_set_new(all, "loaders", loaders);
    json_object_set_new(all, "usual", data_string(program->usual));
    json_object_set_new(all, "drivers", drivers);
    return all;
}
