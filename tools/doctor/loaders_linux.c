/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* lstat */
#include "loaders_linux.h"

#include "../base/elf_linux.h"
#include "../base/files.h"
#include "../base/text.h"
#include "../report/owners.h"
#include "../report/packages.h"
#include "../report/report.h"

#include <ctype.h>
#include <elf.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

/* ---- whose it is ---- */

static const char entry[] = "clGetPlatformIDs", driver_entry[] = "clIcdGetPlatformIDsKHR",
                  usual_folder[] = "/etc/OpenCL/vendors";

/* A text that no other loader has identifies a loader: the first row that fits. */
static const struct {
    const char *text, *words;
} loaders[] = {
    { "clGetLoaderReportCLRELAY", LOADER_CLRELAY },
    { "OPENCL_VENDOR_PATH", LOADER_OCL_ICD },
    { "OCL_ICD_FILENAMES", "the Khronos loader, or one made from it" },
};

/* Says whose loader a library is. A driver has functions for loaders, but finds no other driver
 * itself. */
static const char *whose_is(const struct elf *elf)
{
    size_t at = 0;
    for (size_t i = 0; i < sizeof loaders / sizeof loaders[0]; i++)
        if (elf_has_text(elf, loaders[i].text)) return loaders[i].words;
    return elf_exports(elf, driver_entry) && !elf_find_text(elf, usual_folder, &at) ? LOADER_DRIVER
                                                                                    : NULL;
}

bool loader_is(const char *file, const char **whose)
{
    struct elf elf;
    bool is;
    if (!elf_open(&elf, file)) return false;
    is = elf_exports(&elf, entry);
    if (is) *whose = whose_is(&elf);
    elf_close(&elf);
    return is;
}

bool loader_is_driver(const char *file)
{
    const char *whose = NULL;
    return loader_is(file, &whose) && text_same(whose, LOADER_DRIVER);
}

bool loader_is_ocl_icd(const struct loader *loader)
{
    const char *whose = NULL;
    return loader && *text_or_empty(loader->file) && loader_is(loader->file, &whose) &&
           text_same(whose, LOADER_OCL_ICD);
}

/* ---- a driver in a loader's place ---- */

/* Whether a path with the loader's name is a link to this file, which has another name. */
static bool leads_to(const char *path, const char *file)
{
    char *target = file_target(path);
    const bool leads =
        target && strncmp(text_file_name(file), "libOpenCL.", 10) != 0 && file_is_same(path, file);
    free(target);
    return leads;
}

/* The link through which programs find a file as their libOpenCL.so.1, or NULL. The caller frees
 * the path. */
static char *link_to(const char *file)
{
    char *beside = text_format("%.*s" SYSTEM_LIBRARY, (int)(text_file_name(file) - file), file);
    const char *const patterns[] = { beside, "/usr/local/lib/" SYSTEM_LIBRARY,
                                     "/usr/lib/*-linux-gnu*/" SYSTEM_LIBRARY,
                                     "/usr/lib64/" SYSTEM_LIBRARY, "/usr/lib/" SYSTEM_LIBRARY };
    char *found = NULL;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns && !found; i++) {
        glob_t paths;
        if (glob(patterns[i], 0, NULL, &paths) == 0)
            for (size_t p = 0; p < paths.gl_pathc && !found; p++)
                if (leads_to(paths.gl_pathv[p], file)) found = text_format("%s", paths.gl_pathv[p]);
        globfree(&paths);
    }
    free(beside);
    return found;
}

/* Makes "mali" of "/usr/lib/libMali.so.1". The caller frees the name. */
static char *manifest_name(const char *file)
{
    const char *name = text_file_name(file);
    char *stem;
    if (strncmp(name, "lib", 3) == 0) name += 3;
    stem = text_format("%.*s", (int)strcspn(name, "."), name);
    for (char *letter = stem; *letter; letter++) *letter = (char)tolower((unsigned char)*letter);
    return stem;
}

char *loader_words_of_driver(const char *root, const char *file)
{
    char *link = link_to(file), *package = NULL, *words = text_format("%s", text_file_name(file));
    if (link && owner_of_file(root, link, &package) == OWNER_PACKAGE)
        text_add(&words, ", by a link of the package %s", package);
    free(package);
    free(link);
    return words;
}

/* Whether ldconfig makes a link libOpenCL.so.1 to a file anew, in whichever folder the file
 * lies. */
static bool is_named_as_loader(const char *file)
{
    struct elf elf;
    bool is = false;
    if (!elf_open(&elf, file)) return false;
    is = strncmp(text_or_empty(elf_dynamic(&elf, DT_SONAME, 0)), "libOpenCL.so", 12) == 0;
    elf_close(&elf);
    return is;
}

