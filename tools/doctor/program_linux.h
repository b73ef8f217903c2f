/* SPDX-License-Identifier: Apache-2.0 */
/* What the sources that look at a program's files and at its process share. */
#ifndef CLRELAY_TOOLS_DOCTOR_PROGRAM_LINUX_H
#define CLRELAY_TOOLS_DOCTOR_PROGRAM_LINUX_H

#include "program.h"

/* Whether the program has a loader with this name (or NULL) and file. */
bool program_has_loader(const struct program *program, const char *name, const char *file);
/* Removes all loaders of the program. */
void program_forget_loaders(struct program *program);
/* Sets the program's way to unknown, for this reason, which the program takes over. */
void program_set_unknown(struct program *program, char *reason);

/* Adds the first of the program's libraries, in the order of search, that has OpenCL's functions.
 * Without such a library, adds one that is called libOpenCL. Returns whether there is either. */
bool program_find_linked(struct program *program, const struct linked_libraries *libraries,
                         enum way way);
/* The name of Flatpak's program to which a path leads, or NULL. The caller frees the name. */
char *flatpak_name(const char *path);
/* The name of the snap in whose folder a path lies, or NULL. The caller frees the name. */
char *snap_name(const char *path);
/* Whether the description of a snap says that the snap sees the system's files. */
bool snap_is_classic(const char *root, const char *name);
/* Looks at the file program->file. */
void program_look_at_file(struct program *program);

#endif
