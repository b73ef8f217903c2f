/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of OpenCL C that access what a pointer points to. */
#ifndef CLRELAY_TOOLS_BOUNDS_BUILTINS_H
#define CLRELAY_TOOLS_BOUNDS_BUILTINS_H

#include <stdbool.h>

/* It accesses elements from (argument `offset`, 0 if that is -1) * scale on: as many as argument
 * `count` says, or if that is -1, `elements`. They have so many bytes; 0: as many as what the
 * pointer points to. */
struct builtin {
    unsigned pointer; /* the argument */
    unsigned what;    /* 1: it reads, 2: it writes, 3: both */
    int offset, count;
    unsigned scale, elements, bytes;
};

/* Returns how many of its pointers are known; 0: it is not known. */
unsigned builtins_find(const char *name, struct builtin found[2]);

/* Whether a function does nothing but return a value. */
bool builtins_is_pure(const char *name);

#endif
