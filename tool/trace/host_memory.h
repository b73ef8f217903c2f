/* SPDX-License-Identifier: Apache-2.0 */
/* Host memory that drivers know, which a device can use directly: mapped memory, SVM, USM, and what
 * CL_MEM_USE_HOST_PTR gives to a buffer. */
#ifndef CLRELAY_TOOL_TRACE_HOST_MEMORY_H
#define CLRELAY_TOOL_TRACE_HOST_MEMORY_H

#include "../base/array.h"
#include "../recording/recording.h"

/* Begin with all 0. The caller frees ranges.items. */
struct host_memory {
    struct array ranges; /* struct host_range */
};

/* Notes a call that has succeeded; those of a process come in the order of time. `mapped`: how many
 * bytes it maps, if it maps any. */
void host_memory_note(struct host_memory *memory, const struct call *call, uint64_t mapped);

/* Whether an address is in such memory. */
bool host_memory_has(const struct host_memory *memory, const struct process *process,
                     uint64_t address);

#endif
