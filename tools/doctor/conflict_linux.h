/* SPDX-License-Identifier: Apache-2.0 */
/* Looks for a library that a program brings, and that lacks a symbol which a driver needs. The
 * driver has a library of its own with the same name. */
#ifndef CLRELAY_TOOLS_DOCTOR_CONFLICT_LINUX_H
#define CLRELAY_TOOLS_DOCTOR_CONFLICT_LINUX_H

#include "linker_linux.h"

/* Compares the symbols of files, without opening the files as libraries. `libraries` are the
 * program's: of two libraries with one name, a process has only the first. Returns "FILE needs
 * SYMBOL, which LIBRARY lacks", or NULL. The caller frees the text. */
char *conflict_find(const char *driver, const struct linked_libraries *libraries);

#endif
