/* SPDX-License-Identifier: Apache-2.0 */
/* What can be found: the rows of tools/calls/check_ids.h with their texts. */
#ifndef CLRELAY_TOOLS_CHECK_CHECK_ID_TEXTS_H
#define CLRELAY_TOOLS_CHECK_CHECK_ID_TEXTS_H

#include <stddef.h>

struct check_id_text {
    const char *name; /* CLR-BUFFER-SIZE-ZERO */
    int level;        /* enum level */
    const char
        *section; /* of the specification, or an extension; "": none of its own (sections.h) */
    const char *text, *advice;
};

/* By number, from 1 on (enum check_id). NULL if there is none. */
const struct check_id_text *check_id_of(unsigned number);

/* By name, ignoring case and a missing CLR-; NULL if there is none. */
const struct check_id_text *check_id_find(const char *name);

/* Says that there is none, and names the most similar one. The caller frees it. */
char *check_id_missing(const char *name);

/* The pattern with CLR-, which users may leave out. The caller frees it. */
char *check_id_pattern(const char *text);

/* Whether any check ID matches one of these patterns, separated by commas. */
_Bool check_id_matches(const char *patterns);

/* note, leak, portability, error. check_id_level() returns -1 if there is no such level. */
const char *check_id_level_name(int level);
int check_id_level(const char *name);

#endif
