/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Finds kernels that write beyond the end of a buffer (--canaries). The layer allocates buffers
 * with some extra bytes, the canary. Before a launch, it enqueues a command that fills the canary
 * with a pattern, and after the launch one that reads the canary. The program sees the sizes and
 * flags that it has asked for.
 *
 * The layer does the same for shared virtual memory. The bytes around a sub-buffer are the
 * program's own; the layer reads them before and after the launch, if nothing else can write to
 * them meanwhile.
 */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_OVERRUNS_CANARIES_H
#define CLRELAY_TOOLS_LAYERS_CHECK_OVERRUNS_CANARIES_H

#include "../found/finding.h"

/* If the user wants canaries, replaces clEnqueueNDRangeKernel and the functions that create
 * buffers, create and free shared virtual memory, and query the size of buffers. Call it after
 * callbacks_interpose() and bounds_interpose(). */
HIDDEN void canaries_interpose(struct dispatch *below);

/* Before a launch is enqueued: enqueues the layer's commands that come before it. is_only_thread:
 * no other thread has made calls so far. */
static inline void canaries_before(cl_command_queue queue, cl_kernel kernel, bool is_only_thread);

/* After a launch was enqueued: enqueues the layer's commands that come after it. */
static inline void canaries_behind(const struct check_call *call, cl_command_queue queue);

/* After a launch has failed. */
HIDDEN void canaries_failed(void);

/* Before a command buffer is enqueued on a queue; NULL: on several queues. */
HIDDEN void canaries_before_commands(cl_command_queue queue, cl_command_buffer_khr command_buffer,
                                     bool is_only_thread);

/* Notes that a launch was recorded in a command buffer. */
HIDDEN void canaries_recorded(const struct check_call *call, cl_command_buffer_khr command_buffer,
                              cl_kernel kernel);

/* Notes that the commands of a command buffer are about to be changed. */
HIDDEN void canaries_changed(cl_command_buffer_khr command_buffer);

/* Notes that a region of a buffer, or of an object with its memory, was mapped. */
HIDDEN void canaries_mapped(cl_mem mem);

/* Notes that such a region was unmapped. */
HIDDEN void canaries_unmapped(cl_mem mem);

/* Before the program releases a kernel, perhaps for the last time: records its names for the
 * launches that have not ended. */
HIDDEN void canaries_releases(cl_kernel kernel);

/* Adds findings for launches that have ended. Call this when the host may know that commands have
 * ended. */
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
