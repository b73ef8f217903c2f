/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the layers write, and `clrelay trace` and `clrelay check` read: a file that both sides map
 * into memory.
 *
 * The command makes the file and its header, and sets its size to the limit; the file is sparse.
 * Each thread of each traced process takes a chunk after the last one by an atomic addition to
 * `end`, maps it, and fills it with records. So the file needs no lock, and what was written stays
 * when a process dies.
 *
 * Numbers have the byte order and the layout of the machine; the file is read where it was written.
 * All records are a multiple of 8 bytes long. A chunk ends at the first word with `size` 0, or
 * where it is full.
 */
#ifndef CLRELAY_TOOLS_CALLS_RECORD_H
#define CLRELAY_TOOLS_CALLS_RECORD_H

#include <stdatomic.h>
#include <stdint.h>

#define RECORD_VERSION 2 /* of the file's header; record_file.meaning is for the rest */
#define RECORD_MAGIC   "clrelay trace\r\n" /* 16 bytes with its NUL */
#define RECORD_GRANULE 65536               /* every chunk starts at, and has, a multiple of this */

/* The environment variables with the file's absolute path, for each of the layers. */
#define RECORD_VARIABLE       "CLRELAY_TRACE_FILE"
#define RECORD_CHECK_VARIABLE "CLRELAY_CHECK_FILE"

/* Those that users set: the folder where the check layer makes such a file for each process if the
 * variable above is not set, and its options, separated by commas. */
#define RECORD_CHECK_FOLDER  "CLRELAY_CHECK_FOLDER"
#define RECORD_CHECK_OPTIONS "CLRELAY_CHECK_OPTIONS"
#define RECORD_SUFFIX        ".records" /* of these files: PROGRAM.PID.records */
#define RECORD_FINDINGS      (64 << 20) /* their usual limit, in bytes */
#define RECORD_NAME_BYTES    "200"      /* of PROGRAM at most: names of files may have 255 */

/* What the clock of a process counts. */
enum record_clock { CLOCK_NANOSECONDS = 1, CLOCK_TICKS };

/* Bits of record_file.state. Every process reads them before it records a call. */
enum {
    RECORD_ON = 1,      /* calls are recorded */
    RECORD_FULL = 2,    /* the limit was reached; what came later is missing */
    RECORD_NO_DISK = 4, /* the disk was full, or could not be written */
    RECORD_FAILED = 8,  /* memory was missing, or a chunk could not be mapped */
    RECORD_OBJECTS = 16 /* calls that make or free objects are recorded, even without RECORD_ON */
};

/* Bits of record_file.options. */
enum {
    RECORD_DEVICE = 1,       /* collect the times of commands on devices */
    RECORD_PROGRAMS = 2,     /* keep build logs, and the binaries that were built */
    RECORD_OBJECTS_ONLY = 4, /* check objects alone, no other conditions */
    RECORD_GUARD = 8,        /* a call with a dead object does not reach the driver */
    RECORD_STOP = 16,        /* the first finding ends the program, */
    RECORD_LEAST_LEVEL = 32, /* if it has this level or a higher one: two bits from here on, enum
                                level (check/check_id_texts.h) */
    RECORD_CALL_SITES = 128, /* record where the program makes each call */
    RECORD_DATA = 256,       /* record hashes of what the program writes to buffers */
    RECORD_CANARIES = 512,   /* look for kernels that write beyond the end of a buffer */
    RECORD_CHECKS = 1024,    /* it is the check layer that writes */
    RECORD_BOUNDS = 2048,    /* look for kernels that read or write outside of their buffers */
    RECORD_FREES = 4096      /* look for memory of the host that is freed while a command uses it */
};

/* A moment on two clocks. `ticks` are the process's clock (enum record_clock). */
struct record_moment {
    uint64_t ticks;
    uint64_t nanoseconds; /* CLOCK_MONOTONIC; on Windows the performance counter */
};

/* The call of the check layer that a thread is in: the function's number (signature.h) + 1; 0: it
 * is in none. And RECORD_CALLED_BACK. Each has its own cache line. */
struct record_current {
    _Atomic uint32_t function;
    uint32_t process;
    uint64_t thread;
    _Atomic uint64_t
        site; /* the address that the call returns to; 0: not known. In a callback it means nothing */
    uint64_t module; /* of the thread's first call, or the last that made a context, as in struct
                        record_site */
    _Atomic uint64_t
        table; /* of the object that the driver's function was called with: its driver's file is a
                               RECORD_NAME. 0: the thread is not in that function, or it is not known */
    _Atomic uint32_t
        query; /* which that function was asked, if it has a parameter for it and there is a table */
    uint32_t filled_up[5];
};
#define RECORD_CURRENTS    512
#define RECORD_CALLED_BACK ((uint32_t)1 << 31) /* and there in a callback of the program */

