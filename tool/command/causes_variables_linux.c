/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises wrong variables: rows of causes.h. */
#include "causes_linux.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static bool is_folder(const char *path)
{
    struct stat it;
    return stat(path, &it) == 0 && S_ISDIR(it.st_mode);
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), part = strlen(end);
    return length >= part && strcmp(text + length - part, end) == 0;
}

static bool is_vendors(const struct search *it)
{
    return strcmp(it->setting, "OCL_ICD_FILENAMES") != 0;
}

bool is_folder_missing(struct search *it)
{
    struct stat is;
    return is_vendors(it) && *it->element == '/' && !ends_with(it->element, ".icd") &&
           !strstr(text_file_name(it->element), ".so") && stat(it->element, &is) != 0 &&
           (errno == ENOENT || errno == ENOTDIR);
}

bool is_file_for_folder(struct search *it)
{
    struct stat is;
    return strcmp(it->setting, "OPENCL_VENDOR_PATH") == 0 && stat(it->element, &is) == 0 &&
           S_ISREG(is.st_mode);
}

/* Only where it hides drivers: otherwise none is installed. With OCL_ICD_FILENAMES it is a usual
 * way to get those drivers alone. */
bool is_folder_empty(struct search *it)
{
    struct search in_folder = { .root = it->element };
    const struct setting *filenames = report_setting(it->report, "OCL_ICD_FILENAMES");
    if (filenames && *text_or_empty(filenames->value)) return false;
    return is_vendors(it) && *it->element == '/' && is_folder(it->element) &&
           !fact_has_path(&in_folder, "/*.icd") && fact_has_path(it, "/etc/OpenCL/vendors/*.icd");
}

bool is_manifest_for_library(struct search *it)
{
    struct stat is;
    return !is_vendors(it) && ends_with(it->element, ".icd") && stat(it->element, &is) == 0 &&
           S_ISREG(is.st_mode);
}

bool is_folder_for_library(struct search *it)
{
    return !is_vendors(it) && is_folder(it->element);
}
