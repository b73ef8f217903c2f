/* SPDX-License-Identifier: Apache-2.0 */
/* A libOpenCL that is there, and that the dynamic linker can't open. */
#ifndef CLRELAY_TOOLS_DOCTOR_BAD_LIBRARY_LINUX_H
#define CLRELAY_TOOLS_DOCTOR_BAD_LIBRARY_LINUX_H

#include "linker_linux.h"

struct bad_library {
    char *file;    /* NULL: none is found */
    char *problem; /* what is wrong with it, like "is empty" */
    char *folder;  /* the element of LD_LIBRARY_PATH that has it, or NULL */
    char *next;    /* what is found without this element, or NULL: nothing, or it is not known */
};

/* Why the dynamic linker can't open a file for this architecture (see file_architecture()), like
 * "is empty"; or NULL. The caller frees it. */
char *library_problem(const char *file, const char *architecture);

/* Looks for the reason why the program of a question does not get the library `name`. `message`:
 * what the dynamic linker says, or NULL. The caller frees the result. */
struct bad_library bad_library_find(const struct link_question *question, const char *name,
                                    const char *architecture, const char *message);
/* Sets `folder` and `next` of a file that the linker finds as `name`. */
void bad_library_find_next(struct bad_library *bad, const struct link_question *question,
                           const char *name, const char *architecture);
void bad_library_free(struct bad_library *bad);

#endif
