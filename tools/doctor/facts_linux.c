/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* eaccess, memmem, strcasestr */
#include "facts_linux.h"

#include "../base/files.h"
#include "../report/remedy.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool fact_found(struct search *search, const char *value, const char *other)
{
    if (value) search->value = text_format("%s", value);
    if (other) search->other = text_format("%s", other);
    return true;
}

/* ---- files below the root ---- */

char *fact_path(const struct search *search, const char *pattern)
{
    char *full = text_format("%s%s", search->root, pattern), *found = NULL;
    glob_t paths;
    if (glob(full, 0, NULL, &paths) == 0) found = text_format("%s", paths.gl_pathv[0]);
    globfree(&paths);
    free(full);
    return found;
}

bool fact_has_path(const struct search *search, const char *pattern)
{
    char *found = fact_path(search, pattern);
    free(found);
    return found != NULL;
}

bool fact_has_manifest(const struct search *search, const char *name)
{
    static const char *const folders[] = { "/etc", "/usr/share" };
    bool found = false;
    for (size_t i = 0; i < sizeof folders / sizeof *folders && !found; i++) {
        char *pattern = text_format("%s/OpenCL/vendors/%s", folders[i], name);
        found = fact_has_path(search, pattern);
        free(pattern);
    }
    return found;
}

static bool read_below(const char *folder, const char *name, const char *beginning, char *to,
                       size_t size)
{
    char *path = text_format("%s/%s", folder, name);
    bool found = file_line(path, beginning, to, size);
    free(path);
    return found;
}

bool fact_line(const struct search *search, const char *path, const char *beginning, char *to,
               size_t size)
{
    return read_below(search->root, path + 1, beginning, to, size);
}

bool fact_line_contains(const struct search *search, const char *path, const char *word,
                        const char *other)
{
    char line[4096], *full = text_format("%s%s", search->root, path);
    bool found = false;
    FILE *file = file_stream(full);
    while (file && !found && fgets(line, sizeof line, file))
        found = strstr(line, word) && strstr(line, other);
    if (file) fclose(file);
    free(full);
    return found;
}

bool fact_contains(const char *path, const char *word)
{
    char buffer[65536];
    const size_t length = strlen(word);
    size_t kept = 0, count;
    bool found = false;
    FILE *file = file_stream(path);
    while (file && !found && (count = fread(buffer + kept, 1, sizeof buffer - kept, file)) > 0) {
        count += kept;
        found = memmem(buffer, count, word, length);
        kept = count < length ? count : length - 1;
        memmove(buffer, buffer + count - kept, kept);
    }
    if (file) fclose(file);
    return found;
}

bool fact_may_use(const struct search *search, const char *pattern)
{
    char *full = text_format("%s%s", search->root, pattern);
    bool found = false;
    glob_t nodes;
    if (glob(full, 0, NULL, &nodes) == 0)
        for (size_t i = 0; i < nodes.gl_pathc; i++)
            found = found || eaccess(nodes.gl_pathv[i], R_OK | W_OK) == 0;
    globfree(&nodes);
    free(full);
    return found;
}

