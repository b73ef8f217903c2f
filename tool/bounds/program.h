/* SPDX-License-Identifier: Apache-2.0 */
/* From the source of a program to the rewritten one. */
#ifndef CLRELAY_TOOL_BOUNDS_PROGRAM_H
#define CLRELAY_TOOL_BOUNDS_PROGRAM_H

#include "rewrite.h"

struct program {
    const char *options, *source;
    /* Builds another source with these options. Returns the names of its kernels, separated by
     * semicolons, for the caller to free; NULL: it was not built. */
    char *(*probe)(void *asked, const char *source);
    void *asked;
};

/* Writes the rewritten program, and the options to build it with. Returns NULL, or a clause that
 * says why there is none, for the caller to free. Needs no more than one call in a process. */
char *program_rewrite(const char *clang, const struct program *program, struct string *options,
                      struct rewritten *rewritten);

#endif
