/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises the rows of causes.h. */
#define _GNU_SOURCE /* strcasestr */
#include "machine.h"

#include "../base/files.h"
#include "../report/remedy.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum vendor { INTEL = 0x8086, NVIDIA = 0x10de, AMD = 0x1002 };
enum { MOST_GPUS = 32 };

struct gpu {
    unsigned vendor, number;
    char address[32], driver[32]; /* of PCI; the kernel's, or "" if none uses it */
};

/* What a row's function may ask, and what it found. */
struct search {
    const char *root;
    const struct report *report;
    const struct gpu *gpu;
    const char *platform; /* for rows of PLATFORM: its name */
    const char *setting;  /* for rows of VARIABLE: its name and its element */
    const char *element;
    char *value, *other;
};

/* ---- facts ---- */

/* The first path that fits below the root, or NULL. */
static char *find_path(const struct search *it, const char *pattern)
{
    char *full = text_format("%s%s", it->root, pattern), *found = NULL;
    glob_t paths;
    if (glob(full, 0, NULL, &paths) == 0) found = text_format("%s", paths.gl_pathv[0]);
    globfree(&paths);
    free(full);
    return found;
}

static bool has_path(const struct search *it, const char *pattern)
{
    char *found = find_path(it, pattern);
    free(found);
    return found != NULL;
}

/* The text in the line of a file that begins so, in `to`. Without a beginning: the first line. */
static bool read_line(const char *path, const char *beginning, char *to, size_t size)
{
    char line[1024];
    bool found = false;
    FILE *file = fopen(path, "re");
    while (file && !found && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        found = strncmp(line, beginning, strlen(beginning)) == 0;
        if (found) snprintf(to, size, "%.*s", (int)size - 1, line + strlen(beginning));
    }
    if (file) fclose(file);
    return found;
}

static bool read_below(const char *folder, const char *name, const char *beginning, char *to,
                       size_t size)
{
    char *path = text_format("%s/%s", folder, name);
    bool found = read_line(path, beginning, to, size);
    free(path);
    return found;
}

static size_t find_gpus(const char *root, struct gpu gpus[MOST_GPUS])
{
    char *pattern = text_format("%s/sys/bus/pci/devices/*", root);
    glob_t devices;
    size_t count = 0;
    if (glob(pattern, 0, NULL, &devices) == 0)
        for (size_t i = 0; i < devices.gl_pathc && count < MOST_GPUS; i++) {
            const char *folder = devices.gl_pathv[i];
            char text[32] = "";
            struct gpu gpu = { .driver = "?" }; /* unknown */
            unsigned long class;
            if (!read_below(folder, "class", "", text, sizeof text)) continue;
            class = strtoul(text, NULL, 16) >> 16;
            if (!read_below(folder, "vendor", "", text, sizeof text)) continue;
            gpu.vendor = (unsigned)strtoul(text, NULL, 16);
            if ((class != 0x03 && class != 0x12) ||
                (gpu.vendor != INTEL && gpu.vendor != NVIDIA && gpu.vendor != AMD))
                continue;
            if (read_below(folder, "device", "", text, sizeof text))
                gpu.number = (unsigned)strtoul(text, NULL, 16);
            if (read_below(folder, "uevent", "", text, sizeof text)) gpu.driver[0] = '\0';
            read_below(folder, "uevent", "DRIVER=", gpu.driver, sizeof gpu.driver);
            snprintf(gpu.address, sizeof gpu.address, "%.31s", text_file_name(folder));
            gpus[count++] = gpu;
        }
    globfree(&devices);
    free(pattern);
    return count;
}

static bool has_word(const char *text, const char *const words[])
{
    for (; *words; words++)
        if (strcasestr(text_or_empty(text), *words)) return true;
    return false;
}

/* Whether this device is the GPU, or may be: it has no PCI address, and is of the same vendor. */
static bool may_be(const struct device *device, const struct gpu *gpu)
{
    static const char *const intel[] = { "Intel", NULL }, *const nvidia[] = { "NVIDIA", NULL },
                             *const amd[] = { "AMD", "Advanced Micro", "Radeon", NULL };
    const char *const *words = gpu->vendor == INTEL ? intel : gpu->vendor == AMD ? amd : nvidia;
    if (text_same(device->type, "CPU")) return false;
    if (device->pci) return strcmp(device->pci, gpu->address) == 0;
    return has_word(device->vendor, words) || has_word(device->name, words);
}

