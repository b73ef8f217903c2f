/* SPDX-License-Identifier: Apache-2.0 */
/* Types of a source: what they take on the device. */
#ifndef CLRELAY_TOOLS_LAYERS_SOURCE_SOURCE_TYPES_H
#define CLRELAY_TOOLS_LAYERS_SOURCE_SOURCE_TYPES_H

#include "macros.h"

enum type_kind {
    TYPE_UNKNOWN,
    TYPE_VALUE,  /* a number or a vector */
    TYPE_STRUCT, /* or a union */
    TYPE_POINTER,
    TYPE_OBJECT, /* an image, a sampler, ... */
    TYPE_VOID
};

enum space { SPACE_NONE, SPACE_GLOBAL, SPACE_CONSTANT, SPACE_LOCAL, SPACE_PRIVATE };

enum type_access { TYPE_READS = 1, TYPE_WRITES, TYPE_READS_AND_WRITES };

struct type {
    uint8_t kind;   /* enum type_kind */
    uint8_t space;  /* of what a pointer points to; before its `*`, of the type: enum space */
    uint8_t access; /* of an image: enum type_access; 0: none is named */
    bool is_const;  /* the same as `space` */
    bool is_restrict;
    bool is_pipe;
    bool is_integer_of_device; /* size_t and its like, as parameters forbidden */
    uint32_t size, align;      /* 0: not known */
    uint32_t element;  /* the bytes of what a pointer points to, if that is a number or a vector */
    struct token word; /* of an object: its type */
};

/* A source as it is read. */
struct parser {
    struct reader *reader;
    const struct token *list;
    size_t count;
    const struct regions *regions;
    uint32_t *partners; /* of each bracket; 0: none, for none closes at 0 */
    struct table types; /* struct named_type */
    struct table tags;
    struct table functions; /* names; the value is not NULL */
    size_t laid_out;        /* see macros.h */
    unsigned pointer_size, depth;
};

/* Whether a token is where a type, a function or a word is that begins in a region: it is compiled
 * if that is. */
static inline bool is_certain_in(const struct parser *parser, size_t at, uint32_t region)
{
    return region_is_within(parser->regions, region, parser->list[at].region);
}

/* What follows the bracket that closes the one at a place; the next token if none closes it. */
static inline size_t behind_brackets(const struct parser *parser, size_t at)
{
    return parser->partners[at] > at ? (size_t)parser->partners[at] + 1 : at + 1;
}

/* Reads what a declaration begins with, up to `end`: *type becomes its type. Returns the place of
 * the first declarator. Definitions of structures are noted. */
HIDDEN size_t type_read(struct parser *parser, size_t at, size_t end, struct type *type);

/* Reads the `*` of a declarator. */
HIDDEN size_t type_read_pointers(const struct parser *parser, size_t at, size_t end,
                                 struct type *type);

/* Notes the names of a typedef, which begins at a place. */
HIDDEN void type_define(struct parser *parser, size_t at, size_t end);

/* Whether a word is one of the language's for types or their qualifiers. */
HIDDEN bool type_is_word(const struct token *word);

#endif
