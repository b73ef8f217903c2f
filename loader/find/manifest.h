/* SPDX-License-Identifier: Apache-2.0 */
/* What a manifest (an .icd or .lay file) says. */
#ifndef CLRELAY_LOADER_FIND_MANIFEST_H
#define CLRELAY_LOADER_FIND_MANIFEST_H

#include "base/text.h"
#include "base/verdict.h"

/* Reads a manifest's bytes. The first line that is neither blank nor a # comment
 * names the library. *ignored is the number of the first line, counted from 1, that names another
 * library, or 0 if there is none. */
enum verdict manifest_read(struct text bytes, struct text *library, size_t *ignored);

#endif
