/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the summary and its hints count. tally_make() goes through a recording once, in the order of
 * time, and knows at each call what the program has made so far.
 */
#ifndef CLRELAY_TOOL_TALLY_H
#define CLRELAY_TOOL_TALLY_H

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
    uint64_t small;             /* transfers of fewer than SMALL_TRANSFER bytes */
    uint64_t created;           /* kernels: how many objects of the name were made */
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
    const char *device;
    uint64_t commands, timed;
    uint64_t first, last;  /* device time: the first start, the latest end */
    uint64_t busy;         /* device time with at least one command */
    uint64_t gaps, longer; /* between a command and the next one; longer than the one before */
    uint64_t kernels_since_wait;
    uint64_t lone_waits, lone_wait_time; /* clFinish after one kernel: how often, host time */
    uint64_t idle_reads, idle_read_time; /* blocking reads that were the queue's only command */
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
    struct memory_tally *memories;
    size_t memory_count;
    struct build_tally builds;
    uint64_t calls, host_time; /* host_time: from the first call to the last moment */
    struct tally_maps *maps;
};

struct tally *tally_make(const struct recording *recording);
void tally_free(struct tally *tally);

#endif
