/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What --bounds needs on both sides: the check layer asks the command to rewrite the source of a
 * program (tools/bounds/), and reads what the rewritten kernels report.
 */
#ifndef CLRELAY_TOOLS_CALLS_BOUNDS_PROTOCOL_H
#define CLRELAY_TOOLS_CALLS_BOUNDS_PROTOCOL_H

#include <stdint.h>

/*
 * Messages: each is a head and its text. When a source was built or compiled, the layer sends it,
 * and the command answers with a unit, in which is what the source includes. The layer keeps that.
 *
 * When a kernel is made of the program, the layer sends its unit; of a program that was linked, the
 * units of all that it was linked from, one after the other. The command may ask to build something
 * and to send the names of its kernels, which say what conditional compilation leaves of the
 * sources. At last it sends the rewritten program, or why there is none.
 */
enum bounds_message {
    BOUNDS_SOURCE, /* by the layer: the options, the source, and pairs of a header's name and text; each with a NUL
                      behind it */
    BOUNDS_UNIT,  /* by both */
    BOUNDS_PROBE, /* options, a NUL, a source */
    BOUNDS_NAMES, /* by the layer: separated by semicolons */
    BOUNDS_REWRITTEN, /* a line for each access (r, w or b for both, a blank, "line 3 of the source"), and for each
                         unit options and a source; each of the three with a NUL behind it */
    BOUNDS_REFUSED /* a clause: why the program is not rewritten */
};

struct bounds_head {
    uint32_t message;
    uint32_t accesses; /* BOUNDS_REWRITTEN: how many have a number */
    uint64_t size;     /* of the text that follows */
};
#define BOUNDS_MOST_TEXT ((uint64_t)1 << 28)

/*
 * The buffer that is the last argument of a rewritten kernel, in words of 8 bytes: the number of
 * reports, memory for accesses that would be outside, the reports (struct bounds_report), a pair
 * for each argument (struct bounds_size), and a word of 4 bytes for each access, which is 1 once it
 * is reported.
 */
#define BOUNDS_SCRATCH       16
#define BOUNDS_SCRATCH_BYTES 1024
#define BOUNDS_REPORTS       144
#define BOUNDS_MOST_REPORTS  64
#define BOUNDS_REPORT_WORDS  8
#define BOUNDS_SIZES         656
#define BOUNDS_MOST_SIZES    256
#define BOUNDS_REPORTED      (BOUNDS_SIZES + 2 * BOUNDS_MOST_SIZES)

struct bounds_report {
    uint32_t access, argument;
    uint64_t size;   /* of the access, in bytes */
    int64_t offset;  /* from the argument's pointer */
    uint64_t before; /* as in struct bounds_size */
    uint64_t all;
    uint64_t item[3]; /* the work-item's global ID */
};
_Static_assert(sizeof(struct bounds_report) == BOUNDS_REPORT_WORDS * sizeof(uint64_t),
               "as kernels write it");

/* Bytes before an argument's pointer, and all bytes that it may be used for. */
struct bounds_size {
    uint64_t before, all;
};
#define BOUNDS_UNKNOWN UINT64_MAX /* of `all` */

#endif
