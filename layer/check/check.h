/* SPDX-License-Identifier: Apache-2.0 */
/* What wrapped functions call: the checks that need more than the call's own arguments. */
#ifndef CLRELAY_LAYER_CHECK_CHECK_H
#define CLRELAY_LAYER_CHECK_CHECK_H

#include "../arguments.h"
#include "finding.h"

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

/* Whether calls with dead objects must not reach the driver. */
static inline bool check_guards(void)
{
    return recorder_file->options & RECORD_GUARD;
}

/* Whether the layer sees all functions that the program calls. */
HIDDEN bool check_knows_functions(void);

/* Finds out what is wrong with a handle that is none of a living object of a kind. `releases`: the call releases
 * it. */
HIDDEN SLOW void check_bad_handle(struct check_call *call, enum kind kind, const void *handle,
                                  bool releases);

ALWAYS_INLINED static inline void check_handle(struct check_call *call, enum kind kind,
                                               uint64_t word, bool releases)
{
    const void *handle = (const void *)(uintptr_t)word;
    const struct tracked *it;
    if (kind == KIND_NONE || !handle) return;
    it = objects_find(handle);
    if (it && objects_kind(it) == kind &&
        (releases ? atomic_load_explicit(&it->references, memory_order_relaxed) > 0
                  : objects_alive(it)))
        return;
    check_bad_handle(call, kind, handle, releases);
}

/* All handles of a list, if it is one. */
HIDDEN SLOW void check_list(struct check_call *call, enum kind kind, const void *list,
                            uint64_t count);

ALWAYS_INLINED static inline void check_handles(struct check_call *call, enum kind kind,
                                                uint64_t word, uint64_t count)
{
    if (kind != KIND_NONE && word && count)
        check_list(call, kind, (const void *)(uintptr_t)word, count);
}

/* Checks a kernel's argument whose value may be an object that the parameter does not take: a handle of no living
 * memory object, or any handle, once the program has made a sampler. */
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

/* Checks pointers to shared virtual memory, any of which may have been freed. */
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

/* A call has failed: says why, unless a finding does so already. */
HIDDEN SLOW void check_failed(struct check_call *call);

/* A function that returns no error codes has returned no memory: says why, or adds the finding `otherwise`. */
HIDDEN SLOW void check_no_memory(struct check_call *call, enum check_id otherwise);

/* The call has made an object from `parent`, or has returned up to `count` of them; `counted`: how many,
 * if it is not NULL. */
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

/* A query has succeeded. If `value` is not NULL, it has *answered bytes (SIZE_MAX: the driver has not told), which
 * may be handles. */
HIDDEN void check_answered(struct check_call *call, uint32_t what, size_t size, const void *value,
                           const size_t *answered);

/* A launch has succeeded. */
HIDDEN void check_accepted(struct check_call *call, cl_command_queue queue, cl_uint dimensions,
                           const size_t *global, const size_t *local);

/* Records the build log of a program, for readers of why its build has failed. */
HIDDEN SLOW void check_log(cl_program program);

/* A build may have ended whose call did not return an error: says if it has failed. A call that links makes the
 * program, so its build is the first one. */
HIDDEN SLOW void check_built(cl_program program);
HIDDEN SLOW void check_linked(const struct check_call *call, cl_program program);

/* The program has looked up a function by its name. */
HIDDEN void check_looked_up(const char *name, const void *found);

/* Keeps objects alive until another object gets their address: drivers may hold them, and return them from
 * queries, after the program has released them. */
HIDDEN void check_kept(const void *list, size_t count);

/* Adds the conditions of the call's function that explain an error (condition.h). */
#define EXPLAIN_LIMITS INT32_MIN
HIDDEN void explain_call(struct check_call *call, int32_t error);

/* The call must not reach the driver, if the user wants that: it returns the error instead. */
static inline void check_refuse(struct check_call *call, int32_t error)
{
    if (check_guards() && !call->refusal) call->refusal = error;
}

/* A call about which nothing is known yet. */
ALWAYS_INLINED static inline void check_begin(struct check_call *call, unsigned number,
                                              const void *args, const void *site)
{
    call->number = number;
    call->args = args;
    call->site = site;
    call->record = NULL;
    call->count = call->written = 0;
    call->refusal = 0;
}

static inline struct call_site call_site(const struct check_call *call)
{
    return (struct call_site){ finding_site(call), call->number };
}

#endif
