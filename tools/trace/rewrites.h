/* SPDX-License-Identifier: Apache-2.0 */
/* Counts data that the program writes to buffers repeatedly, if its hashes were recorded. */
#ifndef CLRELAY_TOOLS_TRACE_REWRITES_H
#define CLRELAY_TOOLS_TRACE_REWRITES_H

#include "../recording/recording.h"
#include "handle_numbers.h"

/* Initialize with 0. */
struct rewrites {
    struct handles written;
    uint64_t states; /* the number of states of all buffers so far */
    uint64_t writes; /* writes with a hash */
    /* Writes of data that the program had written to the same place before. */
    uint64_t again, bytes, nanoseconds;
};

/* Notes a call that succeeded. Returns whether it repeated the last write to the same place of the
 * same buffer. No other command, except perhaps kernels, has changed that place since. */
bool rewrites_note(struct rewrites *rewrites, const struct recording *recording,
                   const struct call *call);
void rewrites_free(struct rewrites *rewrites);

#endif
