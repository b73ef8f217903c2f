/* SPDX-License-Identifier: Apache-2.0 */
#include "tree.h"

#include <stdint.h>
#include <string.h>

const char *tree_text(node it, const char *key)
{
    const char *text = json_string_value(json_object_get(it, key));
    return text ? text : "";
}

bool tree_is(node it, const char *kind)
{
    return !strcmp(tree_text(it, "kind"), kind);
}

size_t tree_count(node it)
{
    return json_array_size(json_object_get(it, "inner"));
}

node tree_child(node it, size_t index)
{
    return json_array_get(json_object_get(it, "inner"), index);
}

node tree_bare(node it)
{
    while (tree_is(it, "ParenExpr")) it = tree_child(it, 0);
    return it;
}

bool tree_is_operator(node it, const char *kind, const char *operation)
{
    return tree_is(it, kind) && !strcmp(tree_text(it, "opcode"), operation);
}

bool tree_is_cast(node it, const char *cast)
{
    return tree_is(it, "ImplicitCastExpr") && !strcmp(tree_text(it, "castKind"), cast);
}

/* A place that a macro's argument has is in the text; other places in macros are not. */
static node place_of(node it)
{
    node expansion = json_object_get(it, "expansionLoc");
    if (!expansion) return it;
    return json_is_true(json_object_get(expansion, "isMacroArgExpansion"))
               ? json_object_get(it, "spellingLoc")
               : NULL;
}

static bool get_offset(node place, size_t *offset)
{
    node number = json_object_get(place, "offset");
    *offset = (size_t)json_integer_value(number);
    return json_is_integer(number);
}

bool tree_part(node it, struct part *part)
{
    node range = json_object_get(it, "range");
    node end = place_of(json_object_get(range, "end"));
    if (!get_offset(place_of(json_object_get(range, "begin")), &part->begin) ||
        !get_offset(end, &part->end))
        return false;
    part->end += (size_t)json_integer_value(json_object_get(end, "tokLen"));
    return part->begin < part->end;
}

size_t tree_place(node it)
{
    size_t offset;
    return get_offset(place_of(json_object_get(it, "loc")), &offset) ? offset : SIZE_MAX;
}

bool tree_is_in(node declaration, const char *text, size_t length)
{
    const char *name = tree_text(declaration, "name");
    const size_t place = tree_place(declaration);
    return *name && place < length && !strncmp(text + place, name, strlen(name));
}

node tree_named(node it)
{
    it = tree_bare(it);
    return tree_is(it, "DeclRefExpr") ? json_object_get(it, "referencedDecl") : NULL;
}

const char *tree_type(node it)
{
    node type = json_object_get(it, "type");
    const char *text = tree_text(type, "desugaredQualType");
    return *text ? text : tree_text(type, "qualType");
}

/* Of a part of a type. The last word counts: what has the others is pointed to. */
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

/* Of `__global float *__private` it is private, of `__global S` global. An element of vectors and
 * arrays has no word of its own. */
char tree_space(const char *type)
{
    return space_of(type, strlen(type));
}
