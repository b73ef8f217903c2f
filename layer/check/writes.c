/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the source of a kernel writes to what a parameter points to (parameters.h). */
#include "parameters.h"

static const char *skip_spaces(const char *at, const char *end)
{
    while (at < end && is_space(*at)) at++;
    return at;
}

/* The last letter before a place that is no space, or `begin`. */
static const char *before_spaces(const char *begin, const char *at)
{
    while (at > begin && is_space(at[-1])) at--;
    return at > begin ? at - 1 : begin;
}

/* What follows the bracket that closes the one at a place; `end` if there is none. */
static const char *skip_brackets(const char *at, const char *end)
{
    unsigned depth = 0;
    for (; at < end; at++) {
        if (*at == '[') depth++;
        if (*at == ']' && !--depth) return at + 1;
    }
    return end;
}

/* What follows the selection of a part: [index], .member and ->member. */
static const char *skip_parts(const char *at, const char *end)
{
    for (;;) {
        at = skip_spaces(at, end);
        if (at < end && *at == '[') {
            at = skip_brackets(at, end);
        } else if (at < end && (*at == '.' || !strncmp(at, "->", 2))) {
            at = skip_spaces(at + (*at == '.' ? 1 : 2), end);
            while (at < end && is_word(*at)) at++;
        } else {
            return at;
        }
    }
}

/* Whether an operator that assigns is at a place. */
static bool is_assigned(const char *at, const char *end)
{
    if (end - at < 3) return false;
    if (*at == '=') return at[1] != '=';
    if (!strncmp(at, "++", 2) || !strncmp(at, "--", 2)) return true;
    if (!strncmp(at, "<<", 2) || !strncmp(at, ">>", 2)) return at[2] == '=';
    return strchr("+-*/%&|^", *at) && at[1] == '=';
}

/* Whether a word is one that an expression may follow. */
static bool is_keyword(const char *word, size_t length)
{
    static const char *const words[] = { "return", "else", "do" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && !strncmp(word, words[i], length)) return true;
    return false;
}

/* What is before a name. */
enum before { BEGINS_EXPRESSION, POINTED_TO, OF_ANOTHER, DECLARES };

static enum before before_name(const char *body, const char *name)
{
    const char *at = before_spaces(body, name), *word = at;
    if (*at == '.' || (*at == '>' && at > body && at[-1] == '-')) return OF_ANOTHER;
    if (*at == '*') {
        at = before_spaces(body, at);
        return strchr(";{})", *at) ? POINTED_TO : DECLARES; /* or it multiplies */
    }
    if (!is_word(*at)) return BEGINS_EXPRESSION;
    while (word > body && is_word(word[-1])) word--;
    return is_keyword(word, (size_t)(at - word) + 1) ? BEGINS_EXPRESSION : DECLARES;
}

/* The next position after `at` where a name is a word of its own, or NULL. */
static const char *next_name(const char *at, const char *end, const char *name)
{
    const size_t length = strlen(name);
    for (; length && at + length < end; at++)
        if (!strncmp(at, name, length) && !is_word(at[-1]) && !is_word(at[length])) return at;
    return NULL;
}

/* Where the statement begins that a place is in; NULL if the place is in parentheses there. */
static const char *statement_of(const char *body, const char *at, const char *end)
{
    unsigned parentheses = 0, braces = 0;
    for (; at > body; at--) {
        /* Braces around values. */
        if (at[-1] == '}' && (braces || *skip_spaces(at, end) == ',')) braces++;
        else if (at[-1] == '{' && braces) braces--;
        else if (at[-1] == ')') parentheses++;
        else if (at[-1] == '(' && !parentheses) return NULL;
        else if (at[-1] == '(') parentheses--;
        else if (strchr(";{}", at[-1]) && !parentheses && !braces) break;
    }
    return skip_spaces(at, end);
}

/* Whether the name after a comma is one of several that a statement declares: it begins with two words. */
static bool is_declared_too(const char *body, const char *at, const char *end)
{
    const char *begin = statement_of(body, at, end), *it = begin;
    while (it && it < at && is_word(*it)) it++;
    if (!it || it == begin || is_keyword(begin, (size_t)(it - begin))) return false;
    while (it < at && (is_space(*it) || *it == '*')) it++;
    return it < at && is_word(*it);
}

/* Whether a name is in parentheses of its own, and declared or assigned: `int (a)[4]`, `(a) = b`. */
static bool is_in_parentheses(const char *body, const char *end, const char *at, const char *behind)
{
    if (*before_spaces(body, at) != '(' || behind >= end || *behind != ')') return false;
    behind = skip_spaces(behind + 1, end);
    return behind < end && (*behind == '[' || (*behind == '=' && behind[1] != '='));
}

