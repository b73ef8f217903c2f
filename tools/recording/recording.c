/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads the file, and sorts its records by time in an array of entries. Sorted arrays hold what
 * belongs to a call but lies elsewhere: further values, command times, contents, names.
 */
#include "recording.h"

#include "../calls/functions.h"
#include "../calls/record_version.h"
#include "../base/array.h"
#include "records.h"

#include <stdlib.h>
#include <string.h>

/* A record with a key: a place in the file, or a hash. */
struct place {
    uint64_t number;
    const struct record_head *head;
};

struct name {
    const struct process *process;
    uint64_t object;
    moment from;
    const char *name;
};

/* How far a chunk has been read. */
struct reader {
    struct process *process;
    struct thread *thread;
    const unsigned char *at, *end;
    const struct record_stack *stack; /* of the next call, or NULL */
};

ARRAY(entries, struct entry);
ARRAY(places, struct place);
ARRAY(names, struct name);
ARRAY(timers, struct timer);
ARRAY(strays, struct stray);
ARRAY(found_list, struct found);
ARRAY(stacks, struct stack);
ARRAY(threads, struct thread *);
ARRAY(processes, struct process *);
ARRAY(readers, struct reader);
ARRAY(extents, uint64_t);
ARRAY(open_calls, const struct record_head *);

enum { ROW_BITS = 12, ROWS = 1 << ROW_BITS };

struct recording_index {
    struct entries entries;
    struct places mores, commands; /* by the call's place */
    struct places contents;        /* by hash */
    struct names names;
    struct timers timers;
    struct strays strays;
    struct found_list found;
    struct places called; /* by the call's place: its RECORD_STACK */
    struct stacks stacks; /* by number */
    struct threads threads;
    struct processes processes;
    struct thread *thread_rows[ROWS];   /* the threads, by row_of() their IDs */
    struct process *process_rows[ROWS]; /* the processes, by row_of() their IDs */
    bool selected;                      /* recording_choose() has left out calls */
    unsigned char *chosen;              /* functions_choose(); NULL: all */
    struct records_view view;
    uint64_t place; /* of the next chunk */
    /* Of a recording that is followed: */
    struct readers chunks;
    struct extents extents; /* scratch of read_complete() */
    struct open_calls open; /* calls that had not returned when read */
    size_t sorted_names, sorted_contents, sorted_stacks;
};

static uint64_t size_of(const struct record_head *head)
{
    return atomic_load_explicit(&head->size, memory_order_acquire);
}

/* The offset of a record in the file. */
static uint64_t place_of(const struct recording *recording, const void *record)
{
    return (uint64_t)((const unsigned char *)record - (const unsigned char *)recording->file);
}

/* ---- time ---- */

moment recording_moment(const struct recording *recording, const struct thread *thread,
                        uint64_t ticks)
{
    const struct record_file *file = recording->file;
    const uint64_t start = file->first.nanoseconds;
    if (thread->clock == CLOCK_TICKS) {
        double scale = (double)(file->last.nanoseconds - start) /
                       (double)(file->last.ticks - file->first.ticks);
        double passed = (double)(int64_t)(ticks - file->first.ticks) * scale;
        return passed > 0 ? (moment)passed : 0;
    }
    return ticks > start ? ticks - start : 0;
}

/* ---- reading ---- */

static size_t row_of(uint64_t id)
{
    return (size_t)(id * 0x9e3779b97f4a7c15 >> (64 - ROW_BITS));
}

static struct process *process_of(struct recording *recording, uint32_t id)
{
    struct processes *all = &recording->index->processes;
    struct process **row = &recording->index->process_rows[row_of(id)], *fresh;
    for (struct process *known = *row; known; known = known->next)
        if (known->id == id) return known;
    fresh = require_memory(calloc(1, sizeof *fresh));
    fresh->number = all->count;
    fresh->id = id;
    fresh->pointer = sizeof(void *);
    fresh->name = "";
    fresh->next = *row;
    *row = fresh;
    *processes_add(all) = fresh;
    return fresh;
}

