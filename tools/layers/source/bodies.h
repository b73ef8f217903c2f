/* SPDX-License-Identifier: Apache-2.0 */
/* What the body of a kernel does with the memory that its parameters point to. */
#ifndef CLRELAY_TOOLS_LAYERS_SOURCE_BODIES_H
#define CLRELAY_TOOLS_LAYERS_SOURCE_BODIES_H

#include "kernel_source.h"
#include "source_types.h"

/* A parameter of a kernel whose body is read. */
struct body_parameter {
    struct token name; /* length 0: the parameter has no name, or none is known */
    bool is_known;     /* whether the name, or its absence, is known */
    /* Bytes of the number or vector that it points to; 0: it points to something else. */
    uint32_t element;
    struct kernel_parameter *parameter;
    /* These change while the body is read: */
    bool is_lost; /* somewhere in the body, the name means something else */
    bool is_moved, is_index_written, is_index_used;
    uint32_t mentions;
};

struct body {
    size_t begin, end; /* the indexes of its braces */
    uint32_t region;
    struct body_parameter *parameters;
    uint32_t count;
};

HIDDEN void body_read(const struct parser *parser, const struct body *body);

#endif
