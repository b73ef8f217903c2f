/* SPDX-License-Identifier: Apache-2.0 */
/* The index of a recording, which the files that implement recording.h share. */
#ifndef CLRELAY_TOOLS_RECORDING_RECORDING_INDEX_H
#define CLRELAY_TOOLS_RECORDING_RECORDING_INDEX_H

#include "recording.h"

#include "../base/array.h"
#include "records.h"

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
ARRAY(name_list, struct name);
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
    struct places contents;        /* by the hash of the content */
    struct name_list names;
    struct timers timers;
    struct strays strays;
    struct found_list found;
    struct places called; /* RECORD_STACKs, by the call's place */
    struct stacks stacks; /* by number */
    struct threads threads;
    struct processes processes;
    struct thread *thread_rows[ROWS];   /* the threads, by row_of() their IDs */
    struct process *process_rows[ROWS]; /* the processes, by row_of() their IDs */
    bool filtered;                      /* recording_choose() has removed calls */
    bool cut;                           /* recording_choose_span() has hidden calls */
    unsigned char *chosen;              /* from functions_choose(); NULL: all functions */
    struct records_view view;
    uint64_t place; /* of the next chunk */
    /* Of a recording that is followed: */
    struct readers chunks;
    struct extents extents; /* scratch space of read_complete() */
    struct open_calls open; /* calls that had not returned when read */
    size_t sorted_names, sorted_contents, sorted_stacks;
};

static inline uint64_t record_size(const struct record_head *head)
{
    return atomic_load_explicit(&head->size, memory_order_acquire);
}

/* The offset of a record in the file. */
static inline uint64_t record_place(const struct recording *recording, const void *record)
{
    return (uint64_t)((const unsigned char *)record - (const unsigned char *)recording->file);
}

/* The order of numbers, for qsort(). */
static inline int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* The order of struct stack. */
int recording_by_stack_number(const void *a, const void *b);

/* Notes what a record says of an object from a moment on: its name, type, log or binaries. */
void recording_add_name(struct recording *recording, const struct process *process,
                        const struct record_name *record, moment from);

/* Names kernels by the calls that made them, and sorts all names. */
void recording_name_kernels(struct recording *recording);
void recording_free_names(struct recording *recording);

#endif
