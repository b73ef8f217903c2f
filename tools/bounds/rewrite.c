/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memmem */
#include "rewrite.h"

#include "../base/text.h"
#include "builtins.h"
#include "edits.h"
#include "includes.h"
#include "origins.h"
#include "prelude.h"

#include <ctype.h>
#include <string.h>

struct rewriting {
    const struct parsed_unit *unit;
    char *text; /* of the unit */
    struct edits edits;
    size_t length;
    struct places *places; /* of the unit */
    /* The IDs of bit-fields, which have no address, and of packed fields, whose address lacks their
     * type's alignment. */
    json_t *fields;
    node function;          /* the function that is being rewritten */
    struct origins origins; /* in that function */
    size_t place, line;     /* the place and line of the last access */
    struct rewritten *result;
};

/* ---- accesses ---- */

enum { READ = 1, WRITE = 2 };

/* The number of a new access. */
static unsigned add_access(struct rewriting *rewriting, struct part part, unsigned what)
{
    for (; rewriting->place < part.begin; rewriting->place++)
        rewriting->line += rewriting->text[rewriting->place] == '\n';
    for (; rewriting->place > part.begin; rewriting->place--)
        rewriting->line -= rewriting->text[rewriting->place - 1] == '\n';
    string_format(&rewriting->result->accesses, "%c ", "?rwb"[what]);
    includes_describe(&rewriting->result->accesses, rewriting->places, rewriting->line,
                      rewriting->unit->name);
    string_add(&rewriting->result->accesses, "\n");
    return rewriting->result->count++;
}

/* The address space of a parameter, counted from 1. */
static char parameter_space(const struct rewriting *rewriting, int origin)
{
    if (origin <= 0 || origin > 64) return 0;
    return tree_pointer_space(
        tree_type(functions_parameter(rewriting->function, (unsigned)origin - 1)));
}

static bool is_noted(const struct rewriting *rewriting, node member)
{
    return json_object_get(rewriting->fields, tree_text(member, "referencedMemberDecl"));
}

/* Whether an access is of a bit-field or of a packed field, or of a part of one. */
static bool has_no_address(const struct rewriting *rewriting, node access)
{
    node at = tree_bare(access);
    for (; at; at = tree_bare(tree_child(at, 0))) {
        const bool is_member = tree_is(at, "MemberExpr");
        if (is_member && is_noted(rewriting, at)) return true;
        if (is_member
                ? json_is_true(json_object_get(at, "isArrow"))
                : !tree_is(at, "ArraySubscriptExpr") && !tree_is_cast(at, "ArrayToPointerDecay"))
            return false;
    }
    return false;
}

static const char *function_at(char space)
{
    return space == 'c' ? "clrelay_at_constant" : "clrelay_at";
}

static void walk(struct rewriting *rewriting, node at);

static void walk_children(struct rewriting *rewriting, node at)
{
    for (size_t i = 0; i < tree_count(at); i++) walk(rewriting, tree_child(at, i));
}

/* Rewrites an access: `x` becomes *(its type *)clrelay_at(..., &(x), ...). */
static void walk_access(struct rewriting *rewriting, node at, unsigned what)
{
    const int origin = origins_of_access(&rewriting->origins, at);
    const char space = parameter_space(rewriting, origin);
    struct string before = { NULL, 0, 0 };
    struct part part;
    unsigned number;
    at = tree_bare(at);
    if (tree_is(at, "ExtVectorElementExpr")) {
        if (!json_is_true(json_object_get(at, "isArrow")))
            walk_access(rewriting, tree_child(at, 0), what);
        else walk_children(rewriting, at);
        return;
    }
    if (!space || tree_space(tree_type(at)) != space || has_no_address(rewriting, at) ||
        !tree_part(at, &part)) {
        walk_children(rewriting, at);
        return;
    }
    number = add_access(rewriting, part, what);
    string_add(&before, "(*(__typeof__(&(");
    edits_type_of(&before, part);
    string_format(&before, ")))%s(clrelay_r%d, &(", function_at(space), origin - 1);
    edits_add(&rewriting->edits, part.begin, part, false, before.text);
    walk_children(rewriting, at);
    before = (struct string){ NULL, 0, 0 };
    string_add(&before, "), 0, sizeof(");
    edits_type_of(&before, part);
    string_format(&before, "), %uu))", number);
    edits_add(&rewriting->edits, part.end, part, false, before.text);
}

/* ---- calls ---- */

/* The argument with the range of the parameter that a pointer comes from. */
static char *range_of(const struct rewriting *rewriting, node pointer, char space)
{
    const int origin = origins_of_pointer(&rewriting->origins, pointer);
    return parameter_space(rewriting, origin) == space && space
               ? text_format(", clrelay_r%d", origin - 1)
               : text_format(", clrelay_none()");
}

