/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each thread fills a chunk of the file by itself. A record gets its space before the call, and its
 * size at once, so that it survives if the process dies in the call. The values that the call
 * returned follow later, right after the record if nothing else was recorded there meanwhile.
 */
#include "recorder.h"

#include "data_hash.h"
#include "../calls/clock.h"
#include "../calls/record_version.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    CHUNK = 4 * RECORD_GRANULE,
    LONGEST_VALUE = 4096, /* bytes of a list or string in a call's record */
    PLAIN_VALUE = 64,     /* bytes; with heads, those of all parameters fit into the slack */
    MOST_STRINGS = 64,    /* strings of a list; the last of them has the others, too */
    LEAST_ROOM = 8192,    /* of a chunk that another thread continues */
    NOT_PLAIN = 255,      /* more elements than a plain value may have */
    SHORT_CONTENT = 16384 /* bytes of a content that gets no chunk of its own */
};

static struct record_file no_file;
struct record_file *recorder_file = &no_file;
bool recorder_counter;
unsigned char recorder_functions[FUNCTION_NUMBERS];

const struct recorder_hooks *recorder_hooks;

static const struct recorder_buffer no_buffer = { .open = 1 };
_Thread_local struct recorder_buffer recorder_buffer THREAD_LOCAL_NEAR = { .open = 1 };

/* The chunk where the oldest open call may have begun, if not the current one. */
static _Thread_local struct recorder_buffer previous THREAD_LOCAL_NEAR;

/* By number: the signatures, and which parameters have values. */
static const struct signature *signatures[EXTENSION_NUMBER_END];
static uint16_t pointers[EXTENSION_NUMBER_END];

/* By number: how to write these values, in order, if the call succeeds. An entry without elements
 * ends the plan. */
enum { PLANNED = 7 };
static struct plan {
    unsigned char parameter, element; /* as in struct record_value */
    uint16_t flags;                   /* 0 */
    unsigned char count;              /* of elements; 0: as many as an argument says; NOT_PLAIN */
    unsigned char length;             /* this argument */
    unsigned char padding[2];
} plans[EXTENSION_NUMBER_END][PLANNED + 1];

/* ---- what several threads share ---- */

atomic_flag recorder_lock = ATOMIC_FLAG_INIT;
static atomic_bool process_is_recorded, process_is_counted;

/* Chunks left by threads that ended. */
static struct recorder_buffer *abandoned;
static size_t abandoned_count, abandoned_space;

/* The hashes of contents already in the file: a table with open addressing. */
static uint64_t *hashes;
static size_t hash_count, hash_space;

/* ---- chunks ---- */

static void stop(uint32_t why)
{
    atomic_fetch_or(&recorder_file->state, why);
    atomic_fetch_and(&recorder_file->state, ~(uint32_t)(RECORD_ON | RECORD_OBJECTS));
}

/* Maps a new chunk with space for `size` bytes after its header. */
static bool begin_chunk(struct recorder_buffer *buffer, size_t size)
{
    struct record_chunk *chunk;
    bool no_disk = false;
    size += sizeof *chunk + sizeof(struct record_head); /* an end */
    size = size < CHUNK ? CHUNK : (size + RECORD_GRANULE - 1) / RECORD_GRANULE * RECORD_GRANULE;
    buffer->place = atomic_fetch_add(&recorder_file->end, size);
    if (size > UINT32_MAX || buffer->place + size > recorder_file->limit)
        return stop(RECORD_FULL), false;
    buffer->chunk = system_map_part(buffer->place, size, &no_disk);
    if (!buffer->chunk) return stop(no_disk ? RECORD_NO_DISK : RECORD_FAILED), false;
    chunk = (void *)buffer->chunk;
    chunk->size = (uint32_t)size;
    chunk->process = system_process();
    chunk->clock = recorder_counter ? CLOCK_TICKS : CLOCK_NANOSECONDS;
    chunk->thread = system_thread();
    chunk->moment.ticks = recorder_ticks();
    chunk->moment.nanoseconds = clock_nanoseconds();
    system_thread_name(chunk->name);
    atomic_thread_fence(memory_order_release);
    memcpy(chunk->magic, RECORD_CHUNK_MAGIC, sizeof chunk->magic);
    buffer->next = buffer->chunk + sizeof *chunk;
    buffer->end = buffer->chunk + size;
    buffer->often_end = recorder_hooks ? NULL : buffer->end;
    return true;
}

