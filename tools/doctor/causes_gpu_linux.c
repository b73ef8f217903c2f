/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises causes of all GPUs, and of platforms without devices: rows of causes.h. */
#include "causes_linux.h"
#include "containers_linux.h"
#include "gpu_ages_linux.h"
#include "loaders_linux.h"

#include "../base/files.h"
#include "../report/loader.h"
#include "../report/packages.h"
#include "../report/remedy.h"

#include <errno.h>
#include <glob.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool is_for_virtual_machines(struct search *search)
{
    return strncmp(search->gpu->driver, "vfio", 4) == 0 &&
           fact_found(search, search->gpu->driver, NULL);
}

/* The variable that may leave out this vendor's devices. */
static const char *choosing_variable(const struct gpu *gpu)
{
    return gpu->vendor == NVIDIA ? "CUDA_VISIBLE_DEVICES"
           : gpu->vendor == AMD  ? "ROCR_VISIBLE_DEVICES"
                                 : "ZE_AFFINITY_MASK";
}

/* Whether a variable chooses this vendor's devices. */
static bool is_chosen_by_variable(const struct gpu *gpu)
{
    return getenv(choosing_variable(gpu)) || (gpu->vendor == AMD && getenv("GPU_DEVICE_ORDINAL"));
}

bool is_hidden_by_variable(struct search *search)
{
    const char *name = choosing_variable(search->gpu), *value = getenv(name);
    return (search->gpu->vendor == NVIDIA || search->gpu->vendor == AMD) &&
           text_same(value, "-1") && fact_found(search, name, value);
}

/* A module is loaded, and has given the GPU up: often it lacks the GPU's firmware. */
bool is_left_by_amd_module(struct search *search)
{
    const bool has_new = fact_has_path(search, "/sys/module/amdgpu"),
               has_old = fact_has_path(search, "/sys/module/radeon");
    return search->gpu->vendor == AMD && !*search->gpu->driver && (has_new || has_old) &&
           !fact_line_contains(search, "/proc/cmdline", "nomodeset", "") &&
           fact_found(search,
                      has_new && has_old ? "amdgpu or radeon"
                      : has_new          ? "amdgpu"
                                         : "radeon",
                      NULL);
}

/* Names the modules of the kernel for a vendor's GPUs. */
static const char *module_words(enum vendor vendor)
{
    return vendor == INTEL
               ? ": sudo modprobe i915, or xe. If that does not help, use a newer kernel"
           : vendor == AMD ? ": sudo modprobe amdgpu. If that does not help, use a newer kernel"
                           : ": sudo modprobe nvidia. If there is none, install NVIDIA's driver";
}

bool is_without_kernel_driver(struct search *search)
{
    /* NVIDIA's own module does not obey this option. */
    bool blocked = search->gpu->vendor != NVIDIA &&
                   fact_line_contains(search, "/proc/cmdline", "nomodeset", "");
    return !*search->gpu->driver && search->gpu->vendor != NO_VENDOR &&
           fact_found(search, blocked ? ": the kernel was started with nomodeset" : "",
                      blocked ? ": start the kernel without nomodeset"
                              : module_words(search->gpu->vendor));
}

/* Whether a value of RUSTICL_ENABLE names one of rusticl's drivers. */
static bool names_driver_of_rusticl(const char *value)
{
    static const char *const names[] = { "iris",      "radeonsi", "nouveau",  "panfrost",
                                         "freedreno", "asahi",    "llvmpipe", "softpipe",
                                         "zink",      "r600",     "v3d",      "virgl" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(value, names[i])) return true;
    return false;
}

/* Whether a driver of its vendor's lists devices, so the GPU may have no need of rusticl. */
static bool has_devices_of_vendor(const struct search *search, const struct gpu *gpu)
{
    for (size_t i = 0; search->report && i < search->report->drivers.count; i++) {
        const struct candidate *driver = &search->report->drivers.all[i];
        if (fact_has_device(driver) && (fact_driver_bits(driver) & fact_vendor_bit(gpu->vendor)))
            return true;
    }
    return false;
}

