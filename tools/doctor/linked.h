/* SPDX-License-Identifier: Apache-2.0 */
/* The libraries that a dynamic linker finds for a program. */
#ifndef CLRELAY_TOOLS_DOCTOR_LINKED_H
#define CLRELAY_TOOLS_DOCTOR_LINKED_H

#include "../base/array.h"

#include <stdbool.h>

#define LOADER_DRIVER "a driver, without a loader" /* a driver that programs get as libOpenCL */

struct linked {
    char *name; /* as another library or the program names it */
    char *file; /* NULL: the linker does not find it */
    /* What the library lacks, like "lacks version X, which FILE needs", or NULL. */
    char *problem;
    /* The file that needs versions of the library's functions, which have none; or NULL. */
    char *unversioned;
    bool has_no_versions; /* of other libraries either: then each call of such a function fails */
};
ARRAY(linked_libraries, struct linked);

#endif
