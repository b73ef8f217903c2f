/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Directives of the preprocessor, and conditional compilation. Only a driver's compiler knows what
 * names it defines, so it has to decide which branches it takes: it builds a source of directives
 * only, with a kernel in each branch.
 */
#ifndef CLRELAY_TOOLS_BOUNDS_KEPT_BRANCHES_H
#define CLRELAY_TOOLS_BOUNDS_KEPT_BRANCHES_H

#include "../base/strings.h"

#include <stdbool.h>

/* A directive with its lines, without the last line's end. */
struct directive {
    const char *begin, *end;
    const char *name;
    size_t length; /* of the name */
};

/* A part of a text. */
struct part_of {
    const char *begin;
    size_t length;
};

/* Finds the next directive in whole lines. Returns false if there is none. */
bool directives_next(const char *at, struct directive *directive);

/* Whether a directive has this name. */
bool directives_is(const struct directive *directive, const char *name);

/* What follows the name. */
const char *directives_rest(const struct directive *directive);

/* Whether a directive's name begins with this. */
bool directives_name_begins(const struct directive *directive, const char *name);

/* Whether a directive brings in another file. */
bool directives_includes(const struct directive *directive);

/* The identifier at a place; its length may be 0. */
struct part_of directives_word(const char *at);

/* The macro that keeps a text from being processed twice: all of it is between #ifndef of the macro
 * and the #endif, and begins with the macro's #define. Its length is 0 if there is none. */
struct part_of directives_guard(const char *text);

/* Whether a directive is #line, or # with a number: with it, findings would name lines of another
 * file. */
bool directives_is_line(const struct directive *directive);

/* Writes the program for the driver to build. Returns false if the source has no conditions. */
bool directives_probe(const char *source, struct string *probe);

/* Writes the source with 1 or 0 in place of each condition: 1 if the kernel of its branch is among
 * the names, which semicolons separate. Keeps the number of each line, and leaves out #line. */
void directives_decide(const char *source, const char *names, struct string *decided);

#endif
