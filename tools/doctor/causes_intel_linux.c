/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises causes of Intel's GPUs: rows of causes.h. */
#include "causes_linux.h"
#include "gpu_ages_linux.h"

#include "../report/remedy.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool is_before_broadwell(struct search *search)
{
    return gpu_is_before_broadwell(search->gpu) &&
           !fact_may_have_driver(search, "beignet", "intel-beignet*.icd");
}

/* The version of Intel's runtime, or NULL. On NixOS, the library's path has the version. The caller
 * frees it. */
static char *runtime_version(const struct search *search)
{
    static const char name[] = "-intel-compute-runtime-";
    for (size_t i = 0; i < search->report->drivers.count; i++) {
        const char *at = strstr(text_or_empty(search->report->drivers.all[i].library), name);
        if (at && at[sizeof name - 1] >= '0' && at[sizeof name - 1] <= '9')
            return text_format("%.*s", (int)strcspn(at + sizeof name - 1, "/"),
                               at + sizeof name - 1);
    }
    return fact_package_version(search, "intel-opencl-icd", "intel-compute-runtime");
}

/* Whether Intel's current runtime is there. The runtime for older GPUs alone does not count. */
static bool has_current_runtime(const struct search *search)
{
    for (size_t i = 0; i < search->report->drivers.count; i++) {
        const char *library = text_or_empty(search->report->drivers.all[i].library);
        if (strstr(library, "libigdrcl") && !strstr(library, "libigdrcl_legacy")) return true;
    }
    return false;
}

bool is_dropped_by_intel(struct search *search)
{
    unsigned year = 0, week = 0;
    char *version;
    if (!gpu_is_before_tiger_lake(search->gpu) || fact_has_driver(search, "legacy1")) return false;
    version = runtime_version(search);
    if (version && sscanf(version, "%u.%u", &year, &week) == 2 &&
        (year > 24 || (year == 24 && week > 35))) {
        search->value = version;
        return true;
    }
    free(version);
    return false;
}

/* The databases of some distributions do not tell the version. */
bool is_perhaps_dropped_by_intel(struct search *search)
{
    char *version = runtime_version(search);
    const bool is_known = version;
    free(version);
    return !is_known && gpu_is_before_tiger_lake(search->gpu) && has_current_runtime(search) &&
           fact_may_use(search, fact_nodes(search->gpu)) && fact_all_drivers_answer(search) &&
           !fact_has_driver(search, "legacy1") && !fact_has_driver(search, "libRusticlOpenCL");
}

/* Whether the GPU is of Tiger Lake, Rocket Lake, Alder Lake, Raptor Lake, Meteor Lake, Arrow Lake,
 * Lunar Lake, or Arc. */
static bool is_since_tiger_lake(const struct gpu *gpu)
{
    static const struct gpu_range ranges[] = { { 0x9a40, 0x9af8 }, { 0x4c80, 0x4c9a },
                                               { 0x4680, 0x4693 }, { 0x46a0, 0x46d4 },
                                               { 0xa780, 0xa7ad }, { 0x7d40, 0x7d67 },
                                               { 0x7dd1, 0x7dd5 }, { 0x6420, 0x64b0 },
                                               { 0x5690, 0x56c2 }, { 0xe202, 0xe216 } };
    return gpu_is_in(gpu, INTEL, ranges, sizeof ranges / sizeof ranges[0]);
}

bool is_legacy_only(struct search *search)
{
    return is_since_tiger_lake(search->gpu) && fact_has_driver(search, "libigdrcl_legacy1") &&
           !has_current_runtime(search) && !fact_has_driver(search, "libRusticlOpenCL");
}

/* The year of the first runtime that may support a GPU, or 0. */
static unsigned first_year(const struct gpu *gpu)
{
    static const struct {
        struct gpu_range range;
        unsigned year;
    } rows[] = { { { 0x7d40, 0x7dd5 }, 23 },   /* Meteor Lake, Arrow Lake */
                 { { 0x6420, 0x64b0 }, 24 },   /* Lunar Lake */
                 { { 0xe202, 0xe216 }, 24 },   /* Battlemage */
                 { { 0xe220, 0xe223 }, 25 } }; /* Battlemage, Arc Pro B60 and later */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (gpu_is_in(gpu, INTEL, &rows[i].range, 1)) return rows[i].year;
    return 0;
}

