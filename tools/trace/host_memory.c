/* SPDX-License-Identifier: Apache-2.0 */
#include "host_memory.h"

#include "../calls/functions.h"

#include <CL/cl.h>

struct host_range {
    const struct process *process;
    uint64_t begin, size;
};
ARRAY_ADD(host_ranges, struct host_range);

static void add_range(struct host_memory *memory, const struct call *call, uint64_t begin,
                      uint64_t size)
{
    if (begin && size)
        *host_ranges_add(&memory->ranges) =
            (struct host_range){ call->entry->thread->process, begin, size };
}

/* Removes the range added last: memory may be mapped several times. */
static void remove_range(struct host_memory *memory, const struct call *call, uint64_t begin)
{
    struct host_range *items = memory->ranges.items;
    for (size_t i = memory->ranges.count; i-- > 0;)
        if (items[i].begin == begin && items[i].process == call->entry->thread->process) {
            items[i] = items[--memory->ranges.count];
            return;
        }
}

/* Ignores clEnqueueSVMFree, so later memory at that address may wrongly count as direct. */
void host_memory_note(struct host_memory *memory, const struct call *call, uint64_t mapped)
{
    const uint64_t result = call->record->result;
    switch (functions_memory(call->entry->head->kind)) {
    case MAKES_BUFFER:
        if (call_number(call, "flags") & CL_MEM_USE_HOST_PTR)
            add_range(memory, call, call_number(call, "host_ptr"), call_number(call, "size"));
        return;
    case MAKES_SVM:
    case MAKES_USM: add_range(memory, call, result, call_number(call, "size")); return;
    case MAPS_MEMORY: add_range(memory, call, result, mapped); return;
    case UNMAPS_MEMORY: remove_range(memory, call, call_number(call, "mapped_ptr")); return;
    case FREES_MEMORY: remove_range(memory, call, call->words[1]); return;
    default: return;
    }
}

bool host_memory_has(const struct host_memory *memory, const struct process *process,
                     uint64_t address)
{
    const struct host_range *items = memory->ranges.items;
    for (size_t i = 0; i < memory->ranges.count; i++)
        if (items[i].process == process && address - items[i].begin < items[i].size) return true;
    return false;
}
