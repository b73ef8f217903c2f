/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises causes of AMD's GPUs: rows of causes.h. */
#include "causes_linux.h"
#include "containers_linux.h"
#include "gpu_ages_linux.h"

#include "../base/files.h"
#include "../base/system.h"
#include "../report/remedy.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool is_before_evergreen(struct search *search)
{
    return gpu_is_before_evergreen(search->gpu);
}

/* Whether the GPU is of SI or CIK, the generations that radeon and amdgpu have both. */
static bool is_of_both_modules(const struct gpu *gpu)
{
    static const struct gpu_range ranges[] = { { 0x1304, 0x131d },
                                               { 0x6600, 0x667f },
                                               { 0x6780, 0x67bf },
                                               { 0x6800, 0x683f },
                                               { 0x9830, 0x985f } };
    return gpu_is_in(gpu, AMD, ranges, sizeof ranges / sizeof *ranges);
}

/* The driver of AMDGPU-PRO may have the name of ROCm's, and needs no KFD. */
bool is_without_kfd(struct search *search)
{
    const struct container *container = container_of(search);
    if (search->gpu->vendor != AMD || !fact_has_driver(search, "libamdocl64") ||
        fact_has_driver(search, "amdgpu-pro") || strcmp(search->gpu->driver, "amdgpu") != 0 ||
        fact_has_path(search, "/dev/kfd"))
        return false;
    report_set(&search->other,
               container ? text_format("If the host has it, pass it on: %s. Otherwise the host "
                                       "needs a kernel with CONFIG_HSA_AMD.",
                                       container->amd)
                         : text_format("Use a kernel with CONFIG_HSA_AMD."));
    return true;
}

/* The kernel creates the node in the host's /dev. A container or a sandbox has another /dev. */
bool is_kfd_hidden(struct search *search)
{
    const struct container *container = container_of(search);
    if (!is_without_kfd(search) || !fact_has_path(search, "/sys/class/kfd/kfd")) return false;
    report_set(&search->other,
               text_format("%s", container ? container->amd
                                           : "under Firejail, firejail --ignore=private-dev; in a "
                                             "container, its device /dev/kfd"));
    return true;
}

/* ---- KFD, the kernel's part for computing ---- */

/* Reads a property of one of KFD's nodes. Returns whether the node has the property: older kernels
 * write fewer. */
static bool read_property(const char *node, const char *name, unsigned long *number)
{
    char line[128];
    bool found = false;
    FILE *file = file_stream(node);
    *number = 0;
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, name, strlen(name)) != 0 || line[strlen(name)] != ' ') continue;
        *number = strtoul(line + strlen(name), NULL, 10);
        found = true;
    }
    if (file) fclose(file);
    return found;
}

/* What KFD's nodes tell about a GPU. KFD_UNKNOWN: KFD has no nodes, or one of them may be the
 * GPU's. */
enum kfd { KFD_UNKNOWN, KFD_HAS, KFD_LEFT_OUT };

/* Says what one node tells about a GPU. KFD_LEFT_OUT: the node is not the GPU's. Kernels before
 * 5.15 may lack the version of the instructions, older ones lack the domain, and the oldest write
 * the place differently. */
static enum kfd look_at_node(const char *node, const struct gpu *gpu)
{
    unsigned domain = 0, bus = 0, device = 0, part = 0;
    unsigned long number, place, its_domain;
    bool is_here, has_domain;
    if (!read_property(node, "cpu_cores_count", &number) &&
        !read_property(node, "location_id", &number))
        return KFD_UNKNOWN; /* the node can't be read, as in a container */
    if (read_property(node, "simd_count", &number) && number == 0) return KFD_LEFT_OUT;
    sscanf(gpu->address, "%x:%x:%x.%x", &domain, &bus, &device, &part);
    is_here =
        read_property(node, "location_id", &place) && place == (bus << 8 | device << 3 | part);
    has_domain = read_property(node, "domain", &its_domain);
    if (is_here && (!has_domain || its_domain == domain)) return KFD_HAS;
    if (has_domain) return KFD_LEFT_OUT;
    return read_property(node, "device_id", &number) && number == gpu->number ? KFD_UNKNOWN
                                                                              : KFD_LEFT_OUT;
}

