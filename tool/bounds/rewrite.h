/* SPDX-License-Identifier: Apache-2.0 */
/* Writes calls of the prelude's functions around the accesses of a program. */
#ifndef CLRELAY_TOOL_BOUNDS_REWRITE_H
#define CLRELAY_TOOL_BOUNDS_REWRITE_H

#include "tree.h"

#include "../base/strings.h"

struct rewritten {
    struct string source;
    struct string accesses; /* as in BOUNDS_REWRITTEN */
    unsigned count;         /* of accesses */
};

/* `text` is preprocessed, and has the lines of the program's source; `tree` is clang's of it.
 * Returns NULL, or a clause that says why it can't be rewritten, for the caller to free. */
char *rewrite(char *text, node tree, struct rewritten *rewritten);

#endif
