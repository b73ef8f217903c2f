/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From the sources of a program to the rewritten ones. A unit is a source with all that it
 * includes. program_read() writes it when a source is built or compiled, and the layer keeps it
 * until a kernel is made of the program. A linked program has several units.
 */
#ifndef CLRELAY_TOOLS_BOUNDS_BOUNDED_SOURCE_H
#define CLRELAY_TOOLS_BOUNDS_BOUNDED_SOURCE_H

#include "rewrite.h"

#include "../base/array.h"

/* Writes the unit for a message: the options, the source, and pairs of the name and the text of a
 * header that clCompileProgram got, each with a NUL behind it. The source includes files of
 * `process`; 0: they can't be read. */
void program_read(const char *message, size_t size, long process, struct string *unit);

ARRAY_OF(program_units, struct unit); /* bounded_source.c */

struct program {
    struct program_units units;
    /* What the rewritten program depends on, once program_decide() has returned. */
    struct string key;
    /* Builds a source with the options before it and a NUL. Returns the names of its kernels,
     * separated by semicolons, for the caller to free; NULL: it was not built. */
    char *(*probe)(void *asked, const char *text, size_t size);
    void *asked;
};

/* Takes units, and asks the driver which parts of them it compiles. Returns NULL, or a clause that
 * says why the program can't be rewritten, for the caller to free. A process calls it once. */
char *program_decide(struct program *program, const char *units, size_t size);

/* Writes what follows `accesses` in a message BOUNDS_REWRITTEN. Returns as program_decide(). A
 * process calls it once. */
char *program_rewrite(const char *clang, struct program *program, struct rewritten *rewritten);

#endif