bool is_newer_than_runtime(struct search *search)
{
    unsigned year = 0, week = 0, first = first_year(search->gpu);
    char *version = NULL;
    if (first && has_current_runtime(search) && !fact_has_driver(search, "libRusticlOpenCL"))
        version = runtime_version(search);
    if (version && sscanf(version, "%u.%u", &year, &week) == 2 && year < first) {
        search->value = version;
        return true;
    }
    free(version);
    return false;
}

/* Kernels before 5.3 have the parameter alpha_support in place of force_probe. */
bool is_left_by_intel_module(struct search *search)
{
    const char *module = fact_has_path(search, "/sys/module/xe") ? "xe" : "i915";
    const bool is_old = fact_has_path(search, "/sys/module/i915/parameters/alpha_support") &&
                        !fact_has_path(search, "/sys/module/i915/parameters/force_probe");
    if (search->gpu->vendor != INTEL || *search->gpu->driver ||
        fact_line_contains(search, "/proc/cmdline", "nomodeset", "") ||
        (!fact_has_path(search, "/sys/module/i915") && !fact_has_path(search, "/sys/module/xe")))
        return false;
    search->value = text_format("%s", module);
    search->other = is_old ? text_format("i915.alpha_support=1")
                           : text_format("%s.force_probe=%04x", module, search->gpu->number);
    return true;
}

/* Whether the kernel's newer driver was told to use a GPU that i915 drives by default. */
bool is_older_intel_with_xe(struct search *search)
{
    static const struct gpu_range newer[] = { { 0x6420, 0x64b0 },   /* Lunar Lake */
                                              { 0xe202, 0xe216 } }; /* Battlemage */
    static const struct gpu_range dg1 = { 0x4905, 0x4909 };
    const struct gpu *gpu = search->gpu;
    if (strcmp(gpu->driver, "xe") != 0 || gpu_is_in(gpu, INTEL, newer, 2) ||
        !(is_since_tiger_lake(gpu) || gpu_is_in(gpu, INTEL, &dg1, 1)) ||
        !has_current_runtime(search) || !fact_may_use(search, fact_nodes(gpu)) ||
        !fact_all_drivers_answer(search))
        return false;
    search->value = text_format("%04x", gpu->number);
    return true;
}

bool is_left_by_beignet(struct search *search)
{
    return search->gpu->vendor == INTEL && fact_has_driver(search, "beignet") &&
           !has_current_runtime(search) && !fact_has_driver(search, "libRusticlOpenCL") &&
           fact_all_drivers_work(search) && fact_may_use(search, fact_nodes(search->gpu));
}

bool is_failed_by_beignet(struct search *search)
{
    const struct report *report = search->report;
    for (size_t i = 0; report && search->gpu->vendor == INTEL && i < report->drivers.count; i++)
        if (strstr(text_or_empty(report->drivers.all[i].run.err.text), "Beignet: self-test failed"))
            return true;
    return false;
}

bool is_beignet(struct search *search)
{
    if (!text_same(search->platform, "Intel Gen OCL Driver")) return false;
    search->other = remedy_name(search->driver);
    return true;
}

/* Whether Beignet has ended the process, or hangs. */
bool is_beignet_crashing(struct search *search)
{
    if (search->answer && strstr(text_or_empty(search->driver->library), "/beignet/"))
        search->value = remedy_name(search->driver);
    return search->value != NULL;
}

/* Whether this processor lacks SSE 4.2. A file without flags is of another architecture. */
static bool lacks_sse42(const struct search *search)
{
    char flags[4096];
    return fact_line(search, "/proc/cpuinfo", "flags", flags, sizeof flags) &&
           !strstr(flags, " sse4_2");
}

bool is_intel_on_old_processor(struct search *search)
{
    return lacks_sse42(search) && search->device &&
           strstr(text_or_empty(search->device->type), "CPU") &&
           (strstr(text_or_empty(search->driver->library), "libintelocl") ||
            text_same(search->platform, "Intel(R) OpenCL")) &&
           fact_found(search, search->error, NULL);
}

