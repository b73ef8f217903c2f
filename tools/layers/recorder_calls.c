/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes the records of calls, with the values that arguments point to. Most values are plain: a
 * plan says how to write them (recorder_plans.h).
 */
#include "recorder_parts.h"

#include "data_hash.h"
#include "recorder_plans.h"

#include <stdlib.h>
#include <string.h>

enum {
    LONGEST_VALUE = 4096, /* the most bytes of a list or string in a call's record */
    /* The most bytes; those of all parameters, with their heads, fit into the slack. */
    PLAIN_VALUE = 64,
    MOST_STRINGS = 64 /* the most strings of a list; the last one has all further ones, too */
};

/* ---- values: what pointers point to ---- */

struct value {
    const void *from;
    uint64_t *hashes; /* record these, not what `from` points to */
    uint32_t count;
    uint16_t flags;
    unsigned char parameter, element;
};

struct values {
    struct value value[ARGUMENTS_MOST];
    unsigned count;
    size_t size; /* the size of the records */
    bool direct; /* the memory is readable, because the driver has read or written it */
    uint64_t hashes[MOST_STRINGS];
};

static bool copy(const struct values *values, void *to, const void *from, size_t size)
{
    if (!values->direct) return system_copy(to, from, size);
    memcpy(to, from, size);
    return true;
}

static void add(struct values *values, unsigned parameter, const void *from, size_t element,
                uint64_t count)
{
    struct value *value = &values->value[values->count++];
    value->from = from;
    value->hashes = NULL;
    value->flags = 0;
    value->parameter = (unsigned char)parameter;
    value->element = (unsigned char)element;
    if (count * element > LONGEST_VALUE) {
        count = LONGEST_VALUE / element;
        value->flags = VALUE_CUT;
    }
    value->count = (uint32_t)count;
    values->size += sizeof(struct record_value) + padded(value->count * element);
}

/* A number that a parameter holds, or points to. */
static uint64_t number_at(const struct values *values, const void *at, size_t size)
{
    uint64_t word = 0;
    if (size > sizeof word || !copy(values, &word, at, size)) return 0;
    return word;
}

static uint64_t length_of(const struct signature *signature, const uint64_t *words, unsigned place)
{
    if (place < signature->parameters) return words[place];
    return recorder_fixed_length(signature, place);
}

static void add_string(struct values *values, unsigned parameter, const char *from)
{
    size_t length = 0;
    char now;
    while (length < LONGEST_VALUE && copy(values, &now, from + length, 1) && now) length++;
    add(values, parameter, from, 1, length);
    if (length == LONGEST_VALUE) values->value[values->count - 1].flags = VALUE_CUT;
}

/* Properties whose values are lists, and what ends each list. */
static const struct {
    uint64_t key, end;
} list_properties[] = {
    { CL_DEVICE_PARTITION_BY_COUNTS, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END },
    { CL_DEVICE_PARTITION_BY_COUNTS_EXT, CL_PARTITION_BY_COUNTS_LIST_END_EXT },
    { CL_DEVICE_PARTITION_BY_NAMES_EXT, (uint64_t)CL_PARTITION_BY_NAMES_LIST_END_EXT },
    { CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR },
    { CL_MEM_DEVICE_HANDLE_LIST_KHR, CL_MEM_DEVICE_HANDLE_LIST_END_KHR },
};

/* The number of elements of a property, with its key. */
static uint64_t property_length(const struct values *values, const unsigned char *from,
                                size_t element, uint64_t key)
{
    const uint64_t all = element < 8 ? (UINT64_C(1) << 8 * element) - 1 : UINT64_MAX;
    for (size_t i = 0; i < sizeof list_properties / sizeof *list_properties; i++) {
        uint64_t length = 1;
        if (list_properties[i].key != key) continue;
        while (length * element < LONGEST_VALUE &&
               number_at(values, from + length * element, element) !=
                   (list_properties[i].end & all))
            length++;
        return length + 1;
    }
    return 2;
}

static void add_properties(struct values *values, unsigned parameter, const unsigned char *from,
                           size_t element)
{
    uint64_t count = 0, key;
    while (count * element < LONGEST_VALUE &&
           (key = number_at(values, from + count * element, element)) != 0)
        count += property_length(values, from + count * element, element, key);
    add(values, parameter, from, element, count);
}

static size_t string_length(const void *const *from, const size_t *lengths, size_t i)
{
    if (!from[i]) return 0;
    return lengths && lengths[i] ? lengths[i] : strlen(from[i]);
}

/* Records several strings as one content, so that a source is whole. */
static uint64_t record_joined(const void *const *from, const size_t *lengths, size_t first,
                              size_t count)
{
    size_t length = 0;
    uint64_t hash;
    char *joined, *to;
    for (size_t i = first; i < count; i++) length += string_length(from, lengths, i);
    joined = to = malloc(length + 1);
    if (!joined) return 0;
    for (size_t i = first; i < count; i++) {
        size_t part = string_length(from, lengths, i);
        if (part) memcpy(to, from[i], part);
        to += part;
    }
    hash = recorder_content(joined, length);
    free(joined);
    return hash;
}

