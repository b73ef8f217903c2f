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

void functions_note(struct array *list, node declaration)
{
    struct bounded *it = find(list, tree_text(declaration, "name"));
    if (!it) {
        it = array_add(list, sizeof *it);
        *it = (struct bounded){ .name = tree_text(declaration, "name") };
    }
    it->is_kernel |= is_kernel(declaration);
    it->is_overloaded |= has_child(declaration, "OverloadableAttr");
    it->has_body |= has_child(declaration, "CompoundStmt");
    it->pointers = functions_pointers(declaration);
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
