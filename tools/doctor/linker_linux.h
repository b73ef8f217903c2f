/* SPDX-License-Identifier: Apache-2.0 */
/* Asks a program's own dynamic linker which libraries it finds for the program. Neither the program
 * nor its libraries run. */
#ifndef CLRELAY_TOOLS_DOCTOR_LINKER_LINUX_H
#define CLRELAY_TOOLS_DOCTOR_LINKER_LINUX_H

#include "linked.h"

#include <stdbool.h>

struct link_question {
    const char *program; /* the file of a program or a library */
    const char *linker;  /* the program's linker; NULL: this command's own */
    const char *also;    /* the name of a library that the program opens later, or NULL */
    bool privileged;     /* the linker ignores variables */
    const char *without; /* an element of LD_LIBRARY_PATH to leave out, or NULL */
};

/* Adds the libraries, in the order in which the linker searches functions in them. If a library is
 * missing, the list may have only that library. Returns NULL, or why the libraries can't be known,
 * which the caller frees. linker_free() frees the list. */
char *linker_ask(const struct link_question *question, struct linked_libraries *libraries);
void linker_free(struct linked_libraries *libraries);

/* The file by which ldconfig makes a folder known to linkers, or NULL. The caller frees the
 * path. */
char *linker_file_with(const char *root, const char *folder);
/* Whether ldconfig makes the folder of this library known to linkers, or all linkers search it. The
 * path of the library is absolute. */
bool linker_searches(const char *root, const char *library);

/* The folders that a program names for its libraries, with its own folder in place of $ORIGIN, or "".
 * *first: they are those of DT_RPATH, which come before LD_LIBRARY_PATH, and in which all files that
 * the program opens are searched. The caller frees the text. */
char *linker_own_folders(const char *program, bool *first);

#endif
