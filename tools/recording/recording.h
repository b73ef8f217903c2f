/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a file of records (tools/calls/record.h) in order of time. */
#ifndef CLRELAY_TOOLS_RECORDING_RECORDING_H
#define CLRELAY_TOOLS_RECORDING_RECORDING_H

#include "../calls/record.h"
#define SIGNATURE_TEXTS
#include "../calls/signature.h"

#include <stdbool.h>
#include <stddef.h>

/* Nanoseconds since the recording began. */
typedef uint64_t moment;
#define NEVER UINT64_MAX

struct process {
    size_t number; /* index in recording.processes */
    uint32_t id, parent;
    unsigned pointer; /* bytes of a pointer */
    const char *name;
    struct process *next; /* in the same row of recording_index */
};

struct thread {
    size_t number; /* index in recording.threads */
    const struct process *process;
    uint64_t id;
    uint32_t clock; /* enum record_clock */
    char name[17];
    struct thread *next; /* in the same row of recording_index */
};

/* A record of a call, a callback or a mark, with its thread. */
struct entry {
    moment begin;
    const struct record_head *head;
    const struct thread *thread;
};

/* A finding of the check layer. Its sites follow the record in the file. */
struct found {
    moment at;
    const struct record_finding *record;
    const struct thread *thread;
};

struct recording {
    const struct record_file *file;
    size_t size;
    /* Calls, callbacks and marks, sorted by `begin`; those of a thread are nested. */
    struct entry *entries;
    size_t count;
    struct thread **threads;
    size_t thread_count;
    struct process **processes;
    size_t process_count;
    const struct found *found; /* sorted by `at` */
    size_t found_count;
    moment from, to; /* the span of recording_choose_span(); 0 and NEVER: the whole recording */
    bool early;      /* when following: reads findings even before their call returns */
    size_t damaged;  /* chunks that end with an invalid record */
    bool is_cut;     /* the file is shorter than what was written to it */
    struct call_sites *call_sites; /* from call_sites_find(); NULL: not known */
    struct recording_index *index;
};

/* Reads the file. Returns NULL on failure, with the reason in *error, which the caller frees. */
struct recording *recording_open(const char *path, char **error);
void recording_close(struct recording *recording);

/* Opens a recording that still grows, without entries. Returns as recording_open(). */
struct recording *recording_follow(const char *path, char **error);

/* Replaces the entries by the calls and callbacks that have returned since the last time, and the
 * findings by the new ones. Does not read commands. `all`: the entries include calls and callbacks
 * that have not returned, and the file gets closed; do not call recording_next() again. */
void recording_next(struct recording *recording, bool all);

/* Removes entries: calls of functions that do not match `functions`, and of kernels that do not
 * match `kernels`. Both are patterns, separated by commas; "" matches all. Calls that make or free
 * objects stay, but are hidden. Returns how many entries with a kernel remain. */
size_t recording_choose(struct recording *recording, const char *functions, const char *kernels);

/* Hides what lies outside a span of time. `to` itself is outside. */
void recording_choose_span(struct recording *recording, moment from, moment to);

/* Whether a time lies outside the span. */
bool recording_is_outside(const struct recording *recording, moment begin, moment end);

/* Whether the entries have the calls of all functions and kernels: neither the recording nor a
 * filter left any out. */
bool recording_has_functions(const struct recording *recording);

/* Whether the entries also have the calls of all times: no span was chosen. */
bool recording_has_all(const struct recording *recording);

/* Converts a time of a thread's clock to a moment. */
moment recording_moment(const struct recording *recording, const struct thread *thread,
                        uint64_t ticks);

/* ---- calls ---- */

struct call {
    const struct entry *entry;
    const struct record_call *record;
    const struct signature *signature;
    const uint64_t *words; /* the arguments */
    moment begin, end;     /* end: NEVER if it has not returned */
    bool failed;           /* it returned an error or no object */
    int64_t error;         /* the error code; 0: none or unknown */
    bool hidden;           /* the user did not choose it; it matters only for objects and memory */
    /* It is hidden only because of its time; its command may have run later. */
    bool outside;
};

/* Whether an entry is a call, which becomes *call. */
bool recording_call(const struct recording *recording, const struct entry *entry,
                    struct call *call);

