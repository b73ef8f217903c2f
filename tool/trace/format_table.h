/* SPDX-License-Identifier: Apache-2.0 */
/* The formats of recordings for others to read. A new one is a row in format_table.c. */
#ifndef CLRELAY_TOOL_FORMAT_TABLE_H
#define CLRELAY_TOOL_FORMAT_TABLE_H

#include "recording.h"

#include <stdio.h>

struct output_options {
    bool arguments; /* write the arguments of calls, too */
};

struct format {
    const char *name;
    const char *suffix; /* of its files, with the dot */
    void (*write)(FILE *file, const struct recording *recording,
                  const struct output_options *options);
};

/* All formats, the usual one first; the last one has no name. */
extern const struct format formats[];

/* The format with a name, or NULL. */
const struct format *format_by_name(const char *name);

/* Writes one call or callback as a line of text, as --live does. */
void format_line(FILE *file, const struct recording *recording, const struct entry *entry,
                 const struct output_options *options);

#endif
