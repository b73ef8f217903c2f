/* SPDX-License-Identifier: Apache-2.0 */
/* What recorder.c and recorder_calls.c share. */
#ifndef CLRELAY_TOOLS_LAYERS_RECORDER_PARTS_H
#define CLRELAY_TOOLS_LAYERS_RECORDER_PARTS_H

#include "recorder.h"

/* The chunk in which the oldest open call may have begun, unless that is the current chunk. */
extern HIDDEN _Thread_local struct recorder_buffer recorder_previous THREAD_LOCAL_NEAR;
HIDDEN SLOW void recorder_end_previous(void);

/* Records bytes, unless the file has them already. Many bytes get a chunk of their own. Returns the
 * hash of the bytes. */
HIDDEN uint64_t recorder_content(const void *bytes, size_t length);

static inline bool recorder_has_space(size_t size)
{
    return (size_t)(recorder_buffer.end - recorder_buffer.next) >=
               size + sizeof(struct record_head) ||
           recorder_get_space(size);
}

/* The size of a record, or a part of one, in the file: a multiple of 8 bytes. */
static inline size_t padded(size_t size)
{
    return (size + 7) / 8 * 8;
}

static inline void commit_record(struct record_head *head, unsigned kind, size_t size)
{
    head->kind = (uint16_t)kind;
    atomic_store_explicit(&head->size, (uint32_t)size, memory_order_release);
}

/* Notes that a call has returned. */
ALWAYS_INLINED static inline void recorder_close_call(void)
{
    if (--recorder_buffer.open == 0) recorder_end_previous();
}

#endif
