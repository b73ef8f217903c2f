/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises places where programs lack the system's drivers or devices: rows of causes.h. */
#include "causes_linux.h"
#include "containers_linux.h"
#include "linker_linux.h"

#include "../base/files.h"
#include "../report/packages.h"
#include "../report/remedy.h"
#include "program.h"
#include "program_linux.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

/* ---- sandboxes ---- */

bool is_in_conda(struct search *search)
{
    char *prefix = packages_conda_prefix(search->loader);
    if (prefix && fact_has_path(search, "/etc/OpenCL/vendors/*.icd") &&
        !fact_is_searched(search, "/etc/OpenCL/vendors"))
        search->value = text_format("%s/etc/OpenCL/vendors", prefix);
    free(prefix);
    return search->value != NULL;
}

bool is_in_empty_conda(struct search *search)
{
    char *prefix = packages_conda_prefix(search->loader);
    char *pattern = prefix ? text_format("%s/etc/OpenCL/vendors/*.icd", prefix) : NULL;
    const struct search whole = { .root = "" };
    if (prefix && fact_is_unset("OCL_ICD_FILENAMES") && fact_is_unset("OPENCL_VENDOR_PATH") &&
        !fact_has_path(&whole, pattern) && !fact_has_path(search, "/etc/OpenCL/vendors/*.icd") &&
        !fact_is_searched(search, "/etc/OpenCL/vendors"))
        search->value = text_format("%s/etc/OpenCL/vendors", prefix);
    free(pattern);
    free(prefix);
    return search->value != NULL;
}

/* The loader leaves out the folder by itself. If a variable does, another finding says so. */
bool is_system_folder_left(struct search *search)
{
    const struct setting *vendors = report_setting(search->report, "OCL_ICD_VENDORS"),
                         *path = report_setting(search->report, "OPENCL_VENDOR_PATH");
    return search->report && !(vendors && *text_or_empty(vendors->value)) &&
           !(path && *text_or_empty(path->value)) &&
           fact_has_path(search, "/etc/OpenCL/vendors/*.icd") &&
           !fact_is_searched(search, "/etc/OpenCL/vendors");
}

/* Whether the loader has a driver that a file of the folder names, by another file. */
static bool has_driver_of(const struct search *search, const char *folder)
{
    char *pattern = text_format("%s%s/*.icd", search->root, folder), line[4096];
    bool has = false;
    glob_t files;
    if (glob(pattern, 0, NULL, &files) == 0)
        for (size_t i = 0; i < files.gl_pathc && !has; i++)
            if (file_line(files.gl_pathv[i], "", line, sizeof line)) {
                line[strcspn(line, "\r\n")] = '\0';
                has = *line && fact_has_driver(search, line);
            }
    globfree(&files);
    free(pattern);
    return has;
}

bool is_nixos_folder_left(struct search *search)
{
    static const char folder[] = "/run/opengl-driver/etc/OpenCL/vendors";
    return search->report && fact_has_path(search, "/run/opengl-driver/etc/OpenCL/vendors/*.icd") &&
           !fact_is_searched(search, folder) && !has_driver_of(search, folder);
}

/* Looks in each folder above the library, as in trees that hold a whole system below a prefix. */
bool is_prefix_folder_left(struct search *search)
{
    const char *library = search->loader ? text_or_empty(search->loader->file) : "";
    const struct search whole = { .root = "" };
    char *prefix = text_format("%s", library), *slash;
    /* The paths of packed programs change. */
    if (fact_chooses_drivers() || !fact_lacks_drivers(search) || strstr(library, "/.mount_") ||
        strncmp(library, "/snap/", 6) == 0)
        *prefix = '\0';
    while (!search->value && (slash = strrchr(prefix, '/')) && slash != prefix) {
        char *folder, *pattern;
        *slash = '\0';
        folder = text_format("%s/etc/OpenCL/vendors", prefix);
        pattern = text_format("%s/*.icd", folder);
        /* Without a report, a library that has the folder's name in it searches that. */
        if (strcmp(prefix, "/usr") != 0 && fact_has_path(&whole, pattern) &&
            !fact_is_searched(search, folder) &&
            (search->report || !fact_contains(library, folder)))
            search->value = text_format("%s", folder);
        free(pattern);
        free(folder);
    }
    free(prefix);
    return search->value;
}

/* The library that is missing for a driver that OCL_ICD_FILENAMES names. */
bool is_named_and_lacks_library(struct search *search)
{
    const struct link_question question = { .program = search->element };
    struct linked_libraries libraries = { NULL, 0, 0 };
    if (search->setting) free(linker_ask(&question, &libraries));
    for (size_t i = 0; i < libraries.count && !search->other; i++)
        if (!libraries.items[i].file) fact_found(search, NULL, libraries.items[i].name);
    linker_free(&libraries);
    return search->other;
}