static char argument_space(node pointer)
{
    return tree_pointer_space(tree_type(pointer));
}

/* Finds the last parenthesis of a call. Returns false if it is not in the text. */
static bool find_end(const struct rewriting *rewriting, node call, struct part *part)
{
    return tree_part(call, part) && rewriting->text[part->end - 1] == ')';
}

static void add_arguments(struct rewriting *rewriting, node call, const struct bounded *function)
{
    struct string added = { NULL, 0, 0 };
    struct part part;
    if (!find_end(rewriting, call, &part))
        return; /* the driver's compiler refuses the program then */
    string_add(&added, "");
    if (function->is_kernel)
        string_add(&added, tree_count(call) > 1 ? ", (__global ulong *)0" : "(__global ulong *)0");
    for (unsigned i = 0; i < 64 && !function->is_kernel; i++) {
        char *range;
        if (!(function->pointers >> i & 1)) continue;
        range =
            range_of(rewriting, tree_child(call, i + 1), argument_space(tree_child(call, i + 1)));
        string_add(&added, range);
        free(range);
    }
    edits_add(&rewriting->edits, part.end - 1, part, true, added.text);
}

/* The name of the function that a call calls, or "". */
static const char *called(node call)
{
    return tree_text(tree_named(tree_child(tree_child(call, 0), 0)), "name");
}

/* Whether an expression may be evaluated twice. */
static bool is_repeatable(const struct rewriting *rewriting, node at)
{
    const char *operation = tree_text(at, "opcode");
    if (tree_is(at, "CallExpr") && (functions_declares(rewriting->unit->functions, called(at)) ||
                                    !builtins_is_pure(called(at))))
        return false;
    if (tree_is(at, "CompoundAssignOperator") || !strcmp(operation, "=") ||
        !strcmp(operation, "++") || !strcmp(operation, "--"))
        return false;
    for (size_t i = 0; i < tree_count(at); i++)
        if (!is_repeatable(rewriting, tree_child(at, i))) return false;
    return true;
}

/* Adds the size of an element for the prelude's function. `bytes` 0: the size of what the pointer
 * points to. */
static void add_bytes(struct string *to, struct part pointer, unsigned bytes)
{
    if (bytes) string_format(to, "%uul", bytes);
    else {
        string_add(to, "sizeof(*(");
        edits_type_of(to, pointer);
        string_add(to, "))");
    }
}

/* Adds an argument of a call as (type)value, or 0 if the function has none. Returns false if it
 * can't be repeated. */
static bool add_number(const struct rewriting *rewriting, struct string *to, node call, int index,
                       const char *type)
{
    node argument = index < 0 ? NULL : tree_child(call, (size_t)index + 1);
    struct part part;
    string_format(to, "(%s)(", type);
    if (index < 0) {
        string_add(to, "0)");
        return true;
    }
    if (!argument || !is_repeatable(rewriting, argument) || !tree_part(argument, &part))
        return false;
    edits_value_of(to, part);
    string_add(to, ")");
    return true;
}

/* Adds the distance of an access from its pointer, and its size. Returns false if they can't be
 * repeated. */
static bool add_extent(const struct rewriting *rewriting, struct string *to, node call,
                       const struct builtin *builtin, struct part pointer)
{
    string_add(to, "), ");
    if (!add_number(rewriting, to, call, builtin->offset, "long")) return false;
    string_format(to, " * %u * (long)", builtin->scale);
    add_bytes(to, pointer, builtin->bytes);
    string_add(to, ", ");
    if (builtin->count < 0) string_format(to, "%u", builtin->elements);
    else if (!add_number(rewriting, to, call, builtin->count, "ulong")) return false;
    string_add(to, " * ");
    add_bytes(to, pointer, builtin->bytes);
    return true;
}

/* Rewrites a call of a function that accesses memory through a pointer: the pointer becomes (its
 * type)clrelay_at(..., pointer, ...). Returns false if it is not certain what the function
 * accesses. */
static bool walk_pointer(struct rewriting *rewriting, node call, const struct builtin *builtin)
{
    node pointer = tree_child(call, builtin->pointer + 1);
    const int origin = origins_of_pointer(&rewriting->origins, pointer);
    const char space = parameter_space(rewriting, origin);
    struct string before = { NULL, 0, 0 }, after = { NULL, 0, 0 };
    struct part part;
    if (!space || !tree_part(pointer, &part) || argument_space(pointer) != space) return false;
    if (!add_extent(rewriting, &after, call, builtin, part)) {
        string_free(&after);
        return false;
    }
    string_format(&after, ", %uu)", add_access(rewriting, part, builtin->what));
    string_add(&before, "(__typeof__(&*(");
    edits_type_of(&before, part);
    string_format(&before, ")))%s(clrelay_r%d, (", function_at(space), origin - 1);
    edits_add(&rewriting->edits, part.begin, part, false, before.text);
    walk(rewriting, pointer);
    edits_add(&rewriting->edits, part.end, part, false, after.text);
    return true;
}

