/* SPDX-License-Identifier: Apache-2.0 */
/* What the looks at a program's files and at its process share. */
#ifndef CLRELAY_TOOLS_DOCTOR_PROGRAM_LINUX_H
#define CLRELAY_TOOLS_DOCTOR_PROGRAM_LINUX_H

#include "program.h"

/* Whether the program has a loader of this name (or NULL) and file. */
bool program_has_loader(const struct program *program, const char *name, const char *file);
/* Takes all loaders away. */
void program_forget_loaders(struct program *program);
/* Says that its way is not known, for this reason, which the program takes over. */
void program_set_unknown(struct program *program, char *reason);

/* Adds the first of its libraries, in the order of search, that has OpenCL's functions. Returns
 * whether there is one, or one that is called so. */
bool program_find_linked(struct program *program, const struct linked_libraries *libraries,
                         enum way way);
/* The name of Flatpak's program that a path leads to, or NULL. The caller frees it. */
char *flatpak_name(const char *path);
/* Looks at its file, whose name it has. */
void program_look_at_file(struct program *program);

#endif