static void add_strings(struct values *values, const struct signature *signature,
                        const uint64_t *words, unsigned parameter, const void *const *from)
{
    const struct parameter *row = &signature->parameter[parameter];
    const uint64_t count = length_of(signature, words, row->length);
    const bool is_cut = count > MOST_STRINGS;
    const size_t alone = (size_t)(is_cut ? MOST_STRINGS - 1 : count);
    const size_t *lengths = NULL;
    struct value *value;
    if (!values->direct) return;
    if (row->count < signature->parameters) lengths = (const void *)(uintptr_t)words[row->count];
    for (size_t i = 0; i < alone; i++)
        values->hashes[i] =
            from[i] ? recorder_content(from[i], string_length(from, lengths, i)) : 0;
    if (is_cut) values->hashes[alone] = record_joined(from, lengths, alone, (size_t)count);
    add(values, parameter, values->hashes, sizeof *values->hashes, alone + is_cut);
    value = &values->value[values->count - 1];
    value->hashes = values->hashes;
    value->flags |= VALUE_CONTENT;
    if (is_cut) value->flags |= VALUE_CUT;
}

static void add_hash(struct values *values, unsigned parameter, uint64_t hash)
{
    struct value *value;
    values->hashes[0] = hash;
    add(values, parameter, values->hashes, sizeof *values->hashes, 1);
    value = &values->value[values->count - 1];
    value->hashes = values->hashes;
    value->flags |= VALUE_CONTENT;
}

static void add_parameter(struct values *values, const struct signature *signature,
                          const uint64_t *words, unsigned parameter, bool succeeded)
{
    const struct parameter *row = &signature->parameter[parameter];
    const void *from = (const void *)(uintptr_t)words[parameter];
    uint64_t length = length_of(signature, words, row->length);
    if (!from) return;
    switch ((enum role)row->role) {
    case VALUE: return;
    case STRING: add_string(values, parameter, from); return;
    case STRINGS: add_strings(values, signature, words, parameter, from); return;
    case CONTENT:
        if (succeeded && length)
            add_hash(values, parameter, recorder_content(from, (size_t)length));
        return;
    case DATA:
        if (succeeded) add_hash(values, parameter, data_hash(from, (size_t)length));
        return;
    case LIST: break;
    case PROPERTIES: add_properties(values, parameter, from, row->element); return;
    case RETURNED:
        if (!succeeded) return;
        break;
    case RETURNED_ERROR: break;
    case RETURNED_LIST:
        if (!succeeded) return;
        if (row->count < signature->parameters && words[row->count]) {
            uint64_t returned = number_at(values, (const void *)(uintptr_t)words[row->count],
                                          signature->parameter[row->count].element);
            if (returned < length) length = returned;
        }
        break;
    }
    if (length) add(values, parameter, from, row->element, length);
}

static void write_values(unsigned char *to, const struct values *values)
{
    for (unsigned i = 0; i < values->count; i++) {
        const struct value *from = &values->value[i];
        struct record_value *value = (void *)to;
        size_t size = (size_t)from->count * from->element;
        value->parameter = from->parameter;
        value->element = from->element;
        value->flags = from->flags;
        value->count = from->count;
        if (from->hashes) memcpy(value + 1, from->hashes, size);
        else if (!copy(values, value + 1, from->from, size)) value->flags |= VALUE_UNREADABLE;
        to += sizeof *value + padded(size);
    }
}

/* ---- calls ---- */

struct record_call *recorder_begin_elsewhere(unsigned number, size_t size, uint32_t wants)
{
    if (recorder_hooks && wants & RECORD_ON) recorder_hooks->before_call(size + RECORDER_SLACK);
    if (!recorder_has_space(size + RECORDER_SLACK)) return NULL;
    return recorder_take(number, size, wants);
}

struct record_call *recorder_begin(unsigned number, unsigned count)
{
    return recorder_begin_often(number, count);
}

/* The number of elements of a planned value. */
ALWAYS_INLINED static inline uint64_t planned_count(const struct plan *plan, const uint64_t *words)
{
    return plan->count ? plan->count : words[plan->length];
}

ALWAYS_INLINED static inline void write_head(unsigned char *to, const struct plan *plan,
                                             uint64_t count)
{
    uint64_t head = 0;
    memcpy(&head, plan, offsetof(struct record_value, count));
    head |= count << 32;
    memcpy(to, &head, sizeof head);
}

/* Writes the planned values of a call to *to, and moves *to past them, as long as they are plain:
 * the driver has read or written their memory, and they are short. Returns the plan of the first
 * value that is not plain. */