/* The value of RUSTICL_ENABLE for this GPU, for the others that have no other driver, and for the
 * drivers that `value` names. The caller frees the text. */
static char *names_for_rusticl(const struct search *search, const char *value)
{
    struct gpu gpus[MOST_GPUS];
    const size_t count = fact_find_gpus(search->root, gpus);
    char *names = text_format("%s", names_driver_of_rusticl(value) ? value : "");
    for (size_t i = 0; i < count; i++) {
        const char *name = fact_rusticl_name(&gpus[i]);
        const bool is_this = strcmp(gpus[i].address, search->gpu->address) == 0;
        if (name && !strstr(names, name) && (is_this || !has_devices_of_vendor(search, &gpus[i])))
            text_add(&names, "%s%s", *names ? "," : "", name);
    }
    return names;
}

/* Whether rusticl could use this GPU, but the user has not asked it to. */
static bool is_left_by_rusticl(struct search *search, bool set)
{
    const char *value = text_or_empty(getenv("RUSTICL_ENABLE")),
               *name = fact_rusticl_name(search->gpu);
    char *names;
    if (!name || !fact_has_working_driver(search, "libRusticlOpenCL") || (*value != '\0') != set ||
        strstr(value, name))
        return false;
    names = names_for_rusticl(search, value);
    fact_found(search, names, value);
    free(names);
    return true;
}

bool is_rusticl_off(struct search *search)
{
    return is_left_by_rusticl(search, false);
}

bool is_rusticl_wrong(struct search *search)
{
    return is_left_by_rusticl(search, true);
}

static bool has_rusticl(const struct search *search)
{
    char *library = fact_library(search, "libRusticlOpenCL.so*");
    const bool lies_there = library != NULL;
    free(library);
    return lies_there || fact_has_manifest(search, "rusticl.icd") ||
           fact_has_driver(search, "libRusticlOpenCL");
}

/* Rusticl's name for the GPU's driver, if rusticl is missing and no other finding is the cause; or
 * NULL. */
static const char *name_without_rusticl(const struct search *search)
{
    return search->gpu && !has_rusticl(search) && fact_all_drivers_work(search) &&
                   fact_may_use(search, fact_nodes(search->gpu))
               ? fact_rusticl_name(search->gpu)
               : NULL;
}

/* Whether the user wants rusticl to use a GPU. */
static bool is_rusticl_wanted(const char *name)
{
    return name && strstr(text_or_empty(getenv("RUSTICL_ENABLE")), name);
}

/* Whether the package with both of Mesa's drivers is there. openSUSE has a package for each. */
static bool has_package_of_mesa(const struct search *search)
{
    char *version = fact_package_version(search, "mesa-opencl-icd", "opencl-mesa");
    const bool has = version || (fact_has_driver(search, "libMesaOpenCL") &&
                                 (fact_line_contains(search, "/etc/os-release", "ID", "debian") ||
                                  fact_line_contains(search, "/etc/os-release", "ID", "ubuntu")));
    free(version);
    return has;
}

/* A GPU that is part of an ARM processor has no other driver. */
bool is_rusticl_not_built(struct search *search)
{
    const char *name = name_without_rusticl(search);
    return name && (search->gpu->vendor == NO_VENDOR || is_rusticl_wanted(name)) &&
           has_package_of_mesa(search) && fact_found(search, name, NULL);
}

bool is_rusticl_missing(struct search *search)
{
    const char *name = name_without_rusticl(search);
    return search->gpu && search->gpu->vendor != NO_VENDOR && is_rusticl_wanted(name) &&
           fact_found(search, getenv("RUSTICL_ENABLE"), NULL);
}

/* Whether PoCL has its part for this vendor's GPUs. Distributions do not install these parts with
 * PoCL. */
static bool has_pocl_for(const struct search *search, enum vendor vendor)
{
    return vendor == NVIDIA ? fact_has_path(search, "/usr/lib*/*/pocl/libpocl-devices-cuda.so") ||
                                  fact_has_path(search, "/usr/lib*/pocl/libpocl-devices-cuda.so")
           : vendor == INTEL
               ? fact_has_path(search, "/usr/lib*/*/pocl/libpocl-devices-level0.so") ||
                     fact_has_path(search, "/usr/lib*/pocl/libpocl-devices-level0.so")
               : false;
}

