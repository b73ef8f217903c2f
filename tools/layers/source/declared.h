/* SPDX-License-Identifier: Apache-2.0 */
/* The data behind kernel_source.h: the kernels that a source or a module declares. */
#ifndef CLRELAY_TOOLS_LAYERS_SOURCE_DECLARED_H
#define CLRELAY_TOOLS_LAYERS_SOURCE_DECLARED_H

#include "kernel_source.h"
#include "tokens.h"

enum { LARGEST_VALUE = UINT16_MAX }; /* the largest kernel_parameter.size */

/* A declaration of a function that returns void. Several declarations may have one name. */
struct declared {
    /* Other declarations of the name; only the first one knows the last. */
    struct declared *next, *last;
    char *name;
    bool has_body;
    uint32_t count;
    struct kernel_parameter *parameters;
    char **texts;
};

struct source {
    struct reader reader;  /* owns its memory */
    struct table declared; /* the first declaration of each name */
};

HIDDEN struct source *source_new(void);

/* A declaration that is not yet a part of the source. NULL: there are too many parameters, or there
 * is no memory. */
HIDDEN struct declared *declared_new(struct source *source, const char *name, size_t length,
                                     uint32_t count);
HIDDEN void declared_add(struct source *source, struct declared *fresh);

/* Call this when all declarations are added. If a reader has failed, nothing is known. */
HIDDEN void declared_end(struct source *source, const struct reader *reader);

/* Copies a text into the reader's memory. */
HIDDEN char *copy_text(struct reader *reader, const char *text, size_t length);

#endif