/* The first RECORD_GRANULE bytes of the file. */
struct record_file {
    char magic[16];
    uint32_t version;
    uint32_t options;
    uint64_t meaning; /* RECORD_MEANING, and the version of clrelay: every version has them here */
    char release[16];
    _Atomic uint32_t state;
    _Atomic uint32_t processes; /* in how many a loader has loaded the layer */
    _Atomic uint64_t end;       /* where the next chunk goes */
    uint64_t limit;             /* bytes that the file may have */
    uint64_t realtime;          /* nanoseconds since 1970 at `first` */
    uint64_t boottime;          /* those of CLOCK_BOOTTIME then; 0: there is no such clock */
    /* By the command: before the program starts, and after it ended. With the time-stamp counter if
     * there is an invariant one and the user has not chosen the other clock, else 0. */
    struct record_moment first, last;
    char functions[4096];            /* names of functions that are recorded: patterns, separated by
                                   commas; empty: all. The check layer: check IDs that are ignored */
    _Atomic uint32_t currents_taken; /* may be more than there are */
    _Alignas(64) struct record_current currents[RECORD_CURRENTS];
    _Atomic uint32_t ended; /* the check layer: how many processes have ended in an orderly way */
};
_Static_assert(sizeof(struct record_file) <= RECORD_GRANULE, "the header fits");

/* The beginning of each chunk. */
struct record_chunk {
    char magic[4]; /* RECORD_CHUNK_MAGIC; written last */
    uint32_t size; /* of the chunk with this header, a multiple of RECORD_GRANULE */
    uint32_t process;
    uint32_t clock; /* enum record_clock */
    uint64_t thread;
    struct record_moment moment; /* when the chunk was begun */
    char name[16];               /* the thread's */
};
#define RECORD_CHUNK_MAGIC "CLRC"

/* The kinds of records besides calls. Calls have the number of their function (words.h). */
enum record_kind {
    RECORD_KINDS = 0xff00,
    RECORD_PROCESS = RECORD_KINDS, /* struct record_process, and the name of the program */
    RECORD_THREAD,                 /* struct record_thread: another thread continues the chunk */
    RECORD_MORE,     /* struct record_more, and values of a call that did not fit into its record */
    RECORD_CALLBACK, /* struct record_callback: the driver called the program back */
    RECORD_CONTENT,  /* struct record_content, and its bytes: a source, a binary, a long string */
    RECORD_NAME,     /* struct record_name, and a string: the name of an object */
    RECORD_COMMAND,  /* struct record_command: a command has ended */
    RECORD_TIMER,    /* struct record_timer: a device's clock and its host's at one moment */
    RECORD_LOG,      /* struct record_name, and a string: a program's build log */
    RECORD_FINDING,  /* struct record_finding: something is wrong with a call, or an object */
    RECORD_BINARIES, /* struct record_name, and a string: the hashes of a program's binaries, one for each
                        device, of 16 digits each, with a blank behind each; 0: there is none */
    RECORD_TYPE, /* struct record_name, and a string, a device's type: "CPU", "GPU", or "discrete GPU" (with
                     memory of its own) */
    RECORD_STACK, /* struct record_stack: where the program makes the call whose record is next */
    RECORD_MARK,  /* struct record_mark, and a string unless a range ends: the program's own mark */
    RECORD_STRAY  /* struct record_stray: the trace layer has met a wrong callback of a driver */
};

/* The head of each record. */
struct record_head {
    uint16_t kind;  /* a function's number, or enum record_kind */
    uint16_t flags; /* of a call: the bits of record_file.state that it was recorded for; without
                       RECORD_ON it was not asked for, and is here because it makes or frees an
                       object that other calls may use */
    _Atomic uint32_t size; /* of the whole record in bytes; written last, 0: not there yet */
};

/*
 * A call. After it come the arguments, a word of 8 bytes each, as many as the function has
 * (signature.h), each from the word's first byte on; then the values (struct
 * record_value) of what pointers point to.
 */
struct record_call {
    struct record_head head;
    uint64_t begin;  /* ticks */
    uint64_t end;    /* 0: the call has not returned, or did not until the process died */
    uint64_t result; /* a word, like the arguments */
};

/* What a pointer points to. After it come count * element bytes, padded to a multiple of 8. */
struct record_value {
    uint8_t parameter; /* its index */
    uint8_t element;   /* bytes of each element */
    uint16_t flags;
    uint32_t count; /* elements that follow */
};

