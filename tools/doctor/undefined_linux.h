/* SPDX-License-Identifier: Apache-2.0 */
/* Finds OpenCL's functions that a program calls, but that none of its files has. */
#ifndef CLRELAY_TOOLS_DOCTOR_UNDEFINED_LINUX_H
#define CLRELAY_TOOLS_DOCTOR_UNDEFINED_LINUX_H

#include "linker_linux.h"

ARRAY(function_names, const char *);

struct undefined {
    char *by;                    /* the file that calls the functions; NULL: there are none */
    struct function_names names; /* constants */
    bool stops; /* the linker looks the names up at the start, not at the first call */
};

/* Looks for the first file of a program (the program itself or one of its libraries) that calls
 * functions of OpenCL that none of these files has. Finds nothing if a library is missing.
 * undefined_free() frees the result. */
struct undefined undefined_find(const char *program, const struct linked_libraries *libraries);
/* Whether a library has all of these functions. */
bool undefined_is_in(const struct undefined *undefined, const char *file);
/* The names, like "clFoo, clBar and 3 more functions". The caller frees the text. */
char *undefined_words(const struct undefined *undefined);
void undefined_free(struct undefined *undefined);

#endif
