/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises wrong variables: rows of causes.h. */
#include "causes_linux.h"
#include "loaders_linux.h"

#include "../base/files.h"
#include "base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool exists(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0;
}

static bool is_file(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

/* Whether the setting names folders rather than libraries. */
static bool is_of_folders(const struct search *search)
{
    return fact_hides_drivers(search) || strcmp(search->setting, "OPENCL_LAYER_PATH") == 0;
}

static const char *suffix_of(const struct search *search)
{
    return fact_is_of_layers(search) ? ".lay" : ".icd";
}

/* ---- what a shell, or another system, would have understood ---- */

/* The name of a variable behind $, or NULL. dlopen() itself replaces three names. The caller frees
 * the name. */
static char *variable_in(const char *path)
{
    static const char *const known[] = { "ORIGIN", "LIB", "PLATFORM" };
    const char *name = strchr(path, '$');
    size_t length =
        name ? strspn(name + 1, "{abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789")
             : 0;
    if (length == 0) return NULL;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strncmp(name + 1 + (name[1] == '{'), known[i], strlen(known[i])) == 0) return NULL;
    return text_format("%.*s%s", (int)length + 1, name, name[1] == '{' ? "}" : "");
}

bool has_work_for_shell(struct search *search)
{
    const char *path = search->element, first = *path, last = path[strlen(path) - 1];
    char *variable;
    if (exists(path)) return false;
    if (first == '~') return fact_found(search, NULL, "~");
    if (first == '"' || first == '\'' || last == '"' || last == '\'')
        return fact_found(search, NULL, first == '"' || last == '"' ? "\"" : "'");
    variable = variable_in(path);
    if (!variable) return false;
    fact_found(search, NULL, variable);
    free(variable);
    return true;
}

/* Whether a path exists, or a name leads to a manifest of the system's or to a library. */
static bool is_understood(const struct search *search, const char *name)
{
    char *manifest, *library = NULL;
    bool is;
    if (strchr(name, '/')) return exists(name);
    manifest = text_format("/etc/OpenCL/vendors/%s", name);
    if (strstr(name, ".so")) library = fact_library(search, name);
    is = library || (text_ends_with(name, ".icd") && fact_has_path(search, manifest));
    free(library);
    free(manifest);
    return is;
}

bool has_blank_around(struct search *search)
{
    const struct text trimmed = text_trim(text_of(search->element));
    char *name = text_format("%.*s", (int)trimmed.length, trimmed.start);
    const bool found = !exists(search->element) && strcmp(name, search->element) != 0 &&
                       (!*name || exists(name) || is_understood(search, name));
    free(name);
    return found;
}

/* Whether an element is a list with another separator, such as another system's. At least the first
 * part of the list must lead to something. */
bool has_other_separator(struct search *search)
{
    static const char *const others[] = { ";", ",", " " };
    /* OPENCL_VENDOR_PATH takes one folder; so do other loaders in all these variables. */
    if (!search->report || text_same(search->setting, "OPENCL_VENDOR_PATH")) return false;
    for (size_t i = 0; i < sizeof others / sizeof *others && !exists(search->element); i++) {
        const size_t length = strcspn(search->element, others[i]);
        char *first = text_format("%.*s", (int)length, search->element);
        const bool found =
            search->element[length] && search->element[length + 1] && is_understood(search, first);
        free(first);
        if (found) return fact_found(search, NULL, *others[i] == ' ' ? "a blank" : others[i]);
    }
    return false;
}

/* ---- what is there ---- */

/* Whether an element is a list. At least one part of the list must exist. */
static bool is_list(const char *element)
{
    bool found = false;
    if (exists(element)) return false;
    for (const char *rest = element; *rest && !found; rest += rest[0] == ':') {
        const size_t length = strcspn(rest, ":");
        char *part = text_format("%.*s", (int)length, rest);
        found = length < strlen(element) && strchr(part, '/') && exists(part);
        free(part);
        rest += length;
    }
    return found;
}

/* Clrelay's loader takes lists in all variables but OPENCL_VENDOR_PATH, and gives a report. */
bool is_list_for_one_folder(struct search *search)
{
    return search->report && is_list(search->element);
}

bool is_list_for_one(struct search *search)
{
    const bool is_ocl_icd = loader_is_ocl_icd(search->loader);
    return !search->report && fact_hides_drivers(search) && is_list(search->element) &&
           fact_found(search, NULL,
                      !is_ocl_icd ? "this libOpenCL may take none"
                      : strcmp(search->setting, "OCL_ICD_VENDORS") == 0
                          ? "ocl-icd takes one folder or one .icd file"
                          : "ocl-icd takes one folder");
}

/* Loaders with a report say so themselves. Without a folder, ocl-icd takes a manifest of the system's
 * folder, and looks for a library as programs do. */
bool is_file_missing(struct search *search)
{
    const bool is_manifest = text_ends_with(search->element, ".icd");
    char *path = text_format("/etc/OpenCL/vendors/%s", search->element);
    struct stat about;
    const bool is = !search->report && strcmp(search->setting, "OCL_ICD_VENDORS") == 0 &&
                    (is_manifest || strstr(text_file_name(search->element), ".so")) &&
                    stat(search->element, &about) != 0 && (errno == ENOENT || errno == ENOTDIR) &&
                    (strchr(search->element, '/') || (is_manifest && !fact_has_path(search, path)));
    free(path);
    return is;
}

/* The setting has "pocl", for instance, and the system's folder has pocl.icd. */
bool is_without_suffix(struct search *search)
{
    char *file = text_format("%s%s", search->element, suffix_of(search)),
         *path = text_format("/etc/OpenCL/vendors/%s", file);
    const bool is = text_same(search->setting, "OCL_ICD_VENDORS") &&
                    !strpbrk(search->element, "/*?[") && !exists(search->element) &&
                    fact_has_path(search, path) && fact_found(search, NULL, file);
    free(path);
    free(file);
    return is;
}

bool is_folder_missing(struct search *search)
{
    struct stat about;
    const bool is_folder = text_same(search->setting, "OPENCL_VENDOR_PATH");
    return is_of_folders(search) && (is_folder || strchr(search->element, '/')) &&
           !text_ends_with(search->element, suffix_of(search)) &&
           !strstr(text_file_name(search->element), ".so") && stat(search->element, &about) != 0 &&
           (errno == ENOENT || errno == ENOTDIR);
}

bool is_file_for_folder(struct search *search)
{
    return strcmp(search->setting, "OPENCL_VENDOR_PATH") == 0 && is_file(search->element);
}

/* A folder without drivers counts only if it hides the system's drivers. With OCL_ICD_FILENAMES,
 * users often choose such a folder, to get the drivers of that list alone. */
bool is_folder_empty(struct search *search)
{
    struct search in_folder = { .root = search->element };
    const struct setting *filenames = report_setting(search->report, "OCL_ICD_FILENAMES");
    if (!is_of_folders(search) || !file_is_folder(search->element)) return false;
    if (fact_is_of_layers(search)) return !fact_has_path(&in_folder, "/*.lay");
    return !(filenames && *text_or_empty(filenames->value)) &&
           !fact_has_path(&in_folder, "/*.icd") &&
           fact_has_path(search, "/etc/OpenCL/vendors/*.icd");
}

bool is_manifest_for_library(struct search *search)
{
    return !is_of_folders(search) && text_ends_with(search->element, suffix_of(search)) &&
           is_file(search->element);
}

bool is_folder_for_library(struct search *search)
{
    return !is_of_folders(search) && file_is_folder(search->element);
}
