/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The file of records: the layers write it, and `clrelay trace` and `clrelay check` read it. Both
 * sides map it into memory.
 *
 * The command makes the file with its header, and sets the file's size to the limit; the file is
 * sparse. Each thread of each traced process takes a new chunk at the end of the others by an
 * atomic addition to `end`, maps the chunk, and fills it with records. So the file needs no lock,
 * and keeps what a process has written when that process dies.
 *
 * Numbers have the byte order and the layout of the machine, which also reads the file. The size of
 * a record is a multiple of 8 bytes. A chunk ends where a record's `size` is 0, or where the chunk
 * is full.
 */
#ifndef CLRELAY_TOOLS_CALLS_RECORD_H
#define CLRELAY_TOOLS_CALLS_RECORD_H

#include <stdatomic.h>
#include <stdint.h>

/* The version of the file's header; record_file.meaning is the version of the rest. */
#define RECORD_VERSION 2
#define RECORD_MAGIC   "clrelay trace\r\n" /* 16 bytes with its NUL */
/* Chunks start at multiples of this, and their sizes are multiples, too. */
#define RECORD_GRANULE 65536

/* The environment variables that hold the file's absolute path, one for each layer. */
#define RECORD_VARIABLE       "CLRELAY_TRACE_FILE"
#define RECORD_CHECK_VARIABLE "CLRELAY_CHECK_FILE"

/* Users set these two: the folder in which the check layer makes a file of records for each process
 * if RECORD_CHECK_VARIABLE is not set, and the layer's options, separated by commas. */
#define RECORD_CHECK_FOLDER  "CLRELAY_CHECK_FOLDER"
#define RECORD_CHECK_OPTIONS "CLRELAY_CHECK_OPTIONS"
#define RECORD_SUFFIX        ".records" /* of the files in that folder: PROGRAM.PID.records */
#define RECORD_FINDINGS      (64 << 20) /* the usual limit of such a file, in bytes */
#define RECORD_NAME_BYTES    "200"      /* the most of PROGRAM: names of files may have 255 */

/* What the clock of a process counts. */
enum record_clock { CLOCK_NANOSECONDS = 1, CLOCK_TICKS };

/* Bits of record_file.state. Every process reads them before it records a call. */
enum {
    RECORD_ON = 1,       /* calls are recorded */
    RECORD_FULL = 2,     /* the limit was reached; what came later is missing */
    RECORD_NO_DISK = 4,  /* the disk was full, or could not be written */
    RECORD_FAILED = 8,   /* memory was missing, or a chunk could not be mapped */
    RECORD_OBJECTS = 16, /* calls that make or free objects are recorded, even without RECORD_ON */
    RECORD_RESUMED = 32  /* RECORD_ON was taken away and set again: calls between are missing */
};

/* Bits of record_file.options. */
enum {
    RECORD_DEVICE = 1,       /* collect the times of commands on devices */
    RECORD_PROGRAMS = 2,     /* keep build logs, and the binaries that were built */
    RECORD_OBJECTS_ONLY = 4, /* check objects alone, no other conditions */
    RECORD_GUARD = 8,        /* a call with a dead object does not reach the driver */
    RECORD_STOP = 16,        /* the first finding of a high enough level ends the program */
    /* The lowest such level (enum level, check_ids.h), in two bits from this one on. */
    RECORD_LEAST_LEVEL = 32,
    RECORD_CALL_SITES = 128, /* record where the program makes each call */
    RECORD_DATA = 256,       /* record hashes of what the program writes to buffers */
    RECORD_CANARIES = 512,   /* look for kernels that write beyond the end of a buffer */
    RECORD_CHECKS = 1024,    /* the check layer writes the file, not the trace layer */
    RECORD_BOUNDS = 2048,    /* look for kernels that read or write outside of their buffers */
    RECORD_FREES = 4096      /* look for host memory that is freed while a command uses it */
};

/* A moment on two clocks. `ticks` are the process's clock (enum record_clock). */
struct record_moment {
    uint64_t ticks;
    uint64_t nanoseconds; /* CLOCK_MONOTONIC; on Windows the performance counter */
};

/* The call that a thread is in, for the check layer. Each has its own cache line. */
struct record_current {
    /* The function's number (words.h) + 1; 0: the thread is in no call. With RECORD_CALLED_BACK,
     * the thread is in a callback of the program that the driver made during that call. */
    _Atomic uint32_t function;
    uint32_t process;
    uint64_t thread;
    /* The address that the call returns to; 0: not known. It means nothing in a callback. */
    _Atomic uint64_t site;
    /* The module (struct record_site) that made the thread's first call, or the last call that made
     * a context. */
    uint64_t module;
    /* The dispatch table of the object that was passed to the driver's function. The table has a
     * RECORD_NAME: the driver's file. 0: the thread is not in the driver's function, or the table
     * is not known. */
    _Atomic uint64_t table;
    /* The argument param_name of that function, if it has one and `table` is not 0. */
    _Atomic uint32_t query;
    uint32_t filled_up[5];
};
#define RECORD_CURRENTS    512
#define RECORD_CALLED_BACK ((uint32_t)1 << 31) /* a bit of record_current.function */