static void end_chunk(struct recorder_buffer *buffer)
{
    if (buffer->chunk) system_unmap_part(buffer->chunk, (size_t)(buffer->end - buffer->chunk));
    buffer->chunk = NULL;
}

/* Ends the thread's chunk, or keeps it for its open calls. (If the oldest one is more than two
 * chunks back, some chunks stay mapped.) */
static void leave_chunk(void)
{
    if (previous.chunk) return;
    if (--recorder_buffer.open) {
        previous = recorder_buffer;
    } else {
        end_chunk(&recorder_buffer);
        recorder_buffer.open = 1;
    }
}

static SLOW void end_previous(void)
{
    end_chunk(&previous);
    recorder_buffer.open = 1;
}

static void commit(struct record_head *head, unsigned kind, size_t size)
{
    head->kind = (uint16_t)kind;
    atomic_store_explicit(&head->size, (uint32_t)size, memory_order_release);
}

static void record_thread(void)
{
    struct record_thread *thread = (void *)recorder_buffer.next;
    recorder_buffer.next += sizeof *thread;
    thread->thread = system_thread();
    system_thread_name(thread->name);
    commit(&thread->head, RECORD_THREAD, sizeof *thread);
}

static void record_process(void)
{
    struct record_process *process = (void *)recorder_buffer.next;
    char *name = (char *)(process + 1);
    size_t size;
    if (atomic_exchange(&process_is_recorded, true)) return;
    process->parent = system_parent_process();
    process->pointer = sizeof(void *);
    system_program_name(name, 256);
    size = sizeof *process + (strlen(name) + 8) / 8 * 8;
    recorder_buffer.next += size;
    commit(&process->head, RECORD_PROCESS, size);
}

bool recorder_get_space(size_t size)
{
    bool found = false;
    recorder_take_lock();
    for (size_t i = 0; i < abandoned_count && !recorder_buffer.chunk && !found; i++) {
        if ((size_t)(abandoned[i].end - abandoned[i].next) <
            size + sizeof(struct record_thread) + 8)
            continue;
        recorder_buffer = abandoned[i];
        abandoned[i] = abandoned[--abandoned_count];
        found = true;
    }
    recorder_release_lock();
    if (found) {
        record_thread();
    } else {
        struct recorder_buffer fresh;
        if (!begin_chunk(&fresh, size)) return false;
        leave_chunk();
        fresh.open = recorder_buffer.open;
        recorder_buffer = fresh;
    }
    record_process();
    system_note_thread();
    return true;
}

static inline bool has_space(size_t size)
{
    return (size_t)(recorder_buffer.end - recorder_buffer.next) >=
               size + sizeof(struct record_head) ||
           recorder_get_space(size);
}

/* Whether another thread can use the rest of a chunk. */
static bool has_room(const struct recorder_buffer *buffer)
{
    return buffer->chunk && (size_t)(buffer->end - buffer->next) >= LEAST_ROOM;
}

static void thread_ends(void)
{
    if (recorder_hooks) recorder_hooks->thread_ends();
    end_chunk(&previous);
    recorder_take_lock();
    if (abandoned_count == abandoned_space) {
        size_t space = abandoned_space ? 2 * abandoned_space : 16;
        struct recorder_buffer *more = realloc(abandoned, space * sizeof *abandoned);
        if (more) {
            abandoned = more;
            abandoned_space = space;
        }
    }
    recorder_buffer.open = 1; /* a thread may end in a call */
    if (has_room(&recorder_buffer) && abandoned_count < abandoned_space)
        abandoned[abandoned_count++] = recorder_buffer;
    else end_chunk(&recorder_buffer);
    recorder_release_lock();
    recorder_buffer = no_buffer;
}