bool is_too_old_beside_processor(struct search *search)
{
    return search->has_processor && gpu_is_too_old(search->gpu);
}

const char *gpu_driver(const struct search *search)
{
    const struct gpu *gpu = search->gpu;
    if (gpu_is_too_old(gpu)) return "";
    switch (gpu->vendor) {
    case INTEL: return gpu_is_before_tiger_lake(gpu) ? "{INTEL_24_35}" : "{INTEL_DRIVER}";
    case NVIDIA:
        return gpu_is_before_maxwell(gpu)           ? "{NVIDIA_470}"
               : gpu_is_before_turing(gpu)          ? "{NVIDIA_580}"
               : strcmp(gpu->driver, "nvidia") == 0 ? "{NVIDIA_DRIVER}"
                                                    : "{NVIDIA_MODULE}";
    case AMD:
        /* ROCm is for GPUs that the kernel's amdgpu drives. */
        return is_left_out_by_rocm(search) ? "{RUSTICL}, with RUSTICL_ENABLE=radeonsi"
               : strcmp(gpu->driver, "amdgpu") != 0
                   ? "{RUSTICL}"
                   : "{AMD_DRIVER}; or {RUSTICL}, with RUSTICL_ENABLE=radeonsi";
    default: return "";
    }
}

static bool is_without_driver(const struct search *search, enum vendor vendor)
{
    size_t count = search->report->drivers.count;
    if (search->gpu->vendor != vendor || count == 0 || !fact_all_drivers_work(search) ||
        has_pocl_for(search, vendor) || !fact_may_use(search, fact_nodes(search->gpu)))
        return false;
    for (size_t i = 0; i < count; i++)
        if (fact_may_serve(&search->report->drivers.all[i], search->gpu)) return false;
    return true;
}

/* Whether a variable leaves out a file of the system's folder. {value}: the file. {other}: the
 * variable. */
static bool is_left_by_setting(struct search *search, const char *name)
{
    const char *setting = loader_hiding_setting(search->report);
    char *pattern = text_format("/etc/OpenCL/vendors/%s", name),
         *path = setting ? fact_path(search, pattern) : NULL;
    const bool is = path && fact_found(search, path + strlen(search->root), setting);
    free(path);
    free(pattern);
    return is;
}

bool is_driver_hidden(struct search *search)
{
    static const struct {
        enum vendor vendor;
        const char *name;
    } files[] = { { INTEL, "intel*.icd" }, { NVIDIA, "nvidia*.icd" }, { AMD, "amdocl*.icd" } };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (is_without_driver(search, files[i].vendor))
            return is_left_by_setting(search, files[i].name);
    return false;
}

bool is_intel_without_driver(struct search *search)
{
    return is_without_driver(search, INTEL);
}

bool is_nvidia_without_driver(struct search *search)
{
    return is_without_driver(search, NVIDIA);
}

bool is_amd_without_driver(struct search *search)
{
    return is_without_driver(search, AMD);
}

/* Other findings name drivers that fail, and nodes that are missing or refused. A device that the
 * user has turned off is not missing. */
bool is_any(struct search *search)
{
    return search->report->drivers.count > 0 && fact_may_use(search, fact_nodes(search->gpu)) &&
           !is_chosen_by_variable(search->gpu) && fact_all_drivers_work(search) &&
           !is_compiler_known_to_be_missing(search);
}

/* Whether a driver is for one of these vendors' GPUs. Rusticl is for GPUs of all vendors. */
static bool is_for_gpus(const struct candidate *driver, unsigned vendors)
{
    return strstr(text_or_empty(driver->library), "libRusticlOpenCL") ||
           (fact_driver_bits(driver) & vendors);
}

/* Notes what a driver without devices prints about the reason, if it prints any. `vendors`: looks
 * only at drivers for these vendors, as bits; 0: at all drivers. */
