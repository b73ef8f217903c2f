/* SPDX-License-Identifier: Apache-2.0 */
#include "tree.h"

#include <stdint.h>
#include <string.h>

const char *tree_text(node at, const char *key)
{
    const char *text = json_string_value(json_object_get(at, key));
    return text ? text : "";
}

bool tree_is(node at, const char *kind)
{
    return !strcmp(tree_text(at, "kind"), kind);
}

size_t tree_count(node at)
{
    return json_array_size(json_object_get(at, "inner"));
}

node tree_child(node parent, size_t index)
{
    return json_array_get(json_object_get(parent, "inner"), index);
}

node tree_bare(node expression)
{
    while (tree_is(expression, "ParenExpr")) expression = tree_child(expression, 0);
    return expression;
}

bool tree_is_operator(node expression, const char *kind, const char *operation)
{
    return tree_is(expression, kind) && !strcmp(tree_text(expression, "opcode"), operation);
}

bool tree_is_cast(node expression, const char *cast)
{
    return tree_is(expression, "ImplicitCastExpr") &&
           !strcmp(tree_text(expression, "castKind"), cast);
}

/* The place of a token in the parsed text. The text has an argument of a macro at its own place; a
 * macro's own tokens have no place in the text. */
static node place_of(node place)
{
    node expansion = json_object_get(place, "expansionLoc");
    if (!expansion) return place;
    return json_is_true(json_object_get(expansion, "isMacroArgExpansion"))
               ? json_object_get(place, "spellingLoc")
               : NULL;
}

static bool get_offset(node place, size_t *offset)
{
    node number = json_object_get(place, "offset");
    *offset = (size_t)json_integer_value(number);
    return json_is_integer(number);
}

bool tree_part(node expression, struct part *part)
{
    node range = json_object_get(expression, "range");
    node end = place_of(json_object_get(range, "end"));
    if (!get_offset(place_of(json_object_get(range, "begin")), &part->begin) ||
        !get_offset(end, &part->end))
        return false;
    part->end += (size_t)json_integer_value(json_object_get(end, "tokLen"));
    return part->begin < part->end;
}

size_t tree_place(node declaration)
{
    size_t offset;
    return get_offset(place_of(json_object_get(declaration, "loc")), &offset) ? offset : SIZE_MAX;
}

bool tree_is_in(node declaration, const char *text, size_t length)
{
    const char *name = tree_text(declaration, "name");
    const size_t place = tree_place(declaration);
    return *name && place < length && !strncmp(text + place, name, strlen(name));
}

node tree_named(node expression)
{
    expression = tree_bare(expression);
    return tree_is(expression, "DeclRefExpr") ? json_object_get(expression, "referencedDecl")
                                              : NULL;
}

const char *tree_type(node at)
{
    node type = json_object_get(at, "type");
    const char *text = tree_text(type, "desugaredQualType");
    return *text ? text : tree_text(type, "qualType");
}

/* The address space that a part of a type names. The last word counts: earlier ones are about what
 * is pointed to. */
static char space_of(const char *type, size_t length)
{
    static const char *const words[] = { "__global", "__constant", "__local", "__private",
                                         "__generic" };
    size_t best = 0;
    char space = 0;
    for (int i = 0; i < 5; i++)
        for (const char *at = type; (at = strstr(at, words[i])); at++) {
            const size_t place = (size_t)(at - type) + 1;
            if (place > length || place <= best) continue;
            best = place;
            space = (char)(i == 0 ? 'g' : i == 1 ? 'c' : 0);
        }
    return space;
}

char tree_pointer_space(const char *type)
{
    const char *star = strrchr(type, '*');
    return (char)(star ? space_of(type, (size_t)(star - type)) : 0);
}

/* `__global float *__private` is private, `__global S` is global. An element of a vector or array
 * has no word of its own, so the type's counts. */
char tree_space(const char *type)
{
    return space_of(type, strlen(type));
}
