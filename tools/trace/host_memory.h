/* SPDX-License-Identifier: Apache-2.0 */
/* Host memory that the driver knows, and that a device can access directly: mapped memory, SVM,
 * USM, and the memory of CL_MEM_USE_HOST_PTR. */
#ifndef CLRELAY_TOOLS_TRACE_HOST_MEMORY_H
#define CLRELAY_TOOLS_TRACE_HOST_MEMORY_H

#include "../base/array.h"
#include "../recording/recording.h"

ARRAY_OF(host_ranges, struct host_range);

/* Initialize with 0. The caller frees ranges.items. */
struct host_memory {
    struct host_ranges ranges;
};

/* Notes a call that succeeded; a process's calls come in order of time. `mapped`: the number of
 * bytes that the call maps, or 0. */
void host_memory_note(struct host_memory *memory, const struct call *call, uint64_t mapped);

/* Whether an address is in such memory. */
bool host_memory_has(const struct host_memory *memory, const struct process *process,
                     uint64_t address);

#endif
