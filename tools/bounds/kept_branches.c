/* SPDX-License-Identifier: Apache-2.0 */
#include "kept_branches.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_continued(const char *at)
{
    return at[0] == '\\' && (at[1] == '\n' || (at[1] == '\r' && at[2] == '\n'));
}

static const char *skip_comment(const char *at)
{
    const char *end = strstr(at + 2, "*/");
    return end ? end + 2 : at + strlen(at);
}

/* Skips a string, a comment or another character of a line. */
static const char *skip_one(const char *at)
{
    const char quote = *at;
    if (at[0] == '/' && at[1] == '*') return skip_comment(at);
    if (at[0] == '/' && at[1] == '/') {
        while (*at && *at != '\n') at += is_continued(at) ? strcspn(at, "\n") + 1 : 1;
        return at;
    }
    if (is_continued(at)) return at + strcspn(at, "\n") + 1;
    if (quote != '"' && quote != '\'') return at + 1;
    for (at++; *at && *at != '\n' && *at != quote; at++)
        if (*at == '\\' && at[1]) at += is_continued(at) ? strcspn(at, "\n") : 1;
    return *at == quote ? at + 1 : at;
}

static const char *skip_line(const char *at)
{
    while (*at && *at != '\n') at = skip_one(at);
    return at;
}

static const char *skip_blanks(const char *at)
{
    for (;;) {
        if (*at == ' ' || *at == '\t' || *at == '\v' || *at == '\f') at++;
        else if (is_continued(at)) at += strcspn(at, "\n") + 1;
        else if (at[0] == '/' && at[1] == '*') at = skip_comment(at);
        else return at;
    }
}

bool directives_next(const char *at, struct directive *directive)
{
    while (*at) {
        const char *first = skip_blanks(at);
        const size_t mark = *first == '#' ? 1 : first[0] == '%' && first[1] == ':' ? 2 : 0;
        if (mark) {
            directive->begin = first;
            directive->name = skip_blanks(first + mark);
            for (directive->length = 0; isalpha((unsigned char)directive->name[directive->length]);)
                directive->length++;
            directive->end = skip_line(directive->name);
            return true;
        }
        at = skip_line(first);
        if (*at) at++;
    }
    return false;
}

bool directives_is(const struct directive *directive, const char *name)
{
    return strlen(name) == directive->length && !memcmp(directive->name, name, directive->length);
}

const char *directives_rest(const struct directive *directive)
{
    return skip_blanks(directive->name + directive->length);
}

bool directives_name_begins(const struct directive *directive, const char *name)
{
    return directive->length >= strlen(name) && !memcmp(directive->name, name, strlen(name));
}

bool directives_includes(const struct directive *directive)
{
    return directives_name_begins(directive, "include") || directives_is(directive, "import") ||
           directives_is(directive, "embed");
}

struct part_of directives_word(const char *at)
{
    struct part_of word = { at, 0 };
    while (isalnum((unsigned char)at[word.length]) || at[word.length] == '_') word.length++;
    return word;
}

/* The next place that is neither blank nor in a comment. */
static const char *skip_nothing(const char *at)
{
    for (;;) {
        at = skip_blanks(at);
        if (at[0] == '/' && at[1] == '/') at = skip_one(at);
        else if (*at == '\n' || *at == '\r') at++;
        else return at;
    }
}

/* The X of `#ifndef X` or `#if !defined(X)`. */
static struct part_of absent_macro(const struct directive *directive)
{
    const char *at = directives_rest(directive);
    if (directives_is(directive, "ifndef")) return directives_word(at);
    if (!directives_is(directive, "if") || *at != '!') return (struct part_of){ at, 0 };
    at = skip_blanks(at + 1);
    if (directives_word(at).length != 7 || strncmp(at, "defined", 7) != 0)
        return (struct part_of){ at, 0 };
    at = skip_blanks(at + 7);
    return directives_word(*at == '(' ? skip_blanks(at + 1) : at);
}

/* Whether nothing follows a macro's name in a directive but the end of defined(X). */
static bool is_last(const struct directive *directive, struct part_of name)
{
    const char *at = skip_blanks(name.begin + name.length);
    if (*at == ')') at = skip_blanks(at + 1);
    return skip_nothing(at) >= directive->end || (at[0] == '/' && at[1] == '/');
}