static void walk_call(struct rewriting *rewriting, node call)
{
    const char *name = called(call);
    const struct bounded *function = functions_named(rewriting->unit->functions, name);
    struct builtin builtin[2];
    const unsigned count =
        functions_declares(rewriting->unit->functions, name) ? 0 : builtins_find(name, builtin);
    if (function) add_arguments(rewriting, call, function);
    for (size_t i = 1; i < tree_count(call); i++) {
        bool is_done = false;
        for (unsigned j = 0; j < count; j++)
            if (builtin[j].pointer + 1 == i) is_done = walk_pointer(rewriting, call, &builtin[j]);
        if (!is_done) walk(rewriting, tree_child(call, i));
    }
}

/* ---- expressions and statements ---- */

/* Rewrites an expression that is never evaluated: it has no accesses, but its calls need the
 * further arguments, too. */
static void walk_unevaluated(struct rewriting *rewriting, node at)
{
    if (tree_is(at, "CallExpr")) {
        const struct bounded *function = functions_named(rewriting->unit->functions, called(at));
        if (function) add_arguments(rewriting, at, function);
    }
    for (size_t i = 0; i < tree_count(at); i++) walk_unevaluated(rewriting, tree_child(at, i));
}

static void walk(struct rewriting *rewriting, node at)
{
    if (tree_is_cast(at, "LValueToRValue")) {
        walk_access(rewriting, tree_child(at, 0), READ);
    } else if (tree_is_operator(at, "BinaryOperator", "=")) {
        walk_access(rewriting, tree_child(at, 0), WRITE);
        walk(rewriting, tree_child(at, 1));
    } else if (tree_is(at, "CompoundAssignOperator")) {
        walk_access(rewriting, tree_child(at, 0), READ | WRITE);
        walk(rewriting, tree_child(at, 1));
    } else if (tree_is_operator(at, "UnaryOperator", "++") ||
               tree_is_operator(at, "UnaryOperator", "--")) {
        walk_access(rewriting, tree_child(at, 0), READ | WRITE);
    } else if (tree_is(at, "UnaryExprOrTypeTraitExpr")) {
        walk_unevaluated(rewriting, at);
    } else if (tree_is(at, "CallExpr")) {
        walk_call(rewriting, at);
    } else {
        walk_children(rewriting, at);
    }
}

/* ---- functions ---- */

/* The place of the closing parenthesis of the parameters of a function whose name is at a place;
 * SIZE_MAX: not known. *begin becomes the place of the opening one. */
static size_t end_of_parameters(const char *text, size_t place, size_t *begin)
{
    size_t depth = 0;
    while (isalnum((unsigned char)text[place]) || text[place] == '_') place++;
    place += strspn(text + place, " \t\n\r");
    if (text[place] != '(') return SIZE_MAX;
    *begin = place;
    for (; text[place]; place++) {
        if (text[place] == '(') depth++;
        if (text[place] == ')' && --depth == 0) return place;
    }
    return SIZE_MAX;
}

/* Puts blanks in place of (void), so that places stay valid. */
static void remove_void(char *text, size_t begin, size_t end)
{
    char *word = memmem(text + begin, end - begin, "void", 4);
    if (word) memset(word, ' ', 4);
}

static void add_parameters(struct rewriting *rewriting, node declaration,
                           const struct bounded *function)
{
    const bool has_any = functions_parameter(declaration, 0) != NULL;
    struct string added = { NULL, 0, 0 };
    size_t begin, end = end_of_parameters(rewriting->text, tree_place(declaration), &begin);
    if (end == SIZE_MAX) return; /* the driver's compiler refuses the program then */
    string_add(&added, "");
    if (!has_any) remove_void(rewriting->text, begin, end);
    if (function->is_kernel)
        string_format(&added, "%s__global ulong *clrelay_to", has_any ? ", " : "");
    for (unsigned i = 0; i < 64 && !function->is_kernel; i++)
        if (function->pointers >> i & 1) string_format(&added, ", clrelay_range clrelay_r%u", i);
    edits_add(&rewriting->edits, end, (struct part){ end, end }, true, added.text);
}

