/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of a program that the rewriting gives further parameters. */
#ifndef CLRELAY_TOOLS_BOUNDS_BOUNDED_FUNCTIONS_H
#define CLRELAY_TOOLS_BOUNDS_BOUNDED_FUNCTIONS_H

#include "tree.h"

#include "../base/array.h"

#include <stdint.h>

struct bounded {
    const char *name;
    bool is_kernel;
    bool is_static;
    bool is_overloaded;
    bool has_body;
    uint64_t pointers; /* as bits: the parameters that point to global or constant memory */
};

ARRAY(bounded_list, struct bounded);

/* The functions of a program, one for each name. */
struct functions {
    struct bounded_list list;
    json_t *index; /* indexes in the list, by name */
};

/* Finds the functions that a text declares. */
void functions_find(struct functions *functions, const char *text, node tree);

/* Joins the functions of two units that are linked. Returns the name of a function that they
 * declare differently, or NULL. */
const char *functions_join(struct functions *functions, const struct functions *other);

/* Whether the program declares a function of this name: then it is not OpenCL C's own. */
bool functions_declares(const struct functions *functions, const char *name);

/* The function of this name; NULL: the function gets no further parameters. */
const struct bounded *functions_named(const struct functions *functions, const char *name);

/* The parameters of a declaration that point to global or constant memory, as bits; without those
 * from the 65th on. */
uint64_t functions_pointers(node declaration);

/* The parameter with an index, or NULL. */
node functions_parameter(node declaration, unsigned index);

#endif