static bool is_offered(const struct report *report, const struct gpu *gpu)
{
    for (size_t i = 0; i < report->drivers.count; i++)
        for (size_t j = 0; j < report->drivers.all[i].platforms.count; j++) {
            const struct platform *platform = &report->drivers.all[i].platforms.all[j];
            for (size_t k = 0; k < platform->device_count; k++)
                if (may_be(&platform->devices[k], gpu)) return true;
        }
    return false;
}

/* Whether a driver's library, loaded or not, has this in its name. */
static bool has_driver(const struct search *it, const char *name)
{
    for (size_t i = 0; i < it->report->drivers.count; i++)
        if (strstr(text_or_empty(it->report->drivers.all[i].library), name)) return true;
    return false;
}

static bool is_loaded(const struct search *it, const char *name)
{
    for (size_t i = 0; i < it->report->drivers.count; i++)
        if (it->report->drivers.all[i].severity == SEVERITY_WELL &&
            strstr(text_or_empty(it->report->drivers.all[i].library), name))
            return true;
    return false;
}

/* A library for this program's architecture in the usual folders, or NULL. */
static char *find_library(const struct search *it, const char *name)
{
    static const char *const folders[] = { "/usr/lib/*-linux-gnu*", "/usr/lib64", "/usr/lib",
                                           "/usr/local/lib", "/opt/rocm*/lib" };
    char *own = file_own_architecture(), *found = NULL;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0] && !found; i++) {
        char *pattern = text_format("%s%s/%s", it->root, folders[i], name);
        glob_t paths;
        if (glob(pattern, 0, NULL, &paths) == 0)
            for (size_t p = 0; p < paths.gl_pathc && !found; p++) {
                char *architecture = file_architecture(paths.gl_pathv[p]);
                if (text_same(architecture, own)) found = text_format("%s", paths.gl_pathv[p]);
                free(architecture);
            }
        globfree(&paths);
        free(pattern);
    }
    free(own);
    return found;
}

/* ---- variables ---- */

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

static bool is_folder_missing(struct search *it)
{
    struct stat is;
    return is_vendors(it) && *it->element == '/' && !ends_with(it->element, ".icd") &&
           !strstr(text_file_name(it->element), ".so") && stat(it->element, &is) != 0 &&
           (errno == ENOENT || errno == ENOTDIR);
}

static bool is_file_for_folder(struct search *it)
{
    struct stat is;
    return strcmp(it->setting, "OPENCL_VENDOR_PATH") == 0 && stat(it->element, &is) == 0 &&
           S_ISREG(is.st_mode);
}

/* Only where it hides drivers: otherwise none is installed. */
static bool is_folder_empty(struct search *it)
{
    struct search in_folder = { .root = it->element };
    return is_vendors(it) && *it->element == '/' && is_folder(it->element) &&
           !has_path(&in_folder, "/*.icd") && has_path(it, "/etc/OpenCL/vendors/*.icd");
}

static bool is_manifest_for_library(struct search *it)
{
    struct stat is;
    return !is_vendors(it) && ends_with(it->element, ".icd") && stat(it->element, &is) == 0 &&
           S_ISREG(is.st_mode);
}

static bool is_folder_for_library(struct search *it)
{
    return !is_vendors(it) && is_folder(it->element);
}

/* ---- GPUs ---- */

static bool is_for_virtual_machines(struct search *it)
{
    if (strncmp(it->gpu->driver, "vfio", 4) != 0) return false;
    it->value = text_format("%s", it->gpu->driver);
    return true;
}

/* The variable that may leave out a vendor's devices. */
static const char *choosing_variable(const struct gpu *gpu)
{
    return gpu->vendor == NVIDIA ? "CUDA_VISIBLE_DEVICES"
           : gpu->vendor == AMD  ? "ROCR_VISIBLE_DEVICES"
                                 : "ZE_AFFINITY_MASK";
}

static bool is_hidden_by_variable(struct search *it)
{
    const char *name = choosing_variable(it->gpu), *value = getenv(name);
    if (it->gpu->vendor == INTEL || !value || strcmp(value, "-1") != 0) return false;
    it->value = text_format("%s", name);
    it->other = text_format("%s", value);
    return true;
}

static bool is_nouveau(struct search *it)
{
    return strcmp(it->gpu->driver, "nouveau") == 0 && !has_driver(it, "libRusticlOpenCL");
}

