/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared by the functions that make hints, each of which looks at the totals. The limits ensure
 * that a hint is worth reading: its subject occurs often, and costs a good part of the time.
 */
#ifndef CLRELAY_TOOLS_TRACE_HINT_SUBJECTS_H
#define CLRELAY_TOOLS_TRACE_HINT_SUBJECTS_H

#include "hints.h"

/* ---- limits, which tools/test/trace/summary/test_hints.py knows ---- */

enum {
    OFTEN = 20,              /* occurrences that make a habit */
    OFTEN_SMALL = 5 * OFTEN, /* for small things: transfers, events, waits, calls of clFlush */
    MANY_VARIANTS = 10,
    MANY_ITEMS = 64 /* work-items; more than these should not run one by one */
};

enum { LEAST_TIME = 1000000 }; /* nanoseconds; of a short program, less is no share to speak of */
/* Percent of the program's time: */
enum {
    WORTH = 5,
    WORTH_CREATING = 1,  /* what is easy to avoid */
    WORTH_BUILDING = 20, /* work that is needed once */
    WORTH_OUTSIDE = 20   /* host work while a device waits, if the device's own work takes longer */
};
enum { WORTH_NAMING = 10 }; /* percent of what the host does while a device waits */
/* Percent of a device's busy time: the least for kernels and for transfers. */
enum { BUSY_WITH_BOTH = 15 };
enum {
    SLOW_TRANSFER = 10, /* GB/s: pinned memory is faster on most machines */
    MUCH_FASTER = 2     /* times as fast as other memory */
};

/* ---- helpers ---- */

/* Percent of the program's time. */
double hint_percent(uint64_t part, const struct tally *tally);

enum { SHARE = 80 };

/* Names a device at the beginning of a sentence; with its number if there are several. The caller
 * frees the text. */
char *hint_device(const struct tally *tally, size_t device);

/* Whether no command is left out: by a filter, or because recording was switched off meanwhile. */
bool hint_has_all_commands(const struct tally *tally);

/* Whether the times without work on devices, and the kernels between waits, are known: no command
 * is left out, and the layer itself took no time. */
bool hint_knows_idle_times(const struct tally *tally);

/* Says which share of the program's time its threads or queues took, which may be more than all of
 * it: their times overlap, or are outside the span. Returns `text`. */
const char *hint_share(char text[SHARE], uint64_t part, const struct tally *tally);

/* Adds a hint: the nanoseconds that it concerns, the evidence, which the hint takes over, and the
 * advice. */
void hint_add(struct hints *hints, enum hint_id id, uint64_t time, char *text, const char *advice);

/* ---- by subject ---- */

void hints_of_calls(struct hints *hints, const struct tally *tally);
void hints_of_device(struct hints *hints, const struct tally *tally);
void hints_of_objects(struct hints *hints, const struct tally *tally);
void hints_of_transfers(struct hints *hints, const struct tally *tally);

#endif
