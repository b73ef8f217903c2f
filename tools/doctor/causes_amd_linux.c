/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises causes of AMD's GPUs: rows of causes.h. */
#include "causes_linux.h"

#include "../base/files.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* AMDGPU-PRO's driver has ROCm's name and needs no KFD. */
bool is_without_kfd(struct search *search)
{
    return search->gpu->vendor == AMD && fact_has_driver(search, "libamdocl") &&
           !fact_has_driver(search, "amdgpu-pro") && !fact_has_path(search, "/dev/kfd");
}

/* The kernel makes the node in its own /dev; a container or a sandbox has another one. */
bool is_kfd_hidden(struct search *search)
{
    return is_without_kfd(search) && fact_has_path(search, "/sys/class/kfd/kfd");
}

/* ---- KFD, the kernel's part for computing ---- */

/* A number in the properties of one of its nodes, or 0. */
static unsigned long read_property(const char *node, const char *name)
{
    char line[128];
    unsigned long number = 0;
    FILE *file = file_stream(node);
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, name, strlen(name)) == 0 && line[strlen(name)] == ' ')
            number = strtoul(line + strlen(name), NULL, 10);
    if (file) fclose(file);
    return number;
}

/* Where the node of this GPU is, as KFD writes it: bus, device and function in one number. */
static bool is_node_of(const char *node, const struct gpu *gpu)
{
    unsigned domain = 0, bus = 0, device = 0, part = 0;
    return sscanf(gpu->address, "%x:%x:%x.%x", &domain, &bus, &device, &part) == 4 &&
           read_property(node, "location_id") == (bus << 8 | device << 3 | part) &&
           read_property(node, "domain") == domain;
}

/* Whether KFD has nodes at all; *version: of the GPU's instructions, 0 if it does not have it. */
static bool find_node(const struct search *search, unsigned long *version)
{
    char *pattern = text_format("%s/sys/class/kfd/kfd/topology/nodes/*/properties", search->root);
    glob_t nodes;
    bool any = glob(pattern, 0, NULL, &nodes) == 0;
    *version = 0;
    for (size_t i = 0; any && i < nodes.gl_pathc; i++)
        if (is_node_of(nodes.gl_pathv[i], search->gpu))
            *version = read_property(nodes.gl_pathv[i], "gfx_target_version");
    globfree(&nodes);
    free(pattern);
    return any;
}

static bool has_rocm(const struct search *search)
{
    return search->gpu->vendor == AMD && fact_has_driver(search, "libamdocl") &&
           fact_all_drivers_work(search) && fact_may_use(search, "/dev/kfd");
}

bool is_not_in_kfd(struct search *search)
{
    unsigned long version;
    return has_rocm(search) && strcmp(search->gpu->driver, "amdgpu") == 0 &&
           find_node(search, &version) && version == 0;
}

/* 80003: gfx803; 90000: Vega's. */
bool is_before_vega(struct search *search)
{
    unsigned long version;
    if (!has_rocm(search) || !fact_is_unset("ROC_ENABLE_PRE_VEGA") ||
        !find_node(search, &version) || version == 0 || version >= 90000)
        return false;
    search->value =
        text_format("gfx%lu%lu%lx", version / 10000, version / 100 % 100, version % 100);
    return true;
}

/* ---- other drivers ---- */

bool is_radeon(struct search *search)
{
    return search->gpu->vendor == AMD && strcmp(search->gpu->driver, "radeon") == 0 &&
           !fact_has_driver(search, "libMesaOpenCL") &&
           !fact_has_driver(search, "libRusticlOpenCL") && search->report->drivers.count > 0 &&
           fact_all_drivers_work(search);
}

bool is_rocm_without_opencl(struct search *search)
{
    char *found;
    if (!search->gpu || search->gpu->vendor != AMD || fact_has_driver(search, "libamdocl"))
        return false;
    found = fact_library(search, "libamdocl64.so*");
    if (found) { /* and no .icd names it: another cause */
        free(found);
        return false;
    }
    found = fact_path(search, "/opt/rocm*/lib/libhsa-runtime64.so*");
    if (found) search->value = text_format("%s", found + strlen(search->root));
    free(found);
    return search->value != NULL;
}