static struct thread *thread_of(struct recording *recording, const struct process *process,
                                uint64_t id, uint32_t clock, const char name[16])
{
    struct threads *all = &recording->index->threads;
    struct thread **row = &recording->index->thread_rows[row_of(id)], *fresh;
    for (struct thread *known = *row; known; known = known->next)
        if (known->id == id && known->process == process) return known;
    fresh = require_memory(calloc(1, sizeof *fresh));
    fresh->number = all->count;
    fresh->process = process;
    fresh->id = id;
    fresh->clock = clock;
    memcpy(fresh->name, name, 16);
    fresh->next = *row;
    *row = fresh;
    *threads_add(all) = fresh;
    return fresh;
}

static void add_entry(struct recording *recording, const struct record_head *head,
                      const struct thread *thread, uint64_t begin)
{
    struct entry *entry = entries_add(&recording->index->entries);
    entry->begin = recording_moment(recording, thread, begin);
    entry->head = head;
    entry->thread = thread;
}

static void add_place(struct places *array, uint64_t number, const struct record_head *head)
{
    struct place *place = places_add(array);
    place->number = number;
    place->head = head;
}

static void add_timer(struct recording *recording, const struct record_timer *record,
                      const struct thread *thread)
{
    struct timer *timer = timers_add(&recording->index->timers);
    timer->process = thread->process;
    timer->device = record->device;
    timer->before = recording_moment(recording, thread, record->before);
    timer->after = recording_moment(recording, thread, record->after);
    timer->device_time = record->device_time;
    timer->host_time = record->host_time;
}

static void add_stray(struct recording *recording, const struct record_stray *record,
                      const struct thread *thread)
{
    struct stray *stray = strays_add(&recording->index->strays);
    *stray = (struct stray){ thread->process, recording_moment(recording, thread, record->moment),
                             record };
}

static void add_found(struct recording *recording, const struct record_finding *record,
                      const struct thread *thread)
{
    const uint64_t sites = (size_of(&record->head) - sizeof *record) / sizeof(struct record_site);
    struct found *found;
    if (record->sites > sites) return;
    found = found_list_add(&recording->index->found);
    *found = (struct found){ recording_moment(recording, thread, record->moment), record, thread };
}

/* Adds a call that has a stack, and the stack if it is new. */
static void add_called(struct recording *recording, const struct record_call *call,
                       const struct record_stack *record, const struct thread *thread)
{
    struct recording_index *index = recording->index;
    const size_t sites =
        (size_t)(size_of(&record->head) - sizeof *record) / sizeof(struct record_site);
    add_place(&index->called, place_of(recording, call), &record->head);
    if (sites)
        *stacks_add(&index->stacks) =
            (struct stack){ record->number, thread->process,
                            recording_moment(recording, thread, call->begin),
                            (const struct record_site *)(record + 1), sites };
}

static void add_name(struct recording *recording, const struct process *process, uint64_t object,
                     moment from, const char *text)
{
    struct name *name = names_add(&recording->index->names);
    name->process = process;
    name->object = object;
    name->from = from;
    name->name = text;
}

/* The minimum size of a kind of record; 0: there is no such kind. */
static size_t least_size(unsigned kind)
{
    switch (kind) {
    case RECORD_PROCESS: return sizeof(struct record_process) + 8;
    case RECORD_THREAD: return sizeof(struct record_thread);
    case RECORD_MORE: return sizeof(struct record_more);
    case RECORD_CALLBACK: return sizeof(struct record_callback);
    case RECORD_CONTENT: return sizeof(struct record_content);
    case RECORD_NAME:
    case RECORD_BINARIES:
    case RECORD_TYPE:
    case RECORD_LOG: return sizeof(struct record_name) + 8;
    case RECORD_COMMAND: return sizeof(struct record_command);
    case RECORD_TIMER: return sizeof(struct record_timer);
    case RECORD_FINDING: return sizeof(struct record_finding);
    case RECORD_STACK: return sizeof(struct record_stack);
    case RECORD_STRAY: return sizeof(struct record_stray);
    case RECORD_MARK: return sizeof(struct record_mark);
    default: {
        const struct signature *signature = signature_of(kind);
        if (!signature) return 0;
        return sizeof(struct record_call) + signature->parameters * sizeof(uint64_t);
    }
    }
}