/* Whether the address of what has the name is taken, so that it may get another value elsewhere. */
static bool is_address(const char *body, const char *at)
{
    const char *before = before_spaces(body, at);
    return before > body && *before == '&' && before[-1] != '&';
}

/* Whether a name that stands at a place begins to mean something else there. */
static bool changes_meaning(const char *body, const char *end, const char *name, const char *at)
{
    const char *behind = skip_spaces(at + strlen(name), end), *rest = skip_parts(behind, end);
    const enum before before = before_name(body, at);
    /* Another variable of this name; or a product, of which nothing is known either. */
    if (before == DECLARES && rest < end && strchr("=;,", *rest)) return true;
    if (*before_spaces(body, at) == ',' && is_declared_too(body, at, end)) return true;
    if (is_in_parentheses(body, end, at, behind)) return true;
    if (rest == behind && is_address(body, at)) return true;
    /* It points to something else from then on. */
    return before == BEGINS_EXPRESSION && rest == behind && *rest == '=' && rest[1] != '=';
}

/* Whether a pointer that stands at a place is moved there. */
static bool is_moved(const char *body, const char *end, const char *name, const char *at)
{
    const char *behind = skip_spaces(at + strlen(name), end), *before = before_spaces(body, at);
    const bool whole = skip_parts(behind, end) == behind;
    return whole && (is_assigned(behind, end) ||
                     (before > body && *before == before[-1] && strchr("+-", *before)));
}

static bool stays_where_it_is(const char *body, const char *end, const char *name)
{
    for (const char *at = body; (at = next_name(at + 1, end, name));)
        if (is_moved(body, end, name, at) && before_name(body, at) == BEGINS_EXPRESSION)
            return false;
    return true;
}

static bool keeps_meaning(const char *body, const char *end, const char *name)
{
    for (const char *at = body; (at = next_name(at + 1, end, name));)
        if (changes_meaning(body, end, name, at)) return false;
    return *name && !memchr(body, '#', (size_t)(end - body));
}

/* ---- the element with the index of the work-item ---- */

enum { INDEX_NAME = 64 };

/* What follows a word, if it is there; or NULL. */
static const char *skip_word(const char *at, const char *end, const char *word)
{
    const size_t length = strlen(word);
    at = skip_spaces(at, end);
    return (size_t)(end - at) >= length && !strncmp(at, word, length) &&
                   !(is_word(word[0]) && is_word(at[length]))
               ? at + length
               : NULL;
}

/* The same for several, up to NULL. */
static const char *skip_words(const char *at, const char *end, const char *const *words)
{
    while (at && *words) at = skip_word(at, end, *words++);
    return at;
}

static const char *skip_index(const char *at, const char *end)
{
    static const char *const words[] = { "get_global_id", "(", "0", ")", NULL };
    return skip_words(at, end, words);
}

/* A name at a place. Returns what follows it, or NULL. */
static const char *read_name(const char *at, const char *end, char name[INDEX_NAME])
{
    size_t length = 0;
    at = skip_spaces(at, end);
    while (at + length < end && is_word(at[length])) length++;
    if (!length || length >= INDEX_NAME) return NULL;
    memcpy(name, at, length);
    name[length] = 0;
    return at + length;
}

/* A statement like `const size_t i = get_global_id(0)`: the variable's name. */
static bool declares_index(const char *at, const char *end, char name[INDEX_NAME])
{
    static const char *const types[] = { "size_t", "int", "uint", "unsigned", "long", "ulong" };
    const char *rest = skip_word(at, end, "const"), *behind = NULL;
    if (rest) at = rest;
    for (size_t i = 0; i < sizeof types / sizeof *types && !behind; i++)
        behind = skip_word(at, end, types[i]);
    if (behind && skip_word(behind, end, "int")) behind = skip_word(behind, end, "int");
    behind = behind ? read_name(behind, end, name) : NULL;
    behind = behind ? skip_word(behind, end, "=") : NULL;
    behind = behind ? skip_index(behind, end) : NULL;
    return behind && skip_spaces(behind, end) == end;
}

/* Whether a statement, or a part of it, may be left out: it depends on something, or only names what is in
 * it. */
