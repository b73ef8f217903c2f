/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Directives and macros of a source. Drivers define names of their own, so the layer does not know
 * what a name means that neither the source nor an option defines. An #if about such a name may be
 * compiled or not: its content is a region. What a region defines is known inside; after it, the
 * names that it has defined have no certain meaning.
 */
#ifndef CLRELAY_TOOLS_LAYERS_SOURCE_MACROS_H
#define CLRELAY_TOOLS_LAYERS_SOURCE_MACROS_H

#include "tokens.h"

/* Regions: the parts of an #if that may be compiled or not. Region 0 is what is always compiled. */
struct regions {
    uint32_t *parents;
    uint32_t count, space;
};

/* Whether `region` is `outer`, or a part of it. */
HIDDEN bool region_is_within(const struct regions *regions, uint32_t region, uint32_t outer);

/* The outermost region inside `outer` that contains `region`. */
HIDDEN uint32_t region_below(const struct regions *regions, uint32_t region, uint32_t outer);

struct preprocessed {
    struct tokens tokens;
    struct regions regions;
    /* From this token on, an included file may have defined anything; 0 also for C++. */
    size_t plain;
    /* From this token on, a pragma or an included file may change the layout of structures. */
    size_t laid_out;
};

/* Preprocesses a source with the options of its build. The tokens point into memory of the
 * reader. */
HIDDEN void preprocess(struct reader *reader, const char *source, const char *options,
                       struct preprocessed *result);

#endif
