/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Splits a source in OpenCL C into tokens. Sources are not trusted, so reading one is bounded in
 * time and memory. At the limit, or without memory, reader.failed is set, and nothing is known of
 * the source.
 */
#ifndef CLRELAY_TOOLS_LAYERS_SOURCE_TOKENS_H
#define CLRELAY_TOOLS_LAYERS_SOURCE_TOKENS_H

#include "base/compiler.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum token_kind {
    TOKEN_NAME,
    TOKEN_NUMBER, /* length 0: its value is not known */
    TOKEN_TEXT,   /* in quotes */
    TOKEN_MARK,
    TOKEN_HIDDEN /* in place of a macro whose meaning is not known */
};

struct token {
    const char *text;
    uint32_t length;
    uint32_t region; /* the region that contains it (macros.h) */
    uint8_t kind;
    bool is_first;  /* the first of its line */
    bool is_spaced; /* a space precedes it */
    bool is_final;  /* the name of a macro that must not be replaced */
};

struct tokens {
    struct token *list;
    size_t count, space;
};

/* The end of a list. An empty list may have no memory, and C forbids arithmetic on NULL. */
static inline const struct token *tokens_end(const struct tokens *tokens)
{
    return tokens->count ? tokens->list + tokens->count : tokens->list;
}

/* Memory that is freed all at once, and the limits of reading a source. */
struct reader {
    struct block *blocks;
    size_t left; /* bytes left in the current block */
    size_t steps, bytes;
    bool failed;
};

/* Initializes a reader: struct reader reader = READER. */
#define READER                                                                                     \
    {                                                                                              \
        .steps = 1 << 23, .bytes = 96 << 20                                                        \
    }

/* Returns zeroed memory, or NULL. */
HIDDEN void *reader_memory(struct reader *reader, size_t size);
HIDDEN void reader_free(struct reader *reader);

/* Counts a step. Returns false if there were too many, or if the reader has failed before. */
static inline bool reader_step(struct reader *reader)
{
    if (!reader->steps) reader->failed = true;
    else reader->steps--;
    return !reader->failed;
}

HIDDEN void tokens_add(struct reader *reader, struct tokens *to, const struct token *token);

/* Adds the tokens of a text up to `end`, without comments. Lines must be joined already. */
HIDDEN void tokens_read(struct reader *reader, struct tokens *to, const char *text,
                        const char *end);

/* Copies a text, and joins lines that end with a backslash. *end becomes the end of the copy. */
HIDDEN char *tokens_join(struct reader *reader, const char *text, const char **end);

static inline bool token_is(const struct token *token, const char *text)
{
    return !strncmp(token->text, text, token->length) && !text[token->length] &&
           token->kind != TOKEN_HIDDEN && token->kind != TOKEN_TEXT && token->length;
}

static inline bool tokens_equal(const struct token *one, const struct token *other)
{
    return one->length == other->length && !memcmp(one->text, other->text, one->length);
}

/* Whether a token is one of these words or marks. NULL ends the list. */
HIDDEN bool token_is_one(const struct token *token, const char *const *texts);

/* ---- tables of names ---- */

struct table_entry {
    const char *text;
    uint32_t length;
    void *value;
};

struct table {
    struct reader *reader; /* pays a step for each collision; NULL: the table is complete */
    struct table_entry *slots;
    size_t count, space;
};

/* The value of a name; NULL: the table lacks it. */
HIDDEN void *table_find(const struct table *table, const struct token *name);
HIDDEN void table_set(struct reader *reader, struct table *table, const struct token *name,
                      void *value);

#endif