/* A kernel begins with the ranges of its parameters; other functions have them as parameters. */
static void add_ranges(struct rewriting *rewriting, node kernel, node body)
{
    const uint64_t pointers = functions_pointers(kernel);
    struct string added = { NULL, 0, 0 };
    struct part part;
    if (!tree_part(body, &part)) return;
    string_add(&added, "");
    for (unsigned i = 0; i < 64; i++) {
        const char *name = tree_text(functions_parameter(kernel, i), "name");
        if (!(pointers >> i & 1)) continue;
        if (*name)
            string_format(
                &added, " clrelay_range clrelay_r%u = clrelay_argument(clrelay_to, %u, (ulong)%s);",
                i, i, name);
    }
    /* With the brace, the part is no expression's, even if an expression begins right behind it. */
    part.end = part.begin + 1;
    edits_add(&rewriting->edits, part.end, part, true, added.text);
}

static void walk_function(struct rewriting *rewriting, node declaration)
{
    const struct bounded *function =
        functions_named(rewriting->unit->functions, tree_text(declaration, "name"));
    if (function) add_parameters(rewriting, declaration, function);
    for (size_t i = 0; i < tree_count(declaration); i++) {
        node body = tree_child(declaration, i);
        if (!tree_is(body, "CompoundStmt")) continue;
        if (function && function->is_kernel) add_ranges(rewriting, declaration, body);
        rewriting->function = function ? declaration : NULL;
        origins_find(&rewriting->origins, declaration);
        walk(rewriting, body);
        origins_free(&rewriting->origins);
    }
}

/* ---- programs ---- */

/* Whether a structure or field is packed: by an attribute, or in a region of #pragma pack. */
static bool is_packed(node at)
{
    for (size_t i = 0; i < tree_count(at); i++)
        if (tree_is(tree_child(at, i), "PackedAttr") ||
            tree_is(tree_child(at, i), "MaxFieldAlignmentAttr"))
            return true;
    return false;
}

static void note_fields(struct rewriting *rewriting, node at, bool in_packed)
{
    if (tree_is(at, "FieldDecl") &&
        (in_packed || is_packed(at) || json_is_true(json_object_get(at, "isBitfield"))))
        json_object_set_new_nocheck(rewriting->fields, tree_text(at, "id"), json_true());
    for (size_t i = 0; i < tree_count(at); i++)
        note_fields(rewriting, tree_child(at, i), tree_is(at, "RecordDecl") && is_packed(at));
}

static bool is_block(node at)
{
    return tree_is(at, "BlockExpr");
}

static bool keeps_value(node at)
{
    return tree_is(at, "VarDecl") && tree_space(tree_type(at)) == 'g' &&
           !strcmp(tree_text(at, "storageClass"), "static");
}

static bool has_any(node at, bool (*is_one)(node at))
{
    if (is_one(at)) return true;
    for (size_t i = 0; i < tree_count(at); i++)
        if (has_any(tree_child(at, i), is_one)) return true;
    return false;
}

/* Why a program must not be replaced by another one, or NULL. */
static const char *obstacle(const struct rewriting *rewriting, node tree)
{
    for (size_t i = 0; i < tree_count(tree); i++) {
        node at = tree_child(tree, i);
        if (!tree_is_in(at, rewriting->text, rewriting->length)) continue;
        if ((tree_is(at, "VarDecl") && tree_space(tree_type(at)) == 'g') ||
            has_any(at, keeps_value))
            return "it has variables in global memory";
        if (has_any(at, is_block)) return "it has blocks";
    }
    return NULL;
}

static void walk_program(struct rewriting *rewriting, node tree)
{
    note_fields(rewriting, tree, false);
    for (size_t i = 0; i < tree_count(tree); i++)
        if (tree_is(tree_child(tree, i), "FunctionDecl") &&
            tree_is_in(tree_child(tree, i), rewriting->text, rewriting->length))
            walk_function(rewriting, tree_child(tree, i));
}

char *rewrite(const struct parsed_unit *unit, struct string *source, struct rewritten *rewritten)
{
    struct rewriting rewriting = { .unit = unit,
                                   .text = unit->text,
                                   .length = strlen(unit->text),
                                   .fields = json_object(),
                                   .edits = { .text = unit->text },
                                   .line = 1,
                                   .result = rewritten };
    const char *why = strstr(unit->text, "clrelay_") ? "it has names that begin with clrelay_"
                                                     : obstacle(&rewriting, unit->tree);
    if (why) json_decref(rewriting.fields);
    if (why) return text_format("%s", why);
    rewriting.places = includes_read(unit->places);
    string_add(&rewritten->accesses, "");
    walk_program(&rewriting, unit->tree);
    /* OpenCL C 1.0 and 1.1 have neither static functions nor linked units. */
    string_format(source, "#define CLRELAY_OWN %s\n%s#line 1\n", unit->is_linked ? "static" : "",
                  bounds_prelude);
    edits_apply(&rewriting.edits, source);
    edits_free(&rewriting.edits);
    json_decref(rewriting.fields);
    free(rewriting.places);
    return NULL;
}