/* The chunks belong to the parent. */
static void forked(void)
{
    recorder_release_lock();
    abandoned_count = 0;
    atomic_store(&process_is_recorded, false);
    recorder_buffer = no_buffer;
    memset(&previous, 0, sizeof previous);
    if (process_is_counted) atomic_fetch_add(&recorder_file->processes, 1);
}

/* The number of elements for a length that is not an argument. */
static unsigned fixed_length(const struct signature *signature, unsigned place)
{
    static const unsigned char fixed[] = { 0, 1, 3 };
    return fixed[place - signature->parameters];
}

static struct plan plan_value(const struct signature *signature, unsigned parameter)
{
    const struct parameter *row = &signature->parameter[parameter];
    struct plan plan = { (unsigned char)parameter, row->element, 0, NOT_PLAIN, 0, { 0, 0 } };
    if (row->role == RETURNED || row->role == RETURNED_ERROR) plan.count = 1;
    if (row->role != LIST) return plan;
    if (row->length < signature->parameters) {
        plan.count = 0;
        plan.length = row->length;
    } else {
        plan.count = (unsigned char)fixed_length(signature, row->length);
    }
    return plan;
}

static bool has_value(const struct parameter *parameter, uint32_t options)
{
    return parameter->role != VALUE && (parameter->role != DATA || options & RECORD_DATA);
}

static void prepare_signatures(uint32_t options)
{
    for (unsigned number = 0; number < EXTENSION_NUMBER_END; number++) {
        const struct signature *signature = signatures[number] = signature_of(number);
        struct plan *plan = plans[number];
        for (unsigned i = 0; signature && i < signature->parameters; i++) {
            if (!has_value(&signature->parameter[i], options)) continue;
            pointers[number] |= (uint16_t)(1u << i);
            if (plan < plans[number] + PLANNED) *plan++ = plan_value(signature, i);
            else plan[-1].count = NOT_PLAIN; /* it and all that follow are written without a plan */
        }
    }
}

static void use_file(struct record_file *file, bool all)
{
    prepare_signatures(file->options);
    recorder_counter = file->first.ticks && clock_is_steady();
    functions_choose(recorder_functions, all ? "" : file->functions);
    system_at_fork(recorder_take_lock, recorder_release_lock, forked);
    system_at_thread_end(thread_ends);
    recorder_file = file;
}

static const char *map_file(const char *variable, const char *remedy, bool all)
{
    static char message[512];
    const char *path = system_variable(variable), *error = NULL;
    struct record_file *file;
    if (!path || !*path) {
        snprintf(message, sizeof message, "the variable %s names no file: %s", variable, remedy);
        return message;
    }
    file = system_open_file(path, sizeof *file, &error);
    if (file && !record_is_ours(file)) {
        const struct record_versions versions = record_versions(file);
        snprintf(message, sizeof message,
                 record_is_one(file) ? "%.250s is of %s, but the layer is of %s: install both of "
                                       "one version, or build them again together"
                                     : "%.250s is no file of records",
                 path, versions.file, versions.ours);
        return message;
    }
    if (!file) {
        snprintf(message, sizeof message, "%.300s: %.200s", path, error);
        return message;
    }
    use_file(file, all);
    return NULL;
}

static bool file_is_own; /* recorder_make() has made it */

static bool is_absolute(const char *path)
{
    return *path == '/' || *path == '\\' || (*path && path[1] == ':');
}

