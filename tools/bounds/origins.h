/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Finds which parameter of a function a pointer comes from: its origin. A variable's origin is
 * certain only if each value that it gets has the same origin, whatever the order.
 */
#ifndef CLRELAY_TOOLS_BOUNDS_ORIGINS_H
#define CLRELAY_TOOLS_BOUNDS_ORIGINS_H

#include "tree.h"

#include "../base/array.h"

enum { ORIGIN_NONE, ORIGIN_SEVERAL = -1 }; /* otherwise the parameter's number, counted from 1 */

/* Only origins.c knows the items. */
ARRAY_OF(origin_variables, struct variable);
ARRAY_OF(origin_assignments, struct assignment);
ARRAY_OF(origin_uses, struct use);

struct origins {
    struct origin_variables variables;
    struct origin_assignments assignments;
    json_t *index;            /* indexes of the variables, by their IDs */
    struct origin_uses *uses; /* where to note the variables that an expression uses, or NULL */
};

/* Finds the origins in a function's definition. origins_free() frees them. */
void origins_find(struct origins *origins, node function);
void origins_free(struct origins *origins);

/* The origin of a pointer. */
int origins_of_pointer(const struct origins *origins, node expression);

/* The origin of the pointer through which an expression accesses memory. */
int origins_of_access(const struct origins *origins, node expression);

#endif
