/* SPDX-License-Identifier: Apache-2.0 */
/* Writes records (record.h). Any thread may call any function here at any time. */
#ifndef CLRELAY_TOOLS_LAYERS_RECORDER_H
#define CLRELAY_TOOLS_LAYERS_RECORDER_H

#include "../calls/clock.h"
#include "../calls/functions.h"
#include "../calls/record.h"
#include "../calls/signature.h"
#include "layer_system.h"

/* The file's header. Before recorder_open(), a header by which nothing is recorded. */
extern HIDDEN struct record_file *recorder_file;

/* The bits by which each function is recorded: see functions_choose(). */
extern HIDDEN unsigned char recorder_functions[FUNCTION_NUMBERS];

/* Whether the recording's clock is the time-stamp counter. */
extern HIDDEN bool recorder_counter;

/* Maps the file that an environment variable names, once in a process, although a loader may come
 * and go. `all`: records all functions, not only those that the header names. Returns NULL, or the
 * reason of a failure, which ends with `remedy` if the variable is not set. */
HIDDEN const char *recorder_open(const char *variable, const char *remedy, bool all);

/* Makes and maps a new file in a folder, PROGRAM.PID.records, of up to `limit` bytes. Returns NULL,
 * or the reason of a failure. */
HIDDEN const char *recorder_make(const char *folder, uint32_t options, uint64_t limit);

/* Call this when the process ends. Notes the moment, if the file is the process's own
 * (recorder_make()). */
HIDDEN void recorder_ends(void);

/* Counts this process, once, among those in which a loader has loaded the layer. Its children count
 * themselves. */
HIDDEN void recorder_count_process(void);

/* The bits of record_file.state for which a call of a function is recorded now; 0: it is not. */
ALWAYS_INLINED static inline uint32_t recorder_wants(unsigned number)
{
    return atomic_load_explicit(&recorder_file->state, memory_order_relaxed) &
           recorder_functions[number];
}

/* Whether calls are recorded now, at least those that make or free objects. */
static inline bool recorder_on(void)
{
    return atomic_load_explicit(&recorder_file->state, memory_order_relaxed) &
           (RECORD_ON | RECORD_OBJECTS);
}

ALWAYS_INLINED static inline uint64_t recorder_ticks(void)
{
    return clock_ticks(recorder_counter);
}

/* What a layer does besides recording. before_call() comes before a call is recorded; the call's
 * record and values take `following` bytes. thread_ends() comes when a thread ends. Set
 * recorder_hooks, which may stay NULL, before the first call; from then on recorder_begin_often()
 * always takes its slow path. */
struct recorder_hooks {
    void (*before_call)(size_t following);
    void (*thread_ends)(void);
};
extern HIDDEN const struct recorder_hooks *recorder_hooks;

/* The place in the file where a thread writes. */
struct recorder_buffer {
    unsigned char *next, *end; /* addresses in memory */
    unsigned char *often_end;  /* up to here recorder_begin_often() stays on its fast path */
    unsigned char *chunk;
    uint64_t place; /* the offset of the chunk in the file */
    /* The number of the thread's calls that have not returned, plus 1 unless the oldest of them may
     * have begun in another chunk. At 0, that chunk is no longer needed. */
    unsigned open;
};
extern HIDDEN _Thread_local struct recorder_buffer recorder_buffer THREAD_LOCAL_NEAR;

/* Makes space for `size` bytes. Returns false if there is none. */
HIDDEN bool recorder_get_space(size_t size);

/* Bytes that stay free after a call's record, for its values. */
enum { RECORDER_SLACK = 512 };

/* A lock that owners hold briefly: they must not call the driver or the program meanwhile. A thread
 * that forks takes the lock, so that the child finds consistent data. */
extern HIDDEN atomic_flag recorder_lock;

static inline void recorder_take_lock(void)
{
    system_take(&recorder_lock);
}

static inline void recorder_release_lock(void)
{
    atomic_flag_clear_explicit(&recorder_lock, memory_order_release);
}

