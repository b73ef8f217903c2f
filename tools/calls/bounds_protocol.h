/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The protocol of --bounds. The check layer asks the command to rewrite the source of a program
 * (tools/bounds/), and reads what the rewritten kernels report.
 */
#ifndef CLRELAY_TOOLS_CALLS_BOUNDS_PROTOCOL_H
#define CLRELAY_TOOLS_CALLS_BOUNDS_PROTOCOL_H

#include <stdint.h>

/*
 * The messages; each is a head and a text. When a source was built or compiled, the layer sends the
 * source. The command answers with a unit, which also has the files that the source includes. The
 * layer keeps the unit.
 *
 * When a kernel is made from a program, the layer sends the program's unit; for a linked program,
 * the units of all programs that it was linked from. The command may then ask the layer to build a
 * source, and to send the names of its kernels, which tell the branches that conditional
 * compilation takes. At last the command sends the rewritten program, or the reason why there is
 * none.
 */
enum bounds_message {
    /* From the layer: the options, the source, and pairs of a header's name and text. A NUL follows
     * each. */
    BOUNDS_SOURCE,
    BOUNDS_UNIT,  /* from both: units */
    BOUNDS_PROBE, /* from the command: options, a NUL, a source */
    BOUNDS_NAMES, /* from the layer: names of kernels, separated by semicolons */
    /* From the command: a line for each access (r, w or b for both, a blank, "line 3 of the
     * source"); then, for each unit, options and a source. A NUL follows each of the three. */
    BOUNDS_REWRITTEN,
    BOUNDS_REFUSED /* from the command: a clause that says why the program is not rewritten */
};

struct bounds_head {
    uint32_t message;
    uint32_t accesses; /* BOUNDS_REWRITTEN: how many accesses have a number */
    uint64_t size;     /* bytes of the text that follows */
};
#define BOUNDS_MOST_TEXT ((uint64_t)1 << 28)

/*
 * The last argument of a rewritten kernel is a buffer of 8-byte words. In this order, the buffer
 * has the number of reports; scratch memory, to which accesses outside of their buffers go; the
 * reports (struct bounds_report); and a struct bounds_size for each argument. Then comes a 4-byte
 * word for each access, which is 1 once the access has been reported.
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
    uint64_t size;   /* bytes of the access */
    int64_t offset;  /* in bytes, from the argument's pointer */
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
#define BOUNDS_UNKNOWN UINT64_MAX /* the value of `all` if the size is not known */

#endif
