/* SPDX-License-Identifier: Apache-2.0 */
/* From when on it matters what a program does repeatedly. */
#ifndef CLRELAY_TOOLS_CALLS_LIMITS_H
#define CLRELAY_TOOLS_CALLS_LIMITS_H

enum {
    OFTEN = 20, /* occurrences that make a habit */
    OFTEN_SMALL =
        5 * OFTEN /* the same for small things: transfers, events, waits, calls of clFlush */
};

/* Percent of the program's time: */
enum {
    WORTH = 5,
    WORTH_CREATING = 1 /* what is easy to avoid */
};

#endif