bool is_named_and_unread(struct search *search)
{
    return search->setting && fact_found(search, NULL, search->element);
}

bool is_in_unread_folder(struct search *search)
{
    static const char usual[] = "/etc/OpenCL/vendors/";
    const char *name = text_file_name(search->element);
    char *same = text_format("%s%s", usual, name), *to = text_format("%s", usual);
    char *file = text_shell_word(search->element), *link;
    /* A file of that name stays. */
    if (fact_has_path(search, same))
        report_set(&to, text_format("%s%.*s-2.icd", usual, (int)strcspn(name, "."), name));
    link = text_shell_word(to);
    search->value = text_format("%.*s", (int)(name - search->element) - 1, search->element);
    search->other = fact_has_path(search, "/etc/OpenCL/vendors")
                        ? text_format("ln -s %s %s", file, link)
                        : text_format("mkdir -p %s && sudo ln -s %s %s", usual, file, link);
    free(link);
    free(file);
    free(to);
    free(same);
    return true;
}

/* Whether NVIDIA's driver may be there. If the loader gives no report: whether its files are in the
 * folders of Flatpak's extensions, or of the system. */
static bool may_have_nvidia(const struct search *search)
{
    char *library = search->report ? NULL : fact_library(search, "libnvidia-opencl.so*");
    const bool lies_there = library != NULL;
    free(library);
    if (search->report) return fact_has_driver(search, "libnvidia-opencl");
    return lies_there || fact_has_manifest(search, "nvidia*.icd") ||
           fact_has_path(search, "/usr/lib/*/GL/*/lib/libnvidia-opencl.so*") ||
           fact_has_path(search, "/usr/lib/*/GL/*/OpenCL/vendors/nvidia*.icd");
}

bool is_in_flatpak_with_nvidia(struct search *search)
{
    char version[64] = "";
    if (!search->gpu || search->gpu->vendor != NVIDIA || !fact_has_path(search, "/.flatpak-info") ||
        may_have_nvidia(search) || !fact_nvidia_version(search, version, sizeof version))
        return false;
    search->value = flatpak_extension(version);
    return true;
}

bool is_in_flatpak(struct search *search)
{
    return fact_has_path(search, "/.flatpak-info") && fact_all_drivers_answer(search);
}

/* A classic snap sees the system as it is, so it does not count. */
bool is_in_snap(struct search *search)
{
    const char *name = text_or_empty(getenv("SNAP_NAME"));
    return *name && !fact_is_unset("SNAP") && fact_has_path(search, "/var/lib/snapd/hostfs/etc") &&
           fact_all_drivers_answer(search) && fact_found(search, name, NULL);
}

static const char snaps[] = "/snap/", links[] = "/snap/bin/";

/* The links have names like SNAP or SNAP.PROGRAM. */
char *snap_name(const char *path)
{
    const char *link = strstr(path, links), *file = strstr(path, snaps);
    if (link)
        return text_format("%.*s", (int)strcspn(link + sizeof links - 1, "./"),
                           link + sizeof links - 1);
    return file ? text_format("%.*s", (int)strcspn(file + sizeof snaps - 1, "/"),
                              file + sizeof snaps - 1)
                : NULL;
}

/* Whether the file that describes a snap has these words in a line. */
static bool snap_says(const char *root, const char *name, const char *words)
{
    static const char *const folders[] = { "/snap", "/var/lib/snapd/snap" };
    const struct search search = { .root = root };
    bool says = false;
    for (size_t i = 0; i < sizeof folders / sizeof *folders && !says; i++) {
        char *file = text_format("%s/%s/current/meta/snap.yaml", folders[i], name);
        says = fact_line_contains(&search, file, words, "");
        free(file);
    }
    return says;
}

bool snap_is_classic(const char *root, const char *name)
{
    return snap_says(root, name, "confinement: classic");
}

bool is_snap_without_plug(struct search *search)
{
    const char *name = search->program->snap;
    return snap_says(search->root, name, "confinement: strict") &&
           !snap_says(search->root, name, "opengl") && fact_found(search, name, NULL);
}

/* ---- containers and services ---- */

/* Linux makes /dev/dri/renderD* without being asked to since 3.17. */
static bool has_card_of_old_kernel(const struct search *search)
{
    unsigned long major, minor;
    char kernel[128], *end;
    if (search->gpu->vendor == NVIDIA || !fact_has_path(search, "/dev/dri/card*") ||
        !fact_line(search, "/proc/sys/kernel/osrelease", "", kernel, sizeof kernel))
        return false;
    major = strtoul(kernel, &end, 10);
    minor = *end == '.' ? strtoul(end + 1, NULL, 10) : 0;
    return end > kernel && (major < 3 || (major == 3 && minor < 17));
}