static bool is_without_kernel_driver(struct search *it)
{
    char line[1024] = "", *path = text_format("%s/proc/cmdline", it->root);
    bool blocked = read_line(path, "", line, sizeof line) && strstr(line, "nomodeset");
    free(path);
    if (*it->gpu->driver) return false;
    it->value = text_format("%s", blocked ? ", for it was started with nomodeset" : "");
    it->other = text_format("%s", blocked ? ": start it without nomodeset" : "");
    return true;
}

/* The version is in the name of the file that the library's link names. */
static bool is_of_other_version(struct search *it)
{
    char version[64] = "", target[256] = "", *module, *library, *number;
    ssize_t length = -1;
    if (it->gpu->vendor != NVIDIA) return false;
    module = text_format("%s/sys/module/nvidia/version", it->root);
    library = find_library(it, "libnvidia-opencl.so.1");
    if (library) length = readlink(library, target, sizeof target - 1);
    number = length > 0 ? strstr(target, ".so.") : NULL;
    if (number && strchr(number + 4, '.') && read_line(module, "", version, sizeof version) &&
        strcmp(version, number + 4) != 0) {
        it->value = text_format("%s", version);
        it->other = text_format("%s", number + 4);
    }
    free(library);
    free(module);
    return it->value != NULL;
}

static bool is_without_compute(struct search *it)
{
    const char *value = getenv("NVIDIA_DRIVER_CAPABILITIES");
    char *library = find_library(it, "libnvidia-opencl.so.1");
    bool lacks = it->gpu->vendor == NVIDIA && !library && value && *value &&
                 !strstr(value, "compute") && !strstr(value, "all");
    free(library);
    if (lacks) it->value = text_format("%s", value);
    return lacks;
}

static bool is_without_manifest(struct search *it)
{
    static const struct {
        enum vendor vendor;
        const char *name, *library, *file;
    } drivers[] = { { NVIDIA, "libnvidia-opencl", "libnvidia-opencl.so.1", "nvidia" },
                    { INTEL, "libigdrcl", "intel-opencl/libigdrcl.so", "intel" },
                    { AMD, "libamdocl", "libamdocl64.so", "amdocl64" } };
    for (size_t i = 0; i < sizeof drivers / sizeof drivers[0]; i++) {
        char *path;
        if (drivers[i].vendor != it->gpu->vendor || has_driver(it, drivers[i].name)) continue;
        path = find_library(it, drivers[i].library);
        if (path) it->value = text_format("%s", path + strlen(it->root));
        if (path) it->other = text_format("%s", drivers[i].file);
        free(path);
    }
    return it->value != NULL;
}

struct range {
    unsigned first, last;
};

static bool is_in_ranges(const struct gpu *gpu, const struct range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (gpu->vendor == INTEL && gpu->number >= ranges[i].first && gpu->number <= ranges[i].last)
            return true;
    return false;
}

/* Ironlake, Sandy Bridge and Ivy Bridge, Haswell, Bay Trail, and before. */
static bool is_before_broadwell(struct search *it)
{
    static const struct range ranges[] = { { 0x0040, 0x0049 }, { 0x0100, 0x017f },
                                           { 0x0400, 0x042f }, { 0x0a00, 0x0a2f },
                                           { 0x0c00, 0x0c2f }, { 0x0d00, 0x0d2f },
                                           { 0x0f30, 0x0f33 }, { 0x2970, 0x29df },
                                           { 0x2a00, 0x2a4f }, { 0x2e00, 0x2e9f } };
    return is_in_ranges(it->gpu, ranges, sizeof ranges / sizeof ranges[0]);
}

/* Broadwell to Comet Lake, Apollo Lake, Gemini Lake, Ice Lake, Elkhart Lake, Jasper Lake. */
static bool is_before_tiger_lake(const struct gpu *gpu)
{
    static const struct range ranges[] = {
        { 0x1600, 0x163f }, { 0x1900, 0x193f }, { 0x5900, 0x593f }, { 0x87c0, 0x87ca },
        { 0x3e90, 0x3ea9 }, { 0x9b20, 0x9bff }, { 0x1a84, 0x1a85 }, { 0x5a84, 0x5a85 },
        { 0x3184, 0x3185 }, { 0x8a50, 0x8a71 }, { 0x4540, 0x4571 }, { 0x4e50, 0x4e71 }
    };
    return is_in_ranges(gpu, ranges, sizeof ranges / sizeof ranges[0]);
}

