/* SPDX-License-Identifier: Apache-2.0 */
/* The types of a source, and their sizes on a device. */
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
    uint8_t kind; /* enum type_kind */
    /* enum space: of what a pointer points to; before the `*` is read, of the type itself. */
    uint8_t space;
    uint8_t access; /* of an image: enum type_access; 0: the source names none */
    bool is_const;  /* of the same as `space` */
    bool is_restrict;
    bool is_pipe;
    bool is_integer_of_device; /* size_t and its like, which parameters of kernels must not have */
    uint32_t size, align;      /* 0: not known */
    /* Bytes of the number or vector that a pointer points to; 0: it points to something else. */
    uint32_t element;
    struct token word; /* of an object: the name of its type */
};

/* The state of reading a source. */
struct parser {
    struct reader *reader;
    const struct token *list;
    size_t count;
    const struct regions *regions;
    /* The index of each bracket's partner; 0: it has none (no bracket closes at 0). */
    uint32_t *partners;
    struct table types; /* struct named_type */
    struct table tags;
    struct table functions; /* names of functions; the values mean nothing, but are not NULL */
    size_t plain, laid_out; /* see struct preprocessed */
    unsigned pointer_size, depth;
};

/* Whether something that begins in `region` (a type, a function or a word) also holds for the token
 * at a place: if the region is compiled, so is the token. */
static inline bool is_certain_in(const struct parser *parser, size_t at, uint32_t region)
{
    return region_is_within(parser->regions, region, parser->list[at].region);
}

/* The index of what follows the partner of the bracket at a place; of the next token if there is no
 * partner. */
static inline size_t behind_brackets(const struct parser *parser, size_t at)
{
    return parser->partners[at] > at ? (size_t)parser->partners[at] + 1 : at + 1;
}

/* Reads the beginning of a declaration, up to `end`: *type becomes its type. Notes definitions of
 * structures. Returns the place of the first declarator. */
HIDDEN size_t type_read(struct parser *parser, size_t at, size_t end, struct type *type);

/* Reads each `*` of a declarator, with its qualifiers. Returns the place behind them. */
HIDDEN size_t type_read_pointers(const struct parser *parser, size_t at, size_t end,
                                 struct type *type);

/* Notes the names that the typedef at a place defines. */
HIDDEN void type_define(struct parser *parser, size_t at, size_t end);

/* Whether a word is a keyword of OpenCL C for types or their qualifiers. */
HIDDEN bool type_is_word(const struct token *word);

#endif
