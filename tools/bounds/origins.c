/* SPDX-License-Identifier: Apache-2.0 */
#include "origins.h"

#include <stdint.h>
#include <string.h>

#define NO_USE SIZE_MAX

struct variable {
    int origin;
    size_t uses; /* the index of its first struct use */
};

/* An assignment whose value depends on a variable. */
struct use {
    size_t variable, assignment;
    size_t next; /* the next use of the variable */
};

struct assignment {
    size_t variable;
    node value;
};

ARRAY_ADD(origin_variables, struct variable);
ARRAY_ADD(origin_assignments, struct assignment);
ARRAY_ADD(origin_uses, struct use);
ARRAY(waiting_assignments, size_t);

static struct variable *variable_at(const struct origins *origins, size_t index)
{
    return &origins->variables.items[index];
}

/* The index of a variable; if there is none, the number of variables. */
static size_t find_variable(const struct origins *origins, node declaration)
{
    const json_t *index = json_object_get(origins->index, tree_text(declaration, "id"));
    return index ? (size_t)json_integer_value(index) : origins->variables.count;
}

static int join(int one, int other)
{
    if (one == ORIGIN_NONE || one == other) return other;
    return other == ORIGIN_NONE ? one : ORIGIN_SEVERAL;
}

/* ---- expressions ---- */

static bool is_pointer(node expression)
{
    return strchr(tree_type(expression), '*') != NULL;
}

static int of_variable(const struct origins *origins, node expression)
{
    const size_t index = find_variable(origins, tree_named(expression));
    if (origins->uses && index < origins->variables.count)
        *origin_uses_add(origins->uses) = (struct use){ .variable = index };
    return index < origins->variables.count ? variable_at(origins, index)->origin : ORIGIN_SEVERAL;
}

/* The origin of an operator's result: a pointer that the operator moves, assigns or chooses, or an
 * address. */
static int of_operator(const struct origins *origins, node expression)
{
    const char *operation = tree_text(expression, "opcode");
    node left = tree_child(expression, 0), right = tree_child(expression, 1);
    if (tree_is(expression, "UnaryOperator")) {
        if (!strcmp(operation, "&")) return origins_of_access(origins, left);
        if (!strcmp(operation, "++") || !strcmp(operation, "--")) return of_variable(origins, left);
    } else if (tree_is(expression, "CompoundAssignOperator")) {
        return of_variable(origins, left);
    } else if (!strcmp(operation, ",") || !strcmp(operation, "=")) {
        return origins_of_pointer(origins, right);
    } else if (!strcmp(operation, "+") || !strcmp(operation, "-")) {
        return origins_of_pointer(origins, is_pointer(left) ? left : right);
    }
    return ORIGIN_SEVERAL;
}

static bool keeps_origin(node expression)
{
    static const char *const casts[] = { "NoOp", "BitCast", "AddressSpaceConversion" };
    for (int i = 0; i < 3; i++)
        if (!strcmp(tree_text(expression, "castKind"), casts[i])) return true;
    return false;
}

int origins_of_pointer(const struct origins *origins, node expression)
{
    expression = tree_bare(expression);
    if (!is_pointer(expression) && !tree_is_cast(expression, "ArrayToPointerDecay"))
        return ORIGIN_SEVERAL;
    if (tree_is(expression, "ImplicitCastExpr") || tree_is(expression, "CStyleCastExpr")) {
        if (tree_is_cast(expression, "LValueToRValue"))
            return of_variable(origins, tree_child(expression, 0));
        if (tree_is_cast(expression, "ArrayToPointerDecay"))
            return origins_of_access(origins, tree_child(expression, 0));
        return keeps_origin(expression) ? origins_of_pointer(origins, tree_child(expression, 0))
                                        : ORIGIN_SEVERAL;
    }
    if (tree_is(expression, "ConditionalOperator"))
        return join(origins_of_pointer(origins, tree_child(expression, 1)),
                    origins_of_pointer(origins, tree_child(expression, 2)));
    if (tree_is(expression, "BinaryOperator") || tree_is(expression, "UnaryOperator") ||
        tree_is(expression, "CompoundAssignOperator"))
        return of_operator(origins, expression);
    return ORIGIN_SEVERAL;
}