/* Whether the text at the end of a record has its NUL. */
static bool ends(const struct record_head *head)
{
    return ((const char *)head)[size_of(head) - 1] == 0;
}

/* Objects never have odd handles, so an object's other texts are stored as names of addresses
 * inside it. */
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

static void read_record(struct recording *recording, const struct record_head *head,
                        struct reader *reader)
{
    struct recording_index *index = recording->index;
    const struct record_stack *stack = reader->stack;
    struct process *process = reader->process;
    struct thread **thread = &reader->thread;
    reader->stack = NULL;
    switch (head->kind) {
    case RECORD_PROCESS: {
        const struct record_process *record = (const void *)head;
        if (!ends(head)) return;
        process->parent = record->parent;
        process->pointer = record->pointer;
        process->name = (const char *)(record + 1);
        return;
    }
    case RECORD_THREAD: {
        const struct record_thread *record = (const void *)head;
        *thread = thread_of(recording, process, record->thread, (*thread)->clock, record->name);
        return;
    }
    case RECORD_MORE:
        add_place(&index->mores, ((const struct record_more *)head)->call, head);
        return;
    case RECORD_CONTENT: {
        const struct record_content *record = (const void *)head;
        if (record->length <= size_of(head) - sizeof *record)
            add_place(&index->contents, record->hash, head);
        return;
    }
    case RECORD_NAME:
    case RECORD_BINARIES:
    case RECORD_TYPE:
    case RECORD_LOG: {
        const struct record_name *record = (const void *)head;
        if (ends(head))
            add_name(recording, process, record->object + place_of_name(head->kind),
                     recording_moment(recording, *thread, record->moment),
                     (const char *)(record + 1));
        return;
    }
    case RECORD_COMMAND:
        add_place(&index->commands, ((const struct record_command *)head)->call, head);
        return;
    case RECORD_TIMER: add_timer(recording, (const void *)head, *thread); return;
    case RECORD_FINDING: add_found(recording, (const void *)head, *thread); return;
    case RECORD_STRAY: add_stray(recording, (const void *)head, *thread); return;
    case RECORD_CALLBACK:
        add_entry(recording, head, *thread, ((const struct record_callback *)head)->begin);
        return;
    case RECORD_STACK: reader->stack = (const void *)head; return;
    case RECORD_MARK:
        if (ends(head) || size_of(head) == sizeof(struct record_mark))
            add_entry(recording, head, *thread, ((const struct record_mark *)head)->moment);
        return;
    default:
        if (stack) add_called(recording, (const void *)head, stack, *thread);
        add_entry(recording, head, *thread, ((const struct record_call *)head)->begin);
        return;
    }
}

static struct reader reader_of(struct recording *recording, const struct record_chunk *chunk)
{
    struct process *process = process_of(recording, chunk->process);
    return (struct reader){ process,
                            thread_of(recording, process, chunk->thread, chunk->clock, chunk->name),
                            (const unsigned char *)(chunk + 1),
                            (const unsigned char *)chunk + chunk->size, NULL };
}

/* Whether a call or callback has returned; other records always have. Its size is final then. */
static bool has_returned(const struct record_head *head)
{
    uint64_t end = 1;
    if (head->kind == RECORD_CALLBACK)
        end = *(volatile const uint64_t *)&((const struct record_callback *)head)->end;
    else if (head->kind < RECORD_KINDS)
        end = *(volatile const uint64_t *)&((const struct record_call *)head)->end;
    atomic_thread_fence(memory_order_acquire);
    return end != 0;
}

static bool is_sound(const struct record_head *head, uint64_t size, uint64_t left)
{
    const size_t least = least_size(head->kind);
    return size % 8 == 0 && size <= left && least && size >= least;
}

/* Whether a record other than a call follows a call. The call's size is final then: no value looks
 * like the head of such a record. */
static bool is_followed(const unsigned char *at, const unsigned char *end, uint64_t size)
{
    const struct record_head *next = (const void *)(at + size);
    return size % 8 == 0 && size + sizeof *next <= (uint64_t)(end - at) && size_of(next) &&
           next->kind >= RECORD_KINDS;
}

