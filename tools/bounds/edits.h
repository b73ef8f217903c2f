/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Insertions into a text. An insertion belongs to a part of the text, an expression, at whose
 * beginning or end it is. Insertions for inner expressions are between those for outer ones, if the
 * outer one's beginning is added before, and its end after them.
 */
#ifndef CLRELAY_TOOLS_BOUNDS_EDITS_H
#define CLRELAY_TOOLS_BOUNDS_EDITS_H

#include "../base/array.h"
#include "../base/strings.h"
#include "tree.h"

ARRAY_OF(edit_list, struct edit); /* edits.c */

struct edits {
    const char *text;
    struct edit_list list;
};

/* Adds an insertion, whose text edits_free() frees. `needed`: without the insertion the text has no
 * meaning, even where only its type matters. */
void edits_add(struct edits *edits, size_t place, struct part part, bool needed, char *inserted);

/* Adds a part of the text to what gets inserted, with only the needed insertions: only its type
 * matters. */
void edits_type_of(struct string *to, struct part part);

/* Adds a part of the text to what gets inserted, with all insertions in it. */
void edits_value_of(struct string *to, struct part part);

/* Writes the text with all insertions. */
void edits_apply(struct edits *edits, struct string *to);
void edits_free(struct edits *edits);

#endif