/* Says what all nodes tell about a GPU. *version: the version of the GPU's instructions; 0: KFD
 * does not have the GPU, or does not say. */
static enum kfd find_node(const struct search *search, unsigned long *version)
{
    char *pattern = text_format("%s/sys/class/kfd/kfd/topology/nodes/*/properties", search->root);
    enum kfd kfd = KFD_UNKNOWN;
    glob_t nodes;
    *version = 0;
    if (glob(pattern, 0, NULL, &nodes) == 0) kfd = KFD_LEFT_OUT;
    for (size_t i = 0; kfd != KFD_HAS && i < nodes.gl_pathc; i++) {
        const enum kfd one = look_at_node(nodes.gl_pathv[i], search->gpu);
        if (one != KFD_LEFT_OUT) kfd = one;
        if (one == KFD_HAS) read_property(nodes.gl_pathv[i], "gfx_target_version", version);
    }
    globfree(&nodes);
    free(pattern);
    return kfd;
}

static bool has_rocm(const struct search *search)
{
    return search->gpu->vendor == AMD && fact_has_driver(search, "libamdocl") &&
           fact_all_drivers_answer(search) && fact_may_use(search, "/dev/kfd");
}

bool is_not_in_kfd(struct search *search)
{
    unsigned long version;
    return has_rocm(search) && strcmp(search->gpu->driver, "amdgpu") == 0 &&
           find_node(search, &version) == KFD_LEFT_OUT;
}

bool is_not_in_kfd_in_guest(struct search *search)
{
    return fact_is_guest(search) && is_not_in_kfd(search);
}

enum { VEGA = 90000 }; /* gfx900 */

/* Makes "gfx803" of 80003. The caller frees the name. */
static char *processor_name(unsigned long version)
{
    return text_format("gfx%lu%lu%lx", version / 10000, version / 100 % 100, version % 100);
}

bool is_before_vega(struct search *search)
{
    unsigned long version;
    if (!has_rocm(search) || !fact_is_unset("ROC_ENABLE_PRE_VEGA") ||
        find_node(search, &version) != KFD_HAS || version == 0 || version >= VEGA)
        return false;
    search->value = processor_name(version);
    return true;
}

/* Whether the GPU is of the generation before Vega: Polaris, Fiji or Tonga. */
static bool is_of_polaris(const struct gpu *gpu)
{
    static const struct gpu_range ranges[] = { { 0x67c0, 0x67ff },
                                               { 0x6980, 0x699f },
                                               { 0x7300, 0x730f },
                                               { 0x6920, 0x6939 },
                                               { 0x6fdf, 0x6fdf } };
    return gpu_is_in(gpu, AMD, ranges, sizeof ranges / sizeof *ranges);
}

bool is_left_out_by_rocm(const struct search *search)
{
    /* Iceland, Vega M, Carrizo and Stoney */
    static const struct gpu_range others[] = {
        { 0x6900, 0x6907 }, { 0x694c, 0x694f }, { 0x9870, 0x9877 }, { 0x98e4, 0x98e4 }
    };
    unsigned long version;
    return is_of_both_modules(search->gpu) || is_of_polaris(search->gpu) ||
           gpu_is_in(search->gpu, AMD, others, sizeof others / sizeof *others) ||
           (find_node(search, &version) == KFD_HAS && version > 0 && version < VEGA);
}

bool is_old_amd_without_driver(struct search *search)
{
    return is_amd_without_driver(search) && is_left_out_by_rocm(search);
}

/* ---- ROCm's version ---- */

/* Makes 503 of "5.3.0". 0: the text is no version. */
static unsigned number_of(const char *version)
{
    unsigned major = 0, minor = 0;
    return sscanf(version, "%u.%u", &major, &minor) == 2 ? major * 100 + minor : 0;
}

