/* SPDX-License-Identifier: Apache-2.0 */
/* The names of objects, and their other texts, at a moment. */
#include "recording_index.h"

#include "../calls/functions.h"

#include <stdlib.h>

/* ---- reading ---- */

/* Handles are never odd, so an object's other texts are stored as names of the addresses behind its
 * handle. */
enum { PLACE_OF_LOG = 1, PLACE_OF_BINARIES = 3, PLACE_OF_TYPE = 5 };

static unsigned place_of_name(unsigned kind)
{
    switch (kind) {
    case RECORD_LOG: return PLACE_OF_LOG;
    case RECORD_BINARIES: return PLACE_OF_BINARIES;
    case RECORD_TYPE: return PLACE_OF_TYPE;
    default: return 0;
    }
}

static void add_name(struct recording *recording, const struct process *process, uint64_t object,
                     moment from, const char *text)
{
    struct name *name = name_list_add(&recording->index->names);
    name->process = process;
    name->object = object;
    name->from = from;
    name->name = text;
}

void recording_add_name(struct recording *recording, const struct process *process,
                        const struct record_name *record, moment from)
{
    add_name(recording, process, record->object + place_of_name(record->head.kind), from,
             (const char *)(record + 1));
}

void recording_free_names(struct recording *recording)
{
    const struct name_list *names = &recording->index->names;
    for (size_t i = 0; i < names->count; i++) {
        const char *name = names->items[i].name;
        bool is_of_file = name >= (const char *)recording->file &&
                          name < (const char *)recording->file + recording->size;
        if (!is_of_file) free((char *)(uintptr_t)name);
    }
    free(names->items);
}

/* ---- order ---- */

static int by_object(const void *a, const void *b)
{
    const struct name *left = a, *right = b;
    int order = compare_numbers((uintptr_t)left->process, (uintptr_t)right->process);
    if (!order) order = compare_numbers(left->object, right->object);
    return order ? order : compare_numbers(left->from, right->from);
}

/* An object's last name at a moment, or NULL. */
static struct name *last_name(const struct recording *recording, const struct process *process,
                              uint64_t object, moment at)
{
    struct name *names = recording->index->names.items;
    const struct name key = { process, object, at, NULL };
    size_t low = 0, high = recording->index->names.count;
    while (low < high) { /* finds the first later one */
        size_t middle = low + (high - low) / 2;
        if (by_object(&names[middle], &key) <= 0) low = middle + 1;
        else high = middle;
    }
    if (low == 0 || names[low - 1].process != process || names[low - 1].object != object)
        return NULL;
    return &names[low - 1];
}

static struct name *name_at(const struct recording *recording, const struct process *process,
                            uint64_t object, moment at)
{
    struct name *name = last_name(recording, process, object, at);
    /* The check layer gets some names only after the call has begun. */
    return name || !recording->early ? name : last_name(recording, process, object, NEVER);
}

/* ---- kernels ---- */

/* Whether an entry is a call of this function that made a kernel; *call becomes the call. */
static bool made_kernel(const struct recording *recording, const struct entry *entry, size_t slot,
                        struct call *call)
{
    return entry->head->kind == slot && recording_call(recording, entry, call) && !call->failed &&
           call->end != NEVER;
}

/* Names kernels after the argument of clCreateKernel. Clones follow. */
static void add_kernels(struct recording *recording)
{
    for (size_t i = 0; i < recording->count; i++) {
        const struct entry *entry = &recording->entries[i];
        const char *name = NULL;
        struct value value;
        struct call call;
        if (made_kernel(recording, entry, SLOT_OF(clCreateKernel), &call)) {
            value = call_value(recording, &call, call_parameter(&call, "kernel_name"));
            if (!value.data) continue;
            name = text_format("%.*s", (int)value.count, (const char *)value.data);
        } else if (!made_kernel(recording, entry, SLOT_OF(clCloneKernel), &call)) {
            continue;
        }
        add_name(recording, entry->thread->process, call.record->result, call.end, name);
    }
}

/* A clone gets the name of its original, which precedes it. */
static void name_clones(struct recording *recording)
{
    for (size_t i = 0; i < recording->count; i++) {
        const struct entry *entry = &recording->entries[i];
        const struct process *process = entry->thread->process;
        const char *name;
        struct call call;
        if (!made_kernel(recording, entry, SLOT_OF(clCloneKernel), &call)) continue;
        name = recording_name(recording, process, call.words[0], call.begin);
        if (name)
            name_at(recording, process, call.record->result, call.end)->name =
                text_format("%s", name);
    }
}

void recording_name_kernels(struct recording *recording)
{
    struct name_list *names = &recording->index->names;
    add_kernels(recording);
    if (names->count == recording->index->sorted_names) return;
    ARRAY_SORT(names, by_object);
    recording->index->sorted_names = names->count;
    name_clones(recording);
}

/* ---- look-up ---- */

const char *recording_name(const struct recording *recording, const struct process *process,
                           uint64_t object, moment at)
{
    const struct name *name = name_at(recording, process, object, at);
    return name ? name->name : NULL;
}

const char *recording_module(const struct recording *recording, const struct process *process,
                             uint64_t module, moment at)
{
    const struct name *name = last_name(recording, process, module, at);
    if (!name) name = last_name(recording, process, module, NEVER);
    return name ? name->name : NULL;
}

static const char *name_since(const struct recording *recording, const struct process *process,
                              uint64_t object, moment since, moment at)
{
    const struct name *name = name_at(recording, process, object, at);
    return name && name->from >= since ? name->name : NULL;
}

const char *recording_type(const struct recording *recording, const struct process *process,
                           uint64_t device)
{
    return recording_name(recording, process, device + PLACE_OF_TYPE, NEVER);
}

bool recording_refuses_times(const struct recording *recording, const struct process *process,
                             uint64_t queue, moment since, moment at)
{
    return name_since(recording, process, queue + PLACE_OF_TYPE, since, at) != NULL;
}

const char *recording_log(const struct recording *recording, const struct process *process,
                          uint64_t program, moment since, moment at)
{
    return name_since(recording, process, program + PLACE_OF_LOG, since, at);
}

const char *recording_binaries(const struct recording *recording, const struct process *process,
                               uint64_t program, moment since, moment at)
{
    return name_since(recording, process, program + PLACE_OF_BINARIES, since, at);
}
