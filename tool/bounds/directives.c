/* SPDX-License-Identifier: Apache-2.0 */
#include "directives.h"

#include <ctype.h>
#include <stdio.h>
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

bool directives_next(const char *at, struct directive *it)
{
    while (*at) {
        const char *first = skip_blanks(at);
        if (*first == '#') {
            it->begin = first;
            it->name = skip_blanks(first + 1);
            for (it->length = 0; isalpha((unsigned char)it->name[it->length]);) it->length++;
            it->end = skip_line(it->name);
            return true;
        }
        at = skip_line(first);
        if (*at) at++;
    }
    return false;
}

bool directives_is(const struct directive *it, const char *name)
{
    return strlen(name) == it->length && !memcmp(it->name, name, it->length);
}

const char *directives_rest(const struct directive *it)
{
    return skip_blanks(it->name + it->length);
}

static bool is_one_of(const struct directive *it, const char *const *names)
{
    for (; *names; names++)
        if (directives_is(it, *names)) return true;
    return false;
}

static const char *const firsts[] = { "if", "ifdef", "ifndef", NULL };
static const char *const others[] = { "elif", "elifdef", "elifndef", NULL };
static const char *const rest[] = { "else", NULL };
static const char *const plain[] = { "define", "undef", "endif", NULL };

#define BRANCH "clrelay_branch_"

bool directives_probe(const char *source, struct string *probe)
{
    struct directive it;
    unsigned number = 0;
    bool has_conditions = false;
    string_add(probe, "__kernel void clrelay_always(void) { }\n");
    for (const char *at = source; directives_next(at, &it); at = it.end, number++) {
        const bool is_first = is_one_of(&it, firsts);
        const bool begins = is_first || is_one_of(&it, others) || is_one_of(&it, rest);
        if (!begins && !is_one_of(&it, plain)) continue;
        has_conditions |= is_first;
        string_add_bytes(probe, it.begin, (size_t)(it.end - it.begin));
        string_add(probe, "\n");
        if (begins) string_format(probe, "__kernel void " BRANCH "%u(void) { }\n", number);
    }
    return has_conditions;
}

static bool has_name(const char *names, unsigned number)
{
    char name[64];
    const int length = snprintf(name, sizeof name, BRANCH "%u", number);
    for (const char *at = names; (at = strstr(at, name)); at++)
        if (!isdigit((unsigned char)at[length])) return true;
    return false;
}

bool directives_is_line(const struct directive *it)
{
    return directives_is(it, "line") || isdigit((unsigned char)*it->name);
}

/* Adds the line ends in a part of a source. */
static void add_lines(struct string *to, const char *begin, const char *end)
{
    for (; begin < end; begin++)
        if (*begin == '\n') string_add(to, "\n");
}

void directives_decide(const char *source, const char *names, struct string *decided)
{
    struct directive it;
    unsigned number = 0;
    const char *at = source;
    for (; directives_next(at, &it); at = it.end, number++) {
        const char *word = is_one_of(&it, firsts) ? "#if" : is_one_of(&it, others) ? "#elif" : NULL;
        const bool replaced = word || directives_is_line(&it);
        string_add_bytes(decided, at, (size_t)((replaced ? it.begin : it.end) - at));
        if (!replaced) continue;
        if (word) string_format(decided, "%s %d", word, has_name(names, number));
        add_lines(decided, it.begin, it.end);
    }
    string_add(decided, at);
}
