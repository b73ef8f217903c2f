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
    long process;        /* the process whose files it includes; 0: they can't be read */
};

/* Writes the text with the included files, and where its lines come from (for includes_read()). An
 * #include that finds no file becomes an #error. Returns NULL, or a clause that says why it refuses
 * the source, for the caller to free. */
char *includes_put(const struct source *source, struct string *text, struct string *places);

/* Reads where lines come from. The result refers to `text`. The caller frees it. */
struct places *includes_read(const char *text);

/* Adds "line 3 of FILE" for a line of the text; or "line 3 of `source`" for a line of the source
 * itself. */
void includes_describe(struct string *to, const struct places *places, size_t line,
                       const char *source);

#endif
