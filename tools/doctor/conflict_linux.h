/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a library that a program brings lacks what a driver needs of its own one of the same
 * name. */
#ifndef CLRELAY_TOOLS_DOCTOR_CONFLICT_LINUX_H
#define CLRELAY_TOOLS_DOCTOR_CONFLICT_LINUX_H

#include "linker_linux.h"

/* Compares the symbols of files, without opening them as libraries. `libraries` are the program's;
 * a process has only one library of a name, the first. Returns "FILE needs SYMBOL, which LIBRARY
 * lacks", or NULL. The caller frees it. */
char *conflict_find(const char *driver, const struct linked_libraries *libraries);

#endif