/* The size of the record at a place, times 2, plus 1 if it has returned; 0 if none is complete
 * there. An invalid record takes all that is left. Unless `all`, no call is complete before it
 * returns. */
static uint64_t extent_of(const struct recording *recording, const struct reader *reader,
                          const unsigned char *at, bool all)
{
    const uint64_t left = (uint64_t)(reader->end - at);
    const struct record_head *head = (const void *)at;
    uint64_t size;
    bool returned;
    if (left < sizeof *head || !(size = size_of(head))) return 0;
    if (!is_sound(head, size, left)) return left * 2 + 1;
    returned = has_returned(head);
    if (!all && !returned && !(recording->early && is_followed(at, reader->end, size))) return 0;
    return size_of(head) * 2 + returned;
}

/* Reads a part of the file into the view. */
static bool read_part(struct recording *recording, const void *from, const void *to)
{
    const uint64_t size = (uint64_t)((const unsigned char *)to - (const unsigned char *)from);
    const bool well =
        records_view_read(&recording->index->view, place_of(recording, from), (size_t)size);
    if (!well) recording->is_cut = true;
    return well;
}

/* Reads new records of a chunk. Returns where the complete ones end. Their process may be writing,
 * so it reads twice: a record with the same size both times is complete in the second reading. */
static const unsigned char *read_complete(struct recording *recording, struct reader *reader,
                                          bool all)
{
    struct extents *extents = &recording->index->extents;
    const unsigned char *at = reader->at;
    uint64_t extent;
    read_part(recording, at, at + sizeof(struct record_head));
    if (!size_of((const void *)at)) return at;
    read_part(recording, at, reader->end);
    extents->count = 0;
    for (; (extent = extent_of(recording, reader, at, all)); at += extent / 2)
        *extents_add(extents) = extent;
    read_part(recording, reader->at, at);
    at = reader->at;
    for (size_t i = 0; i < extents->count; i++, at += extent / 2) {
        extent = extents->items[i];
        if (extent_of(recording, reader, at, all) != extent) break;
    }
    return at;
}

/* Takes the complete records up to `end`. */
static void take_records(struct recording *recording, struct reader *reader,
                         const unsigned char *end)
{
    while ((size_t)(end - reader->at) >= sizeof(struct record_head)) {
        const struct record_head *head = (const void *)reader->at;
        const uint64_t size = size_of(head);
        if (size == 0) return;
        if (!is_sound(head, size, (uint64_t)(end - reader->at))) {
            recording->damaged++;
            reader->at = reader->end;
            return;
        }
        read_record(recording, head, reader);
        if (recording->early && !has_returned(head))
            *open_calls_add(&recording->index->open) = head;
        reader->at += size;
    }
}

/* The next chunk in the file, or NULL. If `skip`, skips a place without a chunk: its process died
 * before writing the header. */
static const struct record_chunk *next_chunk(struct recording *recording, bool skip)
{
    uint64_t *place = &recording->index->place, end = atomic_load(&recording->file->end);
    if (end > recording->size) end = recording->size;
    while (*place + sizeof(struct record_chunk) <= end) {
        const struct record_chunk *chunk =
            (const void *)((const unsigned char *)recording->file + *place);
        bool good = read_part(recording, chunk, chunk + 1) &&
                    !memcmp(chunk->magic, RECORD_CHUNK_MAGIC, sizeof chunk->magic);
        /* The magic is written last, so what comes before is complete in a second reading. */
        good = good && read_part(recording, chunk, chunk + 1) && chunk->size >= RECORD_GRANULE &&
               chunk->size % RECORD_GRANULE == 0 && chunk->size <= recording->size - *place;
        if (!good && !skip) return NULL;
        *place += good ? chunk->size : RECORD_GRANULE;
        if (good) return chunk;
    }
    return NULL;
}

static void read_chunks(struct recording *recording)
{
    const struct record_chunk *chunk;
    while ((chunk = next_chunk(recording, true))) {
        struct reader reader = reader_of(recording, chunk);
        read_part(recording, reader.at, reader.end);
        take_records(recording, &reader, reader.end);
    }
}

