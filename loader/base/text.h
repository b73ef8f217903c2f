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
bool text_next_element(const char **rest, char separator, struct text *element);

/* A text without the blanks around it. */
struct text text_trim(struct text text);

/* Whether a list of words with blanks between has a word, as a whole. */
bool text_has_word(const char *list, const char *word);

/* Whether a text ends with, or begins with, another. */
bool text_ends_with(const char *text, const char *ending);
bool text_begins_with(const char *text, const char *beginning);

/*
 * Whether a text is what a pattern describes: * any characters or none, ? any one, [abc] [a-z] one
 * of these, [!a-z] none of these, anything else itself, upper and lower case alike (of ASCII). A [
 * without a ] is itself.
 */
bool text_matches(const char *text, struct text pattern);

/* Compares as strcmp does, upper and lower case alike (of ASCII). */
int text_compare_nocase(const char *one, const char *other);

/* A number of decimal digits and nothing else that fits. False: it is none, *number is untouched. */
bool text_number(const char *text, unsigned *number);

/*
 * Takes the next line off a file's bytes, without its end and the blanks around it, and counts it:
 * *number is 0 at first. `length` is how many bytes it had with blanks and all. False when there is
 * none left. A BOM at the beginning of the bytes is left out.
 */
struct text_line {
    struct text text;
    size_t length;
    size_t number;
};
bool text_next_line(struct text *rest, struct text_line *line);

/* Whether a line says nothing: blank, or a # comment. */
bool text_is_ignorable(const struct text_line *line);

/* Splits `name = value`. False: it is nothing of the kind. The value may be empty. */
bool text_split_setting(struct text line, struct text *name, struct text *value);

/* How many bytes the UTF-8 character at the beginning of a text has; 0: it is none. */
size_t text_utf8_length(const char *text);

/* Whether the character at the beginning of a text is one that steers a terminal: U+0000 to U+001F,
 * U+007F to U+009F. */
bool text_is_control(const char *text);

/* Whether a text begins like what is written in place of a byte that cannot be shown: \xNN. */
bool text_is_escape(const char *text);

/* What a manifest, an .icd or .lay file, says. */
enum text_manifest {
    TEXT_MANIFEST_GOOD,
    TEXT_MANIFEST_EMPTY,
    TEXT_MANIFEST_BINARY,
    TEXT_MANIFEST_LONG_LINE,
};

/* The longest line that a file may have, in bytes without its end. */
#define TEXT_LONGEST_LINE 4096

/*
 * Reads a manifest: the first line that is neither blank nor a # comment names the library. *ignored
 * is the number of the first line, counted from 1, that names another one; 0: there is none.
 */
enum text_manifest text_read_manifest(struct text bytes, struct text *library, size_t *ignored);

#endif
