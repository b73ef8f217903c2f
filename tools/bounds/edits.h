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

struct edits {
    const char *text;
    struct array list;
};

/* `needed`: the text means nothing without it, even where it is only read for its type. What is
 * inserted may have parts of the text with their own insertions: edits_type_of() and
 * edits_value_of() write them. */
void edits_add(struct edits *edits, size_t place, struct part part, bool needed, char *inserted);
void edits_type_of(struct string *to, struct part part);
void edits_value_of(struct string *to, struct part part);

/* Writes the text with all insertions. */
void edits_apply(struct edits *edits, struct string *to);
void edits_free(struct edits *edits);

#endif
