/* SPDX-License-Identifier: Apache-2.0 */
/* Asks a program's own dynamic linker which libraries it finds for the program. Nothing of the
 * program runs, nor of the libraries. */
#ifndef CLRELAY_TOOLS_DOCTOR_LINKER_LINUX_H
#define CLRELAY_TOOLS_DOCTOR_LINKER_LINUX_H

#include "linked.h"

#include <stdbool.h>

struct link_question {
    const char *program; /* or a library */
    const char *linker;  /* the program's; NULL: this program's own */
    const char *also;    /* the name of a library that the program opens later, or NULL */
    bool privileged;     /* the linker ignores variables */
    const char *without; /* an element of LD_LIBRARY_PATH to leave out, or NULL */
};

/* The libraries in the order in which functions are searched in them; if one is missing, perhaps
 * only that one. Returns why that can't be known, or NULL. The caller frees all texts, with
 * linker_free(). */
char *linker_ask(const struct link_question *question, struct linked_libraries *libraries);
void linker_free(struct linked_libraries *libraries);

#endif
