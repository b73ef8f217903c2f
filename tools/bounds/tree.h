/* SPDX-License-Identifier: Apache-2.0 */
/* The syntax tree that clang prints (-ast-dump=json). All functions take NULL, a missing node. */
#ifndef CLRELAY_TOOLS_BOUNDS_TREE_H
#define CLRELAY_TOOLS_BOUNDS_TREE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

typedef const json_t *node;

/* A string of a node, or "". */
const char *tree_text(node at, const char *key);

/* Whether a node is of this kind. */
bool tree_is(node at, const char *kind);

/* How many children a node has. */
size_t tree_count(node at);

/* A child, counted from 0, or NULL. */
node tree_child(node parent, size_t index);

/* A node without the parentheses around it. */
node tree_bare(node expression);

/* Whether an expression is of this kind and has this operator. */
bool tree_is_operator(node expression, const char *kind, const char *operation);

/* Whether an expression is an implicit cast of this kind. */
bool tree_is_cast(node expression, const char *cast);

/* A part of the parsed text. */
struct part {
    size_t begin, end;
};

/* Where an expression is in the parsed text. Returns false if a part of it comes from a macro. */
bool tree_part(node expression, struct part *part);

/* Where a declaration's name is; SIZE_MAX: not known. */
size_t tree_place(node declaration);

/* Whether a declaration is in the parsed text, of this length, and not in clang's own headers. */
bool tree_is_in(node declaration, const char *text, size_t length);

/* The declaration that an expression names; NULL: the expression is not just a name. */
node tree_named(node expression);

/* The type of an expression or declaration, without typedefs. */
const char *tree_type(node at);

/* The address space that a pointer type points to: 'g' global, 'c' constant; 0: another one, or the
 * type is no pointer. */
char tree_pointer_space(const char *type);

/* The address space of a type that is accessed: 'g' global, 'c' constant, 0 another. */
char tree_space(const char *type);

#endif
