/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each thread fills a chunk of the file by itself. A record gets its space before the call, and its
 * size at once, so it survives if the process dies in the call. The values that the call returned
 * follow later: right behind the record, if the thread recorded nothing else there meanwhile.
 */
#include "recorder_parts.h"
#include "recorder_plans.h"

#include "../calls/clock.h"
#include "../calls/record_version.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    CHUNK = 4 * RECORD_GRANULE,
    LEAST_ROOM = 8192,    /* the least space in a chunk for another thread to continue it */
    SHORT_CONTENT = 16384 /* the most bytes of a content without a chunk of its own */
};

static struct record_file no_file;
struct record_file *recorder_file = &no_file;
bool recorder_counter;
unsigned char recorder_functions[FUNCTION_NUMBERS];

const struct recorder_hooks *recorder_hooks;

static const struct recorder_buffer no_buffer = { .open = 1 };
_Thread_local struct recorder_buffer recorder_buffer THREAD_LOCAL_NEAR = { .open = 1 };

_Thread_local struct recorder_buffer recorder_previous THREAD_LOCAL_NEAR;

/* ---- what several threads share ---- */

atomic_flag recorder_lock = ATOMIC_FLAG_INIT;
static atomic_bool process_is_recorded, process_is_counted;

/* Chunks that ended threads have left. */
static struct recorder_buffer *abandoned;
static size_t abandoned_count, abandoned_space;

/* The hashes of contents that the file has already: a table with open addressing. */
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
    size += sizeof *chunk + sizeof(struct record_head); /* the end of the chunk */
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

/* Ends the thread's chunk, or keeps it for the thread's open calls. (If the oldest open call began
 * more than two chunks back, some chunks stay mapped.) */
static void leave_chunk(void)
{
    if (recorder_previous.chunk) return;
    if (--recorder_buffer.open) {
        recorder_previous = recorder_buffer;
    } else {
        end_chunk(&recorder_buffer);
        recorder_buffer.open = 1;
    }
}

SLOW void recorder_end_previous(void)
{
    end_chunk(&recorder_previous);
    recorder_buffer.open = 1;
}

static void record_thread(void)
{
    struct record_thread *thread = (void *)recorder_buffer.next;
    recorder_buffer.next += sizeof *thread;
    thread->thread = system_thread();
    system_thread_name(thread->name);
    commit_record(&thread->head, RECORD_THREAD, sizeof *thread);
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
    commit_record(&process->head, RECORD_PROCESS, size);
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

/* Whether another thread can use the rest of a chunk. */
static bool has_room(const struct recorder_buffer *buffer)
{
    return buffer->chunk && (size_t)(buffer->end - buffer->next) >= LEAST_ROOM;
}

static void thread_ends(void)
{
    if (recorder_hooks) recorder_hooks->thread_ends();
    end_chunk(&recorder_previous);
    recorder_take_lock();
    if (abandoned_count == abandoned_space) {
        size_t space = abandoned_space ? 2 * abandoned_space : 16;
        struct recorder_buffer *more = realloc(abandoned, space * sizeof *abandoned);
        if (more) {
            abandoned = more;
            abandoned_space = space;
        }
    }
    recorder_buffer.open = 1; /* a thread may end during a call */
    if (has_room(&recorder_buffer) && abandoned_count < abandoned_space)
        abandoned[abandoned_count++] = recorder_buffer;
    else end_chunk(&recorder_buffer);
    recorder_release_lock();
    recorder_buffer = no_buffer;
}

/* In the child of a fork: the chunks belong to the parent. */
static void forked(void)
{
    recorder_release_lock();
    abandoned_count = 0;
    atomic_store(&process_is_recorded, false);
    recorder_buffer = no_buffer;
    memset(&recorder_previous, 0, sizeof recorder_previous);
    if (process_is_counted) atomic_fetch_add(&recorder_file->processes, 1);
}

static void use_file(struct record_file *file, bool all)
{
    recorder_make_plans(file->options);
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

static bool file_is_own; /* recorder_make() has made the file */

static bool is_absolute(const char *path)
{
    return *path == '/' || *path == '\\' || (*path && path[1] == ':');
}

/* Makes the file of this process. Another process may have had the same ID. */
static const char *make_file(const char *folder, uint32_t options, uint64_t limit)
{
    static char message[512], program[256], path[4096];
    struct record_file *file = NULL;
    const char *error = NULL;
    system_program_name(program, sizeof program);
    for (char *at = program; *at; at++) /* a program may have changed its name to anything */
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
    record_stamp(file); /* last, because the command may look at the file meanwhile */
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
    if (!recorder_has_space(size + following)) return NULL;
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
    commit_record(record, kind, size);
}

static void record_text(enum record_kind kind, const void *object, const char *name)
{
    size_t length = strlen(name) + 1, size = sizeof(struct record_name) + padded(length);
    struct record_name *record = recorder_on() ? recorder_reserve(size) : NULL;
    if (!record) return;
    record->object = (uintptr_t)object;
    record->moment = recorder_ticks();
    memcpy(record + 1, name, length);
    commit_record(&record->head, kind, size);
}

void recorder_name(const void *object, const char *name)
{
    record_text(RECORD_NAME, object, name);
}

void recorder_type(const void *object, const char *type)
{
    record_text(RECORD_TYPE, object, type);
}

void recorder_log(const void *program, const char *log)
{
    record_text(RECORD_LOG, program, log);
}

/* ---- contents ---- */

/* Adds a hash to the table. Returns whether it is new. Call this with the lock. */
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

/* FNV-1a */
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
    commit_record(&record->head, RECORD_CONTENT, sizeof *record + padded(length));
}

uint64_t recorder_content(const void *bytes, size_t length)
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
                 sizes[i] ? recorder_content(binaries[i], sizes[i]) : 0);
    record_text(RECORD_BINARIES, program, text);
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
    commit_record(&record->head, RECORD_CALLBACK, sizeof *record);
    return record;
}

void recorder_end_callback(struct record_callback *record)
{
    if (!record) return;
    record->end = recorder_ticks();
    recorder_close_call();
}
