/* SPDX-License-Identifier: Apache-2.0 */
#include "origins.h"

#include <string.h>

struct variable {
    const char *id;
    int origin;
};

struct assignment {
    size_t variable;
    node value;
};

static struct variable *variable_at(const struct origins *origins, size_t index)
{
    return (struct variable *)origins->variables.items + index;
}

/* Its index; the number of variables: there is none. */
static size_t find_variable(const struct origins *origins, node declaration)
{
    const char *id = tree_text(declaration, "id");
    size_t i = 0;
    while (i < origins->variables.count && strcmp(variable_at(origins, i)->id, id) != 0) i++;
    return i;
}

static int join(int one, int other)
{
    if (one == ORIGIN_NONE || one == other) return other;
    return other == ORIGIN_NONE ? one : ORIGIN_SEVERAL;
}

/* ---- expressions ---- */

static bool is_pointer(node it)
{
    return strchr(tree_type(it), '*') != NULL;
}

static int of_variable(const struct origins *origins, node it)
{
    const size_t index = find_variable(origins, tree_named(it));
    return index < origins->variables.count ? variable_at(origins, index)->origin : ORIGIN_SEVERAL;
}

/* Of a value: a pointer in parentheses, cast, moved, chosen, or the address of something. */
static int of_operator(const struct origins *origins, node it)
{
    const char *operation = tree_text(it, "opcode");
    node left = tree_child(it, 0), right = tree_child(it, 1);
    if (tree_is(it, "UnaryOperator")) {
        if (!strcmp(operation, "&")) return origins_of_access(origins, left);
        if (!strcmp(operation, "++") || !strcmp(operation, "--")) return of_variable(origins, left);
    } else if (tree_is(it, "CompoundAssignOperator")) {
        return of_variable(origins, left);
    } else if (!strcmp(operation, ",") || !strcmp(operation, "=")) {
        return origins_of_pointer(origins, right);
    } else if (!strcmp(operation, "+") || !strcmp(operation, "-")) {
        return origins_of_pointer(origins, is_pointer(left) ? left : right);
    }
    return ORIGIN_SEVERAL;
}

static bool keeps_origin(node it)
{
    static const char *const casts[] = { "NoOp", "BitCast", "AddressSpaceConversion" };
    for (int i = 0; i < 3; i++)
        if (!strcmp(tree_text(it, "castKind"), casts[i])) return true;
    return false;
}

int origins_of_pointer(const struct origins *origins, node it)
{
    it = tree_bare(it);
    if (!is_pointer(it) && !tree_is_cast(it, "ArrayToPointerDecay")) return ORIGIN_SEVERAL;
    if (tree_is(it, "ImplicitCastExpr") || tree_is(it, "CStyleCastExpr")) {
        if (tree_is_cast(it, "LValueToRValue")) return of_variable(origins, tree_child(it, 0));
        if (tree_is_cast(it, "ArrayToPointerDecay"))
            return origins_of_access(origins, tree_child(it, 0));
        return keeps_origin(it) ? origins_of_pointer(origins, tree_child(it, 0)) : ORIGIN_SEVERAL;
    }
    if (tree_is(it, "ConditionalOperator"))
        return join(origins_of_pointer(origins, tree_child(it, 1)),
                    origins_of_pointer(origins, tree_child(it, 2)));
    if (tree_is(it, "BinaryOperator") || tree_is(it, "UnaryOperator") ||
        tree_is(it, "CompoundAssignOperator"))
        return of_operator(origins, it);
    return ORIGIN_SEVERAL;
}

int origins_of_access(const struct origins *origins, node it)
{
    it = tree_bare(it);
    if (tree_is(it, "ArraySubscriptExpr")) {
        node first = tree_child(it, 0);
        return origins_of_pointer(origins, is_pointer(first) ? first : tree_child(it, 1));
    }
    if (tree_is_operator(it, "UnaryOperator", "*"))
        return origins_of_pointer(origins, tree_child(it, 0));
    if (tree_is(it, "MemberExpr"))
        return json_is_true(json_object_get(it, "isArrow"))
                   ? origins_of_pointer(origins, tree_child(it, 0))
                   : origins_of_access(origins, tree_child(it, 0));
    return ORIGIN_SEVERAL;
}

/* ---- what variables get ---- */

static void note_assignment(struct origins *origins, node declaration, node value)
{
    const size_t index = find_variable(origins, declaration);
    struct assignment *it;
    if (index == origins->variables.count) return;
    it = array_add(&origins->assignments, sizeof *it);
    *it = (struct assignment){ index, value };
}

static void add_variable(struct origins *origins, node declaration, int origin)
{
    struct variable *it = array_add(&origins->variables, sizeof *it);
    *it = (struct variable){ tree_text(declaration, "id"), origin };
}

/* A value that comes from no parameter. */
static const json_t *unknown(void)
{
    return NULL;
}

static void note(struct origins *origins, node it)
{
    if (tree_is(it, "VarDecl") && tree_pointer_space(tree_type(it))) {
        add_variable(origins, it, ORIGIN_NONE);
        if (*tree_text(it, "init")) note_assignment(origins, it, tree_child(it, 0));
    } else if (tree_is_operator(it, "BinaryOperator", "=")) {
        note_assignment(origins, tree_named(tree_child(it, 0)), tree_child(it, 1));
    } else if (tree_is_operator(it, "UnaryOperator", "&")) {
        note_assignment(origins, tree_named(tree_child(it, 0)), unknown());
    }
    for (size_t i = 0; i < tree_count(it); i++) note(origins, tree_child(it, i));
}

static bool pass_on(struct origins *origins)
{
    bool is_changed = false;
    for (size_t i = 0; i < origins->assignments.count; i++) {
        const struct assignment *it = (struct assignment *)origins->assignments.items + i;
        struct variable *variable = variable_at(origins, it->variable);
        const int origin = join(variable->origin, origins_of_pointer(origins, it->value));
        if (origin != variable->origin) is_changed = true;
        variable->origin = origin;
    }
    return is_changed;
}

void origins_find(struct origins *origins, node function)
{
    int place = 0;
    *origins = (struct origins){ { NULL, 0, 0 }, { NULL, 0, 0 } };
    for (size_t i = 0; i < tree_count(function); i++) {
        node it = tree_child(function, i);
        if (!tree_is(it, "ParmVarDecl")) continue;
        place++;
        if (tree_pointer_space(tree_type(it))) add_variable(origins, it, place);
    }
    for (size_t i = 0; i < tree_count(function); i++)
        if (tree_is(tree_child(function, i), "CompoundStmt"))
            note(origins, tree_child(function, i));
    while (pass_on(origins)) {
    }
}

void origins_free(struct origins *origins)
{
    free(origins->variables.items);
    free(origins->assignments.items);
}