/* The first RECORD_GRANULE bytes of the file. */
struct record_file {
    char magic[16];
    uint32_t version;
    uint32_t options;
    /* RECORD_MEANING, and the version of clrelay. Every version of the header has these two
     * here. */
    uint64_t meaning;
    char release[16];
    _Atomic uint32_t state;
    _Atomic uint32_t processes; /* the number of processes in which a loader has loaded the layer */
    _Atomic uint64_t end;       /* where the next chunk goes */
    uint64_t limit;             /* the largest size of the file, in bytes */
    uint64_t realtime;          /* nanoseconds since 1970 at the moment `first` */
    /* Nanoseconds of CLOCK_BOOTTIME at the moment `first`; 0: there is no such clock. */
    uint64_t boottime;
    /* The command writes these before the program starts and after it has ended. `ticks` are the
     * time-stamp counter's, or 0 if there is no invariant one or the user has chosen the other
     * clock. */
    struct record_moment first, last;
    /* Patterns of the names of functions to record, separated by commas; empty: all. For the check
     * layer: patterns of the check IDs to ignore. */
    char functions[4096];
    _Atomic uint32_t currents_taken; /* may exceed RECORD_CURRENTS */
    _Alignas(64) struct record_current currents[RECORD_CURRENTS];
    /* For the check layer: the number of processes that have ended in an orderly way. */
    _Atomic uint32_t ended;
    /* Also for the check layer: the calls that gave the program devices, those that were to make a
     * context, those that gave platforms, and those that were to give devices. */
    _Atomic uint32_t listings, contexts, platforms, asked;
    /* What the program has asked a platform or device last before it had a context: the query, the
     * size of the answer in bytes, and the beginning of the answer. */
    struct record_answer {
        uint32_t query, size;
        unsigned char bytes[64];
    } answer;
};
_Static_assert(sizeof(struct record_file) <= RECORD_GRANULE, "the header fits");

/* The beginning of each chunk. */
struct record_chunk {
    char magic[4]; /* RECORD_CHUNK_MAGIC; written last */
    uint32_t size; /* of the chunk with this header, in bytes; a multiple of RECORD_GRANULE */
    uint32_t process;
    uint32_t clock; /* enum record_clock */
    uint64_t thread;
    struct record_moment moment; /* when the thread took the chunk */
    char name[16];               /* of the thread */
};
#define RECORD_CHUNK_MAGIC "CLRC"

/* The kinds of records other than calls. A call has the number of its function as its kind
 * (words.h). */
enum record_kind {
    RECORD_KINDS = 0xff00,
    RECORD_PROCESS = RECORD_KINDS, /* struct record_process, and the name of the program */
    RECORD_THREAD,                 /* struct record_thread: another thread continues the chunk */
    RECORD_MORE,     /* struct record_more, and values that did not fit into a call's record */
    RECORD_CALLBACK, /* struct record_callback: the driver called the program back */
    RECORD_CONTENT,  /* struct record_content, and its bytes: a source, a binary, a long string */
    RECORD_NAME,     /* struct record_name, and a string: the name of an object */
    RECORD_COMMAND,  /* struct record_command: a command has ended */
    RECORD_TIMER,    /* struct record_timer: a device's clock and the host's clock at one moment */
    RECORD_LOG,      /* struct record_name, and a string: a program's build log */
    RECORD_FINDING,  /* struct record_finding: something is wrong with a call, or an object */
    /* struct record_name, and a string: the hashes of a program's binaries, 16 digits and a blank
     * for each device; 0: that device has no binary. */
    RECORD_BINARIES,
    /* struct record_name, and a string: a device's type, "CPU", "GPU", or "discrete GPU" (one with
     * memory of its own); a queue's type, "without profiling", if its driver refuses profiling. */
    RECORD_TYPE,
    RECORD_STACK, /* struct record_stack: where the program made the call whose record comes next */
    /* struct record_mark, and a string unless it ends a range: the program's own mark. */
    RECORD_MARK,
    RECORD_STRAY /* struct record_stray: a driver has called a callback in a wrong way */
};

/* The head of each record. */
struct record_head {
    uint16_t kind; /* a function's number, or enum record_kind */
    /* For a call, the bits of record_file.state for which it was recorded. Without RECORD_ON, the
     * user did not choose the call; it is here because it makes or frees an object. */
    uint16_t flags;
    /* The size of the whole record in bytes; written last. 0: the record is not complete. */
    _Atomic uint32_t size;
};

/*
 * A call. The arguments follow, one word of 8 bytes for each parameter of the function
 * (signature.h); an argument begins at its word's first byte. Then come the values of what pointers
 * point to (struct record_value).
 */