/* Makes the file of this process. Another process may have had its number. */
static const char *make_file(const char *folder, uint32_t options, uint64_t limit)
{
    static char message[512], program[256], path[4096];
    struct record_file *file = NULL;
    const char *error = NULL;
    system_program_name(program, sizeof program);
    for (char *at = program; *at; at++) /* programs may change their name */
        if (*at == '/' || *at == '\\') *at = '_';
    if (!is_absolute(folder)) error = "programs change their folder";
    snprintf(path, sizeof path, "%s", folder);
    for (unsigned i = 1; !file && !error && i < 1000; i++) {
        char again[16] = "";
        if (i > 1) snprintf(again, sizeof again, "-%u", i);
        if ((size_t)snprintf(path, sizeof path,
                             "%s/%." RECORD_NAME_BYTES "s.%" PRIu32 "%s" RECORD_SUFFIX, folder,
                             program, system_process(), again) >= sizeof path)
            error = "the path is too long";
        else file = system_make_file(path, sizeof *file, &limit, &error);
    }
    if (!file) {
        snprintf(message, sizeof message,
                 "%.200s can't be made: %.100s. " RECORD_CHECK_FOLDER
                 " needs the absolute path of a folder in which the program may write",
                 path, error ? error : "there are files of that name");
        return message;
    }
    file->limit = limit;
    file->options = options;
    file->first.nanoseconds = file->last.nanoseconds = clock_nanoseconds();
    file->realtime = (uint64_t)time(NULL) * 1000000000u;
    atomic_store(&file->end, RECORD_GRANULE);
    atomic_store(&file->state, RECORD_ON | RECORD_OBJECTS);
    file_is_own = true;
    record_stamp(file); /* last: the command looks for it while this goes on */
    use_file(file, true);
    return NULL;
}

static atomic_flag opening = ATOMIC_FLAG_INIT;

const char *recorder_open(const char *variable, const char *remedy, bool all)
{
    const char *error = NULL;
    system_take(&opening);
    if (recorder_file == &no_file) error = map_file(variable, remedy, all);
    atomic_flag_clear_explicit(&opening, memory_order_release);
    return error;
}

const char *recorder_make(const char *folder, uint32_t options, uint64_t limit)
{
    const char *error = NULL;
    system_take(&opening);
    if (recorder_file == &no_file) error = make_file(folder, options, limit);
    atomic_flag_clear_explicit(&opening, memory_order_release);
    return error;
}

void recorder_ends(void)
{
    if (file_is_own) recorder_file->last.nanoseconds = clock_nanoseconds();
}

void recorder_count_process(void)
{
    if (!atomic_exchange(&process_is_counted, true)) atomic_fetch_add(&recorder_file->processes, 1);
}

/* ---- records ---- */

void *recorder_reserve_before(size_t size, size_t following)
{
    struct record_head *record;
    if (!has_space(size + following)) return NULL;
    record = (void *)recorder_buffer.next;
    recorder_buffer.next += size;
    return record;
}

void *recorder_reserve(size_t size)
{
    return recorder_reserve_before(size, 0);
}

void recorder_commit(void *record, enum record_kind kind, size_t size)
{
    commit(record, kind, size);
}

/* Records and their parts have a multiple of 8 bytes. */
static size_t padded(size_t size)
{
    return (size + 7) / 8 * 8;
}

static void record_text(enum record_kind kind, const void *object, const char *name)
{
    size_t length = strlen(name) + 1, size = sizeof(struct record_name) + padded(length);
    struct record_name *record = recorder_on() ? recorder_reserve(size) : NULL;
    if (!record) return;
    record->object = (uintptr_t)object;
    record->moment = recorder_ticks();
    memcpy(record + 1, name, length);
    commit(&record->head, kind, size);
}

void recorder_name(const void *object, const char *name)
{
    record_text(RECORD_NAME, object, name);
}

void recorder_type(const void *device, const char *type)
{
    record_text(RECORD_TYPE, device, type);
}

void recorder_log(const void *program, const char *log)
{
    record_text(RECORD_LOG, program, log);
}

