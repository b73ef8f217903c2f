/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels that write beyond the end of a buffer (--canaries). Buffers are allocated with some extra
 * bytes. Before a launch, the layer enqueues a command that fills these with a pattern, and after
 * it one that reads them. The program sees the sizes and flags that it has asked for.
 */
#ifndef CLRELAY_LAYER_CHECK_CANARIES_H
#define CLRELAY_LAYER_CHECK_CANARIES_H

#include "finding.h"

/* Replaces the functions that create buffers, and the query for their size, if the user wants
 * canaries. */
HIDDEN void canaries_interpose(struct dispatch *below);

/* Around the call of a launch: enqueues the commands before it, and unless it has failed, those
 * after it. */
HIDDEN void canaries_before(cl_command_queue queue, cl_kernel kernel);
HIDDEN void canaries_behind(const struct check_call *call, cl_command_queue queue);
HIDDEN void canaries_failed(void);

/* Adds findings for launches that have ended. Call it when the host may know that commands have. */
HIDDEN void canaries_collect(void);

static inline bool canaries_on(void)
{
    return recorder_file && recorder_file->options & RECORD_CANARIES;
}

#endif
