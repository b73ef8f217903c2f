/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises causes of all GPUs, and of platforms without devices: rows of causes.h. */
#include "causes_linux.h"

#include "../base/files.h"
#include "../report/loader.h"
#include "../report/packages.h"
#include "../report/remedy.h"

#include <stdlib.h>
#include <string.h>

bool is_for_virtual_machines(struct search *it)
{
    return strncmp(it->gpu->driver, "vfio", 4) == 0 && fact_found(it, it->gpu->driver, NULL);
}

/* The variable that may leave out a vendor's devices. */
static const char *choosing_variable(const struct gpu *gpu)
{
    return gpu->vendor == NVIDIA ? "CUDA_VISIBLE_DEVICES"
           : gpu->vendor == AMD  ? "ROCR_VISIBLE_DEVICES"
                                 : "ZE_AFFINITY_MASK";
}

bool is_hidden_by_variable(struct search *it)
{
    const char *name = choosing_variable(it->gpu), *value = getenv(name);
    return (it->gpu->vendor == NVIDIA || it->gpu->vendor == AMD) && text_same(value, "-1") &&
           fact_found(it, name, value);
}

bool is_without_kernel_driver(struct search *it)
{
    bool blocked = fact_line_contains(it, "/proc/cmdline", "nomodeset", "");
    return !*it->gpu->driver && it->gpu->vendor != NO_VENDOR &&
           fact_found(it, blocked ? ", for it was started with nomodeset" : "",
                      blocked ? ": start it without nomodeset" : "");
}

bool is_without_manifest(struct search *it)
{
    static const struct {
        enum vendor vendor;
        const char *name, *library, *file;
    } drivers[] = { { NVIDIA, "libnvidia-opencl", "libnvidia-opencl.so.1", "nvidia" },
                    { INTEL, "libigdrcl", "intel-opencl/libigdrcl.so", "intel" },
                    { AMD, "libamdocl", "libamdocl64.so", "amdocl64" } };
    if (!it->gpu) return false;
    for (size_t i = 0; i < sizeof drivers / sizeof drivers[0]; i++) {
        char *path;
        if (drivers[i].vendor != it->gpu->vendor || fact_has_driver(it, drivers[i].name)) continue;
        path = fact_library(it, drivers[i].library);
        if (path) fact_found(it, path + strlen(it->root), drivers[i].file);
        free(path);
    }
    return it->value != NULL;
}

/* Whether rusticl would use this GPU if only it were asked to. */
static bool is_left_by_rusticl(struct search *it, bool set)
{
    const char *value = text_or_empty(getenv("RUSTICL_ENABLE")), *name = fact_rusticl_name(it->gpu);
    return name && fact_has_working_driver(it, "libRusticlOpenCL") && (*value != '\0') == set &&
           !strstr(value, name) && fact_found(it, name, value);
}

bool is_rusticl_off(struct search *it)
{
    return is_left_by_rusticl(it, false);
}

bool is_rusticl_wrong(struct search *it)
{
    return is_left_by_rusticl(it, true);
}

/* PoCL has parts for GPUs, too, which distributions do not install with it. */
static bool has_pocl_for(const struct search *it, enum vendor vendor)
{
    return vendor == NVIDIA ? fact_has_path(it, "/usr/lib*/*/pocl/libpocl-devices-cuda.so") ||
                                  fact_has_path(it, "/usr/lib*/pocl/libpocl-devices-cuda.so")
           : vendor == INTEL ? fact_has_path(it, "/usr/lib*/*/pocl/libpocl-devices-level0.so") ||
                                   fact_has_path(it, "/usr/lib*/pocl/libpocl-devices-level0.so")
                             : false;
}

static bool is_without_driver(const struct search *it, enum vendor vendor)
{
    size_t count = it->report->drivers.count;
    if (it->gpu->vendor != vendor || count == 0 || !fact_all_drivers_work(it) ||
        has_pocl_for(it, vendor) || !fact_may_use(it, fact_nodes(it->gpu)))
        return false;
    for (size_t i = 0; i < count; i++)
        if (fact_may_serve(&it->report->drivers.all[i], vendor)) return false;
    return true;
}

/* Whether a variable leaves out a file of the system's folder, which becomes {value}; {other} is the variable. */
static bool is_left_by_setting(struct search *it, const char *name)
{
    const char *setting = loader_hiding_setting(it->report);
    char *pattern = text_format("/etc/OpenCL/vendors/%s", name),
         *path = setting ? fact_path(it, pattern) : NULL;
    const bool is = path && fact_found(it, path + strlen(it->root), setting);
    free(path);
    free(pattern);
    return is;
}

bool is_driver_hidden(struct search *it)
{
    static const struct {
        enum vendor vendor;
        const char *name;
    } files[] = { { INTEL, "intel*.icd" }, { NVIDIA, "nvidia*.icd" }, { AMD, "amdocl*.icd" } };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (is_without_driver(it, files[i].vendor)) return is_left_by_setting(it, files[i].name);
    return false;
}

bool is_intel_without_driver(struct search *it)
{
    return is_without_driver(it, INTEL);
}

bool is_nvidia_without_driver(struct search *it)
{
    return is_without_driver(it, NVIDIA);
}

bool is_amd_without_driver(struct search *it)
{
    return is_without_driver(it, AMD);
}

/* Other findings have drivers that fail, and missing and refused device nodes. What the user has
 * turned off is not missing. */
