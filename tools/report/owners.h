/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the package that has installed a file, in the lists of dpkg and pacman. Linux only. */
#ifndef CLRELAY_TOOLS_REPORT_OWNERS_H
#define CLRELAY_TOOLS_REPORT_OWNERS_H

#include "report.h"

/* OWNER_UNKNOWN: there are no such lists, or the file may come from elsewhere. OWNER_NONE: no
 * package has the file, so installing a package again does not replace the file. */
enum owner { OWNER_UNKNOWN, OWNER_NONE, OWNER_PACKAGE };

/* `file`: a path below `root`. `root`: the folder of the system's files; "" is this system.
 * *package: the file's package, which the caller frees; NULL with any other answer. */
enum owner owner_of_file(const char *root, const char *file, char **package);

/* The first package that has a file of this name in some folder, or NULL. *file: the file's path, or
 * NULL. The caller frees both. */
char *owner_of_name(const char *root, const char *name, char **file);

/* A package whose list has an .icd file of /etc/OpenCL/vendors with this word in its path that is
 * gone, or NULL. Purged packages have no list; those that were only removed may have one. *file: the
 * file's path, or NULL. The caller frees both. */
char *owner_of_lost_manifest(const char *root, const char *word, char **file);

/* " (of the package NAME)", " (of no package)", or how to find the package. "": nothing is known.
 * The caller frees the text. */
char *owner_words(const char *root, const char *file);

#endif
