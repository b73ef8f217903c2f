/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each hint is a function that looks at the totals. The limits are such that the hint is worth its
 * reading: what it names happens often, and costs a good part of the time.
 */
#ifndef CLRELAY_TOOL_TRACE_HINT_SUBJECTS_H
#define CLRELAY_TOOL_TRACE_HINT_SUBJECTS_H

#include "tally.h"

/* ---- limits: test/trace/summary/test_summary.py knows them ---- */

enum {
    OFTEN = 20,              /* times that something happens before it is a habit of the program */
    OFTEN_SMALL = 5 * OFTEN, /* the same, of what is small: transfers, events, calls of clFlush */
    MANY_VARIANTS = 10,
    MANY_ITEMS = 64 /* work-items, more than which should not run each by itself */
};

/* Percent of the program's time: */
enum {
    WORTH = 5,
    WORTH_BUILDING = 20, /* of what must be done once */
    WORTH_OUTSIDE =
        20, /* of what the host does while a device waits, if the device works for longer */
    WORTH_CREATING = 1 /* of what costs nothing to mend */
};
enum { WORTH_NAMING = 10 }; /* percent of what the host does meanwhile */
enum {
    BUSY_WITH_BOTH = 15
}; /* percent of a device's busy time, of kernels and of transfers alike */
enum {
    SLOW_TRANSFER = 10, /* GB/s: on most machines pinned memory is faster */
    MUCH_FASTER = 2     /* times as fast as other memory */
};

/* ---- what they share ---- */

/* Percent of the program's time. */
double hint_percent(uint64_t part, const struct tally *tally);

/* Adds a hint: its ID; the nanoseconds that it is about; what was seen, which it frees; and the advice. */
void hint_add(struct array *hints, const char *id, uint64_t time, char *text, const char *advice);

/* ---- by subject ---- */

void hints_of_calls(struct array *hints, const struct tally *tally);
void hints_of_device(struct array *hints, const struct tally *tally);
void hints_of_objects(struct array *hints, const struct tally *tally);
void hints_of_transfers(struct array *hints, const struct tally *tally);

#endif