char *fact_library(const struct search *search, const char *name)
{
    static const char *const folders[] = { "/usr/lib/*-linux-gnu*",
                                           "/usr/lib64",
                                           "/usr/lib",
                                           "/usr/local/lib",
                                           "/usr/local/nvidia/lib*",
                                           "/opt/rocm*/lib",
                                           "/opt/rocm*/opencl/lib",
                                           "/opt/rocm*/opencl/lib/x86_64",
                                           "/usr/lib/wsl/lib" };
    char *own = file_own_architecture(), *found = NULL;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0] && !found; i++) {
        char *pattern = text_format("%s%s/%s", search->root, folders[i], name);
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

char *fact_folder_in_store(const struct search *search, const char *store, const char *name)
{
    char *pattern = text_format("%s%s/*/lib/%s", search->root, store, name), *folder = NULL;
    char *own = file_own_architecture();
    glob_t files;
    /* If there are several, nobody knows which one fits. A C library from a store would reach each
     * program. */
    if (glob(pattern, 0, NULL, &files) == 0 && files.gl_pathc == 1) {
        const char *file = files.gl_pathv[0], *below = file + strlen(search->root);
        char *architecture = file_architecture(file);
        folder = text_format("%.*s", (int)(text_file_name(below) - below) - 1, below);
        text_add(&folder, "/libc.so.6");
        if (!text_same(architecture, own) || fact_has_path(search, folder))
            report_set(&folder, NULL);
        else folder[strlen(folder) - strlen("/libc.so.6")] = '\0';
        free(architecture);
    }
    globfree(&files);
    free(own);
    free(pattern);
    return folder;
}

char *fact_package_version(const struct search *search, const char *debian, const char *arch)
{
    char line[1024], version[128] = "", *wanted = text_format("Package: %s\n", debian);
    char *path = text_format("%s/var/lib/dpkg/status", search->root), *folder, *pattern;
    bool here = false, installed = false;
    FILE *file = file_stream(path);
    while (file && !*version && fgets(line, sizeof line, file)) {
        if (strncmp(line, "Package: ", 9) == 0) here = strcmp(line, wanted) == 0, installed = false;
        else if (strcmp(line, "Status: install ok installed\n") == 0) installed = true;
        else if (here && installed && strncmp(line, "Version: ", 9) == 0)
            snprintf(version, sizeof version, "%.*s", (int)strcspn(line + 9, "\n"), line + 9);
    }
    if (file) fclose(file);
    pattern = text_format("/var/lib/pacman/local/%s-[0-9]*", arch);
    folder = fact_path(search, pattern);
    if (folder && !*version)
        snprintf(version, sizeof version, "%.100s", text_file_name(folder) + strlen(arch) + 1);
    free(pattern);
    free(folder);
    free(path);
    free(wanted);
    return *version ? text_format("%s", version) : NULL;
}

bool fact_nvidia_version(const struct search *search, char *to, size_t size)
{
    char line[256] = "", *rest = line, *word;
    if (fact_line(search, "/sys/module/nvidia/version", "", to, size)) return true;
    fact_line(search, "/proc/driver/nvidia/version", "NVRM version:", line, sizeof line);
    while ((word = strsep(&rest, " \t\n")))
        if (strchr(word, '.') && !word[strspn(word, ".0123456789")]) {
            snprintf(to, size, "%s", word);
            return true;
        }
    return false;
}

bool fact_is_wsl(const struct search *search)
{
    return fact_line_contains(search, "/proc/sys/kernel/osrelease", "icrosoft", "");
}

bool fact_is_guest(const struct search *search)
{
    return fact_line_contains(search, "/proc/cpuinfo", "flags", " hypervisor") &&
           !fact_is_wsl(search) &&
           !fact_line_contains(search, "/proc/xen/capabilities", "control_d", "");
}

bool fact_chooses_drivers(void)
{
    return !fact_is_unset("OCL_ICD_VENDORS") || !fact_is_unset("OCL_ICD_FILENAMES") ||
           !fact_is_unset("OPENCL_VENDOR_PATH");
}

bool fact_names_drivers(const struct search *search)
{
    return fact_chooses_drivers() || fact_has_path(search, "/etc/OpenCL/vendors/*.icd");
}

bool fact_lacks_drivers(const struct search *search)
{
    return search->report || !fact_names_drivers(search);
}

/* ---- the environment ---- */

bool fact_is_unset(const char *variable)
{
    return !*text_or_empty(getenv(variable));
}

bool fact_is_of_layers(const struct search *search)
{
    return search->setting && strncmp(search->setting, "OPENCL_LAYER", strlen("OPENCL_LAYER")) == 0;
}

bool fact_hides_drivers(const struct search *search)
{
    return search->setting && (strcmp(search->setting, "OCL_ICD_VENDORS") == 0 ||
                               strcmp(search->setting, "OPENCL_VENDOR_PATH") == 0);
}

char *fact_vendors_folder(const struct search *search)
{
    const struct setting *setting = report_setting(search->report, "OCL_ICD_VENDORS");
    const char *value = setting ? text_or_empty(setting->value) : "";
    char *folder = text_format("%.*s", (int)strcspn(value, ":"), value);
    if (*folder != '/' || !file_is_folder(folder))
        report_set(&folder, text_format("/etc/OpenCL/vendors"));
    return folder;
}

bool fact_is_searched(const struct search *search, const char *folder)
{
    if (!search->report) return !fact_is_unset("OCL_ICD_VENDORS");
    for (size_t i = 0; i < search->report->driver_directories.count; i++)
        if (text_same(search->report->driver_directories.all[i].path, folder) ||
            file_is_same(text_or_empty(search->report->driver_directories.all[i].path), folder))
            return true;
    return false;
}

/* ---- drivers ---- */

bool fact_has_driver(const struct search *search, const char *name)
{
    for (size_t i = 0; search->report && i < search->report->drivers.count; i++)
        if (strstr(text_or_empty(search->report->drivers.all[i].library), name)) return true;
    return false;
}

bool fact_may_have_driver(const struct search *search, const char *name, const char *manifest)
{
    if (search->report) return fact_has_driver(search, name);
    return fact_has_manifest(search, manifest) || !fact_is_unset("OCL_ICD_VENDORS") ||
           !fact_is_unset("OCL_ICD_FILENAMES") || !fact_is_unset("OPENCL_VENDOR_PATH");
}

static bool has_driver_of(const struct search *search, const char *name, enum severity severity)
{
    for (size_t i = 0; search->report && i < search->report->drivers.count; i++)
        if (search->report->drivers.all[i].severity == severity &&
            strstr(text_or_empty(search->report->drivers.all[i].library), name))
            return true;
    return false;
}

bool fact_has_working_driver(const struct search *search, const char *name)
{
    return has_driver_of(search, name, SEVERITY_WELL);
}

bool fact_has_failing_driver(const struct search *search, const char *name)
{
    return has_driver_of(search, name, SEVERITY_WRONG);
}

/* The vendors whose GPUs drivers are for. NO_VENDOR alone: for no GPUs of these vendors. */
static const struct known {
    const char *name;
    enum vendor vendors[2];
} known[] = { { "libpocl", { NO_VENDOR } },        { "liboclgrind", { NO_VENDOR } },
              { "libintelocl", { NO_VENDOR } },    { "libmali", { NO_VENDOR } },
              { "libnvidia-opencl", { NVIDIA } },  { "libamdocl", { AMD } },
              { "libigdrcl", { INTEL } },          { "beignet", { INTEL } },
              { "libMesaOpenCL", { AMD, NVIDIA } } };

static const struct known *find_known(const struct candidate *driver)
{
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strstr(text_or_empty(driver->library), known[i].name)) return &known[i];
    return NULL;
}

