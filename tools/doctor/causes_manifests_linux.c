/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises drivers whose libraries are there, and that no .icd file names: rows of causes.h. */
#include "causes_linux.h"
#include "containers_linux.h"

#include "../base/elf_linux.h"
#include "../base/files.h"
#include "../report/owners.h"
#include "../report/packages.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Whether a manifest in the system's folders names such a library, even if the loader does not
 * search that folder. */
static bool has_manifest(const struct search *search, const char *library)
{
    static const char *const folders[] = { "/etc/OpenCL/vendors", "/usr/share/OpenCL/vendors",
                                           "/usr/local/etc/OpenCL/vendors",
                                           "/run/opengl-driver/etc/OpenCL/vendors" };
    /* Without a report, a file that a variable chooses may name the library. */
    bool found = !search->report && fact_chooses_drivers();
    for (size_t i = 0; i < sizeof folders / sizeof *folders && !found; i++) {
        char *pattern = text_format("%s%s/*.icd", search->root, folders[i]);
        glob_t files;
        if (glob(pattern, 0, NULL, &files) == 0)
            for (size_t f = 0; f < files.gl_pathc && !found; f++)
                found = fact_contains(files.gl_pathv[f], library);
        globfree(&files);
        free(pattern);
    }
    return found;
}

/* ---- where it lies ---- */

/* A library for this command's architecture that has the function for loaders, or NULL. The caller
 * frees the path. */
static char *find_driver(const struct search *search, const char *folder, const char *name)
{
    char *pattern = text_format("%s%s/%s", search->root, folder, name), *found = NULL;
    char *own = file_own_architecture();
    glob_t paths;
    if (glob(pattern, 0, NULL, &paths) == 0)
        for (size_t i = paths.gl_pathc; i-- > 0 && !found;) { /* the newest version comes last */
            char *architecture = file_architecture(paths.gl_pathv[i]);
            if (text_same(architecture, own) &&
                fact_contains(paths.gl_pathv[i], "clIcdGetPlatformIDsKHR"))
                found = text_format("%s", paths.gl_pathv[i]);
            free(architecture);
        }
    globfree(&paths);
    free(pattern);
    free(own);
    return found;
}

/* Looks in the folders of LD_LIBRARY_PATH, which programs search. */
static char *find_by_variable(const struct search *search, const char *name)
{
    const char *list = text_or_empty(getenv("LD_LIBRARY_PATH"));
    char *found = NULL;
    while (*list && !found) {
        const size_t length = strcspn(list, ":;");
        char *folder = text_format("%.*s", (int)length, list);
        if (*folder == '/' && !strpbrk(folder, "*?[")) found = find_driver(search, folder, name);
        free(folder);
        list += length + (list[length] != '\0');
    }
    return found;
}

/* The folders into which makers install a library, below the value of a variable if there is one.
 * Scripts of the makers set these variables. */
static const struct place {
    const char *library, *variable, *folder;
} places[] = { { "libxilinxopencl.so", "XILINX_XRT", "/lib" },
               { "libxilinxopencl.so", "XILINX_OPENCL", "/runtime/lib/x86_64" },
               { "libxilinxopencl.so", "XILINX_SDX", "/runtime/lib/x86_64" },
               { "libxilinxopencl.so", "XILINX_SDACCEL", "/runtime/lib/x86_64" },
               { "libxilinxopencl.so", NULL, "/opt/xilinx/xrt/lib" },
               { "libxilinxopencl.so", NULL, "/usr/lib" },
               { "libalteracl.so", "INTELFPGAOCLSDKROOT", "/host/linux64/lib" },
               { "libalteracl.so", "ALTERAOCLSDKROOT", "/host/linux64/lib" },
               { "libalteracl.so", NULL, "/opt/intelFPGA*/*/hld/host/linux64/lib" },
               { "libintelocl.so", "CMPLR_ROOT", "/lib" },
               { "libintelocl.so", "ONEAPI_ROOT", "/compiler/*/lib" },
               { "libintelocl.so", NULL, "/opt/intel/oneapi/compiler/*/lib" },
               { "libintelocl.so", NULL, "/opt/intel/oneapi/compiler/*/linux/lib/x64" },
               { "libamdocl64.so", "AMDAPPSDKROOT", "/lib/x86_64" },
               { "libamdocl64.so", NULL, "/opt/AMDAPPSDK*/lib/x86_64" },
               { "libpocl.so", NULL, "/usr/local/lib" },
               { "libpocl.so", NULL, "/usr/local/lib64" } };

