/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sums that the summary and its hints show, over the model of a recording, and over its calls
 * in order of time.
 */
#ifndef CLRELAY_TOOLS_TRACE_TALLY_H
#define CLRELAY_TOOLS_TRACE_TALLY_H

#include "../calls/words.h"
#include "callback_waits.h"
#include "habits.h"
#include "handle_numbers.h"
#include "host_memory.h"
#include "model.h"
#include "overlaps.h"
#include "rewrites.h"
#include "site_tally.h"
#include "spread.h"
#include "time_use.h"

/* Launches of a kernel on a device with the same sizes. */
struct launch_tally {
    unsigned dimensions;
    size_t global[3], local[3]; /* local[0] 0: the driver's choice */
    uint64_t commands;
    uint64_t nanoseconds; /* the sum of their times */
    struct spread took;
};
ARRAY(launch_tallies, struct launch_tally);

/* Commands of one kind: a kernel, or transfers of one direction and kind of memory. Times are the
 * device's. */
struct work_tally {
    const char *name;         /* of the kernel */
    size_t device;            /* index of its device in the model */
    bool is_unordered;        /* it also ran in a queue whose commands may run side by side */
    uint64_t commands, timed; /* timed: the commands with times */
    struct spread took;       /* `timed` values */
    struct spread waited;     /* of kernels, from queuing to start */
    uint64_t nanoseconds;     /* total */
    uint64_t bytes, timed_bytes;
    /* Transfers of fewer than SMALL_TRANSFER bytes that come right after another such one in their
     * queue; and what they cost the host, without waits for earlier commands. */
    uint64_t small, small_bytes, small_time;
    struct launch_tallies launches; /* of kernels, in order of first occurrence */
};
ARRAY(work_tallies, struct work_tally);
enum { SMALL_TRANSFER = 4096, LARGE_TRANSFER = 1 << 20 };

struct recorded_kernel {
    const char *name;
    uint64_t times;
};
ARRAY(recorded_kernels, struct recorded_kernel);

/* A command buffer, and the kernels recorded in it. */
struct command_buffer_tally {
    struct recorded_kernels kernels; /* in the order of their first recording */
};
ARRAY(command_buffer_tallies, struct command_buffer_tally);

struct function_tally {
    enum host_use use;
    uint64_t calls, nanoseconds, longest, errors, unfinished;
};

/* Kernel objects of one name, on any device: how many the program created while it had one already,
 * and how long that took. */
struct creation_tally {
    const char *name;
    uint64_t launches, again, nanoseconds;
};
ARRAY(creation_tallies, struct creation_tally);

/* What a queue did, one for each queue of the model. */
struct queue_tally {
    uint64_t commands, timed;
    uint64_t enqueuing; /* the host's time in calls that enqueued its commands without waiting */
    uint64_t last;      /* device time: the latest end */
    uint64_t busy;      /* device time with at least one command */
    uint64_t idle; /* device time after the latest end, until the host enqueued the next command */
    size_t last_command; /* index in the model */
    uint64_t kernels_since_wait;
    /* Waits for all commands, after a single kernel: how often, and for how long on the host. */
    uint64_t lone_waits, lone_wait_time;
    uint64_t idle_reads, idle_read_time; /* blocking reads when the device had nothing to do */
    struct callback_waits callbacks;
    const struct work_tally *small; /* its last command's tally, if that was a small transfer */
};

/* What a device did, over all its queues and by its own clock, one for each device of the model.
 * The device waits for a command that is queued after all earlier ones have ended. */
struct device_tally {
    uint64_t timed, worked; /* commands, and the sum of their times */
    uint64_t last;          /* the latest end */
    /* How long the device had nothing to do: from the latest end to the next queuing. */
    uint64_t waited;
    uint64_t waited_after_lone_waits; /* the part between a lone wait and the next command */
    bool is_after_lone_wait;
    uint64_t longer;       /* commands before which the device waited longer than they took */
    uint64_t longest_wait; /* the longest time in `waited` */
    bool is_discrete;      /* a GPU with memory of its own */
};

/* Large reads and writes between a discrete GPU and the host's memory. */
struct host_transfers {
    uint64_t count, bytes, nanoseconds;
};

struct build_tally {
    uint64_t builds, nanoseconds;
    uint64_t loading; /* the part of `nanoseconds` for programs made of binaries */
    /* Variants of the source that was built with the most options, for one device. */
    uint64_t variants;
    /* Builds of what was built before: the same source, options and device. */
    uint64_t again, again_nanoseconds;
};

struct tally {
    const struct model *model;
    struct function_tally functions[EXTENSION_NUMBER_END];
    struct work_tallies kernels; /* by name and device */
    struct creation_tallies creations;
    struct command_buffer_tallies command_buffers;
    struct work_tally transfers[WORK_COUNT][MEMORY_KINDS];
    struct queue_tally *queues;
    struct device_tally *devices;
    struct build_tally builds;
    struct habits habits;
    struct rewrites rewrites;
    /* Of discrete GPUs alone: */
    struct host_memory host_memory;
    struct overlaps overlaps;
    struct host_transfers plain, direct; /* direct: to or from memory that the driver knows */
    struct site_tallies sites;
    struct names names; /* for launches, among others */
    /* The part of `enqueuing` in queues with the program's own profiling, and in those for which the
     * layer has turned it on. */
    uint64_t own_profiling, added_profiling;
    uint64_t calls, host_time; /* host_time: from the first call to the last moment */
    struct host_times host;
    struct device_times *device_times; /* of each device of the model */
    /* During construction: */
    bool has_discrete; /* whether any device is */
    struct handles *handles;
    size_t programs;
};

/* The model must stay valid. */
struct tally *tally_make(const struct model *model);
void tally_free(struct tally *tally);

#endif
