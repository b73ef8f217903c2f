/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises causes of GPUs that are part of an ARM processor: rows of causes.h. */
#include "causes_linux.h"

#include <stdlib.h>
#include <string.h>

static bool is_mali(const struct search *search)
{
    return search->gpu && strcmp(search->gpu->address, "/dev/mali0") == 0 &&
           !fact_may_have_driver(search, "mali", "*.icd") && fact_all_drivers_work(search);
}

/* (There are builds of libmali without OpenCL.) */
bool is_mali_without_manifest(struct search *search)
{
    static const char *const names[] = { "libmali.so*", "mali*/libmali.so*" };
    char *library = NULL;
    for (size_t i = 0; i < 2 && !library && is_mali(search); i++)
        library = fact_library(search, names[i]);
    if (library && fact_contains(library, "clIcdGetPlatformIDsKHR"))
        search->value = text_format("%s", library + strlen(search->root));
    free(library);
    return search->value != NULL;
}

bool is_mali_without_driver(struct search *search)
{
    return is_mali(search);
}

bool is_arm_without_driver(struct search *search)
{
    const char *name =
        search->gpu && search->gpu->vendor == NO_VENDOR ? fact_rusticl_name(search->gpu) : NULL;
    return name && !fact_may_have_driver(search, "libRusticlOpenCL", "rusticl.icd") &&
           !fact_has_manifest(search, "rusticl.icd") && fact_all_drivers_work(search) &&
           fact_found(search, name, NULL);
}

bool is_v3d_without_driver(struct search *search)
{
    return search->gpu && strcmp(search->gpu->driver, "v3d") == 0 && is_arm_without_driver(search);
}

bool is_tegra(struct search *search)
{
    return search->gpu && strcmp(search->gpu->address, "/dev/nvhost-gpu") == 0 &&
           !fact_may_have_driver(search, "libnvidia-opencl", "*.icd") &&
           fact_all_drivers_work(search);
}
