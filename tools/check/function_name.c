/* SPDX-License-Identifier: Apache-2.0 */
#include "function_name.h"

#include <ctype.h>
#include <string.h>

static const char anonymous[] = "(anonymous namespace)", operator_[] = "operator";

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

/* The place behind the bracket that closes the one at `at`; the end if there is none. */
static const char *behind_bracket(const char *at)
{
    int depth = 0;
    do {
        if (*at == '<' || *at == '(') depth++;
        /* The > of -> is no bracket. */
        if (*at == ')' || (*at == '>' && at[-1] != '-')) depth--;
        at++;
    } while (*at && depth > 0);
    return at;
}

/* The length of `operator` with its symbol; 0: there is something else. */
static size_t operator_length(const char *name, const char *at)
{
    size_t length = strlen(operator_);
    if (!begins(at, operator_) || (at > name && (isalnum((unsigned char)at[-1]) || at[-1] == '_')))
        return 0;
    if (begins(at + length, "()")) return length + 2;
    /* A conversion to a type; new. */
    if (at[length] == ' ') return length + strcspn(at + length, "(");
    return length + strspn(at + length, "<>=!+-*/%^&|~[],");
}

void function_name_add(struct string *to, const char *name)
{
    struct string text = { NULL, 0, 0 };
    const char *at = name;
    while (*at && !begins(at, " [clone")) {
        const size_t symbol = operator_length(name, at);
        if (symbol || begins(at, anonymous)) {
            const size_t length = symbol ? symbol : strlen(anonymous);
            string_add_bytes(&text, at, length);
            at += length;
        } else if (*at == '<') {
            string_add(&text, "<...>");
            at = behind_bracket(at);
        } else if (*at == '(') {
            at = behind_bracket(at);
            if (begins(at, " const")) at += strlen(" const");
        } else if (*at == ' ') { /* the text before is the return type */
            string_free(&text);
            text = (struct string){ NULL, 0, 0 };
            at++;
        } else {
            string_add_bytes(&text, at++, 1);
        }
    }
    string_add(to, text.text ? text.text : name);
    string_free(&text);
}

bool function_is_standard(const char *name, const char *file)
{
    struct string text = { NULL, 0, 0 };
    bool standard;
    function_name_add(&text, name);
    standard = begins(text.text ? text.text : "", "std::") ||
               begins(text.text ? text.text : "", "__gnu_cxx::") || strstr(file, "/include/c++/");
    string_free(&text);
    return standard;
}
