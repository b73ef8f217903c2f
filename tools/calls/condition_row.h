/* SPDX-License-Identifier: Apache-2.0 */
/* The conditions of the specification as a list, which the layer passes to the command. */
#ifndef CLRELAY_TOOLS_CALLS_CONDITION_ROW_H
#define CLRELAY_TOOLS_CALLS_CONDITION_ROW_H

#include <stdint.h>

/* Who checks a condition, and when. */
enum checked_by {
    CHECKED_AS_HANDLE, /* the layer, before the call: the argument is a living object */
    CHECKED_BEFORE,    /* the layer, before the call */
    CHECKED_AFTER,     /* the layer, after the call has failed */
    CHECKED_BY_DRIVER
};

struct condition_row {
    unsigned function; /* the function's number (words.h) */
    enum checked_by checked;
    int32_t error;
    unsigned check_id; /* enum check_id; 0: none */
    unsigned values;   /* how many values the finding has */
    const char *text;  /* CHECKED_BY_DRIVER: the condition in words; otherwise NULL */
};

/* Calls visit() for each condition of each function, in the order of the functions' numbers and of
 * the specification. The layer exports this function under CONDITIONS_SYMBOL, for processes in
 * which the layer checks nothing. */
typedef void conditions_function(void (*visit)(const struct condition_row *row, void *data),
                                 void *data);
#define CONDITIONS_SYMBOL "clrelay_check_conditions"

#endif
