/* SPDX-License-Identifier: Apache-2.0 */
/* Checks whether the handles and pointers among the arguments of a call belong to living objects
 * and memory. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_FOUND_BAD_HANDLES_H
#define CLRELAY_TOOLS_LAYERS_CHECK_FOUND_BAD_HANDLES_H

#include "../known/arguments.h"
#include "../known/info_kernels.h"
#include "finding.h"

/* Adds the finding for a handle that is not that of a living object of a kind. `releases`: the call
 * releases the object. */
HIDDEN SLOW void check_bad_handle(struct check_call *call, enum kind kind, const void *handle,
                                  bool releases);

ALWAYS_INLINED static inline void check_handle(struct check_call *call, enum kind kind,
                                               uint64_t word, bool releases)
{
    const void *handle = (const void *)(uintptr_t)word;
    const struct tracked *tracked;
    if (kind == KIND_NONE) return;
    if (!handle) {
        call->strange = 1;
        return;
    }
    tracked = objects_find(handle);
    if (tracked && objects_kind(tracked) == kind &&
        (releases ? atomic_load_explicit(&tracked->references, memory_order_relaxed) > 0
                  : objects_alive(tracked)))
        return;
    check_bad_handle(call, kind, handle, releases);
}

/* Checks all handles of a list, up to MOST_IN_LIST. */
enum { MOST_IN_LIST = 65536 };
HIDDEN SLOW void check_list(struct check_call *call, enum kind kind, const void *list,
                            uint64_t count);

ALWAYS_INLINED static inline void check_handles(struct check_call *call, enum kind kind,
                                                uint64_t word, uint64_t count)
{
    if (kind != KIND_NONE && word && count)
        check_list(call, kind, (const void *)(uintptr_t)word, count);
}

/* Checks the value of a kernel's argument that has the size of a handle, but is not that of a
 * living memory object. Once the program has made a sampler, checks each such value, because the
 * parameter may take a sampler. */
extern HIDDEN atomic_bool check_samplers;
HIDDEN SLOW void check_bad_argument(struct check_call *call, cl_kernel kernel, cl_uint index,
                                    size_t size, const void *value);

ALWAYS_INLINED static inline void check_argument(struct check_call *call)
{
    const struct clSetKernelArg_args *a = call->args;
    const void *object;
    if (a->arg_size != sizeof object || !a->arg_value) return;
    memcpy(&object, a->arg_value, sizeof object);
    if (atomic_load_explicit(&check_samplers, memory_order_relaxed) ||
        !objects_living(object, KIND_MEM))
        check_bad_argument(call, a->kernel, a->arg_index, a->arg_size, a->arg_value);
}

/* Adds the finding for a kernel's argument with the fault ARGUMENT_MEM, ARGUMENT_SAMPLER or
 * ARGUMENT_QUEUE. */
HIDDEN void check_argument_object(struct check_call *call, struct argument_check argument_check);

/* Adds a finding if one of the pointers certainly leads to freed shared virtual memory. */
HIDDEN SLOW void check_pointers(struct check_call *call, enum check_id check_id, int32_t error,
                                const void *list, size_t count);

/* Whether one of the handles is NULL. */
static inline bool check_has_null(const void *list, uint64_t count)
{
    const void *const *handles = list;
    for (uint64_t i = 0; handles && i < count; i++)
        if (!handles[i]) return true;
    return false;
}

#endif