/* The version of an installed package, from the lists of Debian's and Arch's tools, or NULL. */
static char *find_version(const struct search *it, const char *debian, const char *arch)
{
    char line[1024], version[128] = "", *wanted = text_format("Package: %s\n", debian);
    char *path = text_format("%s/var/lib/dpkg/status", it->root), *folder, *pattern;
    bool here = false, installed = false;
    FILE *file = fopen(path, "re");
    while (file && !*version && fgets(line, sizeof line, file)) {
        if (strncmp(line, "Package: ", 9) == 0) here = strcmp(line, wanted) == 0, installed = false;
        else if (here && strcmp(line, "Status: install ok installed\n") == 0) installed = true;
        else if (here && installed && strncmp(line, "Version: ", 9) == 0)
            snprintf(version, sizeof version, "%.*s", (int)strcspn(line + 9, "\n"), line + 9);
    }
    if (file) fclose(file);
    pattern = text_format("/var/lib/pacman/local/%s-[0-9]*", arch);
    folder = find_path(it, pattern);
    if (folder && !*version)
        snprintf(version, sizeof version, "%.100s", text_file_name(folder) + strlen(arch) + 1);
    free(pattern);
    free(folder);
    free(path);
    free(wanted);
    return *version ? text_format("%s", version) : NULL;
}

static bool is_dropped_by_intel(struct search *it)
{
    unsigned year = 0, week = 0;
    char *version;
    if (!is_before_tiger_lake(it->gpu) || has_driver(it, "legacy1")) return false;
    version = find_version(it, "intel-opencl-icd", "intel-compute-runtime");
    if (version && sscanf(version, "%u.%u", &year, &week) == 2 &&
        (year > 24 || (year == 24 && week > 35))) {
        it->value = version;
        return true;
    }
    free(version);
    return false;
}

/* What RUSTICL_ENABLE calls the driver of a GPU, by the kernel's driver; or NULL. */
static const char *rusticl_name(const struct gpu *gpu)
{
    static const char *const names[][2] = {
        { "i915", "iris" }, { "xe", "iris" }, { "amdgpu", "radeonsi" }, { "nouveau", "nouveau" }
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i][0], gpu->driver) == 0) return names[i][1];
    return NULL;
}

/* Whether rusticl would use this GPU if only it were asked to. */
static bool is_left_by_rusticl(struct search *it, bool set)
{
    const char *value = text_or_empty(getenv("RUSTICL_ENABLE")), *name = rusticl_name(it->gpu);
    if (!name || !is_loaded(it, "libRusticlOpenCL") || (*value != '\0') != set ||
        strstr(value, name))
        return false;
    it->value = text_format("%s", name);
    it->other = text_format("%s", value);
    return true;
}

static bool is_rusticl_off(struct search *it)
{
    return is_left_by_rusticl(it, false);
}

static bool is_rusticl_wrong(struct search *it)
{
    return is_left_by_rusticl(it, true);
}

static bool is_without_kfd(struct search *it)
{
    return it->gpu->vendor == AMD && has_driver(it, "libamdocl") && !has_path(it, "/dev/kfd");
}

/* Other findings have drivers that fail, and missing and refused device nodes. What the user has
 * turned off is not missing. */
static bool is_any(struct search *it)
{
    const char *node = it->gpu->vendor == NVIDIA ? "/dev/nvidia[0-9]*" : "/dev/dri/renderD*";
    char *path = find_path(it, node);
    bool usable = path && eaccess(path, R_OK | W_OK) == 0 && !getenv(choosing_variable(it->gpu));
    for (size_t i = 0; i < it->report->drivers.count; i++)
        usable = usable && (it->report->drivers.all[i].severity == SEVERITY_WELL ||
                            it->report->drivers.all[i].severity == SEVERITY_OTHER_ARCHITECTURE);
    free(path);
    return usable;
}

/* ---- platforms without devices ---- */

static bool is_unset(const char *name)
{
    return !*text_or_empty(getenv(name));
}

static bool is_rusticl_empty(struct search *it)
{
    return text_same(it->platform, "rusticl") && is_unset("RUSTICL_ENABLE");
}

static bool is_clover(struct search *it)
{
    return text_same(it->platform, "Clover");
}

static bool is_pocl_empty(struct search *it)
{
    if (!text_same(it->platform, "Portable Computing Language") || is_unset("POCL_DEVICES"))
        return false;
    it->value = text_format("%s", getenv("POCL_DEVICES"));
    return true;
}

/* ---- the rows ---- */

enum kind { VARIABLE, GPU, PLATFORM };

static const struct row {
    enum kind kind;
    bool (*fits)(struct search *);
    const char *id, *text, *remedy;
} rows[] = {
#define CAUSE(id, kind, fits, text, remedy, source) { kind, fits, #id, text, remedy },
#include "causes.h"
#undef CAUSE
};