static bool find_words(struct search *search, unsigned vendors)
{
    const struct report *report = search->report;
    for (size_t i = 0; report && i < report->drivers.count && !search->value; i++) {
        const struct candidate *driver = &report->drivers.all[i];
        if (driver->severity != SEVERITY_WELL || fact_has_device(driver) ||
            (vendors && !is_for_gpus(driver, vendors)))
            continue;
        search->value = loader_reason_output(&driver->run);
        if (search->value) search->other = text_format("%s", remedy_where(driver));
    }
    return search->value;
}

bool is_refused_by_driver(struct search *search)
{
    return is_any(search) && find_words(search, fact_vendor_bit(search->gpu->vendor));
}

/* Whether a GPU's own node is here. A container may have got the nodes of some GPUs. */
static bool has_own_node(const struct search *search)
{
    const struct gpu *gpu = search->gpu;
    char *nodes = text_format("/sys/bus/pci/devices/%s/drm/renderD*", gpu->address),
         *folder = text_format("/proc/driver/nvidia/gpus/%s", gpu->address), *path, *node;
    bool has = gpu->vendor == NVIDIA && fact_has_path(search, folder);
    path = gpu->vendor == NVIDIA ? NULL : fact_path(search, nodes);
    node = path ? text_format("/dev/dri/%s", text_file_name(path)) : NULL;
    if (node) has = fact_has_path(search, node);
    free(node);
    free(path);
    free(folder);
    free(nodes);
    return has;
}

/* Whether there is another GPU like this one: then the driver's age is no cause. */
static bool has_twin(const struct search *search)
{
    struct gpu gpus[MOST_GPUS];
    const size_t count = fact_find_gpus(search->root, gpus);
    for (size_t i = 0; i < count; i++)
        if (gpus[i].vendor == search->gpu->vendor && gpus[i].number == search->gpu->number &&
            strcmp(gpus[i].address, search->gpu->address) != 0)
            return true;
    return false;
}

/* Whether a driver lists other devices, and not this GPU. {value}: the driver. */
bool is_left_by_working_driver(struct search *search)
{
    const struct report *report = search->report;
    if (!is_any(search) || has_twin(search) || (container_of(search) && !has_own_node(search)))
        return false;
    for (size_t i = 0; i < report->drivers.count; i++) {
        const struct candidate *driver = &report->drivers.all[i];
        if (fact_has_device(driver) && fact_may_serve(driver, search->gpu) &&
            (fact_driver_bits(driver) & fact_vendor_bit(search->gpu->vendor)))
            return fact_found(search, remedy_where(driver), NULL);
    }
    return false;
}

bool is_unexplained_by_amd(struct search *search)
{
    return search->gpu->vendor == AMD && fact_has_working_driver(search, "libamdocl") &&
           is_any(search);
}

bool is_empty_with_words(struct search *search)
{
    return find_words(search, 0);
}

bool is_rusticl_empty(struct search *search)
{
    if (!text_same(search->platform, "rusticl") || !fact_is_unset("RUSTICL_ENABLE")) return false;
    search->other = remedy_name(search->driver);
    return true;
}

bool is_clover(struct search *search)
{
    if (!text_same(search->platform, "Clover")) return false;
    search->other = remedy_name(search->driver);
    return true;
}

/* Notes the GPU that Clover has: the only one of a kernel's driver that Clover may know. */
static bool find_gpu_of_clover(const struct search *search, struct gpu *found)
{
    struct gpu gpus[MOST_GPUS];
    const size_t count = fact_find_gpus(search->root, gpus);
    size_t fitting = 0;
    for (size_t i = 0; i < count; i++) {
        const char *driver = gpus[i].driver;
        if (!strcmp(driver, "i915") || !strcmp(driver, "xe") || !strcmp(driver, "nvidia")) continue;
        *found = gpus[i];
        fitting++;
    }
    return fitting == 1 && text_same(search->platform, "Clover");
}

