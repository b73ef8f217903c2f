/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the summary and its hints count. tally_make() goes through a recording once, in the order of
 * time, and knows at each call what the program has made so far.
 */
#ifndef CLRELAY_TOOL_TALLY_H
#define CLRELAY_TOOL_TALLY_H

#include "../../layer/words.h"
#include "recording.h"

#include <jansson.h>

/* What a command does, as far as a summary is concerned. */
enum work { NO_WORK, KERNEL, READ, WRITE, COPY, FILL, MAP, WORK_COUNT };

/* Commands of one kind: kernels of a name, or transfers in a direction. Times are of the device. */
struct work_tally {
    const char *name;         /* of the kernel */
    const char *device;       /* or NULL */
    uint64_t commands, timed; /* timed: those with times */
    uint64_t nanoseconds, longest;
    uint64_t bytes, timed_bytes;
    /* Transfers of fewer than SMALL_TRANSFER bytes that come right after another such one of their
     * queue, and what they have cost the host, without waiting for what was enqueued before. */
    uint64_t small, small_bytes, small_time;
    /* Kernels that were created when their program had one of the name already, and how long that
     * has taken. */
    uint64_t created_again, creating;
    size_t global[3], local[3]; /* sizes of the last launch; local[0] 0: the driver's choice */
    unsigned dimensions;
    bool sizes_differ;
};
enum { SMALL_TRANSFER = 4096 };

struct function_tally {
    uint64_t calls, nanoseconds, longest, errors, unfinished;
};

struct queue_tally {
    uint64_t handle;
    const struct process *process;
    const char *name; /* of its device */
    size_t device;    /* the place of its device_tally */
    uint64_t commands, timed;
    uint64_t first, last; /* device time: the first start, the latest end */
    uint64_t busy;        /* device time with at least one command */
    uint64_t kernels_since_wait;
    uint64_t lone_waits, lone_wait_time; /* clFinish after one kernel: how often, host time */
    uint64_t idle_reads, idle_read_time; /* blocking reads when the device had nothing to do */
    enum work small;                     /* what its last command was, if a small transfer */
};

/* What all queues of a device give it to do. The clock is the device's. A command leaves it waiting
 * if it is queued after all that came before it has ended. */
struct device_tally {
    const char *name;
    uint64_t timed, worked; /* commands, and the sum of their times */
    uint64_t last;          /* the latest end */
    uint64_t waited; /* how long it had nothing to do: from the latest end to the next queuing */
    uint64_t longer; /* commands before which it waited longer than they took */
};

struct memory_tally {
    uint64_t context;
    const struct process *process;
    uint64_t now, most, objects; /* bytes; objects that are not freed */
};

struct build_tally {
    uint64_t builds, nanoseconds;
    uint64_t again, again_nanoseconds; /* of what was built before: source, options and device */
};

struct tally {
    struct function_tally functions[EXTENSION_NUMBER_END];
    struct work_tally *kernels;
    size_t kernel_count;
    struct work_tally transfers[WORK_COUNT];
    struct queue_tally *queues;
    size_t queue_count;
    struct device_tally *devices;
    size_t device_count;
    struct memory_tally *memories;
    size_t memory_count;
    struct build_tally builds;
    uint64_t calls, host_time; /* host_time: from the first call to the last moment */
    struct tally_maps *maps;
    struct tally_objects *objects;
};

struct tally *tally_make(const struct recording *recording);
void tally_free(struct tally *tally);

#endif
