/* SPDX-License-Identifier: Apache-2.0 */
/* Data that the program writes to buffers repeatedly, if its hashes were recorded. */
#ifndef CLRELAY_TOOLS_TRACE_REWRITES_H
#define CLRELAY_TOOLS_TRACE_REWRITES_H

#include "../recording/recording.h"
#include "handle_numbers.h"

/* Initialize with 0. */
struct rewrites {
    struct handles written;
    uint64_t states;                    /* of all buffers, so far */
    uint64_t writes;                    /* with a hash */
    uint64_t again, bytes, nanoseconds; /* writes of what the program had written there before */
};

/* Notes a call that succeeded. Returns whether it repeated the last write to the same place of the
 * same buffer, with no other command changing it since, except perhaps kernels. */
bool rewrites_note(struct rewrites *rewrites, const struct recording *recording,
                   const struct call *call);
void rewrites_free(struct rewrites *rewrites);

#endif
