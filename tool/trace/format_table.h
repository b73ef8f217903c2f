/* SPDX-License-Identifier: Apache-2.0 */
/* The formats of recordings for others to read. A new one is a row in format_table.c. */
#ifndef CLRELAY_TOOL_TRACE_FORMAT_TABLE_H
#define CLRELAY_TOOL_TRACE_FORMAT_TABLE_H

#include "model.h"

#include <stdio.h>

struct format {
    const char *name;
    const char *suffix; /* of its files, with the dot */
    /* How to write it: from the recording, or from the model that is made of it; the other is NULL.
     * Errors of writing are the file's: ferror(). `arguments`: those of calls, too. What draws returns
     * how many bytes a viewer has to load. */
    void (*write)(FILE *file, const struct recording *recording, bool arguments);
    uint64_t (*draw)(FILE *file, const struct model *model, bool arguments);
};

/* All formats that the command was built with, the usual one first; the last one has no name. */
extern const struct format formats[];

/* The format with a name, or NULL. */
const struct format *format_by_name(const char *name);

/* The format that the suffix of a file's name means, or NULL. */
const struct format *format_by_suffix(const char *path);

#endif
