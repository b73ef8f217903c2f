/* SPDX-License-Identifier: Apache-2.0 */
/* How this machine's distribution installs the packages of package_rows.h. */
#ifndef CLRELAY_TOOLS_REPORT_PACKAGES_H
#define CLRELAY_TOOLS_REPORT_PACKAGES_H

#include "report.h"

/* The folder of the conda environment that a loader belongs to, or NULL: none. The caller frees
 * it. */
char *packages_conda_prefix(const struct loader *loader);

/* The distribution of the system below the folder `root`; or conda, if the loader belongs to that.
 * `loader` may be NULL. NULL: not known; then the functions below say what Debian has. */
const struct distribution *packages_distribution(const char *root, const struct loader *loader);

/* Replaces each {ID} in a text by what that row is, and how the distribution installs it: "Intel's
 * runtime (Fedora: dnf install intel-opencl)". */
void packages_fill(char **text, const struct distribution *distribution);

/* Does the same, with how to install again what may be installed. */
void packages_fill_again(char **text, const struct distribution *distribution);

/* The command that installs a package again, or "". The caller frees it. */
char *packages_again(const char *package, const struct distribution *distribution);

/* Whether a package is a distribution's with libOpenCL.so.1. */
bool packages_is_loader(const char *package);

/* Says which package a library is in, and how the distribution installs it. `again`: the package
 * may be installed although the file is missing. NULL: not known. The caller frees it. */
char *packages_of_library(const char *library, const struct distribution *distribution, bool again);
/* Says what packages_of_library() says, or how to find the package. */
char *packages_search(const char *library, const struct distribution *distribution);

#endif