/* Where the word is in the version of a platform, or NULL. */
static const char *find_version(const struct platforms *platforms, const char *word)
{
    const char *found = NULL;
    for (size_t i = 0; i < platforms->count && !found; i++)
        found = strstr(text_or_empty(platforms->all[i].version), word);
    return found;
}

const char *fact_mesa_version(const struct search *search)
{
    static const char word[] = " Mesa ";
    const struct report *report = search->report;
    const char *found = search->driver ? find_version(&search->driver->platforms, word) : NULL;
    for (size_t i = 0; report && i < report->drivers.count && !found; i++)
        found = find_version(&report->drivers.all[i].platforms, word);
    return found ? found + sizeof word - 1 : NULL;
}

/* Mesa's drivers use NVIDIA's GPUs by nouveau, and not by NVIDIA's own kernel module. */
bool fact_may_serve(const struct candidate *driver, const struct gpu *gpu)
{
    const struct known *purpose = find_known(driver);
    return !purpose || purpose->vendors[0] == gpu->vendor ||
           (purpose->vendors[1] == gpu->vendor && strcmp(gpu->driver, "nvidia") != 0);
}

unsigned fact_vendor_bit(enum vendor vendor)
{
    return vendor == INTEL ? 1 : vendor == NVIDIA ? 2 : vendor == AMD ? 4 : 8;
}