/* The slow path of recorder_begin(), for when the chunk has no space, or recorder_hooks are set. */
HIDDEN struct record_call *recorder_begin_elsewhere(unsigned number, size_t size, uint32_t wants);

/* Takes the next `size` bytes of the buffer, which must have them, for the record of a call. */
ALWAYS_INLINED static inline struct record_call *recorder_take(unsigned number, size_t size,
                                                               uint32_t wants)
{
    struct record_call *record = (void *)recorder_buffer.next;
    recorder_buffer.next += size;
    recorder_buffer.open++;
    record->head.kind = (uint16_t)number;
    record->head.flags = (uint16_t)wants;
    record->begin = recorder_ticks();
    return record;
}

ALWAYS_INLINED static inline size_t recorder_call_size(unsigned count)
{
    return sizeof(struct record_call) + count * sizeof(uint64_t);
}

/* Begins the record of a call. The caller writes the arguments behind the record, and calls
 * recorder_called(). Returns NULL if the call is not recorded. Only for functions that programs
 * call in their inner loops: this code is copied into each function that uses it. */
ALWAYS_INLINED static inline struct record_call *recorder_begin_often(unsigned number,
                                                                      unsigned count)
{
    const uint32_t wants = recorder_wants(number);
    const size_t size = recorder_call_size(count);
    if (!wants) return NULL;
    if ((uintptr_t)recorder_buffer.next + size + RECORDER_SLACK >
        (uintptr_t)recorder_buffer.often_end)
        return recorder_begin_elsewhere(number, size, wants);
    return recorder_take(number, size, wants);
}

/* The same as recorder_begin_often(), for all other functions, and not inlined: copies would be a
 * third of the layer. */
HIDDEN struct record_call *recorder_begin(unsigned number, unsigned count);

/* Completes the record, as far as the arguments: it counts from now on, even if the process dies in
 * the call. */
ALWAYS_INLINED static inline void recorder_called(struct record_call *record, unsigned count)
{
    atomic_store_explicit(&record->head.size, (uint32_t)recorder_call_size(count),
                          memory_order_release);
}

/* The offset in the file of a record that this thread writes. */
static inline uint64_t recorder_place(const void *record)
{
    return recorder_buffer.place +
           (uint64_t)((const unsigned char *)record - recorder_buffer.chunk);
}

/* Completes the record of a call after the function has returned, with the values that pointers
 * among the arguments point to. After a failed call, the system copies these values, because memory
 * that the driver had no reason to read may not be readable. */
HIDDEN void recorder_end(struct record_call *record, unsigned number, uint64_t result,
                         bool succeeded);

/* Begins the record of a callback of the program, `called`. The program gave it to the function
 * with the number `given_to`; the driver passes `object` and `status`. */
HIDDEN struct record_callback *recorder_begin_callback(function called, unsigned given_to,
                                                       const void *object, int64_t status);
HIDDEN void recorder_end_callback(struct record_callback *record);

/* Returns space for a record, filled with 0; NULL if there is none. recorder_commit() writes the
 * record's head; the record counts from then on. */
HIDDEN void *recorder_reserve(size_t size);
/* The same as recorder_reserve(), with space for `following` bytes behind the record in the same
 * chunk. */
HIDDEN void *recorder_reserve_before(size_t size, size_t following);
HIDDEN void recorder_commit(void *record, enum record_kind kind, size_t size);

/* Whether this function gets a number, which is a hash, for the first time. */
HIDDEN bool recorder_is_new(uint64_t number);

/* Records that an object has a name from now on. */
HIDDEN void recorder_name(const void *object, const char *name);

/* Records the type of a device or queue (RECORD_TYPE). */
HIDDEN void recorder_type(const void *object, const char *type);

/* Records that a program has a build log from now on. */
HIDDEN void recorder_log(const void *program, const char *log);

/* Records that a program has these binaries from now on, one for each device. A size of 0 means
 * that the device has no binary. */
enum { RECORDER_BINARIES = 16 };
HIDDEN void recorder_binaries(const void *program, unsigned count, unsigned char *const *binaries,
                              const size_t *sizes);

#endif
