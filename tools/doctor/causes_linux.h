/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of the rows of causes.h: whether the row fits. */
#ifndef CLRELAY_TOOLS_DOCTOR_CAUSES_LINUX_H
#define CLRELAY_TOOLS_DOCTOR_CAUSES_LINUX_H

#include "facts_linux.h"

#define CAUSE(id, kinds, fits, text, remedy, source) bool fits(struct search *search);
#include "causes.h"
#undef CAUSE

/* Whether a finding of its own says that a driver lacks what it needs to build kernels. */
bool is_compiler_known_to_be_missing(const struct search *search);

/* The variable that names the folder where a driver (by its library) keeps what it builds, or NULL;
 * and that folder, or NULL, with the variable that has led to it. The caller frees it. */
const char *cache_variable(const char *library);
char *cache_folder(const char *library, const char **chosen_by);

/* What Flatpak calls the extension with this version of NVIDIA's driver. The caller frees it. */
char *flatpak_extension(const char *version);

#endif
