/* SPDX-License-Identifier: Apache-2.0 */
/* What a recording says of a call: its arguments, values, command and call site; and which calls
 * are chosen. */
#include "recording_index.h"

#include "../calls/functions.h"

#include <stdlib.h>
#include <string.h>

/* ---- look-up ---- */

int recording_by_stack_number(const void *a, const void *b)
{
    return compare_numbers(((const struct stack *)a)->number, ((const struct stack *)b)->number);
}

/* The first place with a number, or NULL. Equal numbers are adjacent. */
static const struct place *find(const struct places *places, uint64_t number)
{
    const struct place *items = places->items;
    size_t low = 0, high = places->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (items[middle].number < number) low = middle + 1;
        else high = middle;
    }
    return low < places->count && items[low].number == number ? &items[low] : NULL;
}

/* ---- calls ---- */

/* The error that a function has returned through errcode_ret. */
static int64_t error_of(const struct recording *recording, const struct call *call)
{
    struct value value = call_value(recording, call, call_parameter(call, "errcode_ret"));
    return value.count ? (int32_t)value_number(&value, 0) : 0;
}

bool recording_call(const struct recording *recording, const struct entry *entry, struct call *call)
{
    const struct record_call *record = (const void *)entry->head;
    if (entry->head->kind >= RECORD_KINDS) return false;
    call->entry = entry;
    call->record = record;
    call->signature = signature_of(entry->head->kind);
    call->words = (const uint64_t *)(record + 1);
    call->begin = entry->begin;
    call->end = record->end ? recording_moment(recording, entry->thread, record->end) : NEVER;
    call->failed = false;
    call->hidden =
        !(entry->head->flags & RECORD_ON) ||
        (recording->index->chosen && !(recording->index->chosen[entry->head->kind] & RECORD_ON));
    call->outside = !call->hidden && recording_is_outside(recording, call->begin, call->end);
    call->hidden |= call->outside;
    call->error = 0;
    if (call->end == NEVER) return true;
    if (strcmp(call->signature->type, "cl_int") == 0) call->error = (int32_t)record->result;
    else if (strcmp(call->signature->type, "void") != 0) call->error = error_of(recording, call);
    call->failed = call->error != 0;
    return true;
}

int call_parameter(const struct call *call, const char *name)
{
    for (int i = 0; i < call->signature->parameters; i++)
        if (!strcmp(call->signature->parameter[i].name, name)) return i;
    return -1;
}

uint64_t call_number(const struct call *call, const char *name)
{
    int parameter = call_parameter(call, name);
    return parameter < 0 ? 0 : call->words[parameter];
}

bool call_blocks(const struct call *call)
{
    for (unsigned i = 0; i < call->signature->parameters; i++)
        if (!strncmp(call->signature->parameter[i].name, "blocking_", 9)) return call->words[i];
    return false;
}

/* Looks for a parameter's value among the bytes from `at` to `end`. */
static struct value value_in(const unsigned char *at, const unsigned char *end, int parameter)
{
    struct value value = { NULL, 0, 0, false, false };
    while ((size_t)(end - at) >= sizeof(struct record_value)) {
        const struct record_value *record = (const void *)at;
        uint64_t size = (uint64_t)record->count * record->element;
        if (size > (uint64_t)(end - at) - sizeof *record) break;
        if (record->parameter == parameter) {
            if (record->flags & VALUE_UNREADABLE) break;
            value.data = (const unsigned char *)(record + 1);
            value.element = record->element;
            value.count = record->count;
            value.cut = record->flags & VALUE_CUT;
            value.content = record->flags & VALUE_CONTENT;
            break;
        }
        at += sizeof *record + (size + 7) / 8 * 8;
        if (at > end) break;
    }
    return value;
}

struct value call_value(const struct recording *recording, const struct call *call, int parameter)
{
    const unsigned char *start = (const unsigned char *)call->record;
    struct value value =
        value_in((const unsigned char *)(call->words + call->signature->parameters),
                 start + record_size(&call->record->head), parameter);
    const struct place *more =
        value.data ? NULL : find(&recording->index->mores, record_place(recording, call->record));
    if (more) {
        const unsigned char *at = (const unsigned char *)more->head;
        value = value_in(at + sizeof(struct record_more), at + record_size(more->head), parameter);
    }
    return value;
}

uint64_t value_number(const struct value *value, uint32_t index)
{
    uint64_t number = 0;
    if (!value->data || index >= value->count) return 0;
    memcpy(&number, value->data + (size_t)index * value->element,
           value->element < sizeof number ? value->element : sizeof number);
    return number;
}

uint64_t call_queue(const struct recording *recording, const struct call *call)
{
    const int queues = call_parameter(call, "queues");
    struct value list;
    if (queues < 0)
        return strcmp(call->signature->parameter[0].type, "cl_command_queue") ? 0 : call->words[0];
    list = call_value(recording, call, queues);
    return value_number(&list, 0);
}