static bool is_conditional(const char *at, const char *end)
{
    static const char *const words[] = { "if",     "else", "for",     "while", "do",
                                         "switch", "case", "default", "sizeof" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (next_name(at, end, words[i])) return true;
    for (; at < end; at++)
        if (strchr("?:&|^", *at)) return true;
    return false;
}

/* What follows `[index]`, or NULL. */
static const char *skip_element(const char *at, const char *end, const char *index)
{
    const char *rest = skip_word(at, end, "["), *behind = NULL;
    if (rest && *index) behind = skip_word(rest, end, index);
    if (rest && !behind) behind = skip_index(rest, end);
    return behind ? skip_word(behind, end, "]") : NULL;
}

/* Whether a statement uses all of the element, or assigns to it. */
static bool uses_element(const char *body, const char *at, const char *end, const char *name,
                         bool written, const char *index)
{
    while ((at = next_name(at, end, name))) {
        const char *rest = skip_element(at + strlen(name), end, index);
        const char *before = before_spaces(body, at);
        if (rest) rest = skip_spaces(rest, end);
        if (rest && !strchr(".[", *rest) && !strchr(".>", *before) &&
            (!written || is_assigned(rest, end + 2)))
            return true;
        at++;
    }
    return false;
}

/* Whether what ends a kernel early is between two places. */
static bool has_end(const char *at, const char *end)
{
    return next_name(at, end, "return") || next_name(at, end, "goto");
}

/* Whether a variable that was declared as the index stays that: its name stands nowhere else where it could
 * be changed, or be another's. */
static bool stays_index(const char *body, const char *end, const char *index)
{
    unsigned declared = 0;
    for (const char *at = body; *index && (at = next_name(at + 1, end, index));) {
        const char *behind = skip_spaces(at + strlen(index), end),
                   *before = before_spaces(body, at);
        if (changes_meaning(body, end, index, at) && declared++) return false;
        if (*behind != '=' && is_assigned(behind, end)) return false;
        if (*before == '&' || !strncmp(before - 1, "++", 2) || !strncmp(before - 1, "--", 2))
            return false;
    }
    return true;
}

/* Where a statement ends: at its semicolon, or at the brace that begins or ends a block. */
static const char *statement_end(const char *at, const char *end)
{
    unsigned depth = 0;
    for (; at < end; at++) {
        depth += (unsigned)(*at == '(') - (unsigned)(*at == ')');
        if (*at == '{' || *at == '}' || (*at == ';' && !depth)) break;
    }
    return at;
}

bool parameter_is_indexed(const char *body, const char *end, const char *name, bool written)
{
    char index[INDEX_NAME] = "", declared[INDEX_NAME];
    unsigned depth = 1;
    bool found = false;
    if (!keeps_meaning(body, end, name)) return false;
    for (const char *at = body + 1, *rest; at < end && depth && !found; at = rest + 1) {
        rest = statement_end(at, end);
        if (depth == 1 && *rest == ';') {
            if (!*index && declares_index(at, rest, declared)) {
                memcpy(index, declared, sizeof index);
                continue;
            }
            found = !is_conditional(at, rest) && uses_element(body, at, rest, name, written, index);
        }
        if (has_end(at, rest + 1)) return false;
        depth += (unsigned)(*rest == '{') - (unsigned)(*rest == '}');
    }
    return found && stays_index(body, end, index) && stays_where_it_is(body, end, name);
}

/* ---- what is done in any case ---- */

/* Whether each work-item comes to a place: no condition, loop or end of the kernel is before it, or around it. What a
 * condition compares may be such that no work-item meets it. */
static bool is_certain(const char *body, const char *end, const char *place)
{
    unsigned depth = 1,
             uncertain = 0; /* depth at which a block began that may be left out; 0: none */
    for (const char *at = body + 1, *rest; at < end && depth; at = rest + 1) {
        rest = statement_end(at, end);
        if (place < rest) return !uncertain && !is_conditional(at, place);
        if (has_end(at, rest + 1)) return false;
        if (*rest == '{') {
            depth++;
            if (!uncertain && skip_spaces(at, rest) != rest) uncertain = depth;
        } else if (*rest == '}') {
            if (depth-- == uncertain) uncertain = 0;
        }
    }
    return false;
}

bool parameter_is_written(const char *body, const char *end, const char *name)
{
    if (!keeps_meaning(body, end, name)) return false;
    for (const char *at = body; (at = next_name(at + 1, end, name));) {
        const char *behind = skip_spaces(at + strlen(name), end), *rest = skip_parts(behind, end);
        const enum before before = before_name(body, at);
        const bool whole = rest == behind;
        if (((before == BEGINS_EXPRESSION && !whole) || (before == POINTED_TO && whole)) &&
            is_assigned(rest, end) && is_certain(body, end, at))
            return true;
    }
    return false;
}

bool parameter_is_drawn(const char *body, const char *end, const char *name)
{
    if (!keeps_meaning(body, end, name)) return false;
    for (const char *at = body; (at = next_name(at + 1, end, name));) {
        const char *word = before_spaces(body, at);
        if (*word != '(') continue;
        word = before_spaces(body, word);
        while (word > body && is_word(word[-1])) word--;
        if (!strncmp(word, "write_image", 11) && is_certain(body, end, word)) return true;
    }
    return false;
}