static char *find_in_place(const struct search *search, const struct place *place)
{
    const char *value = place->variable ? text_or_empty(getenv(place->variable)) : "";
    char *folder, *found;
    if (place->variable && (*value != '/' || strpbrk(value, "*?["))) return NULL;
    folder = text_format("%s%s", value, place->folder);
    found = find_driver(search, folder, place->library);
    free(folder);
    return found;
}

/* ---- causes ---- */

/* Notes the path as {value}, and as {other} a new name for the manifest, without .icd. */
static bool found_library(struct search *search, char *path, const char *file)
{
    char *folder = fact_vendors_folder(search), *name = text_format("%s", file);
    char *usual = text_format("/etc/OpenCL/vendors/%s.icd", file);
    char *manifest = text_format("%s/%s.icd", folder, file);
    if (fact_has_path(search, usual) || access(manifest, F_OK) == 0) text_add(&name, "-2");
    if (path) fact_found(search, path + strlen(search->root), name);
    free(manifest);
    free(usual);
    free(name);
    free(folder);
    free(path);
    return search->value;
}

/* Whether the GPU, or without one any of the machine, is of this vendor. */
static bool has_gpu_of(const struct search *search, enum vendor vendor)
{
    struct gpu gpus[MOST_GPUS];
    bool has = search->gpu && search->gpu->vendor == vendor;
    for (size_t i = search->gpu ? 0 : fact_find_gpus(search->root, gpus); i > 0 && !has; i--)
        has = gpus[i - 1].vendor == vendor;
    return has;
}

bool is_without_manifest(struct search *search)
{
    static const struct {
        enum vendor vendor;
        const char *name, *library, *file;
    } drivers[] = { { NVIDIA, "libnvidia-opencl", "libnvidia-opencl.so.1", "nvidia" },
                    { INTEL, "libigdrcl", "intel-opencl/libigdrcl.so", "intel" },
                    { INTEL, "libigdrcl", "libigdrcl.so", "intel" },
                    { INTEL, "beignet/libcl", "beignet/libcl.so", "intel-beignet" },
                    { AMD, "libamdocl", "libamdocl64.so", "amdocl64" } };
    for (size_t i = 0; i < sizeof drivers / sizeof drivers[0] && !search->value; i++) {
        char *path;
        if (!has_gpu_of(search, drivers[i].vendor) || fact_has_driver(search, drivers[i].name) ||
            has_manifest(search, drivers[i].name))
            continue;
        path = fact_library(search, drivers[i].library);
        found_library(search, path ? path : find_by_variable(search, drivers[i].library),
                      drivers[i].file);
    }
    return search->value;
}

bool is_in_singularity_without_manifest(struct search *search)
{
    const struct container *container = container_of(search);
    return container && container->kind == CONTAINER_SINGULARITY && is_without_manifest(search);
}

/* Whether an .icd file in a folder names a library as the dynamic linker finds it. */
static bool is_named_in(const struct search *search, const char *folder, const char *library)
{
    char *pattern = text_format("%s%s/*.icd", search->root, folder), name[256];
    bool is = false;
    glob_t files;
    if (glob(pattern, 0, NULL, &files) == 0)
        for (size_t i = 0; i < files.gl_pathc && !is; i++)
            is = file_line(files.gl_pathv[i], "", name, sizeof name) && strcmp(name, library) == 0;
    globfree(&files);
    free(pattern);
    return is;
}

/* Steam's container has the host's files in a folder of their own. */
bool is_in_steam_without_manifest(struct search *search)
{
    static const char folder[] = "/run/host/etc/OpenCL/vendors";
    if (!fact_has_path(search, "/run/pressure-vessel") || !is_without_manifest(search) ||
        !is_named_in(search, folder, text_file_name(search->value)))
        return false;
    report_set(&search->other, text_format("%s", folder));
    return true;
}

/* Whether a library that lies where the dynamic linker looks is a driver, by its functions, and is
 * in no .icd file. A libOpenCL with these functions is a loader, or stands in the loader's place. */
static bool is_unnamed_driver(const struct search *search, const char *path, char **stem)
{
    const char *name = text_file_name(path);
    struct elf elf;
    /* Mesa's need more than a file: a GPU of theirs, or RUSTICL_ENABLE. */
    bool is = strncmp(name, "libOpenCL.", 10) != 0 && !strstr(name, "MesaOpenCL") &&
              !strstr(name, "RusticlOpenCL") && elf_open(&elf, path);
    if (is) {
        is = elf_exports(&elf, "clIcdGetPlatformIDsKHR");
        elf_close(&elf);
    }
    *stem = text_format("%.*s", (int)strcspn(name, "."), name);
    return is && !fact_has_driver(search, *stem) && !has_manifest(search, *stem);
}

