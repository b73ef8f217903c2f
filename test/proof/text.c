/* SPDX-License-Identifier: Apache-2.0 */
/* loader/base/text.c: lists, words, numbers, patterns, lines, settings and characters. */
#include "proof.h"

void proof_number(void)
{
    ANY_TEXT(text, 11); /* one digit more than UINT_MAX has */
    unsigned number = 0;
    const bool is = text_number(text, &number);
    PROVE(is || number == 0, "what is no number leaves *number alone");
}

void proof_list(void)
{
    ANY_TEXT(list, 6);
    char separator;
    const size_t length = strlen(list);
    const char *rest = list;
    struct text element;
    size_t elements = 0;
    ASSUME(separator != '\0');
    while (text_next_element(&rest, separator, &element)) {
        PROVE(lies_in(element, list, length), "an element lies in the list");
        PROVE(++elements <= length + 1, "a list has no more elements than bytes, and one");
    }
    PROVE(elements > 0, "each list has an element");
}

void proof_word(void)
{
    ANY_TEXT(list, 4);
    ANY_TEXT(word, 2);
    ASSUME(*word);
    (void)text_has_word(list, word);
}

void proof_trim(void)
{
    ANY_PIECE(piece, 6);
    const struct text trimmed = text_trim(piece);
    PROVE(lies_in(trimmed, piece.start, piece.length), "what is left lies in the text");
}

void proof_pattern(void)
{
    ANY_TEXT(text, 3);
    ANY_PIECE(pattern, 3);
    (void)text_matches(text, pattern);
}

void proof_lines(void)
{
    ANY_PIECE(bytes, 5);
    struct text rest = bytes;
    struct text_line line = { .number = 0 };
    while (text_next_line(&rest, &line)) {
        PROVE(lies_in(line.text, bytes.start, bytes.length), "a line lies in the file");
        PROVE(line.text.length <= line.length, "a line is no longer than its bytes");
        PROVE(line.number <= bytes.length, "there are no more lines than bytes");
        (void)text_is_ignorable(&line);
    }
    PROVE(rest.length == 0, "nothing is left behind the last line");
}

void proof_setting(void)
{
    ANY_PIECE(line, 5);
    struct text name, value;
    if (text_split_setting(line, &name, &value)) {
        PROVE(lies_in(name, line.start, line.length) && name.length > 0, "a name lies in the line");
        PROVE(lies_in(value, line.start, line.length), "a value lies in the line");
    }
}

void proof_character(void)
{
    ANY_TEXT(text, 5);
    unsigned long code = 0x110000;
    const size_t length = text_utf8_length(text, &code);
    PROVE(length <= 4 && length <= strlen(text) + 1, "a character lies in the text, or is its end");
    PROVE(length == 0 || (code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)),
          "a character is one of Unicode's");
    (void)text_is_control(text);
    (void)text_is_escape(text);
}

void proof_compare(void)
{
    ANY_TEXT(one, 5);
    ANY_TEXT(other, 5);
    const int order = text_compare_nocase(one, other);
    PROVE(order == 0 || strcmp(one, other) != 0, "the same text is the same, whatever its case");
    (void)text_begins_with(one, other);
    (void)text_ends_with(one, other);
}