/* The version in the name of a folder like /opt/rocm-5.0.0, or in a file in the folder, or NULL.
 * The caller frees the version. */
static char *version_of_folder(const struct search *search, const char *library)
{
    static const char begin[] = "/opt/rocm";
    const char *at = strstr(library, begin), *end = at ? at + sizeof begin - 1 : NULL;
    char version[64] = "", *path;
    if (!at) return NULL;
    if (*end == '-') return text_format("%.*s", (int)strcspn(end + 1, "/"), end + 1);
    path = text_format("%.*s/.info/version", (int)(end + strcspn(end, "/") - at), at);
    if (fact_line(search, path, "", version, sizeof version))
        version[strcspn(version, "-\n")] = '\0';
    free(path);
    return *version ? text_format("%s", version) : NULL;
}

/* The version of a driver of ROCm's, or NULL: not known. The caller frees the version. */
static char *version_of(const struct search *search, const struct candidate *driver)
{
    const char *file = *text_or_empty(driver->file) ? driver->file : text_or_empty(driver->library);
    char *real = system_real_path(file);
    char *version = version_of_folder(search, real ? real : file);
    /* A driver that somebody has built does not have the package's version. */
    if (!version && strncmp(real ? real : file, "/usr/local/", 11) != 0 &&
        strncmp(real ? real : file, "/home/", 6) != 0)
        version = fact_package_version(search, "rocm-opencl-icd", "rocm-opencl-runtime");
    free(real);
    return version;
}

/* The newest version of ROCm's drivers. NULL: there is no such driver, a driver fails for a reason
 * of its own, or its version is not known. The caller frees the version. */
static char *rocm_version(const struct search *search)
{
    char *newest = NULL;
    for (size_t i = 0; search->report && i < search->report->drivers.count; i++) {
        const struct candidate *driver = &search->report->drivers.all[i];
        char *version;
        if (!strstr(text_or_empty(driver->library), "libamdocl")) continue;
        if (driver->severity == SEVERITY_OFF || driver->severity == SEVERITY_OTHER_ARCHITECTURE)
            continue;
        version = driver->severity == SEVERITY_WELL || remedy_is_absent(driver->verdict)
                      ? version_of(search, driver)
                      : NULL;
        if (!version || !number_of(version)) {
            free(version);
            free(newest);
            return NULL;
        }
        if (newest && number_of(newest) >= number_of(version)) free(version);
        else report_set(&newest, version);
    }
    return newest;
}

/* The first release of ROCm whose runtime knows a processor, like 507 for 5.7. 0: not known. */
static unsigned first_release(unsigned long processor)
{
    static const struct {
        unsigned long processor;
        unsigned release;
    } rows[] = { { 90400, 507 },  { 90401, 507 },  { 90402, 507 },  { 100103, 500 },
                 { 100300, 309 }, { 100301, 309 }, { 100302, 401 }, { 100303, 402 },
                 { 100304, 405 }, { 100305, 405 }, { 100306, 503 }, { 110000, 503 },
                 { 110001, 505 }, { 110002, 503 }, { 110003, 503 }, { 110500, 601 },
                 { 110501, 601 }, { 120000, 602 }, { 120001, 602 } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].processor == processor) return rows[i].release;
    return 0;
}

/* Whether KFD has the GPU, and no variable tells ROCm to take it for another one. */
static bool find_processor(const struct search *search, unsigned long *version)
{
    return search->gpu->vendor == AMD && fact_has_driver(search, "libamdocl") &&
           fact_may_use(search, "/dev/kfd") && fact_is_unset("HSA_OVERRIDE_GFX_VERSION") &&
           find_node(search, version) == KFD_HAS && *version > 0;
}

