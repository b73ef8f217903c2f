/* SPDX-License-Identifier: Apache-2.0 */
/* Libraries that drivers open only when they build kernels, and the rows of causes.h about them. */
#include "causes_linux.h"
#include "containers_linux.h"

#include "../base/data.h"
#include "../base/elf_linux.h"
#include "../recording/program_path_linux.h"
#include "../report/packages.h"
#include "../report/remedy.h"

#include <ctype.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* A driver, by a part of its library's name, and how the names of its compiler's libraries begin.
 * `is_for_devices`: without these libraries, the driver has no device. */
static const struct compiler {
    const char *driver, *libraries[2];
    bool is_for_devices;
} compilers[] = { { "libigdrcl", { "libigdfcl.so.", "libigc.so." }, false },
                  { "libnvidia-opencl", { "libnvidia-nvvm.so." }, false },
                  { "libamdocl", { "libamd_comgr.so" }, true } };

/* Whether a text is the whole name of such a library. */
static bool is_name(const char *text, const char *beginning)
{
    const size_t length = strlen(text);
    return strncmp(text, beginning, strlen(beginning)) == 0 && length > 0 &&
           text[length - 1] != '.' &&
           !text[strspn(text + strlen(beginning), ".0123456789") + strlen(beginning)];
}

/* The name of such a library among a driver's constants, or NULL. *sole: the driver has neither
 * another name for the library nor a path of it. The caller frees the name. */
static char *name_in(const char *file, const char *beginning, bool *sole)
{
    struct elf elf;
    const char *text;
    char *name = NULL;
    size_t at = 0;
    *sole = true;
    if (!elf_open(&elf, file)) return NULL;
    while ((text = elf_find_text(&elf, beginning, &at))) {
        /* The end of one text may be another text: linkers merge these. */
        if (strncmp(text, "./", 2) == 0) text += 2;
        if (!name && is_name(text, beginning)) name = text_format("%s", text);
        *sole = *sole && text_same(text, name);
    }
    elf_close(&elf);
    return name;
}

/* Asks the dynamic linker for the libraries of a file, and for a library that the file opens by
 * this name (or NULL). Returns whether the linker has an answer. *found: it has found the library
 * of that name. *missing: the first library that it has not found, or NULL; the caller frees it. */
static bool look_for(const char *file, const char *name, bool *found, char **missing)
{
    const struct link_question question = { .program = file, .also = name };
    struct linked_libraries libraries = { NULL, 0, 0 };
    char *complaint = linker_ask(&question, &libraries);
    const struct linked *all = libraries.items;
    const bool known = !complaint && libraries.count > 0;
    *found = false;
    *missing = NULL;
    for (size_t i = 0; i < libraries.count; i++) {
        if (!all[i].file && !*missing) *missing = text_format("%s", all[i].name);
        *found |= all[i].file && name && strcmp(text_file_name(all[i].name), name) == 0;
    }
    linker_free(&libraries);
    free(complaint);
    return known;
}

/* The first library that the dynamic linker certainly does not find when this file opens a library
 * by its name, or NULL. This is that library, or one that it needs. The caller frees the name. */
static char *first_missing(const char *file, const char *name)
{
    bool found, is_known;
    char *missing;
    /* If the file's own libraries are missing, another finding says so. */
    is_known = look_for(file, NULL, &found, &missing) && !missing;
    free(missing);
    if (!is_known) return NULL;
    is_known = look_for(file, name, &found, &missing);
    if (is_known && !found && !missing) missing = text_format("%s", name);
    if (!is_known) report_set(&missing, NULL);
    return missing;
}