unsigned fact_driver_bits(const struct candidate *driver)
{
    const struct known *purpose = find_known(driver);
    unsigned bits = 0;
    for (size_t i = 0; purpose && i < 2; i++)
        if (purpose->vendors[i] != NO_VENDOR) bits |= fact_vendor_bit(purpose->vendors[i]);
    return purpose && strcmp(purpose->name, "libmali") == 0 ? fact_vendor_bit(NO_VENDOR) : bits;
}

unsigned fact_node_bits(const char *node)
{
    const char *name = text_file_name(node);
    if (strncmp(name, "nvidia", 6) == 0) return fact_vendor_bit(NVIDIA);
    if (strcmp(name, "kfd") == 0) return fact_vendor_bit(AMD);
    if (strncmp(name, "renderD", 7) != 0) return fact_vendor_bit(NO_VENDOR);
    return fact_vendor_bit(INTEL) | fact_vendor_bit(AMD) | fact_vendor_bit(NO_VENDOR);
}

/* Whether fact_find_gpus() finds all GPUs that programs can use. WSL has none of them on PCI. */
static bool can_find_gpus(const struct search *search)
{
    if (fact_is_wsl(search)) return false;
    return fact_has_path(search, "/sys/bus/pci/devices/*") ||
           (fact_has_path(search, "/sys/bus") && !fact_has_path(search, "/dev/dri/renderD*") &&
            !fact_has_path(search, "/dev/nvidia[0-9]*"));
}

bool fact_lacks_gpu(const struct search *search, const struct candidate *driver, bool contained)
{
    const struct known *purpose = find_known(driver);
    struct gpu gpus[MOST_GPUS];
    size_t count;
    if (!purpose || purpose->vendors[0] == NO_VENDOR || !can_find_gpus(search)) return false;
    count = fact_find_gpus(search->root, gpus);
    for (size_t i = 0; i < count; i++)
        if ((gpus[i].vendor == NO_VENDOR || fact_may_serve(driver, &gpus[i])) &&
            (!contained || fact_has_path(search, fact_nodes(&gpus[i]))))
            return false;
    return true;
}

char *fact_vendors(const struct candidate *driver)
{
    const struct known *purpose = find_known(driver);
    const char *other =
        purpose->vendors[1] == NO_VENDOR ? "" : ", or of NVIDIA with the kernel's driver nouveau";
    return text_format("%s%s", fact_vendor_name(purpose->vendors[0]), other);
}

bool fact_has_device(const struct candidate *driver)
{
    for (size_t i = 0; i < driver->platforms.count; i++)
        if (driver->platforms.all[i].device_count) return true;
    return false;
}

unsigned fact_missing_bits(const struct probed *probed)
{
    const struct report *report = probed->report;
    unsigned bits = 0;
    for (size_t i = 0; report && i < report->drivers.count; i++) {
        const struct candidate *driver = &report->drivers.all[i];
        if (!fact_has_device(driver) && !driver->lacks_gpu &&
            (driver->severity == SEVERITY_WELL || driver->severity == SEVERITY_WRONG))
            bits |= fact_driver_bits(driver);
    }
    return report ? bits : ~0u;
}

/* Whether a driver works, need not work here, or answers that it has no platform. */
static bool has_answered(const struct candidate *driver)
{
    return driver->severity == SEVERITY_WELL || driver->lacks_gpu ||
           driver->severity == SEVERITY_OTHER_ARCHITECTURE || remedy_is_absent(driver->verdict);
}

bool fact_all_drivers_answer(const struct search *search)
{
    for (size_t i = 0; search->report && i < search->report->drivers.count; i++)
        if (!has_answered(&search->report->drivers.all[i])) return false;
    return true;
}

bool fact_all_drivers_work(const struct search *search)
{
    for (size_t i = 0; search->report && i < search->report->drivers.count; i++) {
        const struct candidate *driver = &search->report->drivers.all[i];
        if (driver->severity != SEVERITY_WELL && !driver->lacks_gpu &&
            driver->severity != SEVERITY_OTHER_ARCHITECTURE)
            return false;
    }
    return true;
}

/* ---- GPUs ---- */

