/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From the sources of a program to the rewritten ones. A unit is a source with all that it
 * includes. program_read() writes a unit when a source is built or compiled, and the layer keeps it
 * until a kernel is made from the program. A linked program has several units.
 */
#ifndef CLRELAY_TOOLS_BOUNDS_BOUNDED_SOURCE_H
#define CLRELAY_TOOLS_BOUNDS_BOUNDED_SOURCE_H

#include "rewrite.h"

#include "../base/array.h"

/* Writes the unit for a message BOUNDS_SOURCE, whose text has `size` bytes. The source includes
 * files as `process` would; 0: its files can't be read. */
void program_read(const char *message, size_t size, long process, struct string *unit);

ARRAY_OF(program_units, struct unit); /* Only bounded_source.c knows the items. */

struct program {
    struct program_units units;
    /* What the rewritten program depends on, after program_decide(). */
    struct string key;
    /* Builds a source: `text` has options, a NUL, and the source. Returns the names of the built
     * kernels, separated by semicolons, for the caller to free; NULL: the build failed. */
    char *(*probe)(void *asked, const char *text, size_t size);
    void *asked;
};

/* Takes units, and asks the driver which parts of them it compiles. Returns NULL, or a clause that
 * says why the program can't be rewritten, for the caller to free. A process may call this once. */
char *program_decide(struct program *program, const char *units, size_t size);

/* Writes the sources and accesses of a message BOUNDS_REWRITTEN. Returns as program_decide(). A
 * process may call this once. */
char *program_rewrite(const char *clang, struct program *program, struct rewritten *rewritten);

#endif
