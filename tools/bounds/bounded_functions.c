/* SPDX-License-Identifier: Apache-2.0 */
#include "bounded_functions.h"

#include <string.h>

enum { MOST_PARAMETERS = 64 };

static bool has_child(node parent, const char *kind)
{
    for (size_t i = 0; i < tree_count(parent); i++)
        if (tree_is(tree_child(parent, i), kind)) return true;
    return false;
}

static bool is_kernel(node declaration)
{
    return has_child(declaration, "OpenCLKernelAttr") || has_child(declaration, "DeviceKernelAttr");
}

node functions_parameter(node declaration, unsigned index)
{
    for (size_t i = 0; i < tree_count(declaration); i++) {
        node child = tree_child(declaration, i);
        if (tree_is(child, "ParmVarDecl") && index-- == 0) return child;
    }
    return NULL;
}

uint64_t functions_pointers(node declaration)
{
    uint64_t pointers = 0;
    for (unsigned i = 0; i < MOST_PARAMETERS; i++) {
        node parameter = functions_parameter(declaration, i);
        if (!parameter) break;
        if (tree_pointer_space(tree_type(parameter))) pointers |= (uint64_t)1 << i;
    }
    return pointers;
}

static struct bounded *find(const struct functions *functions, const char *name)
{
    const json_t *index = json_object_get(functions->index, name);
    return index ? &functions->list.items[json_integer_value(index)] : NULL;
}

static void note(struct functions *functions, node declaration)
{
    const char *name = tree_text(declaration, "name");
    struct bounded *function = find(functions, name);
    if (!function) {
        json_object_set_new_nocheck(functions->index, name,
                                    json_integer((json_int_t)functions->list.count));
        function = bounded_list_add(&functions->list);
        *function = (struct bounded){ .name = name };
    }
    function->is_kernel |= is_kernel(declaration);
    function->is_static |= !strcmp(tree_text(declaration, "storageClass"), "static");
    function->is_overloaded |= has_child(declaration, "OverloadableAttr");
    function->has_body |= has_child(declaration, "CompoundStmt");
    function->pointers = functions_pointers(declaration);
}

void functions_find(struct functions *functions, const char *text, node tree)
{
    const size_t length = strlen(text);
    functions->index = json_object();
    for (size_t i = 0; i < tree_count(tree); i++)
        if (tree_is(tree_child(tree, i), "FunctionDecl") &&
            tree_is_in(tree_child(tree, i), text, length))
            note(functions, tree_child(tree, i));
}

/* Whether two functions get the same further parameters. */
static bool are_alike(const struct bounded *one, const struct bounded *other)
{
    return one->is_kernel == other->is_kernel && one->is_overloaded == other->is_overloaded &&
           (one->is_overloaded || one->pointers == other->pointers);
}

const char *functions_join(struct functions *functions, const struct functions *other)
{
    struct bounded *list = functions->list.items;
    for (size_t i = 0; i < functions->list.count; i++) {
        const struct bounded *same = find(other, list[i].name);
        if (!same || list[i].is_static || same->is_static) continue;
        if (!are_alike(&list[i], same)) return same->name;
        list[i].has_body |= same->has_body;
    }
    return NULL;
}

bool functions_declares(const struct functions *functions, const char *name)
{
    return find(functions, name) != NULL;
}

const struct bounded *functions_named(const struct functions *functions, const char *name)
{
    const struct bounded *function = find(functions, name);
    if (!function || function->is_kernel) return function;
    return function->pointers && function->has_body && !function->is_overloaded ? function : NULL;
}