/* ---- order ---- */

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* Entries that begin at the same time stay in file order: outer calls before inner ones. */
static int by_begin(const void *a, const void *b)
{
    const struct entry *left = a, *right = b;
    int order = compare(left->begin, right->begin);
    return order ? order : compare((uintptr_t)left->head, (uintptr_t)right->head);
}

static int by_number(const void *a, const void *b)
{
    const struct place *left = a, *right = b;
    int order = compare(left->number, right->number);
    return order ? order : compare((uintptr_t)left->head, (uintptr_t)right->head);
}

static int by_object(const void *a, const void *b)
{
    const struct name *left = a, *right = b;
    int order = compare((uintptr_t)left->process, (uintptr_t)right->process);
    if (!order) order = compare(left->object, right->object);
    return order ? order : compare(left->from, right->from);
}

static int by_before(const void *a, const void *b)
{
    const struct timer *left = a, *right = b;
    return compare(left->before, right->before);
}

static int by_at(const void *a, const void *b)
{
    const struct found *left = a, *right = b;
    const int order = compare(left->at, right->at);
    return order ? order : compare((uintptr_t)left->record, (uintptr_t)right->record);
}

static int by_stack_number(const void *a, const void *b)
{
    return compare(((const struct stack *)a)->number, ((const struct stack *)b)->number);
}

/* The first place with a number, or NULL. Equal numbers are adjacent. */
static const struct place *find(const struct places *array, uint64_t number)
{
    const struct place *places = array->items;
    size_t low = 0, high = array->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (places[middle].number < number) low = middle + 1;
        else high = middle;
    }
    return low < array->count && places[low].number == number ? &places[low] : NULL;
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
    /* The check layer asks for some names when the call has begun. */
    return name || !recording->early ? name : last_name(recording, process, object, NEVER);
}

/* Whether an entry is a call of this function that made a kernel, which becomes *call. */
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

static void name_kernels(struct recording *recording)
{
    struct names *names = &recording->index->names;
    add_kernels(recording);
    if (names->count == recording->index->sorted_names) return;
    ARRAY_SORT(names, by_object);
    recording->index->sorted_names = names->count;
    name_clones(recording);
}

/* ---- the file ---- */

static bool open_file(struct recording *recording, const char *path, char **error)
{
    struct records_view *view = &recording->index->view;
    const bool is_open = records_view_open(view, path, error);
    const struct record_file *file = (const void *)view->bytes;
    if (*error) return false;
    recording->size = view->size;
    if (!is_open || !records_view_read(view, 0, RECORD_GRANULE) || !record_is_one(file)) {
        *error = text_format("%s: not a recording of clrelay", path);
    } else if (!record_is_ours(file)) {
        const struct record_versions versions = record_versions(file);
        *error = text_format("%s: a recording of %s, which this %s can't read: read it with the "
                             "clrelay that made it",
                             path, versions.file, versions.ours);
    } else {
        recording->file = file;
        return true;
    }
    if (is_open) records_view_close(view);
    return false;
}

/* Copies the index to the public members. */
static void publish(struct recording *recording)
{
    struct recording_index *index = recording->index;
    recording->entries = index->entries.items;
    recording->count = index->entries.count;
    recording->threads = index->threads.items;
    recording->thread_count = index->threads.count;
    recording->found = index->found.items;
    recording->found_count = index->found.count;
    recording->processes = index->processes.items;
    recording->process_count = index->processes.count;
}

/* How many bytes were written; chunks beyond the limit were not. */
static uint64_t size_of_file(const struct record_file *file)
{
    const uint64_t end = atomic_load(&file->end);
    return end < file->limit ? end : file->limit;
}

struct recording *recording_follow(const char *path, char **error)
{
    struct recording *recording = require_memory(calloc(1, sizeof *recording));
    recording->index = require_memory(calloc(1, sizeof *recording->index));
    *error = NULL;
    if (!open_file(recording, path, error)) {
        free(recording->index);
        free(recording);
        return NULL;
    }
    recording->to = NEVER;
    recording->is_cut = recording->size < size_of_file(recording->file);
    recording->index->place = RECORD_GRANULE;
    return recording;
}