/* Without a report, the loader may not obey clrelay disable. */
bool is_clover_beside_rusticl(struct search *search)
{
    struct gpu gpu;
    const char *name = find_gpu_of_clover(search, &gpu) ? fact_rusticl_name(&gpu) : NULL;
    if (!name || !search->report || !fact_is_unset("RUSTICL_ENABLE") ||
        !fact_has_manifest(search, "rusticl.icd") || !is_clover(search))
        return false;
    search->value = text_format("%s", name);
    return true;
}

static bool has_driver_of_amd(const struct search *search)
{
    char *library = fact_library(search, "libamdocl64.so*");
    const bool lies_there = library != NULL;
    free(library);
    return lies_there || fact_has_manifest(search, "amdocl64*.icd") ||
           fact_has_driver(search, "libamdocl");
}

/* Whether Clover has a Radeon with OpenCL 1.0 or 1.1, and neither rusticl nor AMD's driver is there. */
bool is_clover_alone(struct search *search)
{
    struct gpu gpu;
    const struct platforms *platforms = &search->driver->platforms;
    if (!find_gpu_of_clover(search, &gpu) || strcmp(gpu.driver, "amdgpu") != 0 ||
        has_rusticl(search) || has_driver_of_amd(search))
        return false;
    for (size_t i = 0; i < platforms->count; i++) {
        const char *version = text_or_empty(platforms->all[i].version);
        if (strncmp(version, "OpenCL 1.0", 10) == 0 || strncmp(version, "OpenCL 1.1", 10) == 0) {
            search->value = text_format("%.10s", version);
            return true;
        }
    }
    return false;
}

/* The package from which Clover comes is the one that would have rusticl. */
bool is_clover_without_rusticl(struct search *search)
{
    return has_package_of_mesa(search) && is_clover_alone(search);
}

/* For PoCL, an empty variable is set, and names no device. */
bool is_pocl_empty(struct search *search)
{
    const char *devices = getenv("POCL_DEVICES");
    return devices && text_same(search->platform, "Portable Computing Language") &&
           fact_found(search, *devices ? devices : "empty", NULL);
}

/* ---- libOpenCL ---- */

bool is_loader_missing(struct search *search)
{
    return search->error && fact_found(search, search->error, NULL);
}

bool is_named_loader_missing(struct search *search)
{
    char *own, *problem;
    if (!strchr(search->element, '/')) return false;
    own = file_own_architecture();
    problem = library_problem(search->element, own);
    if (problem) search->value = text_format("%s %s", search->element, problem);
    else if (search->error) search->value = text_format("%s", search->error);
    free(problem);
    free(own);
    return search->value;
}

/* Notes the file that the linker finds and can't open, and what is wrong with it. */
static bool found_bad(struct search *search, const char *other)
{
    char *words =
        search->bad->file ? text_format("%s %s", search->bad->file, search->bad->problem) : NULL;
    bool found = words && fact_found(search, words, other);
    free(words);
    return found;
}

bool is_loader_bad_first(struct search *search)
{
    if (!search->bad->next) return false;
    if (search->bad->problem) return found_bad(search, search->bad->next);
    if (!is_loader_unfit(search)) return false;
    report_set(&search->other, text_format("%s", search->bad->next));
    return true;
}

bool is_loader_bad(struct search *search)
{
    if (!search->bad->problem || !found_bad(search, NULL)) return false;
    search->other = loader_remedy(search->root, search->bad->file, search->bad->problem);
    return true;
}

/* The library is there, but not what it needs, for instance. */
bool is_loader_unfit(struct search *search)
{
    const struct distribution *distribution = packages_distribution(search->root, NULL);
    return search->error && remedy_of_message(search->error, search->element, distribution,
                                              &search->value, &search->other);
}

/* The folder of the library that only this command uses. */
static char *folder_beside(const struct search *search)
{
    const char *file = search->libraries->file;
    return text_format("%.*s", (int)(text_file_name(file) - file), file);
}

bool is_only_beside_bad(struct search *search)
{
    char *folder = folder_beside(search);
    bool found = search->libraries->beside && found_bad(search, folder);
    free(folder);
    return found;
}

