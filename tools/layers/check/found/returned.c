/* SPDX-License-Identifier: Apache-2.0 */
#include "returned.h"

#include "../../../calls/functions.h"
#include "current.h"
#include "bad_handles.h"

enum { MANY_KEPT = 10000 };

/* Adds a note if the program keeps many objects of a kind that it has made. */
SLOW static void check_kept_objects(struct check_call *call, enum kind kind)
{
    static atomic_bool told[KIND_COUNT];
    struct objects_counts counts = { { 0 } };
    objects_count(&counts);
    if (counts.of[kind] < MANY_KEPT || atomic_exchange(&told[kind], true)) return;
    finding_add(call, OBJECTS_KEPT, CL_SUCCESS, NULL, VALUES(counts.of[kind], (uint64_t)kind));
    finding_write(call);
}

void check_made(struct check_call *call, enum kind kind, const void *handle, uint64_t parent)
{
    if (kind == KIND_NONE || !handle) return;
    if (kind == KIND_SAMPLER) atomic_store_explicit(&check_samplers, true, memory_order_relaxed);
    objects_made(handle, kind, (const void *)(uintptr_t)parent, call_site(call));
    /* Many memory objects are usual. */
    if (kind != KIND_MEM && objects_made_of(kind) % MANY_KEPT == 0) check_kept_objects(call, kind);
}

/* Whether an object exists although the program does not ask for it: platforms and root devices do;
 * sub-devices are made. */
static bool is_root(enum kind kind, uint64_t parent)
{
    return kind == KIND_PLATFORM ||
           (kind == KIND_DEVICE && !objects_living((const void *)(uintptr_t)parent, KIND_DEVICE));
}

void check_returned_list(struct check_call *call, enum kind kind, uint64_t list, uint64_t count,
                         uint64_t counted, uint64_t parent)
{
    const void *const *handles = (const void *const *)(uintptr_t)list;
    const cl_uint *returned = (const cl_uint *)(uintptr_t)counted;
    if (returned && *returned < count) count = *returned;
    for (uint64_t i = 0; i < count && i < MOST_IN_LIST; i++) {
        const bool root = is_root(kind, parent);
        if (root && !objects_living(handles[i], kind)) current_name_driver(handles[i]);
        if (root) objects_met(handles[i], kind, call_site(call));
        else check_made(call, kind, handles[i], parent);
    }
}

/* The kind of the handles that a query returns; KIND_NONE if it returns none. */
static enum kind kind_of_answer(uint32_t what)
{
#define QUERY(type, name, value, since, answer, form)                                              \
    if (PICK(KIND_OF_##answer, KIND_NONE, ) != KIND_NONE && what == (uint32_t)(value))             \
        return PICK(KIND_OF_##answer, KIND_NONE, );
#include "../../../calls/enumerants.h"
    return KIND_NONE;
}

void check_answered(struct check_call *call, uint32_t what, size_t size, const void *value,
                    const size_t *answered)
{
    const enum kind kind = kind_of_answer(what);
    const void *const *handles = value;
    if (kind == KIND_NONE || !value) return;
    if (!answered) answered = &call->answered;
    if (*answered < size) size = *answered;
    if (*answered == SIZE_MAX && size > sizeof *handles) size = sizeof *handles;
    for (size_t i = 0; i < size / sizeof *handles; i++)
        objects_met(handles[i], kind, call_site(call));
}

/* Whether a query returns a cl_uint or cl_bool. */
static bool is_uint(uint32_t what)
{
#define IS_cl_uint , true
#define IS_cl_bool , true
#define QUERY(type, name, value, since, answer, form)                                              \
    if (what == (uint32_t)(value)) return PICK(IS_##answer, false, );
#include "../../../calls/enumerants.h"
    return false;
}

/* Reports only a cl_ulong for an answer of 4 bytes: some drivers return fewer bytes than they
 * should, and larger variables are meant for answers of any size. */
void check_small_answer(struct check_call *call, uint32_t what, size_t size, const size_t *answered)
{
    if (!answered) answered = &call->answered;
    if (*answered != sizeof(cl_uint) || size != sizeof(cl_ulong) || !is_uint(what)) return;
    finding_add(call, QUERY_SMALL, 0, NULL, VALUES(*answered));
    finding_write(call);
}

void check_looked_up(const char *name, const void *found)
{
    if (name && found && !functions_has(name)) atomic_store(&objects_incomplete, true);
}

void check_kept(const void *list, size_t count)
{
    const void *const *handles = list;
    for (size_t i = 0; handles && i < count; i++) {
        struct tracked *tracked = objects_find(handles[i]);
        if (tracked && objects_alive(tracked)) atomic_fetch_add(&tracked->holders, 1);
    }
}