/* Reads a device of PCI. Returns whether it is a GPU of a vendor that is known here. */
/* The second head of old graphics is a function of its own, which never has a driver of the kernel:
 * a display controller (class 0x0380) beside a GPU as function 0. (A virtual function is a GPU.) */
static bool is_second_head(const char *folder, unsigned long class)
{
    char *first = text_format("%s", folder), text[32] = "";
    char *physical = text_format("%s/physfn", folder);
    const size_t length = strlen(first);
    bool is = class == 0x0380 && length > 2 && first[length - 2] == '.' && first[length - 1] != '0';
    if (is) first[length - 1] = '0';
    is = is && access(physical, F_OK) != 0 && read_below(first, "class", "", text, sizeof text) &&
         strtoul(text, NULL, 16) >> 16 == 0x03;
    free(physical);
    free(first);
    return is;
}

static bool read_gpu(const char *folder, struct gpu *gpu)
{
    char text[32] = "";
    unsigned long class;
    *gpu = (struct gpu){ .driver = "?" };
    if (!read_below(folder, "class", "", text, sizeof text)) return false;
    class = strtoul(text, NULL, 16) >> 16;
    if (is_second_head(folder, strtoul(text, NULL, 16) >> 8)) return false;
    if (!read_below(folder, "vendor", "", text, sizeof text)) return false;
    gpu->vendor = (enum vendor)strtoul(text, NULL, 16);
    /* AMD's accelerators are GPUs. Intel's are for neural networks alone. */
    if ((class != 0x03 && (class != 0x12 || gpu->vendor != AMD)) ||
        (gpu->vendor != INTEL && gpu->vendor != NVIDIA && gpu->vendor != AMD))
        return false;
    if (read_below(folder, "device", "", text, sizeof text))
        gpu->number = (unsigned)strtoul(text, NULL, 16);
    if (read_below(folder, "uevent", "", text, sizeof text)) gpu->driver[0] = '\0';
    read_below(folder, "uevent", "DRIVER=", gpu->driver, sizeof gpu->driver);
    snprintf(gpu->address, sizeof gpu->address, "%.31s", text_file_name(folder));
    return true;
}

/* Reads a render node. Returns whether its GPU is not on PCI, and Mesa's rusticl can use the
 * GPU. */
static bool read_node(const char *folder, struct gpu *gpu)
{
    char slot[32];
    *gpu = (struct gpu){ .vendor = NO_VENDOR };
    if (read_below(folder, "device/uevent", "PCI_SLOT_NAME=", slot, sizeof slot)) return false;
    snprintf(gpu->address, sizeof gpu->address, "/dev/dri/%.20s", text_file_name(folder));
    return read_below(folder, "device/uevent", "DRIVER=", gpu->driver, sizeof gpu->driver) &&
           fact_rusticl_name(gpu);
}

/* Reads a device node that is a GPU by itself: ARM's own driver, Windows in WSL, or Tegra. */
static bool read_plain_node(const char *path, struct gpu *gpu)
{
    static const char *const nodes[] = { "/dev/mali0", "/dev/dxg", "/dev/nvhost-gpu" };
    *gpu = (struct gpu){ .vendor = NO_VENDOR };
    for (size_t i = 0; i < sizeof nodes / sizeof nodes[0]; i++)
        if (strcmp(text_file_name(path), text_file_name(nodes[i])) == 0)
            snprintf(gpu->address, sizeof gpu->address, "%s", nodes[i]);
    return true;
}

size_t fact_find_gpus(const char *root, struct gpu gpus[MOST_GPUS])
{
    static const struct {
        const char *pattern;
        bool (*read)(const char *path, struct gpu *gpu);
    } places[] = { { "/sys/bus/pci/devices/*", read_gpu },
                   { "/sys/class/drm/renderD*", read_node },
                   { "/dev/mali0", read_plain_node },
                   { "/dev/dxg", read_plain_node },
                   { "/dev/nvhost-gpu", read_plain_node } };
    size_t count = 0;
    for (size_t p = 0; p < sizeof places / sizeof places[0]; p++) {
        char *pattern = text_format("%s%s", root, places[p].pattern);
        glob_t found;
        if (glob(pattern, 0, NULL, &found) == 0)
            for (size_t i = 0; i < found.gl_pathc && count < MOST_GPUS; i++)
                count += places[p].read(found.gl_pathv[i], &gpus[count]);
        globfree(&found);
        free(pattern);
    }
    return count;
}

