/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises where programs run without the system's drivers or devices: rows of causes.h. */
#include "causes_linux.h"

#include "../report/packages.h"

#include <stdlib.h>
#include <string.h>

/* ---- sandboxes ---- */

/* Whether the loader has searched this folder; without a report, whether it may have. */
static bool is_searched(const struct search *it, const char *folder)
{
    if (!it->report) return !fact_is_unset("OCL_ICD_VENDORS");
    for (size_t i = 0; i < it->report->driver_directories.count; i++)
        if (text_same(it->report->driver_directories.all[i].path, folder)) return true;
    return false;
}

bool is_in_conda(struct search *it)
{
    char *prefix = packages_conda_prefix(it->loader);
    if (prefix && fact_has_path(it, "/etc/OpenCL/vendors/*.icd") &&
        !is_searched(it, "/etc/OpenCL/vendors"))
        it->value = text_format("%s/etc/OpenCL/vendors", prefix);
    free(prefix);
    return it->value != NULL;
}

/* By itself: what a variable leaves out is another finding. */
bool is_system_folder_left(struct search *it)
{
    const struct setting *vendors = report_setting(it->report, "OCL_ICD_VENDORS"),
                         *path = report_setting(it->report, "OPENCL_VENDOR_PATH");
    return it->report && !(vendors && *text_or_empty(vendors->value)) &&
           !(path && *text_or_empty(path->value)) &&
           fact_has_path(it, "/etc/OpenCL/vendors/*.icd") &&
           !is_searched(it, "/etc/OpenCL/vendors");
}

bool is_nixos_folder_left(struct search *it)
{
    static const char folder[] = "/run/opengl-driver/etc/OpenCL/vendors";
    return it->report && fact_has_path(it, "/run/opengl-driver/etc/OpenCL/vendors/*.icd") &&
           !is_searched(it, folder);
}

bool is_named_and_unread(struct search *it)
{
    return it->setting && fact_found(it, NULL, it->element);
}

bool is_in_unread_folder(struct search *it)
{
    const char *name = text_file_name(it->element);
    it->value = text_format("%.*s", (int)(name - it->element) - 1, it->element);
    it->other = text_format("%s", it->element);
    return true;
}

/* The extension with the libraries of this version, as Flatpak calls it. */
bool is_in_flatpak_with_nvidia(struct search *it)
{
    char version[64] = "";
    if (!it->gpu || it->gpu->vendor != NVIDIA || !fact_has_path(it, "/.flatpak-info") ||
        fact_has_driver(it, "libnvidia-opencl") ||
        !fact_line(it, "/sys/module/nvidia/version", "", version, sizeof version))
        return false;
    for (char *dot; (dot = strchr(version, '.'));) *dot = '-';
    it->value = text_format("org.freedesktop.Platform.GL.nvidia-%s", version);
    return true;
}

bool is_in_flatpak(struct search *it)
{
    return fact_has_path(it, "/.flatpak-info") && fact_all_drivers_work(it);
}

/* (A classic snap sees the system as it is.) */
bool is_in_snap(struct search *it)
{
    const char *name = text_or_empty(getenv("SNAP_NAME"));
    return *name && !fact_is_unset("SNAP") && fact_has_path(it, "/var/lib/snapd/hostfs/etc") &&
           fact_all_drivers_work(it) && fact_found(it, name, NULL);
}

/* ---- containers and services ---- */

bool is_without_node(struct search *it)
{
    return it->gpu && !fact_has_path(it, fact_nodes(it->gpu)) &&
           fact_found(it, it->gpu->vendor == NVIDIA ? "/dev/nvidia*" : fact_nodes(it->gpu), NULL);
}

bool is_in_pod(struct search *it)
{
    return !fact_is_unset("KUBERNETES_SERVICE_HOST") && is_without_node(it) &&
           fact_found(it, NULL,
                      it->gpu->vendor == NVIDIA ? "nvidia.com/gpu"
                      : it->gpu->vendor == AMD  ? "amd.com/gpu"
                                                : "gpu.intel.com/i915 or /xe");
}

bool is_in_container(struct search *it)
{
    return fact_is_container(it) && is_without_node(it) &&
           fact_found(it, NULL,
                      it->gpu->vendor == NVIDIA
                          ? "docker run --gpus all, with NVIDIA's Container Toolkit"
                      : it->gpu->vendor == AMD ? "docker run --device /dev/kfd --device /dev/dri"
                                               : "docker run --device /dev/dri");
}

/* A service of the system, to which systemd has given a /dev of its own, with a few nodes. */
bool is_in_private_service(struct search *it)
{
    char line[512] = "", *name = NULL;
    if (fact_line(it, "/proc/self/cgroup", "0::/system.slice/", line, sizeof line))
        name = strrchr(line, '/') ? strrchr(line, '/') + 1 : line;
    return name && strstr(name, ".service") && !fact_is_container(it) &&
           fact_line_contains(it, "/proc/self/mountinfo", " /dev ", " - tmpfs ") &&
           is_without_node(it) && fact_found(it, NULL, name);
}

/* ---- Windows' subsystem for Linux ---- */

static bool is_dxg(const struct search *it)
{
    return it->gpu && strcmp(it->gpu->address, "/dev/dxg") == 0 && fact_all_drivers_work(it);
}

bool is_wsl_with_nvidia(struct search *it)
{
    return is_dxg(it) && fact_has_path(it, "/usr/lib/wsl/lib/libcuda.so.1") &&
           !fact_has_path(it, "/usr/lib/wsl/lib/libnvidia-opencl.so.1");
}

bool is_wsl_with_intel(struct search *it)
{
    return is_dxg(it) && fact_has_path(it, "/usr/lib/wsl/drivers/iigd*") &&
           !fact_has_driver(it, "libigdrcl");
}

bool is_wsl(struct search *it)
{
    return is_dxg(it) && it->report->drivers.count > 0;
}

bool is_wsl_without_gpu(struct search *it)
{
    return fact_line_contains(it, "/proc/sys/kernel/osrelease", "icrosoft", "") &&
           !fact_has_path(it, "/dev/dxg");
}
