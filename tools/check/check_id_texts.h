/* SPDX-License-Identifier: Apache-2.0 */
/* The check IDs: the rows of tools/calls/check_ids.h, with their texts. */
#ifndef CLRELAY_TOOLS_CHECK_CHECK_ID_TEXTS_H
#define CLRELAY_TOOLS_CHECK_CHECK_ID_TEXTS_H

#include <stddef.h>

struct check_id_text {
    const char *name; /* CLR-BUFFER-SIZE-ZERO */
    int level;        /* enum level */
    /* A section of the specification, or an extension; "": the check ID has none of its own
     * (sections.h). */
    const char *section;
    const char *text, *advice;
};

/* The check ID with this number (enum check_id). NULL: there is none. */
const struct check_id_text *check_id_of(unsigned number);

/* The check ID with this name, ignoring case and a missing CLR-. NULL: there is none. */
const struct check_id_text *check_id_find(const char *name);

/* A complaint that there is no check ID of this name, with the most similar name. The caller frees
 * it. */
char *check_id_missing(const char *name);

/* A pattern with the prefix CLR-, which users may leave out. The caller frees it. */
char *check_id_pattern(const char *text);

/* Whether any check ID matches one of these patterns, separated by commas. */
_Bool check_id_matches(const char *patterns);

/* The name of a level: note, leak, portability, error. */
const char *check_id_level_name(int level);

/* The level with this name; -1: there is none. */
int check_id_level(const char *name);

#endif
