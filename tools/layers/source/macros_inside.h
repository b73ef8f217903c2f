/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files that implement macros.h. */
#ifndef CLRELAY_TOOLS_LAYERS_SOURCE_MACROS_INSIDE_H
#define CLRELAY_TOOLS_LAYERS_SOURCE_MACROS_INSIDE_H

#include "macros.h"

enum macro_state {
    MACRO_UNKNOWN, /* drivers may define it */
    MACRO_DEFINED,
    MACRO_UNDEFINED,
    MACRO_MIXED /* defined or not, depending on conditions that are not known */
};

struct macro {
    const struct token *body, *parameters;
    uint32_t body_count, parameter_count;
    uint8_t state; /* enum macro_state */
    bool is_function, is_variadic;
    bool is_number; /* whichever definition counts, it stands for a number */
    bool is_busy;   /* it is being replaced */
};

/* What a macro was before a directive in a region changed it. */
struct macro_change {
    struct macro *macro, before;
    bool is_over; /* the region has ended */
};

struct preprocessor {
    struct reader *reader;
    struct preprocessed *result;
    struct table macros;
    struct macro_change *changes;
    size_t change_count, change_space;
    uint32_t region; /* the region of the current token */
    unsigned depth;  /* the depth of macro arguments inside macro arguments */
};

/* Adds a range of tokens to a list, with macros replaced. */
HIDDEN void macros_expand(struct preprocessor *preprocessor, const struct token *from,
                          const struct token *end, struct tokens *to);

HIDDEN struct macro *macro_find(const struct preprocessor *preprocessor, const struct token *name);

/* The value of the condition of an #if. */
enum truth { IS_FALSE, IS_TRUE, IS_UNKNOWN };
HIDDEN enum truth condition_truth(struct preprocessor *preprocessor, const struct token *from,
                                  const struct token *end);

#endif