/* ---- contents ---- */

/* Whether the hash was not in the table yet; adds it. Call it with the lock. */
static bool note_hash(uint64_t hash)
{
    size_t i;
    if (2 * hash_count >= hash_space) {
        size_t space = hash_space ? 2 * hash_space : 256;
        uint64_t *more = calloc(space, sizeof *more);
        if (!more) return true;
        for (size_t old = 0; old < hash_space; old++) {
            if (!hashes[old]) continue;
            for (i = (size_t)(hashes[old] % space); more[i]; i = (i + 1) % space) {
            }
            more[i] = hashes[old];
        }
        free(hashes);
        hashes = more;
        hash_space = space;
    }
    for (i = (size_t)(hash % hash_space); hashes[i]; i = (i + 1) % hash_space)
        if (hashes[i] == hash) return false;
    hashes[i] = hash;
    hash_count++;
    return true;
}

bool recorder_is_new(uint64_t number)
{
    bool fresh;
    recorder_take_lock();
    fresh = note_hash(number);
    recorder_release_lock();
    return fresh;
}

/* FNV-1a. */
static uint64_t hash_bytes(const unsigned char *bytes, size_t length)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < length; i++) hash = (hash ^ bytes[i]) * 0x100000001b3;
    return hash;
}

static void fill_content(struct record_content *record, uint64_t hash, const void *bytes,
                         size_t length)
{
    record->hash = hash;
    record->length = length;
    memcpy(record + 1, bytes, length);
    commit(&record->head, RECORD_CONTENT, sizeof *record + padded(length));
}

/* Records these bytes unless they are in the file already; many bytes get a chunk of their own.
 * Returns their hash. */
static uint64_t record_content(const void *bytes, size_t length)
{
    uint64_t hash = hash_bytes(bytes, length);
    const size_t size = sizeof(struct record_content) + padded(length);
    struct record_content *record;
    struct recorder_buffer own;
    hash += !hash;
    if (!recorder_is_new(hash)) return hash;
    if (length <= SHORT_CONTENT) {
        record = recorder_reserve(size);
        if (record) fill_content(record, hash, bytes, length);
    } else if (begin_chunk(&own, size)) {
        fill_content((void *)own.next, hash, bytes, length);
        end_chunk(&own);
    }
    return hash;
}

void recorder_binaries(const void *program, unsigned count, unsigned char *const *binaries,
                       const size_t *sizes)
{
    enum { DIGITS = 17 };
    char text[RECORDER_BINARIES * DIGITS + 1] = "";
    for (unsigned i = 0; i < count && i < RECORDER_BINARIES; i++)
        snprintf(text + (size_t)i * DIGITS, DIGITS + 1, "%016" PRIx64 " ",
                 sizes[i] ? record_content(binaries[i], sizes[i]) : 0);
    record_text(RECORD_BINARIES, program, text);
}

/* ---- values: what pointers point to ---- */

struct value {
    const void *from;
    uint64_t *hashes; /* instead of `from` */
    uint32_t count;
    uint16_t flags;
    unsigned char parameter, element;
};