const struct record_callback *recording_callback(const struct recording *recording,
                                                 const struct entry *entry, moment *end)
{
    const struct record_callback *record = (const void *)entry->head;
    if (entry->head->kind != RECORD_CALLBACK) return NULL;
    *end = record->end ? recording_moment(recording, entry->thread, record->end) : NEVER;
    return record;
}

const char *recording_mark_text(const struct entry *entry)
{
    const struct record_mark *record = (const void *)entry->head;
    return record_size(entry->head) > sizeof *record ? (const char *)(record + 1) : "";
}

/* ---- what belongs to calls ---- */

const unsigned char *recording_content(const struct recording *recording, uint64_t hash,
                                       uint64_t *length)
{
    const struct place *place = find(&recording->index->contents, hash);
    const struct record_content *content;
    if (!place) return NULL;
    content = (const void *)place->head;
    *length = content->length;
    return (const unsigned char *)(content + 1);
}

const struct record_command *recording_command(const struct recording *recording,
                                               const struct call *call)
{
    const struct place *found =
        find(&recording->index->commands, record_place(recording, call->record));
    return found ? (const void *)found->head : NULL;
}

moment recording_seen(const struct recording *recording, const struct call *call,
                      const struct record_command *command)
{
    return recording_moment(recording, call->entry->thread, command->seen);
}

size_t recording_stacks(const struct recording *recording, const struct stack **stacks)
{
    *stacks = recording->index->stacks.items;
    return recording->index->stacks.count;
}

const struct stack *recording_stack(const struct recording *recording, const struct call *call)
{
    const struct stacks *stacks = &recording->index->stacks;
    const struct place *called =
        find(&recording->index->called, record_place(recording, call->record));
    struct stack key = { 0 };
    if (!called || !stacks->count) return NULL;
    key.number = ((const struct record_stack *)(const void *)called->head)->number;
    return bsearch(&key, stacks->items, stacks->count, sizeof key, recording_by_stack_number);
}

size_t recording_strays(const struct recording *recording, const struct stray **strays)
{
    *strays = recording->index->strays.items;
    return recording->index->strays.count;
}

size_t recording_timers(const struct recording *recording, const struct timer **timers)
{
    *timers = recording->index->timers.items;
    return recording->index->timers.count;
}

/* ---- choosing ---- */

/* Whether a call has a kernel (*has_kernel) whose name matches the patterns. */
static bool is_chosen_kernel(const struct recording *recording, const struct call *call,
                             const char *patterns, bool *has_kernel)
{
    int parameter = call_parameter(call, "kernel");
    const char *name;
    *has_kernel = parameter >= 0;
    if (parameter < 0) return true;
    name = recording_name(recording, call->entry->thread->process, call->words[parameter],
                          call->begin);
    return name && functions_match(name, patterns);
}

size_t recording_choose(struct recording *recording, const char *functions, const char *kernels)
{
    struct recording_index *index = recording->index;
    size_t kept = 0, with_kernel = 0;
    if (*functions && !index->chosen) {
        index->chosen = require_memory(malloc(FUNCTION_NUMBERS));
        functions_choose(index->chosen, functions);
    }
    if (!*functions && !*kernels) return 0;
    index->filtered = true;
    for (size_t i = 0; i < recording->count; i++) {
        const struct entry *entry = &recording->entries[i];
        bool has_kernel = false;
        struct call call;
        if (recording_call(recording, entry, &call)) {
            if (index->chosen && !index->chosen[entry->head->kind]) continue;
            if (*kernels && !is_chosen_kernel(recording, &call, kernels, &has_kernel)) continue;
        }
        with_kernel += has_kernel;
        recording->entries[kept++] = *entry;
    }
    recording->count = index->entries.count = kept;
    return with_kernel;
}

bool recording_is_outside(const struct recording *recording, moment begin, moment end)
{
    return begin >= recording->to || end < recording->from;
}

void recording_choose_span(struct recording *recording, moment from, moment to)
{
    size_t kept = 0;
    recording->from = from;
    recording->to = to;
    recording->index->cut = true;
    for (size_t i = 0; i < recording->count; i++) {
        const struct entry *entry = &recording->entries[i];
        moment end;
        if (!recording_callback(recording, entry, &end) ||
            !recording_is_outside(recording, entry->begin, end))
            recording->entries[kept++] = *entry;
    }
    recording->count = recording->index->entries.count = kept;
}

bool recording_has_functions(const struct recording *recording)
{
    return !recording->file->functions[0] && !recording->index->filtered;
}

bool recording_has_all(const struct recording *recording)
{
    return recording_has_functions(recording) && !recording->index->cut;
}
