/* SPDX-License-Identifier: Apache-2.0 */
/* Which package has installed a file, from the lists that dpkg and pacman keep. Linux only. */
#ifndef CLRELAY_TOOLS_REPORT_OWNERS_H
#define CLRELAY_TOOLS_REPORT_OWNERS_H

#include "report.h"

/* OWNER_UNKNOWN: there are no such lists, or others count, too. OWNER_NONE: no package has the
 * file, so installing one again does not replace it. */
enum owner { OWNER_UNKNOWN, OWNER_NONE, OWNER_PACKAGE };

/* `file` is a path below `root`, the folder of the system's files; "" is this system's. *package:
 * its package, for the caller to free; NULL with any other answer. */
enum owner owner_of_file(const char *root, const char *file, char **package);

/* " (of the package NAME)", or how to find that out; "" if nothing is known. The caller frees
 * it. */
char *owner_words(const char *root, const char *file);

#endif
