/* SPDX-License-Identifier: Apache-2.0 */
/* Small parsers: lists, words, numbers, lines. */
#ifndef CLRELAY_LOADER_BASE_TEXT_H
#define CLRELAY_LOADER_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* A piece of a longer text. It is not NUL-terminated. */
struct text {
    const char *start;
    size_t length;
};

struct text text_of(const char *string);

/* Returns a NUL-terminated copy, or NULL if there is no memory. The caller frees it. */
char *text_copy(struct text text);
char *text_copy_string(const char *string);
char *text_join(struct text one, char between, struct text other);

/* Takes the next element off a list. At first *rest is the list; after the last element it is NULL.
 * Returns false if no element is left. Empty elements count, so the empty list has one element. */
bool text_next_element(const char **rest, char separator, struct text *element);

/* A text without leading and trailing white space. */
struct text text_trim(struct text text);

/* Whether a list of words, separated by white space, contains a word. */
bool text_has_word(const char *list, const char *word);

/* Whether a piece is this whole text. */
bool text_is(struct text piece, const char *text);

/* Whether a text ends, or begins, with another. */
bool text_ends_with(const char *text, const char *ending);
bool text_begins_with(const char *text, const char *beginning);

/* Whether a text matches a pattern: * matches any characters or none, ? any character, [abc] and
 * [a-z] one of these, [!a-z] any other, and everything else itself. A [ without a ] is an ordinary
 * character. Case of ASCII letters does not matter. */
bool text_matches(const char *text, struct text pattern);

/* Like strcmp(), but ignores the case of ASCII letters. */
int text_compare_nocase(const char *one, const char *other);

/* Parses a decimal number. Returns false, and leaves *number alone, if there is anything but digits
 * or if the number is too large. */
bool text_number(const char *text, unsigned *number);

/* Takes the next line off the bytes of a file, and counts it: `number` must be 0 at first. `text`
 * is the line without white space around it, `length` the number of bytes of the whole line without
 * its end. Skips a BOM at the start of the file. Returns false if no line is left. */
struct text_line {
    struct text text;
    size_t length;
    size_t number;
};
bool text_next_line(struct text *rest, struct text_line *line);

/* Whether a line is blank or a # comment. */
bool text_is_ignorable(const struct text_line *line);

/* Splits `name = value`. Returns false if the line has another form. The value may be empty. */
bool text_split_setting(struct text line, struct text *name, struct text *value);

/* The number of bytes of the first UTF-8 character of a text, or 0 if its first bytes are not
 * UTF-8. *code, unless NULL, becomes the character. */
size_t text_utf8_length(const char *text, unsigned long *code);

/* Whether the first character of a text is a control character: U+0000 to U+001F, U+007F to
 * U+009F. */
bool text_is_control(const char *text);

/* Whether a text begins with \xNN, the form in which bytes that can't be shown are written. */
bool text_is_escape(const char *text);

/* The maximum length of a line in a file, in bytes without its end. */
#define TEXT_LONGEST_LINE 4096

#endif
