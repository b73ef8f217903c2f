/* SPDX-License-Identifier: Apache-2.0 */
/* What the body of a kernel does with what its parameters point to. */
#ifndef CLRELAY_TOOLS_LAYERS_SOURCE_BODIES_H
#define CLRELAY_TOOLS_LAYERS_SOURCE_BODIES_H

#include "kernel_source.h"
#include "source_types.h"

/* A parameter of a kernel whose body is read. */
struct body_parameter {
    struct token name; /* without letters: it has none, */
    bool is_known;     /* if that is known */
    uint32_t
        element; /* the bytes of a number or a vector that it points to; 0: it is something else */
    struct kernel_parameter *parameter;
    /* While the body is read: */
    bool is_lost; /* the name means something else somewhere */
    bool is_moved, is_index_written, is_index_used;
    uint32_t mentions;
};

struct body {
    size_t begin, end; /* its braces */
    uint32_t region;
    struct body_parameter *parameters;
    uint32_t count;
};

HIDDEN void body_read(const struct parser *parser, const struct body *body);

#endif