struct values {
    struct value value[ARGUMENTS_MOST];
    unsigned count;
    size_t size; /* of the records */
    bool direct; /* memory is there, because the driver has read or written it */
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

/* A number that a parameter holds, or that lies where it points. */
static uint64_t number_at(const struct values *values, const void *at, size_t size)
{
    uint64_t word = 0;
    if (size > sizeof word || !copy(values, &word, at, size)) return 0;
    return word;
}

static uint64_t length_of(const struct signature *signature, const uint64_t *words, unsigned place)
{
    if (place < signature->parameters) return words[place];
    return fixed_length(signature, place);
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

/* How many elements a property takes, key included. */
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

/* Records strings as one, so that a source is whole. */
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
    hash = record_content(joined, length);
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
        values->hashes[i] = from[i] ? record_content(from[i], string_length(from, lengths, i)) : 0;
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
        if (succeeded && length) add_hash(values, parameter, record_content(from, (size_t)length));
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
    if (!has_space(size + RECORDER_SLACK)) return NULL;
    return recorder_take(number, size, wants);
}

struct record_call *recorder_begin(unsigned number, unsigned count)
{
    return recorder_begin_often(number, count);
}

/* How many elements a planned value has. */
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

/* Writes a call's planned values to *to, and moves it past them, as long as they are plain: the
 * driver has read or written them, and they are short. Returns the first value that is not
 * plain. */
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

/* Records values that are not plain: right after the call's record if that is the last one,
 * otherwise in a record of their own. */
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
    /* Contents may follow it now. */
    if (byte + size == buffer->next &&
        (size_t)(buffer->end - buffer->next) >= values.size + sizeof(struct record_head)) {
        write_values(recorder_buffer.next, &values);
        recorder_buffer.next += values.size;
        atomic_store_explicit(&record->head.size, (uint32_t)(size + values.size),
                              memory_order_release);
        return;
    }
    if (byte < buffer->chunk || byte >= buffer->end) buffer = &previous;
    if (byte < buffer->chunk || byte >= buffer->end) return; /* of a chunk long left */
    place = buffer->place + (uint64_t)(byte - buffer->chunk);
    more = recorder_reserve(sizeof *more + values.size);
    if (!more) return;
    more->call = place;
    write_values((unsigned char *)(more + 1), &values);
    commit(&more->head, RECORD_MORE, sizeof *more + values.size);
}

/* Call it whenever a call returns. */
ALWAYS_INLINED static inline void close_call(void)
{
    if (--recorder_buffer.open == 0) end_previous();
}

ALWAYS_INLINED static inline void end_call(struct record_call *record, uint64_t end)
{
    /* A reader that sees the end also sees the values. */
    atomic_store_explicit((_Atomic uint64_t *)&record->end, end, memory_order_release);
    close_call();
}

/* The values between the record of a call and `end` belong to the call. */
ALWAYS_INLINED static inline void take_values(struct record_call *record, unsigned char *end)
{
    recorder_buffer.next = end;
    atomic_store_explicit(&record->head.size, (uint32_t)(end - (unsigned char *)record),
                          memory_order_release);
}

/* The general case. The values before `plan` are already written, up to `at`. NULL: there is no
 * space after the record. */
static NOT_INLINED void end_with_values(struct record_call *record, const struct plan *plan,
                                        unsigned char *at, uint64_t end, bool succeeded)
{
    const unsigned number = record->head.kind;
    unsigned left = pointers[number];
    if (at) {
        plan = write_plain(plan, (uint64_t *)(record + 1), &at);
        take_values(record, at);
    }
    for (const struct plan *entry = plans[number]; entry < plan; entry++) left &= left - 1;
    if (left) record_values(record, signatures[number], left, succeeded);
    end_call(record, end);
}

/* Most values are a number or a handle. They are written here, without a function call. */
ALWAYS_INLINED static inline void end_at(struct record_call *record, unsigned number,
                                         bool succeeded, uint64_t end)
{
    const struct plan *plan = plans[number];
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

/* ---- callbacks ---- */

struct record_callback *recorder_begin_callback(function called, unsigned given_to,
                                                const void *object, int64_t status)
{
    struct record_callback *record = NULL;
    if (recorder_wants(given_to) & RECORD_ON) record = recorder_reserve(sizeof *record);
    if (!record) return NULL;
    recorder_buffer.open++;
    memcpy(&record->function, &called, sizeof called);
    record->object = (uintptr_t)object;
    record->status = status;
    record->given_to = given_to;
    record->begin = recorder_ticks();
    commit(&record->head, RECORD_CALLBACK, sizeof *record);
    return record;
}

void recorder_end_callback(struct record_callback *record)
{
    if (!record) return;
    record->end = recorder_ticks();
    close_call();
}
