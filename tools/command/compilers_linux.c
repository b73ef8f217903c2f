/* SPDX-License-Identifier: Apache-2.0 */
/* What drivers open only when they build kernels, and rows of causes.h about it. */
#include "causes_linux.h"

#include "../base/data.h"
#include "../base/elf_linux.h"
#include "../report/packages.h"
#include "../report/remedy.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* A driver, by a part of its library's name, and how the names of such libraries begin. */
static const struct compiler {
    const char *driver, *libraries[2];
} compilers[] = { { "libigdrcl", { "libigdfcl.so.", "libigc.so." } },
                  { "libnvidia-opencl", { "libnvidia-nvvm.so." } } };

/* The name of such a library that a driver has among its constants, or NULL. The caller frees it. */
static char *name_in(const char *file, const char *beginning)
{
    struct elf elf;
    const char *text;
    char *name = NULL;
    size_t at = 0;
    if (!elf_open(&elf, file)) return NULL;
    while (!name && (text = elf_find_text(&elf, beginning, &at)))
        if (strncmp(text, beginning, strlen(beginning)) == 0 && text[strlen(beginning)] &&
            !text[strspn(text + strlen(beginning), ".0123456789") + strlen(beginning)])
            name = text_format("%s", text);
    elf_close(&elf);
    return name;
}

/* Whether the dynamic linker does certainly not find a library that this file opens by its name. */
static bool is_not_found(const char *file, const char *name)
{
    const struct link_question question = { .program = file, .also = name };
    struct array libraries = { NULL, 0, 0 };
    char *complaint = linker_ask(&question, &libraries);
    const struct linked *all = libraries.items;
    bool known = !complaint && libraries.count > 0, found = false;
    for (size_t i = 0; i < libraries.count; i++) {
        known = known && all[i].file;
        found = found || strcmp(text_file_name(all[i].name), name) == 0;
    }
    linker_free(&libraries);
    free(complaint);
    return known && !found;
}

/* The first library that the driver's compiler lacks, or NULL. The caller frees it. */
static char *missing_compiler(const struct search *it)
{
    const struct candidate *driver = it->driver;
    const char *library = text_or_empty(driver->library);
    char *file = data_path(*text_or_empty(driver->file) ? driver->file : library), *missing = NULL;
    /* Other ends have other causes: Intel's runtime aborts without its compiler. */
    const bool fits = (driver->verdict == VERDICT_UNTRIED || driver->verdict == VERDICT_LOADED) &&
                      (!it->answer || it->answer->end != END_SIGNAL || it->answer->code == SIGABRT);
    for (size_t i = 0; fits && *file == '/' && i < sizeof compilers / sizeof *compilers; i++)
        for (size_t j = 0; strstr(library, compilers[i].driver) && j < 2 && !missing; j++) {
            const char *beginning = compilers[i].libraries[j];
            char *name = beginning ? name_in(file, beginning) : NULL;
            if (name && is_not_found(file, name)) missing = name;
            else free(name);
        }
    free(file);
    return missing;
}

/* The folder where a library is all the same, or NULL. The caller frees it. */
static char *folder_of(const struct search *it, const char *name)
{
    char *pattern = text_format("/usr/lib/*-linux-gnu*/nvidia/current/%s", name);
    char *file = fact_library(it, name), *folder = NULL;
    if (!file) file = fact_path(it, pattern);
    if (file) {
        const char *below = file + strlen(it->root);
        folder = text_format("%.*s", (int)(text_file_name(below) - below) - 1, below);
    }
    free(file);
    free(pattern);
    return folder;
}

bool is_compiler_not_searched(struct search *it)
{
    it->value = missing_compiler(it);
    if (it->value) it->other = folder_of(it, it->value);
    return it->other != NULL;
}

bool is_compiler_missing(struct search *it)
{
    it->value = missing_compiler(it);
    if (it->value)
        it->other = packages_search(it->value, packages_distribution(it->root, it->loader));
    return it->value != NULL;
}

/* As Clang says it, with which PoCL builds. */
bool is_linker_missing(struct search *it)
{
    return it->answer &&
           strstr(text_or_empty(it->answer->err.text), "Executable \"ld\" doesn't exist");
}
