/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises causes of GPUs that are part of an ARM processor: rows of causes.h. */
#include "causes_linux.h"

#include <stdlib.h>
#include <string.h>

static bool is_mali(const struct search *it)
{
    return it->gpu && strcmp(it->gpu->address, "/dev/mali0") == 0 && !fact_has_driver(it, "mali") &&
           fact_all_drivers_work(it);
}

/* (There are builds of libmali without OpenCL.) */
bool is_mali_without_manifest(struct search *it)
{
    char *library = is_mali(it) ? fact_library(it, "libmali.so*") : NULL;
    if (library && fact_contains(library, "clIcdGetPlatformIDsKHR"))
        it->value = text_format("%s", library + strlen(it->root));
    free(library);
    return it->value != NULL;
}

bool is_mali_without_driver(struct search *it)
{
    return is_mali(it);
}

bool is_arm_without_driver(struct search *it)
{
    const char *name = it->gpu && it->gpu->vendor == NO_VENDOR ? fact_rusticl_name(it->gpu) : NULL;
    return name && !fact_has_driver(it, "libRusticlOpenCL") &&
           !fact_has_path(it, "/etc/OpenCL/vendors/rusticl.icd") && fact_all_drivers_work(it) &&
           fact_found(it, name, NULL);
}

bool is_tegra(struct search *it)
{
    return it->gpu && strcmp(it->gpu->address, "/dev/nvhost-gpu") == 0 &&
           !fact_has_driver(it, "libnvidia-opencl") && fact_all_drivers_work(it);
}