bool is_without_node(struct search *search)
{
    return !fact_has_path(search, fact_nodes(search->gpu)) && !has_card_of_old_kernel(search) &&
           fact_found(search,
                      strncmp(fact_nodes(search->gpu), "/dev/nvidia", 11) == 0
                          ? "/dev/nvidia*"
                          : fact_nodes(search->gpu),
                      NULL);
}

bool is_nvidia_without_nodes(struct search *search)
{
    char *library = fact_library(search, "libcuda.so.1");
    const bool is =
        library && strcmp(search->gpu->driver, "nvidia") == 0 && is_without_node(search);
    free(library);
    return is;
}

bool is_driver_without_node(struct search *search)
{
    const char *driver = search->gpu->driver;
    if (!*driver || *driver == '?' || strcmp(driver, "nvidia") == 0 || !is_without_node(search))
        return false;
    report_set(&search->other, text_format("%s", driver));
    return true;
}

bool is_in_pod(struct search *search)
{
    const struct container *container = container_of(search);
    return container && container->kind == CONTAINER_POD && is_without_node(search) &&
           fact_found(search, NULL, container_option(container, search->gpu->vendor));
}

bool is_in_container(struct search *search)
{
    const struct container *container = container_of(search);
    return container && is_without_node(search) &&
           fact_found(search, NULL, container_option(container, search->gpu->vendor));
}

/* Whether this is a service to which systemd has given a /dev of its own, with a few nodes. */
bool is_in_private_service(struct search *search)
{
    char line[512] = "", *name = NULL;
    if (fact_line(search, "/proc/self/cgroup", "0::/system.slice/", line, sizeof line))
        name = strrchr(line, '/') ? strrchr(line, '/') + 1 : line;
    return name && strstr(name, ".service") &&
           fact_line_contains(search, "/proc/self/mountinfo", " /dev ", " - tmpfs ") &&
           is_without_node(search) && fact_found(search, NULL, name);
}

/* ---- Windows' subsystem for Linux ---- */

static bool is_dxg(const struct search *search)
{
    return search->gpu && strcmp(search->gpu->address, "/dev/dxg") == 0 &&
           fact_all_drivers_answer(search);
}

bool is_wsl_with_nvidia(struct search *search)
{
    return is_dxg(search) && fact_has_path(search, "/usr/lib/wsl/lib/libcuda.so.1") &&
           !fact_has_path(search, "/usr/lib/wsl/lib/libnvidia-opencl.so.1");
}

bool is_wsl_with_intel(struct search *search)
{
    return is_dxg(search) && fact_has_path(search, "/usr/lib/wsl/drivers/iigd*") &&
           !fact_may_have_driver(search, "libigdrcl", "*.icd");
}

/* The library through which ROCm uses /dev/dxg asks for nothing by itself in all versions. */
bool is_wsl_with_rocm_off(struct search *search)
{
    char *part = is_dxg(search) && fact_may_have_driver(search, "libamdocl", "amdocl*.icd") &&
                         fact_is_unset("HSA_ENABLE_DXG_DETECTION")
                     ? fact_path(search, "/opt/rocm*/lib/librocdxg.so*")
                     : NULL;
    if (part) search->value = text_format("%s", part + strlen(search->root));
    free(part);
    return search->value != NULL;
}

bool is_wsl_with_rocm(struct search *search)
{
    return is_dxg(search) && fact_has_driver(search, "libamdocl") &&
           !fact_has_path(search, "/opt/rocm*/lib/librocdxg.so*");
}

bool is_wsl(struct search *search)
{
    return is_dxg(search) && search->report->drivers.count > 0 &&
           !fact_has_driver(search, "libamdocl") && !fact_has_driver(search, "libigdrcl");
}

/* Whether a driver that is for GPUs has found none. */
static bool misses_gpu(const struct candidate *driver)
{
    return remedy_is_absent(driver->verdict) && fact_driver_bits(driver);
}

/* If a driver misses its GPU, the finding is about that driver. */
bool is_wsl_in_container(struct search *search)
{
    const struct report *report = search->driver ? NULL : search->report;
    const struct container *container = container_of(search);
    if (!fact_is_wsl(search) || !container || fact_has_path(search, "/dev/dxg")) return false;
    for (size_t i = 0; report && i < report->drivers.count; i++)
        if (misses_gpu(&report->drivers.all[i])) return false;
    if (search->driver && !misses_gpu(search->driver)) return false;
    report_set(&search->other,
               text_format("%s", container->command ? container->command : "docker"));
    return true;
}

/* The kernel of WSL 1 has a capital letter in its release, as in "4.4.0-19041-Microsoft". */
bool is_wsl_1(struct search *search)
{
    return fact_lacks_drivers(search) &&
           fact_line_contains(search, "/proc/sys/kernel/osrelease", "-Microsoft", "");
}

bool is_wsl_without_gpu(struct search *search)
{
    return fact_is_wsl(search) && !container_of(search) && !fact_has_path(search, "/dev/dxg");
}
