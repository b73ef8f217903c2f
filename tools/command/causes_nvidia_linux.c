/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises causes of NVIDIA's GPUs: rows of causes.h. */
#define _GNU_SOURCE
#include "causes_linux.h"

#include "../base/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool is_nouveau(struct search *it)
{
    return strcmp(it->gpu->driver, "nouveau") == 0 && !fact_has_driver(it, "libRusticlOpenCL");
}

/* libnvidia-opencl.so.1, if it is a link to another version than the kernel module's, and both versions. The version is
 * in the name of the file that the link names. NULL: it is none. The caller frees it. */
static char *link_to_other_version(const struct search *it, char version[64], char number[256])
{
    char target[256] = "", *library, *found;
    ssize_t length = -1;
    if (it->gpu->vendor != NVIDIA) return NULL;
    library = fact_library(it, "libnvidia-opencl.so.1");
    if (library) length = readlink(library, target, sizeof target - 1);
    found = length > 0 ? strstr(target, ".so.") : NULL;
    if (found && strchr(found + 4, '.') &&
        fact_line(it, "/sys/module/nvidia/version", "", version, 64) &&
        strcmp(version, found + 4) != 0) {
        snprintf(number, 256, "%s", found + 4);
        return library;
    }
    free(library);
    return NULL;
}

bool is_link_to_other_version(struct search *it)
{
    char version[64] = "", number[256], *link = link_to_other_version(it, version, number);
    char *right = NULL;
    if (link)
        right = text_format("%.*slibnvidia-opencl.so.%s", (int)(text_file_name(link) - link), link,
                            version);
    if (right && access(right, F_OK) == 0) fact_found(it, version, link + strlen(it->root));
    free(right);
    free(link);
    return it->value != NULL;
}

bool is_of_other_version(struct search *it)
{
    char version[64] = "", number[256], *link = link_to_other_version(it, version, number);
    if (link) fact_found(it, version, number);
    free(link);
    return it->value != NULL;
}

bool is_without_compute(struct search *it)
{
    const char *value = getenv("NVIDIA_DRIVER_CAPABILITIES");
    char *library = fact_library(it, "libnvidia-opencl.so.1");
    bool lacks = it->gpu && it->gpu->vendor == NVIDIA && !library && value && *value &&
                 !strstr(value, "compute") && !strstr(value, "all");
    free(library);
    return lacks && fact_found(it, value, NULL);
}

/* ---- no kernel module ---- */

static bool is_left_by_kernel(const struct search *it)
{
    return it->gpu->vendor == NVIDIA && !*it->gpu->driver;
}

/* Whether there is a module nvidia for this kernel; "*": for any. Debian calls it
 * nvidia-current. */
static bool has_module(const struct search *it, const char *kernel)
{
    static const char *const places[] = { "", "/*", "/*/*", "/*/*/*" }, *const names[] = {
        "nvidia", "nvidia-current"
    };
    bool found = false;
    for (size_t i = 0; i < 8 && !found; i++) {
        char *pattern =
            text_format("/lib/modules/%s%s/%s.ko*", kernel, places[i / 2], names[i % 2]);
        found = fact_has_path(it, pattern);
        free(pattern);
    }
    return found;
}

static bool read_kernel(const struct search *it, char *to, size_t size)
{
    return fact_line(it, "/proc/sys/kernel/osrelease", "", to, size) && *to;
}

/* Four bytes of attributes, and 1. */
static bool is_secure(const struct search *it)
{
    unsigned char bytes[5] = { 0 };
    char *path = fact_path(it, "/sys/firmware/efi/efivars/SecureBoot-*");
    FILE *file = path ? file_stream(path) : NULL;
    bool read = file && fread(bytes, 1, sizeof bytes, file) == sizeof bytes;
    if (file) fclose(file);
    free(path);
    return read && bytes[4] == 1;
}

bool is_unsigned_module(struct search *it)
{
    char kernel[128] = "";
    return is_left_by_kernel(it) && !fact_has_path(it, "/sys/module/nvidia") && is_secure(it) &&
           read_kernel(it, kernel, sizeof kernel) && has_module(it, kernel);
}

bool is_module_of_other_kernel(struct search *it)
{
    char kernel[128] = "";
    return is_left_by_kernel(it) && !fact_has_path(it, "/sys/module/nvidia") &&
           read_kernel(it, kernel, sizeof kernel) && !has_module(it, kernel) &&
           has_module(it, "*") && fact_found(it, kernel, NULL);
}

/* NVIDIA's numbers since Turing begin with 0x1e. */
bool is_too_old_for_open_module(struct search *it)
{
    return is_left_by_kernel(it) && it->gpu->number < 0x1e00 &&
           fact_line_contains(it, "/proc/driver/nvidia/version", "Open Kernel Module", "");
}

bool is_left_by_module(struct search *it)
{
    char version[64] = "";
    return is_left_by_kernel(it) &&
           fact_line(it, "/sys/module/nvidia/version", "", version, sizeof version) &&
           fact_found(it, version, NULL);
}

/* ---- nodes and libraries ---- */

bool is_without_uvm(struct search *it)
{
    return it->gpu->vendor == NVIDIA && fact_has_driver(it, "libnvidia-opencl") &&
           fact_may_use(it, "/dev/nvidiactl") && !fact_has_path(it, "/dev/nvidia-uvm");
}

/* NVIDIA's Container Toolkit brings the libraries along with the nodes. */
bool is_container_without_libraries(struct search *it)
{
    char *cuda = fact_library(it, "libcuda.so.1"),
         *opencl = fact_library(it, "libnvidia-opencl.so*");
    bool lacks = it->gpu && it->gpu->vendor == NVIDIA && !cuda && !opencl &&
                 fact_is_container(it) && fact_may_use(it, "/dev/nvidiactl") &&
                 !fact_has_driver(it, "libnvidia-opencl");
    free(cuda);
    free(opencl);
    return lacks;
}