/* Flags of values. */
enum {
    VALUE_CUT = 1,       /* there were more elements */
    VALUE_CONTENT = 2,   /* the elements are the hashes of RECORD_CONTENTs (8 bytes each); of DATA
                            (signature.h), a hash without any */
    VALUE_UNREADABLE = 4 /* the memory could not be read */
};

struct record_process {
    struct record_head head;
    uint32_t parent;
    uint32_t pointer; /* bytes of a pointer, and of size_t */
};

struct record_thread {
    struct record_head head;
    uint64_t thread;
    char name[16];
};

struct record_more {
    struct record_head head;
    uint64_t call; /* where the call's record is in the file */
};

struct record_callback {
    struct record_head head;
    uint64_t begin, end; /* ticks; end 0: it has not returned */
    uint64_t function;   /* the program's, as it gave it */
    uint64_t object;     /* the first handle that the driver passed */
    int64_t status;      /* what was passed to it: the execution status of an event, otherwise 0 */
    uint64_t given_to;   /* the number of the function that it was given to */
};

/* What is wrong with a driver's call of a callback. */
enum record_stray_how {
    STRAY_DATA = 1, /* its user_data, though it is certain whose callback is meant */
    STRAY_LOST,     /* its user_data; it is not certain, so the program was not called */
    STRAY_AGAIN, /* it comes once, and has come, or the program was told that it does not: the same */
    STRAY_OBJECT /* its object */
};

struct record_stray {
    struct record_head head;
    uint64_t moment;   /* ticks */
    uint64_t module;   /* the driver's, as in struct record_site; 0: not known */
    uint32_t given_to; /* the number of the function that the callback was given to */
    uint32_t how;      /* enum record_stray_how */
};

struct record_content {
    struct record_head head;
    uint64_t hash;
    uint64_t length; /* bytes that follow; the record is filled up to a multiple of 8 */
};

struct record_name {
    struct record_head head;
    uint64_t object;
    uint64_t moment; /* ticks: from then on the object has the name, or the log */
};

struct record_command {
    struct record_head head;
    uint64_t call;                            /* where the call that enqueued it is in the file */
    uint64_t seen;                            /* ticks: when it was found to have ended */
    int64_t status;                           /* CL_COMPLETE, or a negative error */
    uint64_t queued, submitted, start, ended; /* nanoseconds of the device; 0: not available */
};

/* A mark of the program. Its `flags` are enum clrelay_mark_kind (include/clrelay/marks.h). */
struct record_mark {
    struct record_head head;
    uint64_t moment; /* ticks */
    /* Its number: the end has that of the beginning. That of a range of a thread comes again there
     * when the range has ended. */
    uint64_t range;
};

/* A call site in the program: an address that a call returns to. The module (program or library)
 * has a RECORD_NAME, whose object is the difference between its addresses in memory and in its
 * file. */
struct record_site {
    uint64_t address; /* 0: not known */
    uint64_t module;  /* the difference; a module without a name is not known */
};

/* After the first with a number come the sites, the innermost first. */
struct record_stack {
    struct record_head head;
    uint64_t number; /* no other stack of the recording has it */
};

/* Flags of findings. */
enum { FINDING_COUNT = 1 /* it only says how often it has come until the end */ };

/* What the check layer has found. After it come the sites of the backtrace, the innermost first. A
 * finding that comes again at the same call site has further records, with larger `times`. */
struct record_finding {
    struct record_head head;
    uint64_t call;     /* where the call's record is in the file; 0: it belongs to no call */
    uint64_t moment;   /* ticks */
    uint32_t check_id; /* enum check_id (check/check_id_texts.h) */
    int32_t error;     /* what the specification says the call returns; 0: nothing */
    uint64_t times;    /* how often it was found at this call site so far */
    uint64_t values[4];
    uint64_t object; /* its handle; 0: it is about none */
    uint32_t kind;   /* enum kind (check/objects.h) of the object; 0: it never was one */
    uint32_t sites;  /* how many follow */
    uint32_t made_by, released_by,
        other_by; /* numbers of functions (signature.h), if there are sites */
    uint32_t
        cause_check_id; /* of the finding that this one follows from, at `cause`; 0: none is known. Then
                                `kind` is that of the handle which is NULL */
    struct record_site made, released; /* of the object */
    struct record_site other;          /* of a call that conflicts with this one */
    struct record_site cause;
    uint64_t
        part; /* findings of one place and check ID that differ in it are not the same; 0 if there is one */
};

struct record_timer {
    struct record_head head;
    uint64_t device;                 /* its handle */
    uint64_t before, after;          /* ticks around the question */
    uint64_t device_time, host_time; /* nanoseconds */
};

#endif
