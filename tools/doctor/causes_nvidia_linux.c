/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises causes of NVIDIA's GPUs: rows of causes.h. */
#define _GNU_SOURCE
#include "causes_linux.h"
#include "containers_linux.h"
#include "gpu_ages_linux.h"

#include "../base/files.h"

#include <stdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

bool is_switched_off(struct search *search)
{
    return search->gpu->vendor == NVIDIA && !*search->gpu->driver &&
           fact_line_contains(search, "/proc/acpi/bbswitch", search->gpu->address, " OFF");
}

bool is_before_geforce_8(struct search *search)
{
    return gpu_is_before_geforce_8(search->gpu);
}

bool is_nouveau(struct search *search)
{
    return search->gpu->vendor == NVIDIA && strcmp(search->gpu->driver, "nouveau") == 0 &&
           !fact_has_driver(search, "libRusticlOpenCL");
}

/* The path of libnvidia-opencl.so.1, if this is a link to another version than the kernel module's;
 * or NULL. version: the module's. number: the link's, from the name of its file. The caller frees
 * the path. */
static char *link_to_other_version(const struct search *search, char version[64], char number[256])
{
    char target[256] = "", *library, *found;
    ssize_t length = -1;
    if (search->gpu->vendor != NVIDIA) return NULL;
    library = fact_library(search, "libnvidia-opencl.so.1");
    if (library) length = readlink(library, target, sizeof target - 1);
    found = length > 0 ? strstr(target, ".so.") : NULL;
    if (found && strchr(found + 4, '.') && fact_nvidia_version(search, version, 64) &&
        strcmp(version, found + 4) != 0) {
        snprintf(number, 256, "%s", found + 4);
        return library;
    }
    free(library);
    return NULL;
}

bool is_link_to_other_version(struct search *search)
{
    char version[64] = "", number[256], *link = link_to_other_version(search, version, number);
    char *right = NULL;
    if (link)
        right = text_format("%.*slibnvidia-opencl.so.%s", (int)(text_file_name(link) - link), link,
                            version);
    if (right && access(right, F_OK) == 0) fact_found(search, version, link + strlen(search->root));
    free(right);
    free(link);
    return search->value != NULL;
}

bool is_of_other_version(struct search *search)
{
    char version[64] = "", number[256], *link = link_to_other_version(search, version, number);
    if (link) fact_found(search, version, number);
    free(link);
    return search->value != NULL;
}

bool is_without_compute(struct search *search)
{
    const char *value = getenv("NVIDIA_DRIVER_CAPABILITIES");
    char *library = fact_library(search, "libnvidia-opencl.so.1");
    bool lacks = search->gpu && search->gpu->vendor == NVIDIA && !library && value && *value &&
                 !strstr(value, "compute") && !strstr(value, "all") &&
                 fact_has_path(search, "/dev/nvidiactl");
    free(library);
    return lacks && fact_found(search, value, NULL);
}

/* ---- no kernel module ---- */

static bool is_left_by_kernel(const struct search *search)
{
    return search->gpu->vendor == NVIDIA && !*search->gpu->driver;
}

/* Whether the module is loaded. A sandbox may lack /sys/module, so /proc counts, too. */
static bool is_loaded(const struct search *search)
{
    return fact_has_path(search, "/sys/module/nvidia") ||
           fact_has_path(search, "/proc/driver/nvidia");
}

/* Whether there is NVIDIA's module for this kernel ("*": for any kernel). Debian calls the module
 * nvidia-current, or names an older version in its name. */
static bool has_module(const struct search *search, const char *kernel)
{
    static const char *const places[] = { "", "/*", "/*/*", "/*/*/*" };
    static const char *const names[] = { "nvidia", "nvidia-current*", "nvidia-legacy-*",
                                         "nvidia-tesla-*" };
    bool found = false;
    for (size_t i = 0; i < 16 && !found; i++) {
        char *pattern =
            text_format("/lib/modules/%s%s/%s.ko*", kernel, places[i / 4], names[i % 4]);
        found = fact_has_path(search, pattern);
        free(pattern);
    }
    return found;
}

static bool read_kernel(const struct search *search, char *to, size_t size)
{
    return fact_line(search, "/proc/sys/kernel/osrelease", "", to, size) && *to;
}

/* Whether Secure Boot is on: the file has four bytes of attributes, and then 1. */
static bool is_secure(const struct search *search)
{
    unsigned char bytes[5] = { 0 };
    char *path = fact_path(search, "/sys/firmware/efi/efivars/SecureBoot-*");
    FILE *file = path ? file_stream(path) : NULL;
    bool read = file && fread(bytes, 1, sizeof bytes, file) == sizeof bytes;
    if (file) fclose(file);
    free(path);
    return read && bytes[4] == 1;
}

bool is_unsigned_module(struct search *search)
{
    char kernel[128] = "";
    return is_left_by_kernel(search) && !is_loaded(search) && is_secure(search) &&
           read_kernel(search, kernel, sizeof kernel) && has_module(search, kernel) &&
           !is_module_barred(search);
}

bool is_module_of_other_kernel(struct search *search)
{
    char kernel[128] = "";
    return is_left_by_kernel(search) && !is_loaded(search) &&
           read_kernel(search, kernel, sizeof kernel) && !has_module(search, kernel) &&
           has_module(search, "*") && fact_found(search, kernel, NULL);
}

/* The program of Bumblebee and its kin, which turn the GPU on for single programs; or NULL. */
static const char *path_of_optirun(const struct search *search)
{
    static const char *const paths[] = { "/usr/bin/optirun", "/usr/local/bin/optirun" };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (fact_has_path(search, paths[i])) return paths[i];
    return NULL;
}

