/* SPDX-License-Identifier: Apache-2.0 */
/* OpenCL's functions that a program calls, and that none of its libraries has. */
#ifndef CLRELAY_TOOLS_DOCTOR_UNDEFINED_LINUX_H
#define CLRELAY_TOOLS_DOCTOR_UNDEFINED_LINUX_H

#include "linker_linux.h"

ARRAY(function_names, const char *);

struct undefined {
    char *by;                    /* the program, or a library of it; NULL: there are none */
    struct function_names names; /* constants */
    bool stops;                  /* they are looked up when it starts, and not when it calls them */
};

/* Looks for the first file of a program, and of its libraries, that calls functions which
 * neither has. The caller frees the result. */
struct undefined undefined_find(const char *program, const struct linked_libraries *libraries);
/* Whether a library has all of them. */
bool undefined_is_in(const struct undefined *undefined, const char *file);
/* "clFoo, clBar and 3 more functions". The caller frees it. */
char *undefined_words(const struct undefined *undefined);
void undefined_free(struct undefined *undefined);

#endif
