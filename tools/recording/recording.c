/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads the file, and sorts its records by time in an array of entries. Sorted arrays hold what
 * belongs to a call but lies elsewhere: further values, command times, contents, names.
 */
#include "recording_index.h"

#include "../calls/record_version.h"

#include <stdlib.h>
#include <string.h>

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

static void add_place(struct places *places, uint64_t number, const struct record_head *head)
{
    struct place *place = places_add(places);
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
    const uint64_t sites =
        (record_size(&record->head) - sizeof *record) / sizeof(struct record_site);
    struct found *found;
    if (record->sites > sites) return;
    found = found_list_add(&recording->index->found);
    *found = (struct found){ recording_moment(recording, thread, record->moment), record, thread };
}

/* Notes the stack of a call, and adds the stack if it is new. */
static void add_called(struct recording *recording, const struct record_call *call,
                       const struct record_stack *record, const struct thread *thread)
{
    struct recording_index *index = recording->index;
    const size_t sites =
        (size_t)(record_size(&record->head) - sizeof *record) / sizeof(struct record_site);
    add_place(&index->called, record_place(recording, call), &record->head);
    if (sites)
        *stacks_add(&index->stacks) =
            (struct stack){ record->number, thread->process,
                            recording_moment(recording, thread, call->begin),
                            (const struct record_site *)(record + 1), sites };
}

