/* SPDX-License-Identifier: Apache-2.0 */
#include "functions.h"

#include <string.h>

enum { MOST_PARAMETERS = 64 };

static bool has_child(node it, const char *kind)
{
    for (size_t i = 0; i < tree_count(it); i++)
        if (tree_is(tree_child(it, i), kind)) return true;
    return false;
}

static bool is_kernel(node it)
{
    return has_child(it, "OpenCLKernelAttr") || has_child(it, "DeviceKernelAttr");
}

node functions_parameter(node declaration, unsigned index)
{
    for (size_t i = 0; i < tree_count(declaration); i++) {
        node it = tree_child(declaration, i);
        if (tree_is(it, "ParmVarDecl") && index-- == 0) return it;
    }
    return NULL;
}

uint64_t functions_pointers(node declaration)
{
    uint64_t pointers = 0;
    for (unsigned i = 0; i < MOST_PARAMETERS; i++) {
        node it = functions_parameter(declaration, i);
        if (!it) break;
        if (tree_pointer_space(tree_type(it))) pointers |= (uint64_t)1 << i;
    }
    return pointers;
}

static struct bounded *find(const struct array *list, const char *name)
{
    struct bounded *it = list->items;
    for (size_t i = 0; i < list->count; i++)
        if (!strcmp(it[i].name, name)) return &it[i];
    return NULL;
}

static void note(struct array *list, node declaration)
{
    struct bounded *it = find(list, tree_text(declaration, "name"));
    if (!it) {
        it = array_add(list, sizeof *it);
        *it = (struct bounded){ .name = tree_text(declaration, "name") };
    }
    it->is_kernel |= is_kernel(declaration);
    it->is_static |= !strcmp(tree_text(declaration, "storageClass"), "static");
    it->is_overloaded |= has_child(declaration, "OverloadableAttr");
    it->has_body |= has_child(declaration, "CompoundStmt");
    it->pointers = functions_pointers(declaration);
}

void functions_find(struct array *list, const char *text, node tree)
{
    for (size_t i = 0; i < tree_count(tree); i++)
        if (tree_is(tree_child(tree, i), "FunctionDecl") && tree_is_in(tree_child(tree, i), text))
            note(list, tree_child(tree, i));
}

/* Whether they get the same parameters. */
static bool are_alike(const struct bounded *one, const struct bounded *other)
{
    return one->is_kernel == other->is_kernel && one->is_overloaded == other->is_overloaded &&
           (one->is_overloaded || one->pointers == other->pointers);
}

const char *functions_join(struct array *list, const struct array *other)
{
    struct bounded *it = list->items;
    for (size_t i = 0; i < list->count; i++) {
        const struct bounded *same = find(other, it[i].name);
        if (!same || it[i].is_static || same->is_static) continue;
        if (!are_alike(&it[i], same)) return same->name;
        it[i].has_body |= same->has_body;
    }
    return NULL;
}

bool functions_declares(const struct array *list, const char *name)
{
    return find(list, name) != NULL;
}

const struct bounded *functions_named(const struct array *list, const char *name)
{
    const struct bounded *it = find(list, name);
    if (!it || it->is_kernel) return it;
    return it->pointers && it->has_body && !it->is_overloaded ? it : NULL;
}