bool is_for_optirun(struct search *search)
{
    const char *path = path_of_optirun(search);
    return path && is_left_by_kernel(search) && !is_loaded(search) &&
           fact_found(search, path, NULL);
}

/* optirun sets LD_LIBRARY_PATH to the folder of NVIDIA's libraries. */
bool is_library_of_optirun(struct search *search)
{
    static const char *const folders[] = { "/usr/lib/nvidia*", "/usr/lib64/nvidia*" };
    const char *name = text_or_empty(search->driver->library);
    if (search->driver->verdict != VERDICT_LIBRARY_MISSING || *name == '\0' || strchr(name, '/') ||
        !path_of_optirun(search))
        return false;
    for (size_t i = 0; i < sizeof folders / sizeof *folders && !search->value; i++) {
        char *pattern = text_format("%s/%s", folders[i], name), *file = fact_path(search, pattern);
        char *architecture = file ? file_architecture(file) : NULL, *own = file_own_architecture();
        if (file && text_same(architecture, own))
            search->value = text_format("%s", file + strlen(search->root));
        free(own);
        free(architecture);
        free(file);
        free(pattern);
    }
    return search->value;
}

/* The numbers of Blackwell, for which there is only the open module, begin at 0x2900. */
bool is_beside_gpu_for_open_module(struct search *search)
{
    struct gpu gpus[MOST_GPUS];
    const size_t count = fact_find_gpus(search->root, gpus);
    bool has_newest = false;
    for (size_t i = 0; i < count; i++)
        has_newest = has_newest || (gpus[i].vendor == NVIDIA && gpus[i].number >= 0x2900);
    return has_newest && is_too_old_for_open_module(search);
}

bool is_too_old_for_open_module(struct search *search)
{
    return is_left_by_kernel(search) && gpu_is_before_turing(search->gpu) &&
           fact_line_contains(search, "/proc/driver/nvidia/version", "Open Kernel Module", "");
}

bool is_left_by_module(struct search *search)
{
    char version[64] = "";
    return is_left_by_kernel(search) && fact_nvidia_version(search, version, sizeof version) &&
           fact_found(search, version, NULL);
}

/* ---- nodes and libraries ---- */

bool has_nvidia_modprobe(const struct search *search)
{
    return fact_has_path(search, "/usr/bin/nvidia-modprobe") ||
           fact_has_path(search, "/run/current-system/sw/bin/nvidia-modprobe");
}

/* NVIDIA's libraries start nvidia-modprobe, which makes the node. */
static char *how_to_make_uvm(const struct search *search)
{
    const struct container *container = container_of(search);
    if (container)
        return text_format("If the host has it, pass it on: %s. Otherwise make it there: sudo "
                           "nvidia-modprobe -u -c=0",
                           container->nvidia);
    if (!has_nvidia_modprobe(search))
        return text_format("Install nvidia-modprobe, with which programs make it by themselves.");
    return text_format("sudo nvidia-modprobe -u -c=0 makes it, until the machine is started anew. "
                       "For a service: [Service] ExecStartPre=+/usr/bin/nvidia-modprobe -u -c=0. "
                       "In a sandbox, pass it on.");
}

/* Drivers before 331 have no such node. */
bool is_without_uvm(struct search *search)
{
    const bool has_driver = search->report ? fact_has_driver(search, "libnvidia-opencl")
                                           : fact_has_manifest(search, "nvidia.icd");
    char version[64] = "";
    if (fact_nvidia_version(search, version, sizeof version) && strtoul(version, NULL, 10) < 331)
        return false;
    if (search->gpu->vendor != NVIDIA || !has_driver || !fact_may_use(search, "/dev/nvidiactl") ||
        fact_has_path(search, "/dev/nvidia-uvm"))
        return false;
    report_set(&search->other, how_to_make_uvm(search));
    return true;
}

/* NVIDIA's Container Toolkit brings the libraries along with the nodes. */
bool is_container_without_libraries(struct search *search)
{
    const struct container *container = container_of(search);
    char *cuda = fact_library(search, "libcuda.so.1"),
         *opencl = fact_library(search, "libnvidia-opencl.so*"), version[64] = "";
    bool lacks = search->gpu && search->gpu->vendor == NVIDIA && !cuda && !opencl && container &&
                 fact_may_use(search, "/dev/nvidiactl") &&
                 !fact_has_driver(search, "libnvidia-opencl");
    free(cuda);
    free(opencl);
    if (lacks && container->kind == CONTAINER_SYSTEM)
        report_set(&search->other,
                   text_format("Install them inside, in the host's version%s%s, without a kernel "
                               "module. With Incus or LXD, the option nvidia.runtime=true brings "
                               "them.",
                               fact_nvidia_version(search, version, sizeof version) ? " " : "",
                               version));
    else if (lacks)
        report_set(&search->other,
                   text_format("Let the container have them, too: %s", container->nvidia));
    return lacks;
}

/* The container's runtime mounts this library for the capability "utility". */
bool is_container_with_utility(struct search *search)
{
    return is_container_without_libraries(search) &&
           fact_line_contains(search, "/proc/self/mountinfo", "/libnvidia-ml.so.", "");
}

bool is_nvidia_without_stack_limit(struct search *search)
{
    struct rlimit limit;
    return search->answer && search->answer->end == END_SIGNAL && search->answer->code == SIGSEGV &&
           strstr(text_or_empty(search->driver->library), "libnvidia-opencl") &&
           getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY;
}
