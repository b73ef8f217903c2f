/* SPDX-License-Identifier: Apache-2.0 */
/* What the sources of macros.h share. */
#ifndef CLRELAY_TOOLS_LAYERS_SOURCE_MACROS_INSIDE_H
#define CLRELAY_TOOLS_LAYERS_SOURCE_MACROS_INSIDE_H

#include "macros.h"

enum macro_state {
    MACRO_UNKNOWN, /* drivers may define it */
    MACRO_DEFINED,
    MACRO_UNDEFINED,
    MACRO_MIXED /* it depends on what is not known */
};

struct macro {
    struct token name;
    const struct token *body, *parameters;
    uint32_t body_count, parameter_count;
    uint8_t state; /* enum macro_state */
    bool is_function, is_variadic;
    bool is_number; /* it stands for a number, in any case */
    bool is_busy;   /* being replaced */
};

/* A macro before a directive in a region. */
struct macro_change {
    struct macro *macro, before;
    bool is_over; /* the region is */
};

struct preprocessor {
    struct reader *reader;
    struct preprocessed *result;
    struct table macros;
    struct macro_change *changes;
    size_t change_count, change_space;
    uint32_t region; /* where it is now */
    unsigned depth;  /* of arguments in arguments */
};

/* Adds a range of tokens, with macros replaced. */
HIDDEN void macros_expand(struct preprocessor *preprocessor, const struct token *from,
                          const struct token *end, struct tokens *to);

HIDDEN struct macro *macro_find(const struct preprocessor *preprocessor, const struct token *name);

/* What an #if says about its tokens. */
enum truth { IS_FALSE, IS_TRUE, IS_UNKNOWN };
HIDDEN enum truth condition_truth(struct preprocessor *preprocessor, const struct token *from,
                                  const struct token *end);

#endif
