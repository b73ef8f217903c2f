/* SPDX-License-Identifier: Apache-2.0 */
/* What recorder.c and recorder_calls.c share. */
#ifndef CLRELAY_TOOLS_LAYERS_RECORDER_PARTS_H
#define CLRELAY_TOOLS_LAYERS_RECORDER_PARTS_H

#include "recorder.h"

/* The chunk where the oldest open call may have begun, if not the current one. */
extern HIDDEN _Thread_local struct recorder_buffer recorder_previous THREAD_LOCAL_NEAR;
HIDDEN SLOW void recorder_end_previous(void);

/* Records these bytes unless they are in the file already; many bytes get a chunk of their own.
 * Returns their hash. */
HIDDEN uint64_t recorder_content(const void *bytes, size_t length);

static inline bool recorder_has_space(size_t size)
{
    return (size_t)(recorder_buffer.end - recorder_buffer.next) >=
               size + sizeof(struct record_head) ||
           recorder_get_space(size);
}

/* Records and their parts have a multiple of 8 bytes. */
static inline size_t padded(size_t size)
{
    return (size + 7) / 8 * 8;
}

static inline void commit_record(struct record_head *head, unsigned kind, size_t size)
{
    head->kind = (uint16_t)kind;
    atomic_store_explicit(&head->size, (uint32_t)size, memory_order_release);
}

/* Call it whenever a call returns. */
ALWAYS_INLINED static inline void recorder_close_call(void)
{
    if (--recorder_buffer.open == 0) recorder_end_previous();
}

#endif