bool is_intel_for_processors_old(struct search *search)
{
    const struct platforms *platforms = &search->driver->platforms;
    const char *version = platforms->count ? text_or_empty(platforms->all[0].version) : "";
    const char *library = text_or_empty(search->driver->library);
    return strstr(library, "libintelocl") && !strstr(library, "libintelocl_emu") &&
           !lacks_sse42(search) &&
           (strncmp(version, "OpenCL 1.", 9) == 0 || strncmp(version, "OpenCL 2.", 9) == 0) &&
           (search->value = text_format("%.10s", version));
}

/* Versions of the runtime differ in where they print. */
static bool has_printed(const struct answer *answer, const char *words)
{
    return strstr(text_or_empty(answer->err.text), words) ||
           strstr(text_or_empty(answer->out.text), words);
}

/* Whether the runtime has stopped itself, and names a file of its sources with this part of a path.
 * If it is not known which driver has ended the process, the runtime's own words tell. */
static bool is_stopped_in(const struct search *search, const char *part)
{
    const struct answer *answer = search->answer;
    return answer && answer->end == END_SIGNAL && answer->code == SIGABRT &&
           (!search->driver || strstr(text_or_empty(search->driver->library), "igdrcl")) &&
           has_printed(answer, "Abort was called at") && has_printed(answer, part);
}

/* Whether a folder of LD_LIBRARY_PATH has a part of the runtime's compiler. */
static bool found_compiler(struct search *search, const char *folder)
{
    static const char *const names[] = { "libigdfcl.so.1", "libigdfcl.so.2", "libigc.so.1",
                                         "libigc.so.2" };
    for (size_t i = 0; i < sizeof names / sizeof *names && !search->value; i++) {
        char *file = text_format("%s/%s", folder, names[i]);
        if (access(file, F_OK) == 0) fact_found(search, names[i], folder);
        free(file);
    }
    return search->value != NULL;
}

bool is_stopped_by_other_compiler(struct search *search)
{
    const char *list = text_or_empty(getenv("LD_LIBRARY_PATH"));
    if (!is_stopped_in(search, "/built_ins.cpp")) return false;
    while (*list && !search->value) {
        const size_t length = strcspn(list, ":;");
        char *folder = text_format("%.*s", (int)length, list);
        if (*folder == '/') found_compiler(search, folder);
        free(folder);
        list += length + (list[length] != '\0');
    }
    return search->value != NULL;
}

bool is_stopped_in_wsl(struct search *search)
{
    return is_stopped_in(search, "/windows/wddm/") && fact_has_path(search, "/dev/dxg") &&
           fact_is_wsl(search);
}

bool is_stopped_at_built_ins(struct search *search)
{
    if (!is_stopped_in(search, "/built_ins.cpp")) return false;
    search->value = remedy_name(search->driver);
    return true;
}

bool is_stopped_at_gmm(struct search *search)
{
    if (!is_stopped_in(search, "/gmm_interface.cpp")) return false;
    search->value = remedy_name(search->driver);
    return true;
}

/* A later kernel has taken back the change of i915. */
bool is_kernel_newer_than_runtime(struct search *search)
{
    unsigned year = 0, week = 0, major = 0, minor = 0, patch = 0;
    char kernel[128] = "", *version = NULL;
    if (search->gpu->vendor == INTEL && strcmp(search->gpu->driver, "i915") == 0 &&
        has_current_runtime(search) && fact_is_unset("OverrideGpuAddressSpace") &&
        fact_line(search, "/proc/sys/kernel/osrelease", "", kernel, sizeof kernel) &&
        sscanf(kernel, "%u.%u.%u", &major, &minor, &patch) >= 2 && major == 6 &&
        (minor == 8 || (minor == 7 && patch >= 5)))
        version = runtime_version(search);
    if (version && sscanf(version, "%u.%u", &year, &week) == 2 && year * 100 + week <= 2409) {
        search->value = version;
        search->other = text_format("%s", kernel);
        return true;
    }
    free(version);
    return false;
}
