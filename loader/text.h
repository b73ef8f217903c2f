/* SPDX-License-Identifier: Apache-2.0 */
/* Reading of small texts: lists, words, numbers, manifests. */
#ifndef CLRELAY_TEXT_H
#define CLRELAY_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* A piece of a longer text; not terminated. */
struct text {
    const char *start;
    size_t length;
};

/* A copy of a text, terminated, for the caller to free; NULL: no memory. */
char *text_copy(struct text text);
char *text_copy_string(const char *string);

/*
 * Takes the next element off a list: *rest is the list at first and NULL after its last element.
 * False when there is none left. Empty elements are elements; the empty list has one.
 */
bool text_next(const char **rest, char separator, struct text *element);

/* Whether a list of words with blanks between has a word, as a whole. */
bool text_has_word(const char *list, const char *word);

/* Whether a text ends with, or begins with, another. */
bool text_ends_with(const char *text, const char *ending);
bool text_begins_with(const char *text, const char *beginning);

/* A number of decimal digits and nothing else that fits. False: it is none, *number is untouched. */
bool text_number(const char *text, unsigned *number);

/* What a manifest, an .icd file, says. */
enum text_manifest {
    TEXT_MANIFEST_GOOD,
    TEXT_MANIFEST_EMPTY,
    TEXT_MANIFEST_BINARY,
    TEXT_MANIFEST_LONG_LINE,
};

/* The longest line that a manifest may have, in bytes without its end. */
#define TEXT_LONGEST_LINE 4096

/*
 * Reads a manifest: the first line that is neither blank nor a # comment names the library, with
 * blanks around it, a BOM before it and a CR behind it left out. *ignored is the number of the
 * first line, counted from 1, that names another library; 0: there is none.
 */
enum text_manifest text_read_manifest(const char *bytes, size_t length, struct text *library,
                                      size_t *ignored);

#endif
