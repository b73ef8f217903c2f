/* SPDX-License-Identifier: Apache-2.0 */
/* What the program writes to buffers again, if hashes of it were recorded. */
#ifndef CLRELAY_TOOL_TRACE_REWRITES_H
#define CLRELAY_TOOL_TRACE_REWRITES_H

#include "../recording/recording.h"
#include "handles.h"

/* Begin with all 0. */
struct rewrites {
    struct handles written;
    uint64_t states;                    /* how many there were, of all buffers */
    uint64_t writes;                    /* with a hash */
    uint64_t again, bytes, nanoseconds; /* of those that wrote what they had written there before */
};

/* Notes a call that has succeeded. Returns whether it wrote what the last write had written to the same place of the
 * same buffer, and no other command since has changed that: kernels may have. */
bool rewrites_note(struct rewrites *rewrites, const struct recording *recording,
                   const struct call *call);
void rewrites_free(struct rewrites *rewrites);

#endif