struct part_of directives_guard(const char *text)
{
    const struct part_of none = { text, 0 };
    struct directive directive;
    struct part_of name, defined;
    size_t depth = 1;
    if (!directives_next(text, &directive) || skip_nothing(text) != directive.begin) return none;
    name = absent_macro(&directive);
    if (!name.length || !is_last(&directive, name)) return none;
    if (!directives_next(directive.end, &directive) || !directives_is(&directive, "define"))
        return none;
    defined = directives_word(directives_rest(&directive));
    if (defined.length != name.length || memcmp(defined.begin, name.begin, name.length) != 0)
        return none;
    while (depth && directives_next(directive.end, &directive)) {
        depth += directives_name_begins(&directive, "if");
        depth -= directives_is(&directive, "endif");
        if (depth == 1 && directives_name_begins(&directive, "el")) return none;
    }
    return depth || *skip_nothing(directive.end) ? none : name;
}

static bool is_one_of(const struct directive *directive, const char *const *names)
{
    for (; *names; names++)
        if (directives_is(directive, *names)) return true;
    return false;
}

static const char *const firsts[] = { "if", "ifdef", "ifndef", NULL };
static const char *const others[] = { "elif", "elifdef", "elifndef", NULL };
static const char *const rest[] = { "else", NULL };
static const char *const plain[] = { "define", "undef", "endif", NULL };

#define BRANCH "clrelay_branch_"

bool directives_probe(const char *source, struct string *probe)
{
    struct directive directive;
    unsigned number = 0;
    bool has_conditions = false;
    string_add(probe, "__kernel void clrelay_always(void) { }\n");
    for (const char *at = source; directives_next(at, &directive); at = directive.end, number++) {
        const bool is_first = is_one_of(&directive, firsts);
        const bool begins =
            is_first || is_one_of(&directive, others) || is_one_of(&directive, rest);
        if (!begins && !is_one_of(&directive, plain)) continue;
        has_conditions |= is_first;
        string_add_bytes(probe, directive.begin, (size_t)(directive.end - directive.begin));
        string_add(probe, "\n");
        if (begins) string_format(probe, "__kernel void " BRANCH "%u(void) { }\n", number);
    }
    return has_conditions;
}

/* For each of the first `count` directives, whether its kernel is among the names. The caller frees
 * the list. */
static bool *read_names(const char *names, size_t count)
{
    bool *taken = require_memory(calloc(count + 1, sizeof *taken));
    for (const char *at = names; (at = strstr(at, BRANCH)); at++) {
        const unsigned long number = strtoul(at + strlen(BRANCH), NULL, 10);
        if (isdigit((unsigned char)at[strlen(BRANCH)]) && number < count) taken[number] = true;
    }
    return taken;
}

static size_t count_directives(const char *source)
{
    struct directive directive;
    size_t count = 0;
    for (const char *at = source; directives_next(at, &directive); at = directive.end) count++;
    return count;
}

bool directives_is_line(const struct directive *directive)
{
    return directives_is(directive, "line") || isdigit((unsigned char)*directive->name);
}

/* Adds only the line ends of a part of a source. */
static void add_lines(struct string *to, const char *begin, const char *end)
{
    for (; begin < end; begin++)
        if (*begin == '\n') string_add(to, "\n");
}

void directives_decide(const char *source, const char *names, struct string *decided)
{
    struct directive directive;
    unsigned number = 0;
    const char *at = source;
    bool *taken = read_names(names, count_directives(source));
    for (; directives_next(at, &directive); at = directive.end, number++) {
        const char *word = is_one_of(&directive, firsts)   ? "#if"
                           : is_one_of(&directive, others) ? "#elif"
                                                           : NULL;
        const bool replaced = word || directives_is_line(&directive);
        string_add_bytes(decided, at, (size_t)((replaced ? directive.begin : directive.end) - at));
        if (!replaced) continue;
        if (word) string_format(decided, "%s %d", word, taken[number]);
        add_lines(decided, directive.begin, directive.end);
    }
    string_add(decided, at);
    free(taken);
}
