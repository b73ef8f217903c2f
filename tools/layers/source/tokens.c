/* SPDX-License-Identifier: Apache-2.0 */
/* Splits a source into words and marks (tokens.h). */
#include "tokens.h"

#include <stdlib.h>

enum { BLOCK = 1 << 16, MOST_TOKENS = 1 << 20 };

/* ---- memory ---- */

struct block {
    struct block *next;
    max_align_t bytes[];
};

void *reader_memory(struct reader *reader, size_t size)
{
    const size_t unit = sizeof(max_align_t), needed = (size + unit - 1) / unit * unit;
    const size_t space = needed > BLOCK ? needed : BLOCK;
    void *memory;
    if (needed > reader->left || !reader->blocks) {
        struct block *fresh = space <= reader->bytes ? malloc(sizeof *fresh + space) : NULL;
        if (!fresh) {
            reader->failed = true;
            return NULL;
        }
        fresh->next = reader->blocks;
        reader->blocks = fresh;
        reader->left = space;
        reader->bytes -= space;
    }
    reader->left -= needed;
    memory = (char *)reader->blocks->bytes + reader->left;
    memset(memory, 0, size);
    return memory;
}

void reader_free(struct reader *reader)
{
    while (reader->blocks) {
        struct block *block = reader->blocks;
        reader->blocks = block->next;
        free(block);
    }
}

void tokens_add(struct reader *reader, struct tokens *to, const struct token *token)
{
    if (to->count == to->space) {
        const size_t space = to->space ? 2 * to->space : 8;
        struct token *list =
            space > MOST_TOKENS ? NULL : reader_memory(reader, space * sizeof *list);
        if (!list) {
            reader->failed = true;
            return;
        }
        if (to->count) memcpy(list, to->list, to->count * sizeof *list);
        to->list = list;
        to->space = space;
    }
    to->list[to->count++] = *token;
}

/* ---- letters ---- */

static bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

static bool is_letter(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_' ||
           letter == '$';
}

static bool is_space(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\v' || letter == '\f';
}

char *tokens_join(struct reader *reader, const char *text, const char **end)
{
    char *copy = reader_memory(reader, strlen(text)), *to = copy;
    *end = copy;
    if (!copy) return NULL;
    while (*text) {
        const char *line = text + 1 + (text[1] == '\r');
        if (*text == '\\' && *line == '\n') text = line + 1;
        else *to++ = *text++;
    }
    *end = to;
    return copy;
}

/* ---- tokens ---- */

static const char *skip_comment(const char *at, const char *end)
{
    const bool is_line = at[1] == '/';
    for (at += 2; at < end; at++) {
        if (is_line && *at == '\n') return at;
        if (!is_line && *at == '*' && at + 1 < end && at[1] == '/') return at + 2;
    }
    return end;
}

static const char *skip_word(const char *at, const char *end)
{
    while (at < end && (is_letter(*at) || is_digit(*at))) at++;
    return at;
}

/* The end of a number by the preprocessor's rules: letters, points, and signs after exponents
 * belong to it. */
static const char *skip_number(const char *at, const char *end)
{
    while (at < end) {
        const bool has_sign = strchr("eEpP", *at) && at + 1 < end && strchr("+-", at[1]);
        if (!is_letter(*at) && !is_digit(*at) && *at != '.') break;
        at += has_sign && *at ? 2 : 1;
    }
    return at;
}

static const char *skip_text(const char *at, const char *end)
{
    const char quote = *at++;
    while (at < end && *at != quote && *at != '\n') at += *at == '\\' && at + 1 < end ? 2 : 1;
    return at < end && *at == quote ? at + 1 : at;
}

/* The end of a mark. Marks with several characters are in the list, the longest first. */
static const char *skip_mark(const char *at, const char *end)
{
    static const char *const marks[] = { "<<=", ">>=", "...", "->", "++", "--", "<<", ">>",
                                         "<=",  ">=",  "==",  "!=", "&&", "||", "+=", "-=",
                                         "*=",  "/=",  "%=",  "&=", "|=", "^=", "##" };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const size_t length = strlen(marks[i]);
        if ((size_t)(end - at) >= length && !memcmp(at, marks[i], length)) return at + length;
    }
    return at + 1;
}

static const char *read_token(const char *at, const char *end, struct token *token)
{
    const char *rest;
    if (is_letter(*at)) {
        token->kind = TOKEN_NAME;
        rest = skip_word(at, end);
    } else if (is_digit(*at) || (*at == '.' && at + 1 < end && is_digit(at[1]))) {
        token->kind = TOKEN_NUMBER;
        rest = skip_number(at, end);
    } else if (*at == '"' || *at == '\'') {
        token->kind = TOKEN_TEXT;
        rest = skip_text(at, end);
    } else {
        token->kind = TOKEN_MARK;
        rest = skip_mark(at, end);
    }
    token->text = at;
    token->length = (uint32_t)(rest - at);
    return rest;
}

void tokens_read(struct reader *reader, struct tokens *to, const char *text, const char *end)
{
    struct token token = { .is_first = true };
    while (text < end && reader_step(reader)) {
        if (*text == '\n') {
            token.is_first = true;
            text++;
        } else if (is_space(*text)) {
            token.is_spaced = true;
            text++;
        } else if (*text == '/' && text + 1 < end && (text[1] == '/' || text[1] == '*')) {
            token.is_spaced = true;
            text = skip_comment(text, end);
        } else {
            text = read_token(text, end, &token);
            tokens_add(reader, to, &token);
            token.is_first = token.is_spaced = false;
        }
    }
}

bool token_is_one(const struct token *token, const char *const *texts)
{
    for (; *texts; texts++)
        if (token_is(token, *texts)) return true;
    return false;
}

/* ---- tables of names ---- */

static struct table_entry *slot_of(const struct table *table, const char *text, uint32_t length)
{
    uint32_t hash = 2166136261u;
    size_t place;
    for (uint32_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    for (place = hash % table->space; table->slots[place].text; place = (place + 1) % table->space)
        if ((table->slots[place].length == length &&
             !memcmp(table->slots[place].text, text, length)) ||
            (table->reader && !reader_step(table->reader)))
            break;
    return &table->slots[place];
}

void *table_find(const struct table *table, const struct token *name)
{
    return table->space ? slot_of(table, name->text, name->length)->value : NULL;
}

static void table_grow(struct reader *reader, struct table *table)
{
    struct table grown = { reader, NULL, table->count, table->space ? 2 * table->space : 256 };
    grown.slots = reader_memory(reader, grown.space * sizeof *grown.slots);
    if (!grown.slots) return;
    for (size_t i = 0; i < table->space; i++)
        if (table->slots[i].text)
            *slot_of(&grown, table->slots[i].text, table->slots[i].length) = table->slots[i];
    *table = grown;
}

void table_set(struct reader *reader, struct table *table, const struct token *name, void *value)
{
    struct table_entry *slot;
    if (2 * table->count >= table->space) table_grow(reader, table);
    if (reader->failed) return;
    slot = slot_of(table, name->text, name->length);
    if (!slot->text) table->count++;
    *slot = (struct table_entry){ name->text, name->length, value };
}
