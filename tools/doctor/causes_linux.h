/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of causes.h: each says whether its row fits. */
#ifndef CLRELAY_TOOLS_DOCTOR_CAUSES_LINUX_H
#define CLRELAY_TOOLS_DOCTOR_CAUSES_LINUX_H

#include "facts_linux.h"

#define CAUSE(id, kinds, fits, text, remedy, source) bool fits(struct search *search);
#include "causes.h"
#undef CAUSE

/* What to install for the GPU, with rows of package_rows.h in braces. "": nothing is known to be for
 * it. */
const char *gpu_driver(const struct search *search);
/* Whether AMD's ROCm usually leaves the GPU out, because it is older than Vega. */
bool is_left_out_by_rocm(const struct search *search);

/* Whether a file of modprobe keeps the GPU's module, which is not loaded, from being loaded. */
bool is_module_barred(const struct search *search);

/* Whether the program is there that makes the nodes of NVIDIA's driver. */
bool has_nvidia_modprobe(const struct search *search);

/* Whether another finding says that a driver lacks what it needs to build kernels. */
bool is_compiler_known_to_be_missing(const struct search *search);

/* The variable that names the cache folder of a driver, or NULL: none is known. `library`: the
 * driver's library. */
const char *cache_variable(const char *library);
/* The cache folder of a driver, or NULL. *chosen_by: the variable that leads to the folder. The
 * caller frees the path. */
char *cache_folder(const char *library, const char **chosen_by);

/* The name of Flatpak's extension with this version of NVIDIA's driver. The caller frees the
 * name. */
char *flatpak_extension(const char *version);

#endif
