/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of OpenCL C that access what a pointer points to. */
#ifndef CLRELAY_TOOLS_BOUNDS_BUILTINS_H
#define CLRELAY_TOOLS_BOUNDS_BUILTINS_H

#include <stdbool.h>

/* A pointer argument of a function. The function accesses elements from (argument `offset`, or 0 if
 * that is -1) * scale on. Argument `count`, or if that is -1, `elements` is their number. */
struct builtin {
    unsigned pointer; /* the pointer's index among the arguments */
    unsigned what;    /* 1: the function reads, 2: it writes, 3: both */
    int offset, count;
    unsigned scale, elements;
    unsigned bytes; /* bytes of an element; 0: those of what the pointer points to */
};

/* Returns the number of a function's known pointers; 0: the function is not known. */
unsigned builtins_find(const char *name, struct builtin found[2]);

/* Whether a function does nothing but return a value. */
bool builtins_is_pure(const char *name);

#endif
