/* SPDX-License-Identifier: Apache-2.0 */
/* Writes records (record.h). Every function may be called from any thread at any time. */
#ifndef CLRELAY_TOOLS_LAYERS_RECORDER_H
#define CLRELAY_TOOLS_LAYERS_RECORDER_H

#include "../calls/clock.h"
#include "../calls/functions.h"
#include "../calls/record.h"
#include "../calls/signature.h"
#include "layer_system.h"

/* The file's header; before recorder_open(), one in which nothing is recorded. */
extern HIDDEN struct record_file *recorder_file;

/* How each function is recorded: see functions_choose(). */
extern HIDDEN unsigned char recorder_functions[FUNCTION_NUMBERS];

/* Whether the clock is the time-stamp counter. */
extern HIDDEN bool recorder_counter;

/* Maps the file that an environment variable names, or says `remedy`. Returns NULL, or why it
 * can't. It is mapped once in a process, though a loader may come and go. `all`: all functions are
 * recorded, not only those that the header names. */
HIDDEN const char *recorder_open(const char *variable, const char *remedy, bool all);

/* The same for a new file in a folder, PROGRAM.PID.records, of up to `limit` bytes. */
HIDDEN const char *recorder_make(const char *folder, uint32_t options, uint64_t limit);

/* The process ends, whose own file it is. */
HIDDEN void recorder_ends(void);

/* Counts this process among those in which a loader has loaded the layer, once; its children count,
 * too. */
HIDDEN void recorder_count_process(void);

/* The bits of record_file.state that a call of a function is recorded for; 0: it is not. */
ALWAYS_INLINED static inline uint32_t recorder_wants(unsigned number)
{
    return atomic_load_explicit(&recorder_file->state, memory_order_relaxed) &
           recorder_functions[number];
}

/* Whether anything is recorded, if only what makes and frees objects. */
static inline bool recorder_on(void)
{
    return atomic_load_explicit(&recorder_file->state, memory_order_relaxed) &
           (RECORD_ON | RECORD_OBJECTS);
}

ALWAYS_INLINED static inline uint64_t recorder_ticks(void)
{
    return clock_ticks(recorder_counter);
}

/* What else there is to do, unless NULL: before each call is recorded, whose record and values take
 * `following` bytes, and when a thread ends. Set it before any call: then every call begins
 * elsewhere. */
struct recorder_hooks {
    void (*before_call)(size_t following);
    void (*thread_ends)(void);
};
extern HIDDEN const struct recorder_hooks *recorder_hooks;

/* Where a thread writes in the file. */
struct recorder_buffer {
    unsigned char *next, *end; /* in memory */
    unsigned char *often_end;  /* up to where recorder_begin_often() needs no other function */
    unsigned char *chunk;
    uint64_t place; /* of the chunk in the file */
    unsigned open;  /* calls of the thread that have not returned, and 1 unless the oldest of them
                       may have begun in another chunk: 0 when the other is no longer needed */
};
extern HIDDEN _Thread_local struct recorder_buffer recorder_buffer THREAD_LOCAL_NEAR;

/* Makes space for `size` bytes. Returns false if there is none. */
HIDDEN bool recorder_get_space(size_t size);

/* Space that is kept free after the records of calls, for their values. */
enum { RECORDER_SLACK = 512 };

/* A lock that is held briefly: its owner must not call the driver or the program. A thread that
 * forks takes it, so that the child finds consistent data. */
extern HIDDEN atomic_flag recorder_lock;

static inline void recorder_take_lock(void)
{
    system_take(&recorder_lock);
}

static inline void recorder_release_lock(void)
{
    atomic_flag_clear_explicit(&recorder_lock, memory_order_release);
}

/* What recorder_begin() does if the chunk has no space, or if there is something to do before. */
HIDDEN struct record_call *recorder_begin_elsewhere(unsigned number, size_t size, uint32_t wants);

/* Takes the next bytes, which must be there. */
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

/* Begins the record of a call now: the caller writes the arguments after it and calls
 * recorder_called(). Returns NULL if it is not recorded. For functions that programs call in their
 * inner loops: there it saves a call. */
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

/* The same, for all others: a third of the layer would be copies of it. */
HIDDEN struct record_call *recorder_begin(unsigned number, unsigned count);

/* The record counts from now on, even if the process dies in the call. */
ALWAYS_INLINED static inline void recorder_called(struct record_call *record, unsigned count)
{
    atomic_store_explicit(&record->head.size, (uint32_t)recorder_call_size(count),
                          memory_order_release);
}

/* The offset in the file of a record that this thread is writing. */
static inline uint64_t recorder_place(const void *record)
{
    return recorder_buffer.place +
           (uint64_t)((const unsigned char *)record - recorder_buffer.chunk);
}

/* Completes the record of a call after the function has returned; the pointers among the arguments
 * are followed. If the call failed, memory that the driver had no reason to read may not be there,
 * so the system copies it. */
HIDDEN void recorder_end(struct record_call *record, unsigned number, uint64_t result,
                         bool succeeded);

/* The same for a callback, which the driver makes: `given_to` is the number of the function that it
 * was given to, `object` and `status` what the driver passes. */
HIDDEN struct record_callback *recorder_begin_callback(function called, unsigned given_to,
                                                       const void *object, int64_t status);
HIDDEN void recorder_end_callback(struct record_callback *record);

/* Space for a record of a kind, without its head; its bytes are 0. NULL if there is none. The
 * record counts from recorder_commit() on. */
HIDDEN void *recorder_reserve(size_t size);
/* The same, in one chunk with so many bytes that follow. */
HIDDEN void *recorder_reserve_before(size_t size, size_t following);
HIDDEN void recorder_commit(void *record, enum record_kind kind, size_t size);

/* Whether this is the first time that it was asked for a number, which is a hash. */
HIDDEN bool recorder_is_new(uint64_t number);

/* Records that an object has a name from now on. */
HIDDEN void recorder_name(const void *object, const char *name);

/* Records the type of a device. */
HIDDEN void recorder_type(const void *device, const char *type);

/* Records that a program has a build log from now on. */
HIDDEN void recorder_log(const void *program, const char *log);

/* Records that it has these binaries from now on: one for each device; those without bytes are
 * none. */
enum { RECORDER_BINARIES = 16 };
HIDDEN void recorder_binaries(const void *program, unsigned count, unsigned char *const *binaries,
                              const size_t *sizes);

#endif
