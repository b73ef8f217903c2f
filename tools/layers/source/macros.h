/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Directives and macros of a source. Drivers define names of their own, so a name that neither the
 * source nor an option defines may be anything. The content of an #if about it may be compiled or
 * not: it is a region. In a region, what it defines is known; after it, a name that it has defined
 * has no certain meaning.
 */
#ifndef CLRELAY_TOOLS_LAYERS_SOURCE_MACROS_H
#define CLRELAY_TOOLS_LAYERS_SOURCE_MACROS_H

#include "tokens.h"

/* The parts of an #if that may be compiled or not. Number 0 is what is compiled in any case. */
struct regions {
    uint32_t *parents;
    uint32_t count, space;
};

/* Whether all of `region` is in the other. */
HIDDEN bool region_is_within(const struct regions *regions, uint32_t region, uint32_t outer);

/* The outermost region that has this one and is in `outer`. */
HIDDEN uint32_t region_below(const struct regions *regions, uint32_t region, uint32_t outer);

struct preprocessed {
    struct tokens tokens;
    struct regions regions;
    size_t plain;    /* from this token on, a file may be included, which may define anything */
    size_t laid_out; /* from there on, a pragma or a file may change the layout of structures */
};

/* Reads a source with the options for its build. The tokens lead into memory of the reader. */
HIDDEN void preprocess(struct reader *reader, const char *source, const char *options,
                       struct preprocessed *result);

#endif