struct recording *recording_open(const char *path, char **error)
{
    struct recording *recording = recording_follow(path, error);
    struct recording_index *index;
    if (!recording) return NULL;
    index = recording->index;
    read_chunks(recording);
    records_view_end(&index->view);
    ARRAY_SORT(&index->entries, by_begin);
    ARRAY_SORT(&index->mores, by_number);
    ARRAY_SORT(&index->commands, by_number);
    ARRAY_SORT(&index->contents, by_number);
    ARRAY_SORT(&index->timers, by_before);
    ARRAY_SORT(&index->found, by_at);
    ARRAY_SORT(&index->called, by_number);
    ARRAY_SORT(&index->stacks, by_stack_number);
    publish(recording);
    name_kernels(recording);
    return recording;
}

void recording_close(struct recording *recording)
{
    struct recording_index *index;
    if (!recording) return;
    index = recording->index;
    for (size_t i = 0; i < recording->thread_count; i++) free(recording->threads[i]);
    for (size_t i = 0; i < recording->process_count; i++) free(recording->processes[i]);
    for (size_t i = 0; i < index->names.count; i++) {
        const char *name = index->names.items[i].name;
        bool is_of_file = name >= (const char *)recording->file &&
                          name < (const char *)recording->file + recording->size;
        if (!is_of_file) free((char *)(uintptr_t)name);
    }
    free(index->entries.items);
    free(index->mores.items);
    free(index->commands.items);
    free(index->contents.items);
    free(index->names.items);
    free(index->timers.items);
    free(index->strays.items);
    free(index->found.items);
    free(index->called.items);
    free(index->stacks.items);
    free(index->threads.items);
    free(index->processes.items);
    free(index->chunks.items);
    free(index->open.items);
    free(index->extents.items);
    free(index->chosen);
    records_view_close(&index->view);
    free(index);
    free(recording);
}

/* ---- following ---- */

/* Adds new chunks. Returns whether there were any. */
static bool take_chunks(struct recording *recording, bool all)
{
    struct readers *chunks = &recording->index->chunks;
    const size_t before = chunks->count;
    const struct record_chunk *chunk;
    while ((chunk = next_chunk(recording, all))) {
        struct reader fresh = reader_of(recording, chunk);
        *readers_add(chunks) = fresh;
    }
    return chunks->count > before;
}

/* Reads on in all chunks. What belongs to a call that has returned may be in a later chunk, so
 * chunks are added until none is new. */
static void read_new(struct recording *recording, bool all)
{
    struct readers *chunks = &recording->index->chunks;
    struct reader *readers;
    size_t i = 0, kept = 0;
    do {
        for (; i < chunks->count; i++) {
            struct reader *reader = &chunks->items[i];
            take_records(recording, reader, read_complete(recording, reader, all));
        }
    } while (take_chunks(recording, all));
    readers = chunks->items;
    for (i = 0; i < chunks->count; i++)
        if ((size_t)(readers[i].end - readers[i].at) >= sizeof(struct record_head))
            readers[kept++] = readers[i]; /* the others are full */
    chunks->count = kept;
}

/* Reads what may have changed in the header: its beginning and its end. `all`: everything. */
static void read_header(struct recording *recording, bool all)
{
    const struct record_file *file = recording->file;
    if (!read_part(recording, file, all ? (const void *)(file + 1) : file->functions)) return;
    if (!all) read_part(recording, &file->ended, file + 1);
    if (!record_is_one(file)) recording->is_cut = true; /* somebody else has written there */
}

/* Reads again the calls that had not returned. Twice, because `end` is written last. */
static void read_open(struct recording *recording)
{
    const struct open_calls *open = &recording->index->open;
    for (size_t i = 0; i < open->count; i++) {
        const struct record_call *record = (const void *)open->items[i];
        const unsigned char *end = (const unsigned char *)record + size_of(&record->head);
        if (record->head.kind == RECORD_CALLBACK) continue;
        for (int time = 0; time < 2 && !record->end; time++)
            read_part(recording, &record->begin, end);
    }
}

