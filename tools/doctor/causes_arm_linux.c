/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises causes of GPUs that are part of an ARM processor: rows of causes.h. */
#include "causes_linux.h"

#include "../base/files.h"

#include <glob.h>
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
    char *library = NULL;
    if (is_mali(search)) library = fact_library(search, "libmali.so*");
    if (is_mali(search) && !library) library = fact_library(search, "mali-egl/libmali.so*");
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

/* Mesa's driver for v3d is new, so its absence is no problem where another driver has a device. */
bool is_v3d_without_driver(struct search *search)
{
    char *pattern = text_format("%s/sys/class/drm/renderD*/device/uevent", search->root);
    bool is = false;
    glob_t files;
    if (glob(pattern, 0, NULL, &files) == 0)
        for (size_t i = 0; i < files.gl_pathc && !is; i++) {
            char driver[8] = "";
            is = file_line(files.gl_pathv[i], "DRIVER=", driver, sizeof driver) &&
                 strcmp(driver, "v3d") == 0;
        }
    globfree(&files);
    free(pattern);
    return is && !fact_may_have_driver(search, "libRusticlOpenCL", "rusticl.icd");
}

bool is_v3d_without_any_driver(struct search *search)
{
    return fact_lacks_drivers(search) && is_v3d_without_driver(search);
}

bool is_tegra(struct search *search)
{
    return search->gpu && strcmp(search->gpu->address, "/dev/nvhost-gpu") == 0 &&
           !fact_may_have_driver(search, "libnvidia-opencl", "*.icd") &&
           fact_all_drivers_work(search);
}