int origins_of_access(const struct origins *origins, node expression)
{
    expression = tree_bare(expression);
    if (tree_is(expression, "ArraySubscriptExpr")) {
        node first = tree_child(expression, 0);
        return origins_of_pointer(origins, is_pointer(first) ? first : tree_child(expression, 1));
    }
    if (tree_is_operator(expression, "UnaryOperator", "*"))
        return origins_of_pointer(origins, tree_child(expression, 0));
    if (tree_is(expression, "MemberExpr"))
        return json_is_true(json_object_get(expression, "isArrow"))
                   ? origins_of_pointer(origins, tree_child(expression, 0))
                   : origins_of_access(origins, tree_child(expression, 0));
    return ORIGIN_SEVERAL;
}

/* ---- what variables get ---- */

static void note_assignment(struct origins *origins, node declaration, node value)
{
    const size_t index = find_variable(origins, declaration);
    struct assignment *assignment;
    if (index == origins->variables.count) return;
    assignment = origin_assignments_add(&origins->assignments);
    *assignment = (struct assignment){ index, value };
}

static void add_variable(struct origins *origins, node declaration, int origin)
{
    struct variable *variable;
    json_object_set_new_nocheck(origins->index, tree_text(declaration, "id"),
                                json_integer((json_int_t)origins->variables.count));
    variable = origin_variables_add(&origins->variables);
    *variable = (struct variable){ origin, NO_USE };
}

/* A value that comes from no parameter. */
static const json_t *unknown(void)
{
    return NULL;
}

static void note(struct origins *origins, node at)
{
    if (tree_is(at, "VarDecl") && tree_pointer_space(tree_type(at))) {
        add_variable(origins, at, ORIGIN_NONE);
        if (*tree_text(at, "init")) note_assignment(origins, at, tree_child(at, 0));
    } else if (tree_is_operator(at, "BinaryOperator", "=")) {
        note_assignment(origins, tree_named(tree_child(at, 0)), tree_child(at, 1));
    } else if (tree_is_operator(at, "UnaryOperator", "&")) {
        note_assignment(origins, tree_named(tree_child(at, 0)), unknown());
    }
    for (size_t i = 0; i < tree_count(at); i++) note(origins, tree_child(at, i));
}

static const struct assignment *assignment_at(const struct origins *origins, size_t index)
{
    return &origins->assignments.items[index];
}

/* Notes the variables that each value depends on. */
static void note_uses(struct origins *origins, struct origin_uses *uses)
{
    origins->uses = uses;
    for (size_t i = 0; i < origins->assignments.count; i++) {
        size_t from = uses->count;
        origins_of_pointer(origins, assignment_at(origins, i)->value);
        for (; from < uses->count; from++) {
            struct use *use = &uses->items[from];
            struct variable *variable = variable_at(origins, use->variable);
            use->assignment = i;
            use->next = variable->uses;
            variable->uses = from;
        }
    }
    origins->uses = NULL;
}

/* Follows assignments until no origin changes. Each origin changes at most twice; after a change,
 * the assignments that depend on the variable are looked at again. */
static void pass_on(struct origins *origins)
{
    struct origin_uses uses = { NULL, 0, 0 };
    struct waiting_assignments waiting = { NULL, 0, 0 };
    note_uses(origins, &uses);
    for (size_t i = origins->assignments.count; i-- > 0;) *waiting_assignments_add(&waiting) = i;
    while (waiting.count) {
        const size_t index = waiting.items[--waiting.count];
        const struct assignment *assignment = assignment_at(origins, index);
        struct variable *variable = variable_at(origins, assignment->variable);
        const int origin = join(variable->origin, origins_of_pointer(origins, assignment->value));
        if (origin == variable->origin) continue;
        variable->origin = origin;
        for (size_t i = variable->uses; i != NO_USE; i = uses.items[i].next)
            *waiting_assignments_add(&waiting) = uses.items[i].assignment;
    }
    free(uses.items);
    free(waiting.items);
}

void origins_find(struct origins *origins, node function)
{
    int place = 0;
    *origins = (struct origins){ .index = json_object() };
    for (size_t i = 0; i < tree_count(function); i++) {
        node parameter = tree_child(function, i);
        if (!tree_is(parameter, "ParmVarDecl")) continue;
        place++;
        if (tree_pointer_space(tree_type(parameter))) add_variable(origins, parameter, place);
    }
    for (size_t i = 0; i < tree_count(function); i++)
        if (tree_is(tree_child(function, i), "CompoundStmt"))
            note(origins, tree_child(function, i));
    pass_on(origins);
}

void origins_free(struct origins *origins)
{
    free(origins->variables.items);
    free(origins->assignments.items);
    json_decref(origins->index);
}
