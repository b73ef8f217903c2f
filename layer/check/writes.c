/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the source of a kernel writes to what a parameter points to (parameters.h). */
#include "parameters.h"

static bool is_letter(char it)
{
    return (it >= 'a' && it <= 'z') || (it >= 'A' && it <= 'Z') || (it >= '0' && it <= '9') ||
           it == '_';
}

static const char *skip_spaces(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) at++;
    return at;
}

/* The last letter before a place that is no space, or `begin`. */
static const char *before_spaces(const char *begin, const char *at)
{
    while (at > begin && (at[-1] == ' ' || at[-1] == '\t' || at[-1] == '\n' || at[-1] == '\r'))
        at--;
    return at > begin ? at - 1 : begin;
}

/* Behind the bracket that closes the one at a place; `end` if there is none. */
static const char *skip_brackets(const char *at, const char *end)
{
    unsigned depth = 0;
    for (; at < end; at++) {
        if (*at == '[') depth++;
        if (*at == ']' && !--depth) return at + 1;
    }
    return end;
}

/* Behind what selects a part: [index], .member and ->member. */
static const char *skip_parts(const char *at, const char *end)
{
    for (;;) {
        at = skip_spaces(at, end);
        if (at < end && *at == '[') {
            at = skip_brackets(at, end);
        } else if (at < end && (*at == '.' || !strncmp(at, "->", 2))) {
            at = skip_spaces(at + (*at == '.' ? 1 : 2), end);
            while (at < end && is_letter(*at)) at++;
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
    if (!is_letter(*at)) return BEGINS_EXPRESSION;
    while (word > body && is_letter(word[-1])) word--;
    return is_keyword(word, (size_t)(at - word) + 1) ? BEGINS_EXPRESSION : DECLARES;
}

bool parameter_is_written(const char *body, const char *end, const char *name)
{
    const size_t length = strlen(name);
    bool written = false;
    if (!length || memchr(body, '#', (size_t)(end - body))) return false;
    for (const char *at = body + 1; at + length < end; at++) {
        const char *behind = at + length, *rest;
        enum before before;
        bool whole;
        if (strncmp(at, name, length) != 0 || is_letter(at[-1]) || is_letter(*behind)) continue;
        before = before_name(body, at);
        rest = skip_parts(behind, end);
        if (before == OF_ANOTHER) continue;
        whole = rest == skip_spaces(behind, end);
        /* Another variable of this name; or a product, of which nothing is known either. */
        if (before == DECLARES && rest < end && strchr("=;,", *rest)) return false;
        /* It points to something else from then on. */
        if (before == BEGINS_EXPRESSION && whole && *rest == '=' && rest[1] != '=') return false;
        if ((before == BEGINS_EXPRESSION && !whole) || (before == POINTED_TO && whole))
            written |= is_assigned(rest, end);
    }
    return written;
}
