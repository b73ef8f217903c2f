/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of OpenCL C that access what a pointer points to. */
#ifndef CLRELAY_TOOLS_BOUNDS_BUILTINS_H
#define CLRELAY_TOOLS_BOUNDS_BUILTINS_H

#include <stdbool.h>

/* A pointer of a function, which accesses elements from (argument `offset`, or 0 if that is -1) *
 * scale on. Argument `count` says how many elements, or if that is -1, `elements` does. */
struct builtin {
    unsigned pointer; /* the argument */
    unsigned what;    /* 1: it reads, 2: it writes, 3: both */
    int offset, count;
    unsigned scale, elements;
    unsigned bytes; /* of an element; 0: as many as what the pointer points to */
};

/* Returns how many of a function's pointers are known; 0: the function is not known. */
unsigned builtins_find(const char *name, struct builtin found[2]);

/* Whether a function does nothing but return a value. */
bool builtins_is_pure(const char *name);

#endif