bool is_any(struct search *it)
{
    return it->report->drivers.count > 0 && fact_may_use(it, fact_nodes(it->gpu)) &&
           !getenv(choosing_variable(it->gpu)) && fact_all_drivers_work(it) &&
           !is_compiler_known_to_be_missing(it);
}

bool is_rusticl_empty(struct search *it)
{
    return text_same(it->platform, "rusticl") && fact_is_unset("RUSTICL_ENABLE");
}

bool is_clover(struct search *it)
{
    return text_same(it->platform, "Clover");
}

bool is_pocl_empty(struct search *it)
{
    return text_same(it->platform, "Portable Computing Language") &&
           !fact_is_unset("POCL_DEVICES") && fact_found(it, getenv("POCL_DEVICES"), NULL);
}

/* ---- libOpenCL ---- */

bool is_loader_missing(struct search *it)
{
    return it->error && fact_found(it, it->error, NULL);
}

bool is_named_loader_missing(struct search *it)
{
    char *own, *problem;
    if (!strchr(it->element, '/')) return false;
    own = file_own_architecture();
    problem = library_problem(it->element, own);
    if (problem) it->value = text_format("%s %s", it->element, problem);
    else if (it->error) it->value = text_format("%s", it->error);
    free(problem);
    free(own);
    return it->value;
}

/* The file that is found and can't be opened, and what is wrong with it. */
static bool found_bad(struct search *it, const char *other)
{
    char *words = it->bad->file ? text_format("%s %s", it->bad->file, it->bad->problem) : NULL;
    bool found = words && fact_found(it, words, other);
    free(words);
    return found;
}

bool is_loader_bad_first(struct search *it)
{
    return it->bad->next && found_bad(it, it->bad->next);
}

bool is_loader_bad(struct search *it)
{
    return found_bad(it, NULL);
}

/* It is there, but not what it needs, for instance. */
bool is_loader_unfit(struct search *it)
{
    const struct distribution *distribution = packages_distribution(it->root, NULL);
    return it->error &&
           remedy_of_message(it->error, it->element, distribution, &it->value, &it->other);
}

/* The folder of the library that only this command uses. */
static char *folder_beside(const struct search *it)
{
    const char *file = it->libraries->file;
    return text_format("%.*s", (int)(text_file_name(file) - file), file);
}

bool is_only_beside_bad(struct search *it)
{
    char *folder = folder_beside(it);
    bool found = it->libraries->beside && found_bad(it, folder);
    free(folder);
    return found;
}

bool is_only_beside(struct search *it)
{
    it->value = folder_beside(it);
    return it->libraries->beside;
}

static bool is_another(const char *file, const struct search *it)
{
    return file && !file_is_same(file, it->libraries->file);
}

/* The library that belongs to this command, or else that programs get without the variable. */
static const char *better(const struct search *it)
{
    return it->libraries->own ? it->libraries->own : it->libraries->usual;
}

bool is_cuda_first(struct search *it)
{
    const char *other = better(it);
    return it->libraries->variable && strstr(it->libraries->file, "/cuda") &&
           is_another(other, it) && fact_found(it, it->libraries->variable, other);
}

bool is_hidden_by_folder(struct search *it)
{
    return it->libraries->variable && is_another(it->libraries->own, it) &&
           fact_found(it, it->libraries->variable, it->libraries->own);
}

bool is_hidden_by_cache(struct search *it)
{
    return is_another(it->libraries->own, it) && fact_found(it, it->libraries->own, NULL);
}

bool is_chosen_by_folder(struct search *it)
{
    return it->libraries->variable && is_another(it->libraries->usual, it) &&
           fact_found(it, it->libraries->variable, it->libraries->usual);
}

/* ---- rights ---- */

bool is_new_member(struct search *it)
{
    return it->rights->helps && it->rights->joined && fact_found(it, it->rights->group, NULL);
}

bool is_group_missing(struct search *it)
{
    return it->rights->helps && it->rights->named &&
           fact_found(it, it->rights->group, it->rights->user);
}

bool is_group_nameless(struct search *it)
{
    return it->rights->helps && fact_found(it, it->rights->group, NULL);
}

bool is_group_useless(struct search *it)
{
    return fact_found(it, it->rights->group, NULL);
}

bool is_in_video_only(struct search *it)
{
    return it->rights->helps && it->rights->named && it->rights->video &&
           strcmp(it->rights->group, "video") != 0 &&
           fact_found(it, it->rights->group, it->rights->user);
}

/* ---- no driver, or no device ---- */

bool is_nothing_installed(struct search *it)
{
    const struct options options = { .root = it->root };
    if (!it->report) return false;
    it->value = machine_advice(&options);
    return true;
}

bool is_unreported(struct search *it)
{
    return !it->report;
}

bool is_unreported_with_files(struct search *it)
{
    char *file = it->report ? NULL : fact_path(it, "/etc/OpenCL/vendors/*.icd");
    const bool is = file && fact_found(it, file, "");
    free(file);
    return is;
}

bool is_pocl_hidden(struct search *it)
{
    return !fact_has_driver(it, "libpocl") && is_left_by_setting(it, "pocl*.icd");
}

bool is_pocl_there(struct search *it)
{
    return fact_has_driver(it, "libpocl");
}

bool is_for_other_architecture(struct search *it)
{
    for (size_t i = 0; i < it->report->drivers.count; i++)
        if (it->report->drivers.all[i].severity != SEVERITY_OTHER_ARCHITECTURE) return false;
    it->value = file_own_architecture();
    return true;
}

bool is_any_machine(struct search *it)
{
    (void)it;
    return true;
}