struct record_call {
    struct record_head head;
    uint64_t begin;  /* ticks */
    uint64_t end;    /* ticks; 0: the call has not returned */
    uint64_t result; /* a word, like the arguments */
};

/* What a pointer points to: count * element bytes follow, padded to a multiple of 8. */
struct record_value {
    uint8_t parameter; /* the parameter's index */
    uint8_t element;   /* bytes of each element */
    uint16_t flags;
    uint32_t count; /* elements that follow */
};

/* Flags of values. */
enum {
    VALUE_CUT = 1, /* the list had more elements */
    /* The elements are hashes of 8 bytes, of RECORD_CONTENTs. For a parameter with the role DATA
     * (signature.h), there is no RECORD_CONTENT. */
    VALUE_CONTENT = 2,
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
    uint64_t call; /* the offset of the call's record in the file */
};

struct record_callback {
    struct record_head head;
    uint64_t begin, end; /* ticks; end 0: the callback has not returned */
    uint64_t function;   /* the address of the program's function */
    uint64_t object;     /* the first handle that the driver passed */
    int64_t status;      /* the execution status that an event callback got; for others 0 */
    uint64_t given_to;   /* the number of the API function that the program gave the callback to */
};

/* What is wrong with a driver's call of a callback. A callback that comes only once counts as
 * called, too, if the program was told that it will not come. */
enum record_stray_how {
    STRAY_DATA = 1, /* the user_data; the layer knows for certain which callback is meant */
    /* The user_data; it is not certain which callback is meant, so the layer did not call the
     * program. */
    STRAY_LOST,
    STRAY_AGAIN, /* the driver calls a callback again that comes only once */
    STRAY_OBJECT /* the object */
};

struct record_stray {
    struct record_head head;
    uint64_t moment;   /* ticks */
    uint64_t module;   /* of the driver, as in struct record_site; 0: not known */
    uint32_t given_to; /* the number of the API function that the program gave the callback to */
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
    uint64_t moment; /* ticks: the object has the name, or the log, from this moment on */
};

struct record_command {
    struct record_head head;
    /* The offset in the file of the call that enqueued the command. */
    uint64_t call;
    /* Ticks: when the layer saw that the command had ended. */
    uint64_t seen;
    int64_t status; /* CL_COMPLETE, or a negative error */
    /* Nanoseconds of the device's clock; 0: not available. */
    uint64_t queued, submitted, start, ended;
};

/* A mark of the program. head.flags is an enum clrelay_mark_kind (include/clrelay/marks.h). */
struct record_mark {
    struct record_head head;
    uint64_t moment; /* ticks */
    /* The range's number, which the marks of its beginning and its end share. The number of a range
     * that one thread begins and ends is used again in that thread once the range has ended. */
    uint64_t range;
};

/* A call site in the program: an address that a call returns to. A module is a program or library.
 * It has a RECORD_NAME, whose `object` is the difference between addresses in memory and in the
 * file. */
struct record_site {
    uint64_t address; /* 0: not known */
    uint64_t module;  /* that difference; a module without a RECORD_NAME is not known */
};

/* A stack. Its sites follow the first record with its number, the innermost first. */
struct record_stack {
    struct record_head head;
    uint64_t number; /* identifies the stack in the recording */
};

/* Flags of findings. */
enum { FINDING_COUNT = 1 /* the record only updates `times`, at the end of the program */ };

/* What the check layer has found. The sites of the backtrace follow, the innermost first. If the
 * finding comes again at the same call site, further records have larger `times`. */
struct record_finding {
    struct record_head head;
    /* The offset of the call's record in the file; 0: the finding belongs to no call. */
    uint64_t call;
    uint64_t moment;   /* ticks */
    uint32_t check_id; /* enum check_id (check_ids.h) */
    int32_t error;     /* what the specification says the call returns; 0: nothing */
    uint64_t times;    /* how often the finding has come at this call site so far */
    uint64_t values[4];
    uint64_t object; /* the handle of the object that the finding is about; 0: none */
    uint32_t kind;   /* enum kind (kind.h) of the object; 0: the handle never was an object */
    uint32_t sites;  /* how many sites follow */
    /* The numbers of the functions that were called at `made`, `released` and `other`. */
    uint32_t made_by, released_by, other_by;
    /* The check ID of the finding at `cause` that this one follows from; 0: none is known. `kind`
     * is then that of the handle that is NULL. */
    uint32_t cause_check_id;
    struct record_site made, released; /* where the object was made and released */
    struct record_site other;          /* a call that conflicts with this one */
    struct record_site cause;
    uint64_t part; /* tells apart findings of one call site and check ID; 0 if there is only one */
};

struct record_timer {
    struct record_head head;
    uint64_t device;                 /* the device's handle */
    uint64_t before, after;          /* ticks before and after the layer asked the driver */
    uint64_t device_time, host_time; /* nanoseconds */
};

#endif
