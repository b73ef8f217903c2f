/* SPDX-License-Identifier: Apache-2.0 */
/* What wrapped functions call: the checks that need more than the call's own arguments. */
#ifndef CLRELAY_TOOLS_LAYERS_CHECK_CHECK_H
#define CLRELAY_TOOLS_LAYERS_CHECK_CHECK_H

#include "known/arguments.h"
#include "found/finding.h"
#include "known/info_kernels.h"

/* Whether calls are checked. */
static inline bool check_on(void)
{
    return recorder_on();
}

/* Whether conditions are checked, or only objects. */
static inline bool check_conditions(void)
{
    return !(recorder_file->options & RECORD_OBJECTS_ONLY);
}

/* Adds the finding for a handle that does not belong to a living object of a kind. `releases`: the
 * call releases it. */
HIDDEN SLOW void check_bad_handle(struct check_call *call, enum kind kind, const void *handle,
                                  bool releases);

ALWAYS_INLINED static inline void check_handle(struct check_call *call, enum kind kind,
                                               uint64_t word, bool releases)
{
    const void *handle = (const void *)(uintptr_t)word;
    const struct tracked *it;
    if (kind == KIND_NONE) return;
    if (!handle) {
        call->strange = 1;
        return;
    }
    it = objects_find(handle);
    if (it && objects_kind(it) == kind &&
        (releases ? atomic_load_explicit(&it->references, memory_order_relaxed) > 0
                  : objects_alive(it)))
        return;
    check_bad_handle(call, kind, handle, releases);
}

/* Checks all handles of a list. */
HIDDEN SLOW void check_list(struct check_call *call, enum kind kind, const void *list,
                            uint64_t count);

ALWAYS_INLINED static inline void check_handles(struct check_call *call, enum kind kind,
                                                uint64_t word, uint64_t count)
{
    if (kind != KIND_NONE && word && count)
        check_list(call, kind, (const void *)(uintptr_t)word, count);
}

/* Checks the value of a kernel's argument if it has the size of a handle, but does not belong to a
 * living memory object. Once the program has made a sampler, checks it in any case, because the
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

/* Adds the finding for an argument with ARGUMENT_MEM, ARGUMENT_SAMPLER or ARGUMENT_QUEUE. */
HIDDEN void check_argument_object(struct check_call *call, struct argument_check it);

/* Adds a finding if one of the pointers is to shared virtual memory that was freed. */
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

/* A call has failed: adds a finding that says why, unless there is one already. */
HIDDEN SLOW void check_failed(struct check_call *call);

/* A function without error codes has returned no memory: says why, or adds the finding
 * `otherwise`. */
HIDDEN SLOW void check_no_memory(struct check_call *call, enum check_id otherwise);

/* The call has made an object from `parent`; or a list of up to `count` objects, whose number is
 * where `counted` points if that is not NULL. */
HIDDEN void check_made(struct check_call *call, enum kind kind, const void *handle,
                       uint64_t parent);
HIDDEN void check_returned_list(struct check_call *call, enum kind kind, uint64_t list,
                                uint64_t count, uint64_t counted, uint64_t parent);
ALWAYS_INLINED static inline void check_returned(struct check_call *call, enum kind kind,
                                                 uint64_t list, uint64_t count, uint64_t counted,
                                                 uint64_t parent)
{
    if (kind != KIND_NONE && list) check_returned_list(call, kind, list, count, counted, parent);
}

/* A query has succeeded. If `value` is not NULL, the driver has written *answered bytes there,
 * which may be handles (SIZE_MAX: the driver has not said how many). */
HIDDEN void check_answered(struct check_call *call, uint32_t what, size_t size, const void *value,
                           const size_t *answered);

/* A launch has succeeded: adds a finding if other drivers might refuse it. */
HIDDEN void check_accepted(struct check_call *call, cl_command_queue queue, cl_uint dimensions,
                           const size_t *global, const size_t *local);

/* Records the build log of a program, so that the report can show it. */
HIDDEN SLOW void check_log(cl_program program);

/* Writes a finding if a program's build has failed although its call returned no error: builds may
 * go on in another thread. check_linked(): for the program that clLinkProgram has made. */
HIDDEN SLOW void check_built(cl_program program);
HIDDEN SLOW void check_linked(const struct check_call *call, cl_program program);

/* The program has looked up a function by its name. */
HIDDEN void check_looked_up(const char *name, const void *found);

/* Counts objects as alive until other objects get their addresses: drivers may keep them, and
 * return them from queries, after the program has released them. */
HIDDEN void check_kept(const void *list, size_t count);

/* A query has returned a number with fewer bytes than the program's variable. */
HIDDEN void check_small_answer(struct check_call *call, uint32_t what, size_t size,
                               const size_t *answered);

/* Adds findings for the conditions of the call's function that explain an error (condition.h). */
#define EXPLAIN_LIMITS INT32_MIN
HIDDEN void explain_call(struct check_call *call, int32_t error);

/* If the user has asked for it, the call does not reach the driver, but returns this error. */
static inline void check_refuse(struct check_call *call, int32_t error)
{
    if (recorder_file->options & RECORD_GUARD && !call->refusal) call->refusal = error;
}

/* The beginning of a check. */
ALWAYS_INLINED static inline void check_begin(struct check_call *call, unsigned number,
                                              const void *args, const void *site)
{
    call->number = number;
    call->args = args;
    call->site = site;
    call->record = NULL;
    call->count = call->written = 0;
    call->refusal = 0;
    call->strange = 0;
}

#endif