void recording_next(struct recording *recording, bool all)
{
    struct recording_index *index = recording->index;
    index->entries.count = index->commands.count = index->timers.count = index->found.count =
        index->called.count = 0;
    if (!recording->early)
        index->mores.count = 0; /* early findings may precede their calls' values */
    read_header(recording, all);
    read_new(recording, all);
    if (all) read_open(recording);
    if (all) records_view_end(&index->view); /* others may need the place among the open files */
    ARRAY_SORT(&index->entries, by_begin);
    ARRAY_SORT(&index->mores, by_number);
    ARRAY_SORT(&index->found, by_at);
    if (index->contents.count != index->sorted_contents) ARRAY_SORT(&index->contents, by_number);
    index->sorted_contents = index->contents.count;
    ARRAY_SORT(&index->called, by_number);
    if (index->stacks.count != index->sorted_stacks) ARRAY_SORT(&index->stacks, by_stack_number);
    index->sorted_stacks = index->stacks.count;
    publish(recording);
    name_kernels(recording);
}

/* ---- choosing ---- */

/* Whether a call has a kernel, and if so, whether its name matches. */
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
    index->selected = true;
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
    recording->index->selected = true;
    for (size_t i = 0; i < recording->count; i++) {
        const struct entry *entry = &recording->entries[i];
        moment end;
        if (!recording_callback(recording, entry, &end) ||
            !recording_is_outside(recording, entry->begin, end))
            recording->entries[kept++] = *entry;
    }
    recording->count = recording->index->entries.count = kept;
}

bool recording_has_all(const struct recording *recording)
{
    return !recording->file->functions[0] && !recording->index->selected;
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

/* Reads again a call that had not returned when it was read. It may replace only bytes that nobody
 * has used: what a reader has still before it, or else what follows the head of such a call. */
static void read_again(const struct recording *recording, const struct record_call *record)
{
    const struct open_calls *open = &recording->index->open;
    const struct readers *chunks = &recording->index->chunks;
    const unsigned char *from = NULL, *to = NULL;
    if (size_of(&record->head) && record->end) return;
    for (size_t i = 0; i < chunks->count && !from; i++) {
        const struct reader *reader = &chunks->items[i];
        if ((const unsigned char *)record < reader->at ||
            (const unsigned char *)record >= reader->end)
            continue;
        from = (const unsigned char *)record;
        to = reader->end;
    }
    for (size_t i = 0; i < open->count && !from; i++) {
        if (open->items[i] != &record->head) continue;
        from = (const unsigned char *)&record->begin;
        to = (const unsigned char *)record + size_of(&record->head);
    }
    /* Twice, because `end` is written last. */
    for (int time = 0; from && time < 2; time++)
        records_view_read(&recording->index->view, place_of(recording, from), (size_t)(to - from));
}

bool recording_found_call(const struct recording *recording, const struct found *found,
                          struct entry *entry, struct call *call)
{
    const uint64_t place = found->record->call, end = recording->index->view.ready;
    const struct record_call *record;
    if (place < RECORD_GRANULE || place % 8 || place > end - sizeof *record) return false;
    record = (const void *)((const unsigned char *)recording->file + place);
    read_again(recording, record);
    if (!signature_of(record->head.kind) ||
        !is_sound(&record->head, size_of(&record->head), end - place))
        return false;
    *entry = (struct entry){ recording_moment(recording, found->thread, record->begin),
                             &record->head, found->thread };
    return recording_call(recording, entry, call);
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
                 start + size_of(&call->record->head), parameter);
    const struct place *more =
        value.data ? NULL : find(&recording->index->mores, place_of(recording, call->record));
    if (more) {
        const unsigned char *at = (const unsigned char *)more->head;
        value = value_in(at + sizeof(struct record_more), at + size_of(more->head), parameter);
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
    return size_of(entry->head) > sizeof *record ? (const char *)(record + 1) : "";
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

const struct record_command *recording_command(const struct recording *recording,
                                               const struct call *call)
{
    const struct place *found =
        find(&recording->index->commands, place_of(recording, call->record));
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
    const struct place *called = find(&recording->index->called, place_of(recording, call->record));
    struct stack key = { 0 };
    if (!called || !stacks->count) return NULL;
    key.number = ((const struct record_stack *)(const void *)called->head)->number;
    return bsearch(&key, stacks->items, stacks->count, sizeof key, by_stack_number);
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