char *loader_remedy_of_driver(const char *root, const char *file)
{
    char *link = link_to(file), *name = manifest_name(file), *package = NULL, *remedy;
    char *manifest = text_format("/etc/OpenCL/vendors/%s.icd", name);
    char *to = text_shell_word(manifest), *word = text_shell_word(file);
    if (owner_of_file(root, link ? link : file, &package) == OWNER_PACKAGE)
        remedy = text_format("Use a version of the package %s without that %s: while the package "
                             "has it, another with a libOpenCL.so.1 may not be installable.",
                             package, link ? "link" : "name");
    else if (!link || is_named_as_loader(file))
        remedy =
            text_format("Move %s out of the folders that programs search, run ldconfig, install "
                        "{LOADER}, and name its new path in an .icd file.",
                        file);
    else
        remedy =
            text_format("Remove %s, install {LOADER}, and: echo %s | sudo tee %s", link, word, to);
    packages_fill(&remedy, packages_distribution(root, NULL));
    free(package);
    free(word);
    free(to);
    free(manifest);
    free(name);
    free(link);
    return remedy;
}

/* ---- what programs are linked with ---- */

struct loader_links loader_find_links(const char *root, const char *architecture)
{
    /* The first folders are for some architectures alone. */
    static const char *const folders[] = { "/usr/local/lib/*-linux-gnu*",
                                           "/usr/lib/*-linux-gnu*",
                                           "/usr/local/lib64",
                                           "/usr/lib64",
                                           "/usr/lib32",
                                           "/usr/local/lib",
                                           "/usr/lib" };
    const size_t for_all = 5;
    struct loader_links links = { NULL, NULL, NULL, false };
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char *pattern = text_format("%s%s/libOpenCL.so", root, folders[i]);
        glob_t paths;
        if (glob(pattern, 0, NULL, &paths) == 0)
            for (size_t p = 0; p < paths.gl_pathc; p++) {
                char *found = file_architecture(paths.gl_pathv[p]);
                const char *path = paths.gl_pathv[p] + strlen(root);
                if (text_same(found, architecture) && !links.right) {
                    links.right = text_format("%s", path);
                } else if (found && !text_same(found, architecture) && !links.wrong &&
                           i >= for_all) {
                    links.wrong = text_format("%s", path);
                    links.architecture = text_format("%s", found);
                    links.is_wrong_first = !links.right;
                }
                free(found);
            }
        globfree(&paths);
        free(pattern);
    }
    return links;
}

/* ---- a libOpenCL of no use ---- */

static bool is_damaged(const char *problem)
{
    return strstr(problem, "is empty") || strstr(problem, "is cut off") ||
           strstr(problem, "is not a library") || strstr(problem, "is not a whole library");
}

/* Installing a package again does not change which functions and versions its file has. Any other
 * fault may be another installer's. */
static char *remedy_of_package(const char *package, const char *problem,
                               const struct distribution *distribution)
{
    char *again = packages_again(package, distribution), *remedy;
    if (strstr(problem, "cannot be read"))
        remedy = text_format("Let all users read it (chmod a+r), or install its package again: %s",
                             package);
    else if (is_damaged(problem) || !strstr(problem, "lacks "))
        remedy = text_format("Install its package again: %s%s%s%s", package, *again ? " (" : "",
                             again, *again ? ")" : "");
    else if (packages_is_loader(package))
        remedy =
            text_format("Update its package, %s: installing it again changes nothing.", package);
    else
        remedy =
            text_format("Update its package, %s, or remove that, and install {LOADER}. Installing "
                        "%s again changes nothing.",
                        package, package);
    free(again);
    return remedy;
}

char *loader_remedy(const char *root, const char *file, const char *problem)
{
    char *package, *remedy;
    enum owner owner;
    if (loader_is_driver(file)) return loader_remedy_of_driver(root, file);
    owner = owner_of_file(root, file, &package);
    if (strncmp(problem, "is a link ", 10) == 0)
        remedy = text_format("Remove that link, and install {LOADER}.");
    else if (owner == OWNER_PACKAGE)
        remedy = remedy_of_package(package, problem, packages_distribution(root, NULL));
    else if (owner == OWNER_NONE)
        remedy = text_format("Remove that file, which no package has, and install {LOADER}.");
    else if (is_damaged(problem)) remedy = text_format("Remove that file, and install {LOADER}.");
    else
        remedy =
            text_format("Remove that file, or update what has brought it, and install {LOADER}.");
    /* The package may be installed although its file is missing. */
    packages_fill_again(&remedy, packages_distribution(root, NULL));
    free(package);
    return remedy;
}
