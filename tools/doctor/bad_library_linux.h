/* SPDX-License-Identifier: Apache-2.0 */
/* Finds a libOpenCL that exists, but that the dynamic linker can't open. */
#ifndef CLRELAY_TOOLS_DOCTOR_BAD_LIBRARY_LINUX_H
#define CLRELAY_TOOLS_DOCTOR_BAD_LIBRARY_LINUX_H

#include "linker_linux.h"

struct bad_library {
    char *file;    /* NULL: there is no such library */
    char *problem; /* what is wrong with the file, like "is empty"; NULL: it lacks what it needs */
    char *folder;  /* the element of LD_LIBRARY_PATH that has the file, or NULL */
    char *next;    /* what programs get without `folder`; NULL: nothing, or not known */
};

/* Says why the dynamic linker can't open a file for this architecture (see file_architecture()),
 * like "is empty". NULL: nothing is wrong. The caller frees the text. */
char *library_problem(const char *file, const char *architecture);

/* Finds out why a program does not get the library `name`; `question` says which program.
 * `message`: what the dynamic linker says, or NULL. The caller frees the result with
 * bad_library_free(). */
struct bad_library bad_library_find(const struct link_question *question, const char *name,
                                    const char *architecture, const char *message);
/* Sets `folder` and `next` of a bad library whose `file` is what the linker finds as `name`. */
void bad_library_find_next(struct bad_library *bad, const struct link_question *question,
                           const char *name, const char *architecture);
void bad_library_free(struct bad_library *bad);

#endif
