/* SPDX-License-Identifier: Apache-2.0 */
/* Says what a library with OpenCL's functions is: whose loader, or a driver in a loader's place. */
#ifndef CLRELAY_TOOLS_DOCTOR_LOADERS_LINUX_H
#define CLRELAY_TOOLS_DOCTOR_LOADERS_LINUX_H

#include "linked.h"

#include <stdbool.h>

/* What loader_is() calls these loaders. */
#define LOADER_CLRELAY "clrelay"
#define LOADER_OCL_ICD "ocl-icd"

/* Whether a library has OpenCL's functions. *whose: whose loader it is, in words, or LOADER_DRIVER,
 * or NULL: unknown. Without these functions, *whose stays as it was. */
bool loader_is(const char *file, const char **whose);
/* Whether a library is a driver and no loader, so that programs which use it get no other
 * driver. */
bool loader_is_driver(const char *file);

/* Whether a loader, or NULL, is ocl-icd. */
struct loader;
bool loader_is_ocl_icd(const struct loader *loader);

/* The files libOpenCL.so, with which programs are linked, in the system's folders. */
struct loader_links {
    char *wrong;        /* the first one for another architecture, or NULL */
    char *architecture; /* the architecture of `wrong` */
    char *right;        /* the first one for the right architecture, or NULL */
    bool is_wrong_first;
};
/* Finds these files below `root`, in the order in which linkers search. The caller frees the
 * texts. */
struct loader_links loader_find_links(const char *root, const char *architecture);

/* Says what to do about a libOpenCL of no use. `problem`: what library_problem() says, or another
 * reason. `root`: the folder of the system's files, with the lists of its packages. The caller
 * frees the text. */
char *loader_remedy(const char *root, const char *file, const char *problem);
/* Describes a driver that programs get as their libOpenCL. The caller frees the text. */
char *loader_words_of_driver(const char *root, const char *file);
/* Says what to do about a driver that programs get as their libOpenCL. The caller frees the
 * text. */
char *loader_remedy_of_driver(const char *root, const char *file);

#endif
