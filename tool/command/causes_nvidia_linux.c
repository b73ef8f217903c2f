/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises causes of NVIDIA's GPUs: rows of causes.h. */
#define _GNU_SOURCE
#include "causes_linux.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool is_nouveau(struct search *it)
{
    return strcmp(it->gpu->driver, "nouveau") == 0 && !fact_has_driver(it, "libRusticlOpenCL");
}

/* The version is in the name of the file that the library's link names. */
bool is_of_other_version(struct search *it)
{
    char version[64] = "", target[256] = "", *library, *number;
    ssize_t length = -1;
    if (it->gpu->vendor != NVIDIA) return false;
    library = fact_library(it, "libnvidia-opencl.so.1");
    if (library) length = readlink(library, target, sizeof target - 1);
    number = length > 0 ? strstr(target, ".so.") : NULL;
    if (number && strchr(number + 4, '.') &&
        fact_line(it, "/sys/module/nvidia/version", "", version, sizeof version) &&
        strcmp(version, number + 4) != 0) {
        it->value = text_format("%s", version);
        it->other = text_format("%s", number + 4);
    }
    free(library);
    return it->value != NULL;
}

bool is_without_compute(struct search *it)
{
    const char *value = getenv("NVIDIA_DRIVER_CAPABILITIES");
    char *library = fact_library(it, "libnvidia-opencl.so.1");
    bool lacks = it->gpu && it->gpu->vendor == NVIDIA && !library && value && *value &&
                 !strstr(value, "compute") && !strstr(value, "all");
    free(library);
    if (lacks) it->value = text_format("%s", value);
    return lacks;
}
