/* SPDX-License-Identifier: Apache-2.0 */
/* Writes records (record.h). Every function may be called from any thread at any time. */
#ifndef CLRELAY_LAYER_RECORDER_H
#define CLRELAY_LAYER_RECORDER_H

#include "clock.h"
#include "record.h"
#include "signature.h"

/* The file's header; before recorder_open(), one in which nothing is recorded. */
extern HIDDEN struct record_file *recorder_file;

/* Whether the clock is the time-stamp counter. */
extern HIDDEN bool recorder_counter;

/* Maps the file that the environment names. Returns NULL, or why it can't. Once in a process. */
HIDDEN const char *recorder_open(void);

static inline bool recorder_on(void)
{
    return atomic_load_explicit(&recorder_file->state, memory_order_relaxed) & RECORD_ON;
}

static inline uint64_t recorder_ticks(void)
{
    return clock_ticks(recorder_counter);
}

/* A call that is being recorded, on the stack of its wrapper. */
struct recorder_call {
    struct record_call *record; /* NULL: not recorded */
    uint64_t place;             /* of the record in the file */
};

/* Begins the record of a call of the function `number` with these arguments. */
HIDDEN void recorder_begin(struct recorder_call *call, unsigned number, const uint64_t *words,
                           unsigned count);

/* Completes it, after the function has returned; the pointers among the arguments are followed. If
 * the call failed, memory that the driver had no reason to read is read by way of the system. */
HIDDEN void recorder_end(struct recorder_call *call, unsigned number, const uint64_t *words,
                         uint64_t result, bool succeeded);

/* The same for a callback, which the driver makes: `given_to` is the number of the function that it
 * was given to, `object` and `status` what the driver passes. */
HIDDEN struct record_callback *recorder_begin_callback(function called, unsigned given_to,
                                                       const void *object, int64_t status);
HIDDEN void recorder_end_callback(struct record_callback *record);

/* Space for a record of a kind, without its head; its bytes are 0. NULL if there is none. The record
 * counts from recorder_commit() on. */
HIDDEN void *recorder_reserve(size_t size);
HIDDEN void recorder_commit(void *record, enum record_kind kind, size_t size);

/* Records that an object has a name from now on. */
HIDDEN void recorder_name(const void *object, const char *name);

#endif