bool is_only_beside(struct search *search)
{
    search->value = folder_beside(search);
    return search->libraries->beside;
}

static bool is_another(const char *file, const struct search *search)
{
    return file && !file_is_same(file, search->libraries->file);
}

/* The library of this command, or else the library that programs get without the variable. */
static const char *better(const struct search *search)
{
    return search->libraries->own ? search->libraries->own : search->libraries->usual;
}

bool is_cuda_first(struct search *search)
{
    const char *other = better(search);
    return search->libraries->variable && strstr(search->libraries->file, "/cuda") &&
           is_another(other, search) && fact_found(search, search->libraries->variable, other);
}

bool is_hidden_by_folder(struct search *search)
{
    return search->libraries->variable && is_another(search->libraries->own, search) &&
           fact_found(search, search->libraries->variable, search->libraries->own);
}

/* If a variable leads to the library, another finding says more. */
bool is_driver_as_loader(struct search *search)
{
    const char *file = search->libraries->file;
    if (!loader_is_driver(file) ||
        (search->libraries->variable && is_another(search->libraries->usual, search)))
        return false;
    search->value = loader_words_of_driver(search->root, file);
    search->other = loader_remedy_of_driver(search->root, file);
    return true;
}

bool is_own_unsearched(struct search *search)
{
    const struct libraries *libraries = search->libraries;
    return libraries->is_unsearched && is_another(libraries->own, search) &&
           fact_found(search, libraries->own, NULL);
}

bool is_hidden_by_cache(struct search *search)
{
    return is_another(search->libraries->own, search) &&
           fact_found(search, search->libraries->own, NULL);
}

bool is_chosen_by_folder(struct search *search)
{
    return search->libraries->variable && is_another(search->libraries->usual, search) &&
           fact_found(search, search->libraries->variable, search->libraries->usual);
}

/* ---- rights ---- */

bool is_new_member(struct search *search)
{
    return search->rights->helps && search->rights->joined &&
           fact_found(search, search->rights->group, NULL);
}

/* Notes the group, and the command that must come before usermod on a system of ostree: usermod knows
 * only the groups of /etc/group. */
static bool found_group(struct search *search)
{
    const char *group = search->rights->group;
    char *begin = text_format("%s:", group), line[256] = "";
    search->value = text_format("%s", group);
    search->other = fact_line(search, "/usr/lib/group", begin, line, sizeof line) &&
                            !fact_line(search, "/etc/group", begin, line, sizeof line)
                        ? text_format("grep '^%s' /usr/lib/group | sudo tee -a /etc/group; ", begin)
                        : text_format("%s", "");
    free(begin);
    return true;
}

bool is_group_missing(struct search *search)
{
    return search->rights->helps && search->rights->named && found_group(search);
}

/* A user namespace shows all groups that it does not map as one group. A line of gid_map is the
 * first group inside, the first one outside, and their number. */
bool is_group_unmapped(struct search *search)
{
    char *node = text_format("%s%.*s", search->root, (int)strcspn(search->rights->nodes, ","),
                             search->rights->nodes);
    const struct container *container = container_of(search);
    const char *command = container ? container->command : NULL;
    char line[64] = "", shown[16] = "", *at = line;
    struct stat about;
    const bool is = search->rights->helps && stat(node, &about) == 0 &&
                    fact_line(search, "/proc/self/gid_map", "", line, sizeof line) &&
                    fact_line(search, "/proc/sys/kernel/overflowgid", "", shown, sizeof shown) &&
                    about.st_gid == strtoul(shown, NULL, 10);
    free(node);
    strtoul(at, &at, 10);
    strtoul(at, &at, 10);
    return is && strtoul(at, NULL, 10) < UINT32_MAX &&
           fact_found(search, NULL,
                      text_same(command, "podman")
                          ? "As a member of the host's group: podman run --group-add keep-groups"
                      : command
                          ? "On the host, let a rule of udev set the node's mode 0666. Or use "
                            "Docker as root."
                          : "On the host, let all users use the node, or map its group into this "
                            "namespace.");
}

