/* SPDX-License-Identifier: Apache-2.0 */
/* What kernel_source.h keeps: the kernels that a source or a module declares. */
#ifndef CLRELAY_TOOLS_LAYERS_SOURCE_DECLARED_H
#define CLRELAY_TOOLS_LAYERS_SOURCE_DECLARED_H

#include "kernel_source.h"
#include "tokens.h"

enum { LARGEST_VALUE = UINT16_MAX }; /* of struct kernel_parameter */

/* A declaration of a function that returns nothing. Several may have one name. */
struct declared {
    struct declared *next, *last; /* of the same name; the first one knows the last */
    char *name;
    bool has_body;
    uint32_t count;
    struct kernel_parameter *parameters;
    char **texts;
};

struct source {
    struct reader reader;  /* what it is made of */
    struct table declared; /* the first struct declared of each name */
};

HIDDEN struct source *source_new(void);

/* A declaration that is not part of the source yet; NULL: too many parameters, or no memory. */
HIDDEN struct declared *declared_new(struct source *source, const char *name, size_t length,
                                     uint32_t count);
HIDDEN void declared_add(struct source *source, struct declared *fresh);

/* Call it when all are added. If a reader has failed, nothing is known. */
HIDDEN void declared_end(struct source *source, const struct reader *reader);

/* Copies a text into memory of the reader. */
HIDDEN char *copy_text(struct reader *reader, const char *text, size_t length);

#endif