static void replace(char **text, const char *word, const char *value)
{
    for (char *at; (at = strstr(*text, word));) {
        char *longer = text_format("%.*s%s%s", (int)(at - *text), *text, value, at + strlen(word));
        free(*text);
        *text = longer;
    }
}

/* "; so programs do not get NAME.icd …", or "". */
static char *describe_hidden(const char *root)
{
    char *pattern = text_format("%s/etc/OpenCL/vendors/*.icd", root), *all = text_format("%s", "");
    glob_t files;
    if (glob(pattern, 0, NULL, &files) == 0)
        for (size_t i = 0; i < files.gl_pathc; i++) {
            char *longer = text_format("%s%s%s", all, i ? ", " : "; it hides ",
                                       files.gl_pathv[i] + strlen(root));
            free(all);
            all = longer;
        }
    globfree(&files);
    free(pattern);
    return all;
}

/* Adds the first row of this kind that fits. */
static bool add_first(struct findings *findings, struct search *it, enum kind kind,
                      enum urgency urgency, const char *about)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *text, *remedy, *hidden;
        if (rows[i].kind != kind || !rows[i].fits(it)) continue;
        text = text_format("%s", rows[i].text);
        remedy = text_format("%s", rows[i].remedy);
        hidden = describe_hidden(it->root);
        replace(&text, "{hidden}", hidden);
        for (size_t t = 0; t < 2; t++) {
            char **at = t ? &remedy : &text;
            replace(at, "{value}", kind == VARIABLE ? it->setting : text_or_empty(it->value));
            replace(at, "{other}", text_or_empty(it->other));
        }
        findings_add(findings, urgency, about, remedy, "%s", text);
        findings_set_cause(findings, urgency, rows[i].id);
        free(hidden);
        free(remedy);
        free(text);
        free(it->value);
        free(it->other);
        it->value = it->other = NULL;
        return true;
    }
    return false;
}

bool machine_check_variables(struct findings *findings, const struct options *options,
                             const struct report *report)
{
    static const char *const names[] = { "OCL_ICD_FILENAMES", "OCL_ICD_VENDORS",
                                         "OPENCL_VENDOR_PATH" };
    bool hides = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct setting *setting = report_setting(report, names[i]);
        const char *rest = setting ? text_or_empty(setting->value) : "";
        const struct setting *vendors = report_setting(report, "OCL_ICD_VENDORS");
        if (i == 2 && vendors && *text_or_empty(vendors->value)) break; /* which overrides it */
        while (*rest) {
            size_t length = i == 2 ? strlen(rest) : strcspn(rest, ":");
            char *element = text_format("%.*s", (int)length, rest);
            struct search it = { .root = options->root, .setting = names[i], .element = element };
            if (*element && add_first(findings, &it, VARIABLE, PROBLEM_VARIABLE, element))
                hides = hides || (i > 0 && has_path(&it, "/etc/OpenCL/vendors/*.icd"));
            free(element);
            rest += length + (rest[length] == ':');
        }
    }
    return hides;
}

void machine_check_platforms(struct findings *findings, const struct options *options,
                             const struct report *report)
{
    for (size_t i = 0; i < report->drivers.count; i++) {
        const struct candidate *driver = &report->drivers.all[i];
        for (size_t j = 0; driver->severity == SEVERITY_WELL && j < driver->platforms.count; j++) {
            const struct platform *platform = &driver->platforms.all[j];
            struct search it = { .root = options->root,
                                 .report = report,
                                 .platform = platform->name };
            if (platform->device_count == 0 && !platform->error)
                add_first(findings, &it, PLATFORM, NOTE_OTHER, remedy_where(driver));
        }
    }
}

size_t machine_check_gpus(struct findings *findings, const struct options *options,
                          const struct report *report)
{
    struct gpu gpus[MOST_GPUS];
    size_t count = find_gpus(options->root, gpus), missing = 0;
    for (size_t i = 0; i < count; i++) {
        struct search it = { .root = options->root, .report = report, .gpu = &gpus[i] };
        const char *vendor = gpus[i].vendor == INTEL ? "Intel"
                             : gpus[i].vendor == AMD ? "AMD"
                                                     : "NVIDIA";
        char *about;
        if (is_offered(report, &gpus[i])) continue;
        missing++;
        about = text_format("the GPU of %s at PCI address %s", vendor, gpus[i].address);
        add_first(findings, &it, GPU, PROBLEM_GPU, about);
        free(about);
    }
    return missing;
}
