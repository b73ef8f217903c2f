/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which parameter of a function a pointer comes from. It is certain only if each value that a
 * variable gets comes from the same parameter, whatever the order.
 */
#ifndef CLRELAY_TOOLS_BOUNDS_ORIGINS_H
#define CLRELAY_TOOLS_BOUNDS_ORIGINS_H

#include "tree.h"

#include "../base/array.h"

enum { ORIGIN_NONE, ORIGIN_SEVERAL = -1 }; /* otherwise the parameter, counted from 1 */

/* origins.c */
ARRAY_OF(origin_variables, struct variable);
ARRAY_OF(origin_assignments, struct assignment);
ARRAY_OF(origin_uses, struct use);

struct origins {
    struct origin_variables variables;
    struct origin_assignments assignments;
    json_t *index;            /* of the variables, by their IDs */
    struct origin_uses *uses; /* where to note the variables that an expression uses, or NULL */
};

/* Finds the origins in a function's definition. Release them with origins_free(). */
void origins_find(struct origins *origins, node function);
void origins_free(struct origins *origins);

/* The origin of a pointer. */
int origins_of_pointer(const struct origins *origins, node expression);

/* The origin of the pointer through which an expression accesses memory. */
int origins_of_access(const struct origins *origins, node expression);

#endif