/* The first library that the driver's compiler lacks, or NULL. The caller frees it. */
static char *missing_compiler(const struct search *search)
{
    const struct candidate *driver = search->driver;
    const char *library = text_or_empty(driver->library);
    char *file = data_path(*text_or_empty(driver->file) ? driver->file : library), *missing = NULL;
    const bool fits = driver->verdict == VERDICT_UNTRIED || driver->verdict == VERDICT_LOADED;
    /* Intel's runtime aborts without its compiler, and AMD's may crash. A process that ends by
     * another signal has another cause. */
    const bool crashes =
        search->answer && search->answer->end == END_SIGNAL && search->answer->code != SIGABRT;
    for (size_t i = 0; fits && *file == '/' && i < sizeof compilers / sizeof *compilers; i++)
        for (size_t j = 0; strstr(library, compilers[i].driver) && j < 2 && !missing; j++) {
            if (crashes && !compilers[i].is_for_devices) continue;
            const char *beginning = compilers[i].libraries[j];
            bool sole = true;
            char *name = beginning && !(compilers[i].is_for_devices && fact_has_device(driver))
                             ? name_in(file, beginning, &sole)
                             : NULL;
            if (name) missing = first_missing(file, name);
            /* The driver may open the library by its other name. */
            if (compilers[i].is_for_devices && !sole && text_same(missing, name))
                report_set(&missing, NULL);
            free(name);
        }
    free(file);
    return missing;
}

/* The folder in which the missing library lies nevertheless, or NULL. The caller frees the path. */
static char *folder_of(const struct search *search, const char *name)
{
    char *pattern = text_format("/usr/lib/*-linux-gnu*/nvidia/current/%s", name);
    char *file = fact_library(search, name), *folder = NULL;
    if (!file) file = fact_path(search, pattern);
    if (file) {
        const char *below = file + strlen(search->root);
        folder = text_format("%.*s", (int)(text_file_name(below) - below) - 1, below);
    }
    free(file);
    free(pattern);
    return folder;
}

bool is_compiler_not_searched(struct search *search)
{
    search->value = missing_compiler(search);
    if (search->value) search->other = folder_of(search, search->value);
    return search->other != NULL;
}

bool is_comgr_missing(struct search *search)
{
    search->value = missing_compiler(search);
    return search->value && strncmp(search->value, "libamd_comgr.", 13) == 0;
}

/* Containers get the libraries of NVIDIA's driver from the host, as a list there says. */
bool is_compiler_missing_in_container(struct search *search)
{
    const struct container *container = container_of(search);
    char *missing = container ? missing_compiler(search) : NULL;
    if (missing && strncmp(missing, "libnvidia-", 10) == 0) {
        search->value = missing;
        search->other = text_format(
            container->kind == CONTAINER_SINGULARITY
                ? "Add %s to nvliblist.conf there, or bind its file (apptainer exec --nv --bind)."
                : "See that NVIDIA's Container Toolkit there is as new as the driver, which needs "
                  "%s.",
            missing);
        return true;
    }
    free(missing);
    return false;
}

bool is_compiler_missing(struct search *search)
{
    search->value = missing_compiler(search);
    if (search->value)
        search->other =
            packages_search(search->value, packages_distribution(search->root, search->loader));
    return search->value != NULL;
}

bool is_compiler_known_to_be_missing(const struct search *search)
{
    bool missing = false;
    for (size_t i = 0; search->report && i < search->report->drivers.count && !missing; i++) {
        const struct search driver = { .root = search->root,
                                       .driver = &search->report->drivers.all[i] };
        char *name = missing_compiler(&driver);
        missing = name != NULL;
        free(name);
    }
    return missing;
}

/* These are the words of Clang, with which PoCL builds. */
/* Old versions of PoCL only stop themselves where the linker has made no kernel. */
bool is_linker_missing(struct search *search)
{
    const char *said = search->answer ? text_or_empty(search->answer->err.text) : "";
    char *linker =
        strstr(said, "pocl_check_dlhandle_cache: Assertion ") ? program_find("ld") : NULL;
    const bool is = strstr(said, "Executable \"ld\" doesn't exist") ||
                    (strstr(said, "pocl_check_dlhandle_cache: Assertion ") && !linker);
    free(linker);
    return is;
}

/* These are the words of GNU's and LLVM's linkers, which PoCL starts. */
bool is_libc_missing(struct search *search)
{
    static const char *const words[] = { "cannot find -l", "unable to find library -l" };
    for (size_t i = 0; search->answer && i < sizeof words / sizeof *words; i++) {
        const char *found = strstr(text_or_empty(search->answer->err.text), words[i]);
        const char *name = found ? found + strlen(words[i]) : "";
        if ((*name == 'c' || *name == 'm') && !isalnum((unsigned char)name[1]) && name[1] != '_') {
            search->value = text_format("lib%c.so", *name);
            return true;
        }
    }
    return false;
}
