/* SPDX-License-Identifier: Apache-2.0 */
/* How this machine's distribution installs what package_rows.h has. */
#ifndef CLRELAY_TOOLS_REPORT_PACKAGES_H
#define CLRELAY_TOOLS_REPORT_PACKAGES_H

#include "report.h"

/* The folder of the conda environment that a loader belongs to, or NULL: none. The caller frees
 * it. */
char *packages_conda_prefix(const struct loader *loader);

/* The distribution below this folder, or conda, if the loader (or NULL) belongs to it. NULL: it is
 * not known, and what follows says what Debian has. */
const struct distribution *packages_distribution(const char *root, const struct loader *loader);

/* Replaces {ID} by what this row is, and how the distribution installs it: "Intel's runtime
 * (Fedora: dnf install intel-opencl)". */
void packages_fill(char **text, const struct distribution *distribution);

/* The same with how to install again what may be installed. */
void packages_fill_again(char **text, const struct distribution *distribution);
/* The command that installs a package again, or "". The caller frees it. */
char *packages_again(const char *package, const struct distribution *distribution);
/* Whether a package is a distribution's with libOpenCL.so.1. */
bool packages_is_loader(const char *package);

/* The same for the package that a library is in. `again`: its file may be missing although the
 * package is installed. NULL: not known. The caller frees it. */
char *packages_of_library(const char *library, const struct distribution *distribution, bool again);
/* The same, or how to find that package. */
char *packages_search(const char *library, const struct distribution *distribution);

#endif
