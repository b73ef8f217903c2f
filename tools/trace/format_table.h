/* SPDX-License-Identifier: Apache-2.0 */
/* The output formats of recordings. A new one is a row in format_table.c. */
#ifndef CLRELAY_TOOLS_TRACE_FORMAT_TABLE_H
#define CLRELAY_TOOLS_TRACE_FORMAT_TABLE_H

#include "model.h"

#include <stdio.h>

struct format {
    const char *name;
    const char *suffix; /* of its files, including the dot */
    /* A format has one of these two functions; if this build lacks the format, neither. ferror()
     * tells of write errors. `arguments`: also writes the arguments of calls. */
    void (*write)(FILE *file, const struct recording *recording, bool arguments);
    /* Returns the number of bytes that a viewer has to load. */
    uint64_t (*draw)(FILE *file, const struct model *model, bool arguments);
};

/* The default format, and all formats, for the help. */
#ifdef CLRELAY_PERFETTO
#define FORMAT_USUAL        "perfetto"
#define FORMAT_USUAL_SUFFIX ".pftrace"
#define FORMAT_NAMES        "perfetto, chrome, text or csv"
#else
#define FORMAT_USUAL        "chrome"
#define FORMAT_USUAL_SUFFIX ".json"
#define FORMAT_NAMES        "chrome, text or csv"
#endif

/* The default: the first format that this build has. */
const struct format *format_usual(void);

/* The format with a name, or NULL. This build may lack it. */
const struct format *format_by_name(const char *name);

/* The format for a file name's suffix, or NULL. This build may lack it. */
const struct format *format_by_suffix(const char *path);

/* Why a format that the user chose can't be written: it does not exist (`format` NULL), or this
 * build lacks it. NULL: it can be. `name` is the user's word for it. The caller frees the text. */
char *format_complaint(const struct format *format, const char *name);

#endif
