/* SPDX-License-Identifier: Apache-2.0 */
/* The syntax tree that clang prints (-ast-dump=json). A missing node is NULL, which all functions
 * take. */
#ifndef CLRELAY_TOOLS_BOUNDS_TREE_H
#define CLRELAY_TOOLS_BOUNDS_TREE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

typedef const json_t *node;

/* A string of a node, or "". */
const char *tree_text(node it, const char *key);

bool tree_is(node it, const char *kind);

/* Children, from 0 on. */
size_t tree_count(node it);
node tree_child(node it, size_t index);

/* A node without the parentheses around it. */
node tree_bare(node it);

/* Whether it is an expression of this kind and this operator or kind of cast. */
bool tree_is_operator(node it, const char *kind, const char *operation);
bool tree_is_cast(node it, const char *cast);

/* Where an expression is in the parsed text. Returns false if a part of it comes from a macro. */
struct part {
    size_t begin, end;
};
bool tree_part(node it, struct part *part);

/* Where a declaration's name is; SIZE_MAX: not known. */
size_t tree_place(node it);

/* Whether a declaration is in the parsed text of this length: clang's own headers have others. */
bool tree_is_in(node declaration, const char *text, size_t length);

/* The declaration that an expression names, if it is nothing but a name; or NULL. */
node tree_named(node it);

/* The type of an expression or declaration, without typedefs. */
const char *tree_type(node it);

/* The address space that a pointer type points to: 'g' global, 'c' constant, 0 another or no
 * pointer. The same for the type of what is accessed. */
char tree_pointer_space(const char *type);
char tree_space(const char *type);

#endif
