/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises wrong variables: rows of causes.h. */
#include "causes_linux.h"

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

/* The setting names folders, and not libraries. */
static bool is_of_folders(const struct search *it)
{
    return fact_hides_drivers(it) || strcmp(it->setting, "OPENCL_LAYER_PATH") == 0;
}

static const char *suffix_of(const struct search *it)
{
    return fact_is_of_layers(it) ? ".lay" : ".icd";
}

/* ---- what a shell, or another system, would have understood ---- */

/* The name of a variable behind $, or NULL. dlopen() itself replaces three names. */
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

bool has_work_for_shell(struct search *it)
{
    const char *path = it->element, first = *path, last = path[strlen(path) - 1];
    char *variable;
    if (exists(path)) return false;
    if (first == '~') return fact_found(it, NULL, "~");
    if (first == '"' || first == '\'' || last == '"' || last == '\'')
        return fact_found(it, NULL, first == '"' || last == '"' ? "\"" : "'");
    variable = variable_in(path);
    if (!variable) return false;
    fact_found(it, NULL, variable);
    free(variable);
    return true;
}

bool has_blank_around(struct search *it)
{
    const struct text trimmed = text_trim(text_of(it->element));
    char *path = text_format("%.*s", (int)trimmed.length, trimmed.start);
    const bool found = !exists(it->element) && (!*path || exists(path));
    free(path);
    return found;
}

/* Whether an element is a list for another system, or in words. Its first part at least is there. */
bool has_other_separator(struct search *it)
{
    static const char *const others[] = { ";", ",", " " };
    /* Other loaders have no lists there. */
    for (size_t i = 0; it->report && i < sizeof others / sizeof *others && !exists(it->element);
         i++) {
        const size_t length = strcspn(it->element, others[i]);
        char *path = text_format("%.*s", (int)length, it->element);
        const bool found =
            it->element[length] && it->element[length + 1] && strchr(path, '/') && exists(path);
        free(path);
        if (found) return fact_found(it, NULL, *others[i] == ' ' ? "a blank" : others[i]);
    }
    return false;
}

/* ---- what is there ---- */

/* "pocl", where pocl.icd is in the system's folder. */
bool is_without_suffix(struct search *it)
{
    char *file = text_format("%s%s", it->element, suffix_of(it)),
         *path = text_format("/etc/OpenCL/vendors/%s", file);
    const bool is = fact_hides_drivers(it) && !strpbrk(it->element, "/*?[") &&
                    !exists(it->element) && fact_has_path(it, path) && fact_found(it, NULL, file);
    free(path);
    free(file);
    return is;
}

bool is_folder_missing(struct search *it)
{
    struct stat about;
    return is_of_folders(it) && strchr(it->element, '/') &&
           !text_ends_with(it->element, suffix_of(it)) &&
           !strstr(text_file_name(it->element), ".so") && stat(it->element, &about) != 0 &&
           (errno == ENOENT || errno == ENOTDIR);
}

bool is_file_for_folder(struct search *it)
{
    return strcmp(it->setting, "OPENCL_VENDOR_PATH") == 0 && is_file(it->element);
}

/* Of drivers only where it hides some: otherwise none is installed. With OCL_ICD_FILENAMES it is a usual
 * way to get those drivers alone. */
bool is_folder_empty(struct search *it)
{
    struct search in_folder = { .root = it->element };
    const struct setting *filenames = report_setting(it->report, "OCL_ICD_FILENAMES");
    if (!is_of_folders(it) || !file_is_folder(it->element)) return false;
    if (fact_is_of_layers(it)) return !fact_has_path(&in_folder, "/*.lay");
    return !(filenames && *text_or_empty(filenames->value)) &&
           !fact_has_path(&in_folder, "/*.icd") && fact_has_path(it, "/etc/OpenCL/vendors/*.icd");
}

bool is_manifest_for_library(struct search *it)
{
    return !is_of_folders(it) && text_ends_with(it->element, suffix_of(it)) && is_file(it->element);
}

bool is_folder_for_library(struct search *it)
{
    return !is_of_folders(it) && file_is_folder(it->element);
}
