/* SPDX-License-Identifier: Apache-2.0 */
/* How a program and its devices spent their time: the headline of the summary. */
#ifndef CLRELAY_TOOLS_TRACE_TIME_USE_H
#define CLRELAY_TOOLS_TRACE_TIME_USE_H

#include "model.h"

/* Uses of the host's time. Each moment counts once, for the first of these uses that any thread is
 * in. */
enum host_use { HOST_BUILDS, HOST_ENQUEUES, HOST_OTHER_CALLS, HOST_WAITS, HOST_USES };

/* Whether a call asks whether a command has ended. */
bool call_polls(const struct call *call);

/* How a call uses the program's time. */
enum host_use host_use_of(const struct call *call);

/* Nanoseconds of each use. In the rest of the time, the program was in no call. */
struct host_times {
    uint64_t of[HOST_USES];
};

uint64_t host_time_outside(const struct host_times *times, uint64_t whole);

/* What the host did in the chosen span of time. `end` is the end of the program's last call; it
 * stands for the end of calls that never returned. */
struct host_times host_times(const struct model *model, moment end);

/* What a device did between the first queuing of a command and the last end, in nanoseconds.
 * Ignores commands without times. */
struct device_times {
    uint64_t span;
    uint64_t busy;               /* at least one command ran */
    uint64_t kernels, transfers; /* at least one of these ran */
    uint64_t overlapped;         /* one of each ran */
    /* Of the rest of the span: */
    uint64_t waited_for_host;         /* every command that the host had enqueued had ended */
    uint64_t waited_for_queues;       /* a command waited for events of other queues */
    struct host_times host_meanwhile; /* what the host did during waited_for_host */
};

/* Whether the times are known at which a command kept its device busy. */
bool device_works(const struct model *model, const struct model_command *command);

/* The times of each device of the model, an array that the caller frees. `end` is as for
 * host_times(). */
struct device_times *device_times(const struct model *model, moment end);

#endif
