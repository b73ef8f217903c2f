/* SPDX-License-Identifier: Apache-2.0 */
/* Writes calls of the prelude's functions around the accesses of a program. */
#ifndef CLRELAY_TOOLS_BOUNDS_REWRITE_H
#define CLRELAY_TOOLS_BOUNDS_REWRITE_H

#include "bounded_functions.h"

#include "../base/strings.h"

/* The content of a message BOUNDS_REWRITTEN, of all units so far. */
struct rewritten {
    struct string sources;
    struct string accesses;
    unsigned count; /* of accesses */
};

/* A unit of a program. */
struct parsed_unit {
    char *text; /* preprocessed */
    node tree;  /* clang's syntax tree of the text */
    const struct functions *functions;
    const char *places, *name; /* for includes_describe() */
    bool is_linked;            /* it is linked with other units */
};

/* Writes the rewritten source, and adds its accesses. Returns NULL, or a clause that says why the
 * source can't be rewritten, for the caller to free. */
char *rewrite(const struct parsed_unit *unit, struct string *source, struct rewritten *rewritten);

#endif