static const struct plan *write_plain(const struct plan *plan, const uint64_t *words,
                                      unsigned char **to)
{
    for (; plan->element; plan++) {
        const void *from = (const void *)(uintptr_t)words[plan->parameter];
        const uint64_t count = from ? planned_count(plan, words) : 0;
        if (count > PLAIN_VALUE || count * plan->element > PLAIN_VALUE) break;
        if (!count) continue;
        write_head(*to, plan, count);
        memcpy(*to + sizeof(struct record_value), from, (size_t)count * plan->element);
        *to += sizeof(struct record_value) + padded((size_t)count * plan->element);
    }
    return plan;
}

/* Records values that are not plain: behind the call's record if the thread has written nothing
 * since, otherwise in a record of their own. */
static SLOW void record_values(struct record_call *record, const struct signature *signature,
                               unsigned left, bool succeeded)
{
    const uint32_t size = atomic_load_explicit(&record->head.size, memory_order_relaxed);
    const uint64_t *words = (const uint64_t *)(record + 1);
    const unsigned char *byte = (const unsigned char *)record;
    const struct recorder_buffer *buffer = &recorder_buffer;
    struct record_more *more;
    struct values values;
    uint64_t place;
    values.count = 0;
    values.size = 0;
    values.direct = succeeded;
    for (; left; left &= left - 1)
        add_parameter(&values, signature, words, (unsigned)__builtin_ctz(left), succeeded);
    if (!values.count) return;
    /* Contents may now follow the call's record. */
    if (byte + size == buffer->next &&
        (size_t)(buffer->end - buffer->next) >= values.size + sizeof(struct record_head)) {
        write_values(recorder_buffer.next, &values);
        recorder_buffer.next += values.size;
        atomic_store_explicit(&record->head.size, (uint32_t)(size + values.size),
                              memory_order_release);
        return;
    }
    if (byte < buffer->chunk || byte >= buffer->end) buffer = &recorder_previous;
    if (byte < buffer->chunk || byte >= buffer->end) return; /* the record is in an earlier chunk */
    place = buffer->place + (uint64_t)(byte - buffer->chunk);
    more = recorder_reserve(sizeof *more + values.size);
    if (!more) return;
    more->call = place;
    write_values((unsigned char *)(more + 1), &values);
    commit_record(&more->head, RECORD_MORE, sizeof *more + values.size);
}

ALWAYS_INLINED static inline void end_call(struct record_call *record, uint64_t end)
{
    /* A reader that sees the end also sees the values. */
    atomic_store_explicit((_Atomic uint64_t *)&record->end, end, memory_order_release);
    recorder_close_call();
}

/* Makes the values between the record of a call and `end` a part of the record. */
ALWAYS_INLINED static inline void take_values(struct record_call *record, unsigned char *end)
{
    recorder_buffer.next = end;
    atomic_store_explicit(&record->head.size, (uint32_t)(end - (unsigned char *)record),
                          memory_order_release);
}

/* The general case. The values before `plan` are already written, up to `at`. `at` is NULL if there
 * is no space behind the record. */
static NOT_INLINED void end_with_values(struct record_call *record, const struct plan *plan,
                                        unsigned char *at, uint64_t end, bool succeeded)
{
    const unsigned number = record->head.kind;
    unsigned left = recorder_pointers[number];
    if (at) {
        plan = write_plain(plan, (uint64_t *)(record + 1), &at);
        take_values(record, at);
    }
    for (const struct plan *entry = recorder_plans[number]; entry < plan; entry++) left &= left - 1;
    if (left) record_values(record, recorder_signatures[number], left, succeeded);
    end_call(record, end);
}

/* Ends the record of a call. Most values are a number or a handle, and are written here, without a
 * function call. */
ALWAYS_INLINED static inline void end_at(struct record_call *record, unsigned number,
                                         bool succeeded, uint64_t end)
{
    const struct plan *plan = recorder_plans[number];
    if (plan->element) {
        const uint64_t *words = (const uint64_t *)(record + 1);
        unsigned char *at = (unsigned char *)record +
                            atomic_load_explicit(&record->head.size, memory_order_relaxed);
        if (!succeeded || at != recorder_buffer.next) {
            end_with_values(record, plan, NULL, end, succeeded);
            return;
        }
        do {
            const void *from = (const void *)(uintptr_t)words[plan->parameter];
            const uint64_t count = from ? planned_count(plan, words) : 0;
            const uint64_t size = count * plan->element;
            if (size == 8) {
                memcpy(at + sizeof(struct record_value), from, 8);
            } else if (size == 4) {
                memcpy(at + sizeof(struct record_value), from, 4);
            } else if (!size) {
                continue;
            } else {
                end_with_values(record, plan, at, end, true);
                return;
            }
            write_head(at, plan, count);
            at += sizeof(struct record_value) + 8;
        } while ((++plan)->element);
        take_values(record, at);
    }
    end_call(record, end);
}

static NOT_INLINED void end_by_clock(struct record_call *record, bool succeeded)
{
    end_at(record, record->head.kind, succeeded, clock_nanoseconds());
}

void recorder_end(struct record_call *record, unsigned number, uint64_t result, bool succeeded)
{
    record->result = result;
    if (recorder_counter) end_at(record, number, succeeded, clock_counter());
    else end_by_clock(record, succeeded);
}
