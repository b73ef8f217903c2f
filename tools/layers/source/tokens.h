/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Words and marks of a source in OpenCL C. Sources are not trusted: reading them is bounded in time
 * and memory, and if it takes too much, or there is no memory, nothing is known (`failed`).
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
    TOKEN_NUMBER, /* without letters: one that is not known */
    TOKEN_TEXT,   /* in quotes */
    TOKEN_MARK,
    TOKEN_HIDDEN /* a macro stood here, and it is not known what it means */
};

struct token {
    const char *text;
    uint32_t length;
    uint32_t region; /* that it is in (macros.h) */
    uint8_t kind;
    bool is_first;  /* of its line */
    bool is_spaced; /* a space is before it */
    bool is_final;  /* a macro's name that is not to be replaced */
};

struct tokens {
    struct token *list;
    size_t count, space;
};

/* The end of a list. An empty one may have no memory, and no number may be added to NULL. */
static inline const struct token *tokens_end(const struct tokens *tokens)
{
    return tokens->count ? tokens->list + tokens->count : tokens->list;
}

/* Memory that is freed all at once, and how much may still be done. */
struct reader {
    struct block *blocks;
    size_t left; /* of a block */
    size_t steps, bytes;
    bool failed;
};

/* A reader for a source: struct reader it = READER. */
#define READER                                                                                     \
    {                                                                                              \
        .steps = 1 << 23, .bytes = 96 << 20                                                        \
    }

/* Returns zeros, or NULL. */
HIDDEN void *reader_memory(struct reader *reader, size_t size);
HIDDEN void reader_free(struct reader *reader);

/* Counts a step. Returns false if there were too many, or something else has failed. */
static inline bool reader_step(struct reader *reader)
{
    if (!reader->steps) reader->failed = true;
    else reader->steps--;
    return !reader->failed;
}

HIDDEN void tokens_add(struct reader *reader, struct tokens *to, const struct token *token);

/* Adds those of a text, up to `end`, without comments. Lines must be joined already. */
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

/* Whether it is one of the words or marks, which end with NULL. */
HIDDEN bool token_is_one(const struct token *token, const char *const *texts);

/* ---- what has names ---- */

struct table_entry {
    const char *text;
    uint32_t length;
    void *value;
};

struct table {
    struct reader *reader; /* names that share places cost it steps; NULL: it is complete */
    struct table_entry *slots;
    size_t count, space;
};

/* NULL if the name is not there. */
HIDDEN void *table_find(const struct table *table, const struct token *name);
HIDDEN void table_set(struct reader *reader, struct table *table, const struct token *name,
                      void *value);

#endif