/* Containers of these kinds are made anew from an image, without a change of their users. */
bool is_group_missing_in_container(struct search *search)
{
    const struct container *container = container_of(search);
    const bool is_pod = container && container->kind == CONTAINER_POD;
    if (!container || (!container->command && !is_pod) || !is_group_missing(search)) return false;
    report_set(&search->other,
               !is_pod ? text_format("Start the container with the group: %s run --group-add %s",
                                     container->command, search->value)
                       : text_format("Give the pod the group: supplementalGroups in its "
                                     "securityContext, with the number of %s.",
                                     search->value));
    return true;
}

bool is_group_nameless(struct search *search)
{
    return search->rights->helps && fact_found(search, search->rights->group, NULL);
}

/* The system's group for such nodes. */
static const char *group_of_nodes(const struct search *search)
{
    char line[256];
    return fact_has_path(search, "/etc/group") &&
                   !fact_line(search, "/etc/group", "render:", line, sizeof line)
               ? "video"
               : "render";
}

/* NVIDIA's own programs create its nodes; the kernel creates the others. */
bool is_group_useless(struct search *search)
{
    char *first =
        text_format("%.*s", (int)strcspn(search->rights->nodes, ","), search->rights->nodes);
    const char *name = text_file_name(first);
    const int length = (int)strcspn(name, "0123456789");
    const char *group = group_of_nodes(search);
    const bool joined =
        strcmp(group, "video") == 0 ? search->rights->video : search->rights->render;
    search->value = text_format("%s", search->rights->group);
    if (container_of(search))
        search->other = text_format("The host's rules of udev decide that: let a group use it "
                                    "there, and give the container that group.");
    else if (strncmp(name, "nvidia", 6) == 0)
        search->other = text_format("The option NVreg_DeviceFileMode=0666 of the kernel module "
                                    "nvidia lets all users use it.");
    else
        search->other = text_format("A rule of udev is missing: write KERNEL==\"%.*s%s\", "
                                    "GROUP=\"%s\", MODE=\"0660\" into /etc/udev/rules.d/"
                                    "70-%.*s.rules%s%s, and restart the machine.",
                                    length, name, name[length] ? "*" : "", group, length, name,
                                    joined ? "" : ", join the group ", joined ? "" : group);
    free(first);
    return true;
}

bool is_in_video_only(struct search *search)
{
    return search->rights->helps && search->rights->named && search->rights->video &&
           strcmp(search->rights->group, "video") != 0 && found_group(search);
}

/* ---- no driver, or no device ---- */

bool is_nothing_installed(struct search *search)
{
    const struct options options = { .root = search->root };
    if (!search->report) return false;
    search->value = machine_advice(&options);
    search->other =
        text_format("%s", fact_is_unset("OCL_ICD_VENDORS") ? "" : ", which OCL_ICD_VENDORS names");
    return true;
}

bool is_unreported_without_files(struct search *search)
{
    const struct options options = { .root = search->root };
    if (!search->report && !fact_names_drivers(search)) search->value = machine_advice(&options);
    return search->value;
}

static bool is_of_clrelay(const char *file)
{
    const char *whose = NULL;
    return file && loader_is(file, &whose) && text_same(whose, LOADER_CLRELAY);
}

/* Notes a library of clrelay as {other}: the system's, or this command's own. FILE stands for one
 * that is to be found. */
bool is_unreported(struct search *search)
{
    char *file = search->report ? NULL : fact_library(search, SYSTEM_LIBRARY);
    char *own = search->report ? NULL : file_own_library(true);
    fact_found(search, NULL,
               is_of_clrelay(file)  ? file + strlen(search->root)
               : is_of_clrelay(own) ? own
                                    : "FILE");
    free(own);
    free(file);
    return !search->report;
}

bool is_unreported_gpu(struct search *search)
{
    return fact_may_use(search, fact_nodes(search->gpu)) && !is_chosen_by_variable(search->gpu) &&
           is_unreported(search);
}

