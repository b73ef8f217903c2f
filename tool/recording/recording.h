/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a file of records (layer/record.h), in the order of time. */
#ifndef CLRELAY_TOOL_RECORDING_RECORDING_H
#define CLRELAY_TOOL_RECORDING_RECORDING_H

#include "../../layer/record.h"
#define SIGNATURE_TEXTS
#include "../../layer/signature.h"

#include <stdbool.h>
#include <stddef.h>

/* Nanoseconds since the recording began. */
typedef uint64_t moment;
#define NEVER UINT64_MAX

struct process {
    size_t number; /* its place in recording.processes */
    uint32_t id, parent;
    unsigned pointer; /* bytes of its pointers */
    const char *name;
};

struct thread {
    size_t number; /* its place in recording.threads */
    const struct process *process;
    uint64_t id;
    uint32_t clock; /* enum record_clock */
    char name[17];
};

/* A record, and where it belongs. */
struct entry {
    moment begin;
    const struct record_head *head;
    const struct thread *thread;
};

/* Something that the check layer has found. Its sites lie behind the record. */
struct found {
    moment at;
    const struct record_finding *record;
    const struct thread *thread;
};

struct recording {
    const struct record_file *file;
    size_t size;
    /* Calls, callbacks and marks, sorted by `begin`, and those of a thread as they nest. */
    struct entry *entries;
    size_t count;
    struct thread **threads;
    size_t thread_count;
    struct process **processes;
    size_t process_count;
    const struct found *found; /* sorted by `at` */
    size_t found_count;
    moment from, to; /* recording_choose_span(); 0 and NEVER: the whole recording */
    bool early;     /* when it is followed: findings are read even if their call has not returned */
    size_t damaged; /* chunks that end with something that is no record */
    struct call_sites
        *call_sites; /* call_sites_find(); NULL: where the program called is not known */
    struct recording_index *index;
};

/* Reads the file. Returns NULL, and why in *error, which the caller frees. */
struct recording *recording_open(const char *path, char **error);
void recording_close(struct recording *recording);

/* Opens a recording that is being made, without entries. recording_next() reads on: the entries are
 * then those calls and callbacks that have returned since; with `all`, also those that have not; and
 * the findings are those that are new. (Commands are not read.) */
struct recording *recording_follow(const char *path, char **error);
void recording_next(struct recording *recording, bool all);

/* Leaves out entries: calls of functions with other names, if `functions` is not "", and with other
 * kernels, if `kernels` is not "". Both are patterns, separated by commas. What makes or frees
 * objects stays, but is hidden. Returns how many entries with a kernel are left. */
size_t recording_choose(struct recording *recording, const char *functions, const char *kernels);

/* Hides what lies outside of a span of time. The moment `to` does. */
void recording_choose_span(struct recording *recording, moment from, moment to);

/* Whether a time lies outside of the span. */
bool recording_is_outside(const struct recording *recording, moment begin, moment end);

/* Whether calls of all functions are there: none were left out, then or when they were recorded. */
bool recording_has_all(const struct recording *recording);

/* A moment of the clock that a thread has. */
moment recording_moment(const struct recording *recording, const struct thread *thread,
                        uint64_t ticks);

/* ---- calls ---- */

struct call {
    const struct entry *entry;
    const struct record_call *record;
    const struct signature *signature;
    const uint64_t *words; /* the arguments */
    moment begin, end;     /* end: NEVER if it has not returned */
    bool failed;           /* returned an error, or no object */
    int64_t error;         /* the error code; 0: none, or none is known */
    bool hidden;           /* the user did not ask for it: it counts for objects and memory only */
    bool outside;          /* hidden for its time alone: its command may have run later */
};

/* Whether an entry is a call; then *call is it. */
bool recording_call(const struct recording *recording, const struct entry *entry,
                    struct call *call);

/* The call that a finding belongs to, if any; *entry is for its use. */
bool recording_found_call(const struct recording *recording, const struct found *found,
                          struct entry *entry, struct call *call);

/* Its parameter by name, or -1. */
int call_parameter(const struct call *call, const char *name);

/* The argument as a number; 0 if there is no such parameter. */
uint64_t call_number(const struct call *call, const char *name);

/* Whether a call that enqueues a command also waits for it. */
bool call_blocks(const struct call *call);

/* The queue of a call that enqueues or makes something for one: its first argument, or the first of the
 * list `queues`. 0: the call does not tell. */
uint64_t call_queue(const struct recording *recording, const struct call *call);

/* What a pointer pointed to. */
struct value {
    const unsigned char *data; /* NULL: nothing was recorded */
    unsigned element;          /* bytes of each element */
    uint32_t count;            /* elements */
    bool cut;                  /* there were more */
    bool content;              /* the elements are hashes: recording_content() */
};
struct value call_value(const struct recording *recording, const struct call *call, int parameter);

/* An element of a value as a number: its bytes are the first of a word. */
uint64_t value_number(const struct value *value, uint32_t index);

/* The text of a mark; "" if it has none. */
const char *recording_mark_text(const struct entry *entry);

/* The bytes of a content, or NULL. */
const unsigned char *recording_content(const struct recording *recording, uint64_t hash,
                                       uint64_t *length);

/* Visits all contents. */
void recording_contents(const struct recording *recording,
                        void (*visit)(uint64_t hash, const unsigned char *bytes, uint64_t length,
                                      void *data),
                        void *data);

/* ---- call sites ---- */

/* Where the program made calls: the addresses that the calling functions return to, the innermost first. */
struct stack {
    uint64_t number;
    const struct process *process;
    moment at; /* of the first of the calls */
    const struct record_site *sites;
    size_t count;
};

/* All stacks, in no order. Returns how many; *stacks points to them until recording_next(). */
size_t recording_stacks(const struct recording *recording, const struct stack **stacks);

/* The one of a call, or NULL: none was recorded. */
const struct stack *recording_stack(const struct recording *recording, const struct call *call);

/* ---- callbacks ---- */

/* Whether an entry is a callback. `end` is NEVER if it has not returned. */
const struct record_callback *recording_callback(const struct recording *recording,
                                                 const struct entry *entry, moment *end);

/* ---- objects and commands ---- */

/* The name that an object has at a moment: a kernel's function, a device's name. NULL: none is known. */
const char *recording_name(const struct recording *recording, const struct process *process,
                           uint64_t object, moment at);

/* The type of a device (RECORD_TYPE); NULL: another one, or none was recorded. */
const char *recording_type(const struct recording *recording, const struct process *process,
                           uint64_t device);

/* The build log that a program has at a moment. NULL: none was recorded since another moment. */
const char *recording_log(const struct recording *recording, const struct process *process,
                          uint64_t program, moment since, moment at);

/* The same for the hashes of its binaries (RECORD_BINARIES). */
const char *recording_binaries(const struct recording *recording, const struct process *process,
                               uint64_t program, moment since, moment at);

/* The command that a call has enqueued, or NULL if it has not ended, or was not watched. */
const struct record_command *recording_command(const struct recording *recording,
                                               const struct call *call);

/* When a command was seen to have ended, by the host. */
moment recording_seen(const struct recording *recording, const struct call *call,
                      const struct record_command *command);

/* The pairs of clocks of a device. Returns how many; *timers points to them, sorted by time. */
struct timer {
    const struct process *process;
    uint64_t device;
    moment before, after;
    uint64_t device_time, host_time;
};
size_t recording_timers(const struct recording *recording, const struct timer **timers);

#endif
