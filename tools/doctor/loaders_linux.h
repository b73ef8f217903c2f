/* SPDX-License-Identifier: Apache-2.0 */
/* What a library with OpenCL's functions is: whose loader, or a driver in a loader's place. */
#ifndef CLRELAY_TOOLS_DOCTOR_LOADERS_LINUX_H
#define CLRELAY_TOOLS_DOCTOR_LOADERS_LINUX_H

#include "linked.h"

#include <stdbool.h>

#define LOADER_CLRELAY "clrelay" /* what loader_is() calls this project's */

/* Whether a library has OpenCL's functions, and whose it is, in words, or LOADER_DRIVER; NULL:
 * unknown. */
bool loader_is(const char *file, const char **whose);
/* Whether it is a driver, and no loader, which finds no other driver. */
bool loader_is_driver(const char *file);

/* What to do about a libOpenCL that is found and of no use: `problem` is what library_problem() says
 * of it, or another reason. `root`: the folder of the system's files, where its packages are
 * listed. The caller frees it. */
char *loader_remedy(const char *root, const char *file, const char *problem);
/* The same for one that is a driver; and what that is, in words. */
char *loader_words_of_driver(const char *root, const char *file);
char *loader_remedy_of_driver(const char *root, const char *file);

#endif
