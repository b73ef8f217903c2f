/* SPDX-License-Identifier: Apache-2.0 */
/* What can be found: the rows of layer/check/identities.h with their texts. */
#ifndef CLRELAY_TOOL_CHECK_IDENTITIES_H
#define CLRELAY_TOOL_CHECK_IDENTITIES_H

#include <stddef.h>

struct identity_text {
    const char *name;    /* CLR-BUFFER-SIZE-ZERO */
    int level;           /* enum level */
    const char *section; /* of the specification, or an extension; "": none */
    const char *text, *advice;
};

/* By number: enum identity. NULL if there is none. The first is 1. */
const struct identity_text *identity_of(unsigned number);

/* By name, in which lower case and a missing CLR- do not matter; NULL if there is none. */
const struct identity_text *identity_find(const char *name);

/* That there is none, and which one is called like it, for the caller to free. */
char *identity_missing(const char *name);

/* The pattern that a user means who leaves out CLR-, for the caller to free. */
char *identity_pattern(const char *text);

/* Whether an identity is named like one of these patterns, which are separated by commas. */
_Bool identity_matches(const char *patterns);

/* note, speed, portability, error. identity_level() returns -1 if there is no such level. */
const char *identity_level_name(int level);
int identity_level(const char *name);

/* "section 5.11", or "extension cl_khr_semaphore"; for the caller to free. NULL if there is
 * none. */
char *identity_section(const struct identity_text *identity);

#endif
