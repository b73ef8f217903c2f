/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels that write beyond the end of a buffer (--canaries). Buffers are allocated with some extra
 * bytes. Before a launch, the layer enqueues a command that fills these with a pattern, and after
 * it one that reads them. The program sees the sizes and flags that it has asked for.
 *
 * The same is done for shared virtual memory. Around a sub-buffer there are the program's own
 * bytes, which the layer reads before and after the launch, if nothing else can write to them
 * meanwhile.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_OVERRUNS_CANARIES_H
#define CLRELAY_TOOLS_LAYERS_CHECK_OVERRUNS_CANARIES_H

#include "../found/finding.h"

/* Replaces the functions that create buffers and shared virtual memory, that free the latter,
 * clEnqueueNDRangeKernel, and the query for a buffer's size, if the user wants canaries. Call it
 * after callbacks_interpose() and bounds_interpose(). */
HIDDEN void canaries_interpose(struct dispatch *below);

/* Around the call of a launch: enqueues the commands before it, and unless it has failed, those
 * after it. is_only_thread: no other thread has called so far. */
static inline void canaries_before(cl_command_queue queue, cl_kernel kernel, bool is_only_thread);
static inline void canaries_behind(const struct check_call *call, cl_command_queue queue);
HIDDEN void canaries_failed(void);

/* The same for a command buffer on a queue, NULL if it is on several. The kernels in it were
 * recorded; its commands are about to be changed. */
HIDDEN void canaries_before_commands(cl_command_queue queue, cl_command_buffer_khr command_buffer,
                                     bool is_only_thread);
HIDDEN void canaries_recorded(const struct check_call *call, cl_command_buffer_khr command_buffer,
                              cl_kernel kernel);
HIDDEN void canaries_changed(cl_command_buffer_khr command_buffer);

/* A region of a buffer or of what is made from it was mapped, and unmapped. */
HIDDEN void canaries_mapped(cl_mem mem);
HIDDEN void canaries_unmapped(cl_mem mem);

/* The program is about to release a kernel, perhaps for the last time: launches that have not ended
 * keep its names. */
HIDDEN void canaries_releases(cl_kernel kernel);

/* Adds findings for launches that have ended. Call it when the host may know that commands have. */
HIDDEN void canaries_collect(bool is_only_thread);

static inline bool canaries_on(void)
{
    return recorder_file && recorder_file->options & RECORD_CANARIES;
}

HIDDEN void canaries_fill(cl_command_queue queue, cl_kernel kernel, bool is_only_thread);
HIDDEN void canaries_read(const struct check_call *call, cl_command_queue queue);

static inline void canaries_before(cl_command_queue queue, cl_kernel kernel, bool is_only_thread)
{
    if (canaries_on()) canaries_fill(queue, kernel, is_only_thread);
}

static inline void canaries_behind(const struct check_call *call, cl_command_queue queue)
{
    if (canaries_on()) canaries_read(call, queue);
}

#endif
