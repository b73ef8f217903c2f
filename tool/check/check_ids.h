/* SPDX-License-Identifier: Apache-2.0 */
/* What can be found: the rows of layer/check/check_ids.h with their texts. */
#ifndef CLRELAY_TOOL_CHECK_CHECK_IDS_H
#define CLRELAY_TOOL_CHECK_CHECK_IDS_H

#include <stddef.h>

struct check_id_text {
    const char *name;    /* CLR-BUFFER-SIZE-ZERO */
    int level;           /* enum level */
    const char *section; /* of the specification, or an extension; "": none */
    const char *text, *advice;
};

/* By number: enum check ID. NULL if there is none. The first is 1. */
const struct check_id_text *check_id_of(unsigned number);

/* By name, in which lower case and a missing CLR- do not matter; NULL if there is none. */
const struct check_id_text *check_id_find(const char *name);

/* That there is none, and which one is called like it, for the caller to free. */
char *check_id_missing(const char *name);

/* The pattern that a user means who leaves out CLR-, for the caller to free. */
char *check_id_pattern(const char *text);

/* Whether a check ID is named like one of these patterns, which are separated by commas. */
_Bool check_id_matches(const char *patterns);

/* note, speed, portability, error. identity_level() returns -1 if there is no such level. */
const char *check_id_level_name(int level);
int check_id_level(const char *name);

/* "section 5.11", or "extension cl_khr_semaphore"; for the caller to free. NULL if there is
 * none. */
char *check_id_section(const struct check_id_text *check_id);

#endif