/* The call that a finding belongs to. Returns false if there is none. *entry is space that *call
 * needs. */
bool recording_found_call(const struct recording *recording, const struct found *found,
                          struct entry *entry, struct call *call);

/* The index of a parameter, or -1. */
int call_parameter(const struct call *call, const char *name);

/* An argument as a number; 0 if there is no such parameter. */
uint64_t call_number(const struct call *call, const char *name);

/* Whether a call that enqueues a command also waits for it. */
bool call_blocks(const struct call *call);

/* The queue of a call that enqueues a command or makes something for a queue: the first argument,
 * or the first element of the list `queues`. 0: unknown. */
uint64_t call_queue(const struct recording *recording, const struct call *call);

/* What a pointer pointed to. */
struct value {
    const unsigned char *data; /* NULL: nothing was recorded */
    unsigned element;          /* bytes of each element */
    uint32_t count;            /* elements */
    bool cut;                  /* there were more */
    bool content;              /* the elements are hashes for recording_content() */
};
struct value call_value(const struct recording *recording, const struct call *call, int parameter);

/* An element of a value as a number: its bytes are the low ones. */
uint64_t value_number(const struct value *value, uint32_t index);

/* The text of a mark; "" if it has none. */
const char *recording_mark_text(const struct entry *entry);

/* The bytes of a content, or NULL. */
const unsigned char *recording_content(const struct recording *recording, uint64_t hash,
                                       uint64_t *length);

/* ---- call sites ---- */

/* Where the program made calls: the addresses that calls return to, the innermost first. */
struct stack {
    uint64_t number;
    const struct process *process;
    moment at; /* when the first call with this stack began */
    const struct record_site *sites;
    size_t count;
};

/* All stacks, in no order. Returns their number; *stacks is valid until recording_next(). */
size_t recording_stacks(const struct recording *recording, const struct stack **stacks);

/* The stack of a call, or NULL if none was recorded. */
const struct stack *recording_stack(const struct recording *recording, const struct call *call);

/* ---- callbacks ---- */

/* The record of an entry that is a callback, or NULL. *end is NEVER if the callback has not
 * returned. */
const struct record_callback *recording_callback(const struct recording *recording,
                                                 const struct entry *entry, moment *end);

/* A driver's wrong call of a callback. */
struct stray {
    const struct process *process;
    moment at;
    const struct record_stray *record;
};

/* All strays. Returns their number; *strays points to them. */
size_t recording_strays(const struct recording *recording, const struct stray **strays);

/* ---- objects and commands ---- */

/* An object's name at a moment: a kernel's function, a device's name. NULL if unknown. */
const char *recording_name(const struct recording *recording, const struct process *process,
                           uint64_t object, moment at);

/* The file of the module that was at this address at a moment. Other modules may have been there
 * before or after. */
const char *recording_module(const struct recording *recording, const struct process *process,
                             uint64_t module, moment at);

/* The type of a device (RECORD_TYPE). NULL: it has another type, or none was recorded. */
const char *recording_type(const struct recording *recording, const struct process *process,
                           uint64_t device);

/* Whether the driver has refused profiling for a queue that was made between these moments. */
bool recording_refuses_times(const struct recording *recording, const struct process *process,
                             uint64_t queue, moment since, moment at);

/* A program's build log at the moment `at`. NULL: none was recorded after `since`. */
const char *recording_log(const struct recording *recording, const struct process *process,
                          uint64_t program, moment since, moment at);

/* The hashes of a program's binaries (RECORD_BINARIES) at the moment `at`. NULL: none were recorded
 * after `since`. */
const char *recording_binaries(const struct recording *recording, const struct process *process,
                               uint64_t program, moment since, moment at);

/* The command that a call enqueued. NULL if it has not ended, or was not watched. */
const struct record_command *recording_command(const struct recording *recording,
                                               const struct call *call);

/* When the host saw that a command had ended. */
moment recording_seen(const struct recording *recording, const struct call *call,
                      const struct record_command *command);

/* The clocks of a device and of its host at one moment. */
struct timer {
    const struct process *process;
    uint64_t device;
    moment before, after;
    uint64_t device_time, host_time;
};

/* All timers, sorted by time. Returns their number; *timers points to them. */
size_t recording_timers(const struct recording *recording, const struct timer **timers);

#endif
