/* SPDX-License-Identifier: Apache-2.0 */
/* The output formats of recordings. A new one is a row in format_table.c. */
#ifndef CLRELAY_TOOL_TRACE_FORMAT_TABLE_H
#define CLRELAY_TOOL_TRACE_FORMAT_TABLE_H

#include "model.h"

#include <stdio.h>

struct format {
    const char *name;
    const char *suffix; /* of its files, including the dot */
    /* How to write it: from the recording, or from its model; the other is NULL. ferror() tells of
     * write errors. `arguments`: writes those of calls, too. draw() returns how many bytes a viewer
     * has to load. */
    void (*write)(FILE *file, const struct recording *recording, bool arguments);
    uint64_t (*draw)(FILE *file, const struct model *model, bool arguments);
};

/* All formats in this build, the default first. NULL as a name ends the list. */
extern const struct format formats[];

/* The format with a name, or NULL. */
const struct format *format_by_name(const char *name);

/* The format for a file name's suffix, or NULL. */
const struct format *format_by_suffix(const char *path);

#endif