bool is_newer_than_rocm(struct search *search)
{
    unsigned long processor = 0;
    const unsigned release = find_processor(search, &processor) ? first_release(processor) : 0;
    char *version = release ? rocm_version(search) : NULL, *name;
    if (!version || number_of(version) >= release) {
        free(version);
        return false;
    }
    name = processor_name(processor);
    search->value = version;
    search->other =
        text_format("%s, which ROCm knows since %u.%u", name, release / 100, release % 100);
    free(name);
    return true;
}

bool is_dropped_by_rocm(struct search *search)
{
    unsigned long processor = 0;
    char *version = find_processor(search, &processor) && processor >= 80000 && processor < VEGA
                        ? rocm_version(search)
                        : NULL;
    if (!version || number_of(version) < 700) {
        free(version);
        return false;
    }
    search->value = version;
    search->other = processor_name(processor);
    return true;
}

/* ---- AMDGPU-PRO ---- */

/* Whether the GPU is Hawaii, Tonga, Polaris 10 to 12, or Fiji. */
static bool is_known_before_vega(const struct gpu *gpu)
{
    static const struct gpu_range hawaii = { 0x67a0, 0x67be };
    return is_of_polaris(gpu) || gpu_is_in(gpu, AMD, &hawaii, 1);
}

/* Whether the package's version is known and has two drivers: this one, and libamdocl-orca64.so,
 * which is called "legacy". */
static bool has_two_drivers(const struct search *search)
{
    char *version = fact_package_version(search, "opencl-amdgpu-pro-icd", "opencl-amd");
    const bool has = version && number_of(version) >= 1740;
    free(version);
    return has;
}

bool is_before_amdgpu_pro(struct search *search)
{
    if (!is_known_before_vega(search->gpu) || fact_has_driver(search, "libamdocl-orca") ||
        !fact_may_use(search, fact_nodes(search->gpu)) || !has_two_drivers(search))
        return false;
    for (size_t i = 0; search->report && i < search->report->drivers.count; i++) {
        const struct candidate *driver = &search->report->drivers.all[i];
        const char *library = text_or_empty(driver->library);
        if (strstr(library, "/amdgpu-pro/") && strstr(text_file_name(library), "libamdocl64") &&
            (driver->severity == SEVERITY_WELL || remedy_is_absent(driver->verdict)))
            return fact_found(search, text_file_name(library), NULL);
    }
    return false;
}

/* ---- other drivers ---- */

bool is_radeon(struct search *search)
{
    return is_of_both_modules(search->gpu) && strcmp(search->gpu->driver, "radeon") == 0 &&
           (fact_has_driver(search, "libamdocl") || !fact_has_driver(search, "libMesaOpenCL")) &&
           !fact_has_driver(search, "libRusticlOpenCL") && search->report->drivers.count > 0 &&
           fact_all_drivers_answer(search);
}

/* The older driver expects another interface of the kernel's, and ends the process. */
bool is_crash_with_radeon(struct search *search)
{
    struct gpu gpus[MOST_GPUS];
    const size_t count = fact_find_gpus(search->root, gpus);
    bool has_radeon = false;
    for (size_t i = 0; i < count; i++) {
        if (gpus[i].vendor == AMD && strcmp(gpus[i].driver, "amdgpu") == 0) return false;
        has_radeon =
            has_radeon || (is_of_both_modules(&gpus[i]) && !strcmp(gpus[i].driver, "radeon"));
    }
    return has_radeon && search->answer && search->answer->end == END_SIGNAL &&
           strstr(text_or_empty(search->driver->library), "libamdocl");
}

bool is_rocm_without_opencl(struct search *search)
{
    char *found;
    if (!search->gpu || search->gpu->vendor != AMD || fact_has_driver(search, "libamdocl"))
        return false;
    found = fact_library(search, "libamdocl64.so*");
    if (found) { /* another row is for a library that no .icd file names */
        free(found);
        return false;
    }
    found = fact_path(search, "/opt/rocm*/lib/libhsa-runtime64.so*");
    if (found) search->value = text_format("%s", found + strlen(search->root));
    free(found);
    return search->value != NULL;
}