/* The smallest size of a record of a kind; 0: there is no such kind. */
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
    return ((const char *)head)[record_size(head) - 1] == 0;
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
        if (record->length <= record_size(head) - sizeof *record)
            add_place(&index->contents, record->hash, head);
        return;
    }
    case RECORD_NAME:
    case RECORD_BINARIES:
    case RECORD_TYPE:
    case RECORD_LOG: {
        const struct record_name *record = (const void *)head;
        if (ends(head))
            recording_add_name(recording, process, record,
                               recording_moment(recording, *thread, record->moment));
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
        if (ends(head) || record_size(head) == sizeof(struct record_mark))
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

/* Whether a record is final: a call or callback is when it has returned, other records always
 * are. */
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

/* Whether a record that is no call follows a call. Then the call's size is final. No value looks
 * like the head of such a record. */
static bool is_followed(const unsigned char *at, const unsigned char *end, uint64_t size)
{
    const struct record_head *next = (const void *)(at + size);
    return size % 8 == 0 && size + sizeof *next <= (uint64_t)(end - at) && record_size(next) &&
           next->kind >= RECORD_KINDS;
}

/* The size of the record at a place, times 2, plus 1 if has_returned(); 0: there is no complete
 * record. A damaged record takes the rest of the chunk. Unless `all`, a call is complete only when
 * it has returned. */
static uint64_t extent_of(const struct recording *recording, const struct reader *reader,
                          const unsigned char *at, bool all)
{
    const uint64_t left = (uint64_t)(reader->end - at);
    const struct record_head *head = (const void *)at;
    uint64_t size;
    bool returned;
    if (left < sizeof *head || !(size = record_size(head))) return 0;
    if (!is_sound(head, size, left)) return left * 2 + 1;
    returned = has_returned(head);
    if (!all && !returned && !(recording->early && is_followed(at, reader->end, size))) return 0;
    return record_size(head) * 2 + returned;
}

/* Reads a part of the file into the view. */
static bool read_part(struct recording *recording, const void *from, const void *to)
{
    const uint64_t size = (uint64_t)((const unsigned char *)to - (const unsigned char *)from);
    const bool well =
        records_view_read(&recording->index->view, record_place(recording, from), (size_t)size);
    if (!well) recording->is_cut = true;
    return well;
}

/* Reads new records of a chunk. Returns the end of the complete ones. The process may be writing
 * them, so this reads twice: a record with the same size both times is complete in the second
 * reading. */
static const unsigned char *read_complete(struct recording *recording, struct reader *reader,
                                          bool all)
{
    struct extents *extents = &recording->index->extents;
    const unsigned char *at = reader->at;
    uint64_t extent;
    read_part(recording, at, at + sizeof(struct record_head));
    if (!record_size((const void *)at)) return at;
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
        const uint64_t size = record_size(head);
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

/* The next chunk in the file, or NULL. `skip`: skips places without a chunk, whose processes died
 * before they wrote the header. */
static const struct record_chunk *next_chunk(struct recording *recording, bool skip)
{
    uint64_t *place = &recording->index->place, end = atomic_load(&recording->file->end);
    if (end > recording->size) end = recording->size;
    while (*place + sizeof(struct record_chunk) <= end) {
        const struct record_chunk *chunk =
            (const void *)((const unsigned char *)recording->file + *place);
        bool good = read_part(recording, chunk, chunk + 1) &&
                    !memcmp(chunk->magic, RECORD_CHUNK_MAGIC, sizeof chunk->magic);
        /* The magic is written last, so a second reading has the complete header. */
        good = good && read_part(recording, chunk, chunk + 1) && chunk->size >= RECORD_GRANULE &&
               chunk->size % RECORD_GRANULE == 0 && chunk->size <= recording->size - *place;
        if (!good && !skip) return NULL;
        *place += good ? chunk->size : RECORD_GRANULE;
        if (good) return chunk;
        *place = records_view_skip(&recording->index->view, *place);
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

/* Entries that begin at the same time stay in the order of the file: outer calls come before inner
 * ones. */
static int by_begin(const void *a, const void *b)
{
    const struct entry *left = a, *right = b;
    int order = compare_numbers(left->begin, right->begin);
    return order ? order : compare_numbers((uintptr_t)left->head, (uintptr_t)right->head);
}

static int by_number(const void *a, const void *b)
{
    const struct place *left = a, *right = b;
    int order = compare_numbers(left->number, right->number);
    return order ? order : compare_numbers((uintptr_t)left->head, (uintptr_t)right->head);
}

static int by_before(const void *a, const void *b)
{
    const struct timer *left = a, *right = b;
    return compare_numbers(left->before, right->before);
}

static int by_at(const void *a, const void *b)
{
    const struct found *left = a, *right = b;
    const int order = compare_numbers(left->at, right->at);
    return order ? order : compare_numbers((uintptr_t)left->record, (uintptr_t)right->record);
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

/* Sets the members of struct recording from the index. */
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

/* The number of written bytes; chunks beyond the limit were not written. */
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
    ARRAY_SORT(&index->stacks, recording_by_stack_number);
    publish(recording);
    recording_name_kernels(recording);
    return recording;
}

void recording_close(struct recording *recording)
{
    struct recording_index *index;
    if (!recording) return;
    index = recording->index;
    for (size_t i = 0; i < recording->thread_count; i++) free(recording->threads[i]);
    for (size_t i = 0; i < recording->process_count; i++) free(recording->processes[i]);
    recording_free_names(recording);
    free(index->entries.items);
    free(index->mores.items);
    free(index->commands.items);
    free(index->contents.items);
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

/* Reads the new records of all chunks. What belongs to a returned call may be in a later chunk, so
 * this adds chunks until none is new. */
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
            readers[kept++] = readers[i]; /* the chunks of the other readers are full */
    chunks->count = kept;
}

/* Reads what may have changed in the header: its beginning and its end. `all`: everything. */
static void read_header(struct recording *recording, bool all)
{
    const struct record_file *file = recording->file;
    if (!read_part(recording, file, all ? (const void *)(file + 1) : file->functions)) return;
    if (!all) read_part(recording, &file->ended, file + 1);
    if (!record_is_one(file)) recording->is_cut = true; /* somebody else has written to the file */
}

/* Reads the calls again that had not returned. Twice, because `end` is written last. */
static void read_open(struct recording *recording)
{
    const struct open_calls *open = &recording->index->open;
    for (size_t i = 0; i < open->count; i++) {
        const struct record_call *record = (const void *)open->items[i];
        const unsigned char *end = (const unsigned char *)record + record_size(&record->head);
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
    /* Findings that are read early may precede the values of their calls. */
    if (!recording->early) index->mores.count = 0;
    read_header(recording, all);
    read_new(recording, all);
    if (all) read_open(recording);
    /* Other files may need this one's place among the open files. */
    if (all) records_view_end(&index->view);
    ARRAY_SORT(&index->entries, by_begin);
    ARRAY_SORT(&index->mores, by_number);
    ARRAY_SORT(&index->found, by_at);
    if (index->contents.count != index->sorted_contents) ARRAY_SORT(&index->contents, by_number);
    index->sorted_contents = index->contents.count;
    ARRAY_SORT(&index->called, by_number);
    if (index->stacks.count != index->sorted_stacks)
        ARRAY_SORT(&index->stacks, recording_by_stack_number);
    index->sorted_stacks = index->stacks.count;
    publish(recording);
    recording_name_kernels(recording);
}

/* Reads a call again that had not returned. This may replace only bytes that nobody has used: those
 * that a reader still has ahead or, if there are none, those behind the head of such a call. */
static void read_again(const struct recording *recording, const struct record_call *record)
{
    const struct open_calls *open = &recording->index->open;
    const struct readers *chunks = &recording->index->chunks;
    const unsigned char *from = NULL, *to = NULL;
    if (record_size(&record->head) && record->end) return;
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
        to = (const unsigned char *)record + record_size(&record->head);
    }
    /* Twice, because `end` is written last. */
    for (int time = 0; from && time < 2; time++)
        records_view_read(&recording->index->view, record_place(recording, from),
                          (size_t)(to - from));
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
        !is_sound(&record->head, record_size(&record->head), end - place))
        return false;
    *entry = (struct entry){ recording_moment(recording, found->thread, record->begin),
                             &record->head, found->thread };
    return recording_call(recording, entry, call);
}