static bool find_unnamed(struct search *search, const char *pattern)
{
    glob_t paths;
    if (glob(pattern, 0, NULL, &paths) == 0)
        for (size_t i = 0; i < paths.gl_pathc && !search->value; i++) {
            char *stem, *architecture = file_architecture(paths.gl_pathv[i]),
                        *own = file_own_architecture();
            if (is_unnamed_driver(search, paths.gl_pathv[i], &stem) && text_same(architecture, own))
                found_library(search, text_format("%s", paths.gl_pathv[i]), stem + strlen("lib"));
            free(own);
            free(architecture);
            free(stem);
        }
    globfree(&paths);
    return search->value;
}

/* Drivers of vendors that other rows do not know have OpenCL in their names, too. */
bool is_library_without_manifest(struct search *search)
{
    static const char *const folders[] = { "/usr/lib/*-linux-gnu*", "/usr/lib64", "/usr/lib",
                                           "/usr/local/lib" };
    static const char *const names[] = { "lib*OCL*.so*", "lib*OpenCL*.so*", "libVC4CL.so*" };
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        for (size_t j = 0; j < sizeof names / sizeof *names && !search->value; j++) {
            char *pattern = text_format("%s%s/%s", search->root, folders[i], names[j]);
            find_unnamed(search, pattern);
            free(pattern);
        }
    return search->value;
}

/* These drivers are for accelerators and processors. Nothing checks whether the machine has one. */
bool is_accelerator_without_manifest(struct search *search)
{
    for (size_t i = 0; i < sizeof places / sizeof *places && !search->value; i++) {
        char *stem = text_format("%.*s", (int)strcspn(places[i].library, "."), places[i].library);
        if (!fact_has_driver(search, stem) && !has_manifest(search, stem)) {
            char *path = find_in_place(search, &places[i]);
            /* The same name may be a GPU's driver elsewhere, and a processor's in the maker's
             * folder. */
            if (!path && strcmp(stem, "libamdocl64") != 0)
                path = find_by_variable(search, places[i].library);
            found_library(search, path, stem + strlen("lib"));
        }
        free(stem);
    }
    return search->value;
}

/* ---- a manifest that is not there ---- */

static bool reads_usual_folder(const struct search *search)
{
    return search->report ? fact_is_searched(search, "/etc/OpenCL/vendors")
                          : fact_is_unset("OCL_ICD_VENDORS") && fact_is_unset("OPENCL_VENDOR_PATH");
}

/* A file may have been given another name so that loaders leave it out. */
bool is_manifest_renamed(struct search *search)
{
    char *file =
        reads_usual_folder(search) ? fact_path(search, "/etc/OpenCL/vendors/*.icd?*") : NULL;
    if (file) {
        char *end = strstr(text_file_name(file), ".icd") + strlen(".icd");
        search->value = text_shell_word(file + strlen(search->root));
        *end = '\0';
        search->other = text_shell_word(file + strlen(search->root));
    }
    free(file);
    return search->value;
}

/* Whether a package has lost a manifest with this word in its name. dpkg restores a deleted file of
 * /etc only if asked to. */
static bool find_lost_manifest(struct search *search, const char *word)
{
    const struct distribution *distribution;
    char *file = NULL, *package = NULL, *version = NULL;
    if (reads_usual_folder(search)) package = owner_of_lost_manifest(search->root, word, &file);
    if (package) version = fact_package_version(search, package, package);
    if (version) {
        distribution = packages_distribution(search->root, search->loader);
        search->value = text_format("the package %s has %s", package, file);
        search->other = packages_again(package, distribution);
        text_replace(&search->other, "--reinstall",
                     "--reinstall -o Dpkg::Options::=--force-confmiss");
        if (!*search->other) report_set(&search->other, text_format("%s", package));
    }
    free(version);
    free(package);
    free(file);
    return search->value;
}

bool is_pocl_lost(struct search *search)
{
    return !fact_has_driver(search, "libpocl") && find_lost_manifest(search, "pocl");
}

bool is_manifest_lost(struct search *search)
{
    return find_lost_manifest(search, "");
}
