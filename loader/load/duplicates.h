/* SPDX-License-Identifier: Apache-2.0 */
/* Libraries that are open, by file and by address: two names can lead to one library. */
#ifndef CLRELAY_LOADER_LOAD_DUPLICATES_H
#define CLRELAY_LOADER_LOAD_DUPLICATES_H

#include "find/candidate.h"

/* Adds a candidate whose library is open, and no duplicate. Its file and its address must be
 * set. */
void duplicates_add(struct candidate *candidate);

/* The candidate of the same kind that was added with the same library: the same file, or the same
 * address. NULL if there is none. */
const struct candidate *duplicates_find(const struct candidate *candidate);

/* Forgets all candidates. Call this before they are freed. */
void duplicates_forget(void);

#endif
