/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of layer/check/conditions.h as data: every condition of the specification, and who can
 * judge it. */
#ifndef CLRELAY_TOOL_CHECK_CONDITIONS_H
#define CLRELAY_TOOL_CHECK_CONDITIONS_H

#include <stddef.h>
#include <stdint.h>

enum judge {
    JUDGE_BEGIN,  /* no condition: those of a function begin here */
    JUDGE_HANDLE, /* the layer, before the call: it is a living object */
    JUDGE_BEFORE, /* the layer, before the call */
    JUDGE_AFTER,  /* the layer, after the call has failed */
    JUDGE_DRIVER,
    JUDGE_NOBODY
};

/* "handle", "before", "after", "driver", "nobody". */
const char *condition_judge(unsigned judge);

struct condition {
    unsigned short function; /* its number (layer/signature.h) */
    unsigned char judge;     /* enum judge */
    unsigned char values;    /* how many the finding has */
    int32_t error;
    unsigned identity;      /* enum identity; 0: none */
    const char *error_name; /* JUDGE_BEGIN: the function's name */
    const char *text;       /* the condition in C with which the finding is made, or the reason */
};

extern const struct condition condition_rows[];
extern const size_t condition_count;

/* Calls visit() for what only the driver can judge of a function and an error. */
void conditions_of_driver(unsigned number, int32_t error,
                          void (*visit)(const char *text, void *data), void *data);

#endif
