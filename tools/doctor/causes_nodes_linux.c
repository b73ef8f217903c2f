/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises why device nodes do not open, and what is known about a GPU that its driver does not
 * find: rows of causes.h. */
#include "causes_linux.h"
#include "containers_linux.h"
#include "gpu_ages_linux.h"
#include "nodes_linux.h"

#include "../report/remedy.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_error(const struct search *search, int one, int other)
{
    return search->opening == one || search->opening == other;
}

bool is_uvm_lost(struct search *search)
{
    return search->opening == EIO && strcmp(text_file_name(search->node), "nvidia-uvm") == 0;
}

bool is_device_rule(struct search *search)
{
    return search->opening == EPERM && fact_found(search, NULL, search->node);
}

bool is_policy(struct search *search)
{
    return search->opening == EACCES;
}

/* The module of the kernel that makes such a node. */
static const char *module_of(const char *node)
{
    static const char *const modules[][2] = { { "nvidia-uvm", "nvidia_uvm" },
                                              { "nvidia", "nvidia" },
                                              { "kfd", "amdgpu" },
                                              { "mali", "mali_kbase" } };
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
        if (strncmp(text_file_name(node), modules[i][0], strlen(modules[i][0])) == 0)
            return modules[i][1];
    return "i915 (or amdgpu, xe, nouveau)";
}

bool is_node_empty(struct search *search)
{
    return is_error(search, ENODEV, ENXIO) &&
           fact_found(search, node_error_name(search->opening), module_of(search->node));
}

bool is_node_busy(struct search *search)
{
    return search->opening == EBUSY && fact_found(search, NULL, search->node);
}

bool is_out_of_files(struct search *search)
{
    return is_error(search, EMFILE, ENFILE) &&
           fact_found(search, node_error_name(search->opening), NULL);
}

bool is_node_hanging(struct search *search)
{
    if (search->opening != ETIMEDOUT) return false;
    search->value = text_format("%d", NODE_SECONDS);
    return true;
}

bool is_node_failing(struct search *search)
{
    return fact_found(search, node_error_name(search->opening), NULL);
}

/* ---- a GPU that its driver does not find ---- */

/* Whether the libraries of NVIDIA's driver have the version of its kernel module. Puts that version
 * into `version`. */
static bool is_of_same_version(const struct search *search, char *version, size_t size)
{
    char *name, *library;
    if (!fact_nvidia_version(search, version, size)) return false;
    name = text_format("libnvidia-opencl.so.%s", version);
    library = fact_library(search, name);
    free(name);
    free(library);
    return library != NULL;
}

static bool has_open_module(const struct search *search)
{
    return fact_line_contains(search, "/proc/driver/nvidia/version", "Open Kernel Module", "");
}

/* Adds what is right about a GPU. */
static void add_facts(const struct search *search, const struct gpu *gpu, char **text)
{
    char version[64] = "", *pattern = text_format("%s%s", search->root, fact_nodes(gpu));
    if (*gpu->driver && *gpu->driver != '?')
        text_add(text, ", with the kernel's driver %s", gpu->driver);
    if (gpu->vendor == NVIDIA && is_of_same_version(search, version, sizeof version))
        text_add(text, " %s, libraries of this version", version);
    if (node_all_open(pattern)) text_add(text, ", and its node opens");
    if (gpu->vendor == NVIDIA && has_open_module(search))
        text_add(text, ", NVIDIA's open kernel module");
    free(pattern);
}

/* The GPU that the driver should find, or NULL: one that may be too old only if there is no other
 * one. */
static const struct gpu *gpu_of_driver(const struct search *search, const struct gpu *gpus,
                                       size_t count)
{
    const bool is_known = fact_driver_bits(search->driver);
    const struct gpu *old = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!is_known || gpus[i].vendor == NO_VENDOR || !fact_may_serve(search->driver, &gpus[i]) ||
            container_lacks(search, &gpus[i]))
            continue;
        if (!gpu_is_too_old(&gpus[i])) return &gpus[i];
        if (!old) old = &gpus[i];
    }
    return old;
}

/* NVIDIA's libraries come into a container from the host. */
bool is_its_gpu_in_container(struct search *search)
{
    struct gpu gpus[MOST_GPUS];
    const size_t count = fact_find_gpus(search->root, gpus);
    const struct gpu *gpu = gpu_of_driver(search, gpus, count);
    char kernel[128];
    if (!gpu || gpu->vendor == NVIDIA || !container_of(search) || !is_its_gpu_there(search))
        return false;
    if (!fact_line(search, "/proc/sys/kernel/osrelease", "", kernel, sizeof kernel)) *kernel = '\0';
    report_set(&search->other, text_format("Linux %s", *kernel ? kernel : "kernel"));
    return true;
}

/* Whether both kinds of NVIDIA's module support a GPU: Turing and later without Hopper, and before
 * Blackwell. */
static bool is_of_both_modules(const struct gpu *gpu)
{
    return gpu->number >= 0x1e00 && gpu->number < 0x2900 && gpu->number >> 8 != 0x23;
}

bool is_its_gpu_with_open_module(struct search *search)
{
    struct gpu gpus[MOST_GPUS];
    const size_t count = fact_find_gpus(search->root, gpus);
    if (!(fact_driver_bits(search->driver) & fact_vendor_bit(NVIDIA)) || !has_open_module(search) ||
        !is_its_gpu_there(search))
        return false;
    for (size_t i = 0; i < count; i++)
        if (gpus[i].vendor == NVIDIA && !is_of_both_modules(&gpus[i])) return false;
    free(search->other);
    search->other = text_format("-e NVRM -e Xid");
    return true;
}

bool is_its_gpu_there(struct search *search)
{
    struct gpu gpus[MOST_GPUS];
    const size_t count = fact_find_gpus(search->root, gpus);
    const struct gpu *gpu = gpu_of_driver(search, gpus, count);
    if (!gpu || !remedy_is_absent(search->driver->verdict)) return false;
    search->value = text_format("%s", gpu->address);
    add_facts(search, gpu, &search->value);
    search->other = text_format("%s", strcmp(gpu->driver, "nouveau") == 0  ? "nouveau"
                                      : strcmp(gpu->driver, "radeon") == 0 ? "radeon"
                                      : gpu->vendor == NVIDIA
                                          ? "-e NVRM -e Xid. After a suspend: sudo modprobe -r "
                                            "nvidia_uvm; sudo modprobe nvidia_uvm"
                                      : gpu->vendor == INTEL ? "-e i915 -e xe"
                                                             : "-e amdgpu -e kfd");
    return true;
}