const char *fact_vendor_name(enum vendor vendor)
{
    return vendor == INTEL ? "Intel" : vendor == AMD ? "AMD" : "NVIDIA";
}

char *fact_describe_gpu(const struct gpu *gpu)
{
    if (gpu->vendor == NO_VENDOR)
        return text_format("the GPU %s%s%s%s", gpu->address, *gpu->driver ? " (" : "", gpu->driver,
                           *gpu->driver ? ")" : "");
    return text_format("the GPU of %s at PCI address %s", fact_vendor_name(gpu->vendor),
                       gpu->address);
}

const char *fact_nodes(const struct gpu *gpu)
{
    const bool is_nvidia = gpu->vendor == NVIDIA && strcmp(gpu->driver, "nouveau") != 0;
    return gpu->vendor == NO_VENDOR                ? gpu->address
           : is_nvidia                             ? "/dev/nvidia[0-9]*"
           : strncmp(gpu->driver, "fglrx", 5) == 0 ? "/dev/ati/card*"
                                                   : "/dev/dri/renderD*";
}

static bool has_word(const char *text, const char *const words[])
{
    for (; *words; words++)
        if (strcasestr(text_or_empty(text), *words)) return true;
    return false;
}

/* Whether this device is the GPU, or may be: it has no PCI address, but the same vendor. */
static bool may_be(const struct device *device, const struct gpu *gpu)
{
    static const char *const intel[] = { "Intel", NULL }, *const nvidia[] = { "NVIDIA", NULL },
                             *const amd[] = { "AMD", "Advanced Micro", "Radeon", NULL };
    const char *const *words = gpu->vendor == INTEL ? intel : gpu->vendor == AMD ? amd : nvidia;
    if (text_same(device->type, "CPU") || text_same(device->type, "accelerator")) return false;
    if (gpu->vendor == NO_VENDOR) return true;
    if (device->pci) return strcmp(device->pci, gpu->address) == 0;
    return has_word(device->vendor, words) || has_word(device->name, words);
}

static bool has_gpu(const struct platforms *platforms, const struct gpu *gpu)
{
    for (size_t i = 0; i < platforms->count; i++)
        for (size_t j = 0; j < platforms->all[i].device_count; j++)
            if (may_be(&platforms->all[i].devices[j], gpu)) return true;
    return false;
}

bool fact_is_offered(const struct probed *probed, const struct gpu *gpu)
{
    const struct report *report = probed->report;
    for (size_t i = 0; report && i < report->drivers.count; i++)
        if (has_gpu(&report->drivers.all[i].platforms, gpu)) return true;
    return has_gpu(&probed->platforms, gpu); /* of drivers that were opened together, too */
}

bool fact_is_one_gpu(const char *root, const struct device *one, const struct device *other)
{
    struct gpu gpus[MOST_GPUS];
    const size_t count = fact_find_gpus(root, gpus);
    const struct gpu *only = NULL;
    for (size_t i = 0; i < count; i++) {
        if (gpus[i].vendor == NO_VENDOR) return false;
        if (!may_be(one, &gpus[i]) || !may_be(other, &gpus[i])) continue;
        if (only) return false;
        only = &gpus[i];
    }
    return only && text_same(one->type, "GPU") && text_same(other->type, "GPU");
}

const char *fact_rusticl_name(const struct gpu *gpu)
{
    static const char *const names[][2] = { { "i915", "iris" },         { "xe", "iris" },
                                            { "amdgpu", "radeonsi" },   { "nouveau", "nouveau" },
                                            { "panfrost", "panfrost" }, { "panthor", "panfrost" },
                                            { "msm", "freedreno" },     { "msm_dpu", "freedreno" },
                                            { "asahi", "asahi" } };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i][0], gpu->driver) == 0) return names[i][1];
    return NULL;
}
