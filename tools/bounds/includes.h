/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Puts the files that a source includes into the places of their #include: a driver's compiler then
 * decides conditions in them as in the source. Refuses a source if it is not certain which file the
 * driver has read.
 */
#ifndef CLRELAY_TOOLS_BOUNDS_INCLUDES_H
#define CLRELAY_TOOLS_BOUNDS_INCLUDES_H

#include "build_options.h"

/* A source, and headers that clCompileProgram got by name. */
struct source {
    const struct build_options *options;
    const char *text;
    const char *headers; /* pairs of a name and a text, each with a NUL behind it */
    const char *end;     /* of the headers */
    long process;        /* that includes its files; 0: they can't be read */
};

/* Writes the text, and where its lines come from (includes_read()). An #include of what is not
 * found becomes an #error. Returns NULL, or a clause that says why it refuses the source, for the
 * caller to free. */
char *includes_put(const struct source *source, struct string *text, struct string *places);

/* Reads where lines come from: the result refers to the text. The caller frees it. */
struct places *includes_read(const char *text);

/* Adds "line 3 of FILE" for a line of the text, or of `source` instead of a file. */
void includes_describe(struct string *to, const struct places *places, size_t line,
                       const char *source);

#endif