static bool is_unreported_with_system_files(struct search *search)
{
    char *file = search->report ? NULL : fact_path(search, "/etc/OpenCL/vendors/*.icd");
    const bool is = file && is_unreported(search);
    if (is) search->value = text_format("%s", file + strlen(search->root));
    free(file);
    return is;
}

/* The variable that chooses the loader's drivers, or NULL. */
static const char *choosing_drivers(const struct search *search)
{
    return !fact_is_unset("OCL_ICD_VENDORS") ? "OCL_ICD_VENDORS"
           : !fact_is_unset("OPENCL_VENDOR_PATH") && loader_is_ocl_icd(search->loader)
               ? "OPENCL_VENDOR_PATH"
               : NULL;
}

/* A driver may be installed, too, if the variable names a file that is there, or a folder with
 * one. */
bool is_unreported_with_files(struct search *search)
{
    const char *variable = choosing_drivers(search);
    struct search there = { .root = variable ? text_or_empty(getenv(variable)) : "" };
    char *file = NULL;
    if (is_unreported_with_system_files(search)) return true;
    if (!search->report && *there.root)
        file =
            file_is_folder(there.root) ? fact_path(&there, "/*.icd") : system_real_path(there.root);
    if (!file) return false;
    is_unreported(search);
    search->value = file;
    return true;
}

/* Whether each .icd file of the system names a path at which nothing is. */
bool is_unreported_without_libraries(struct search *search)
{
    char *pattern = text_format("%s/etc/OpenCL/vendors/*.icd", search->root), line[4096];
    bool lacks = !search->report && !choosing_drivers(search);
    glob_t files;
    if (glob(pattern, 0, NULL, &files) != 0) lacks = false;
    for (size_t i = 0; lacks && i < files.gl_pathc; i++) {
        lacks = file_line(files.gl_pathv[i], "", line, sizeof line) && *line == '/';
        if (lacks) {
            char *library = text_format("%.*s", (int)strcspn(line, "\r\n"), line);
            char *full = text_format("%s%s", search->root, library);
            lacks = access(full, F_OK) != 0 && errno == ENOENT;
            if (lacks && i == 0)
                fact_found(search, files.gl_pathv[0] + strlen(search->root), library);
            free(full);
            free(library);
        }
    }
    globfree(&files);
    free(pattern);
    return lacks;
}

bool is_unreported_with_variable(struct search *search)
{
    return text_same(choosing_drivers(search), "OCL_ICD_VENDORS") &&
           is_unreported_with_system_files(search);
}

bool is_unreported_with_path(struct search *search)
{
    return text_same(choosing_drivers(search), "OPENCL_VENDOR_PATH") &&
           is_unreported_with_system_files(search);
}

bool is_pocl_hidden(struct search *search)
{
    return !fact_has_driver(search, "libpocl") && is_left_by_setting(search, "pocl*.icd");
}

bool is_pocl_off(struct search *search)
{
    for (size_t i = 0; search->report && i < search->report->drivers.count; i++) {
        const struct candidate *driver = &search->report->drivers.all[i];
        if (driver->severity == SEVERITY_OFF && strstr(text_or_empty(driver->library), "libpocl"))
            return fact_found(search, remedy_where(driver), NULL);
    }
    return false;
}

bool is_pocl_there(struct search *search)
{
    return fact_has_driver(search, "libpocl");
}

bool is_for_other_architecture(struct search *search)
{
    for (size_t i = 0; i < search->report->drivers.count; i++)
        if (search->report->drivers.all[i].severity != SEVERITY_OTHER_ARCHITECTURE) return false;
    search->value = file_own_architecture();
    return true;
}

/* Whether each driver that has been opened is for a GPU that is not here. */
bool is_without_any_gpu(struct search *search)
{
    size_t lacking = 0;
    for (size_t i = 0; search->report && i < search->report->drivers.count; i++) {
        const struct candidate *driver = &search->report->drivers.all[i];
        if (driver->severity == SEVERITY_WELL) return false;
        lacking += driver->lacks_gpu;
    }
    return lacking > 0;
}

bool is_any_machine(struct search *search)
{
    (void)search;
    return true;
}
