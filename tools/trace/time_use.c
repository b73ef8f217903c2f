/* SPDX-License-Identifier: Apache-2.0 */
/* All times are lengths of unions of spans, each cut to the chosen span of time. */
#include "time_use.h"

#include "../calls/words.h"
#include "../base/array.h"

#include <CL/cl.h>
#include <stdlib.h>
#include <string.h>

struct span {
    moment begin, end;
};
ARRAY(spans, struct span);

/* Cuts a span to the chosen span of time. `end` is before `begin` if nothing is left. */
static struct span cut(const struct model *model, moment begin, moment end)
{
    const moment from = model->recording->from, to = model->recording->to;
    return (struct span){ begin > from ? begin : from, end < to ? end : to };
}

/* The part of a span after all earlier spans. They come in order of their beginnings; *until is the
 * latest end so far. */
static struct span new_part(moment *until, moment begin, moment end)
{
    const struct span part = { begin > *until ? begin : *until, end };
    if (part.end > part.begin) *until = end;
    return part;
}

static uint64_t length_of_span(struct span span)
{
    return span.end > span.begin ? span.end - span.begin : 0;
}

static int by_begin(const void *a, const void *b)
{
    const struct span *left = a, *right = b;
    return (left->begin > right->begin) - (left->begin < right->begin);
}

static void add_span(struct spans *spans, moment begin, moment end)
{
    if (begin < end) *spans_add(spans) = (struct span){ begin, end };
}

static uint64_t length_of(struct spans *spans)
{
    moment until = 0;
    uint64_t length = 0;
    ARRAY_SORT(spans, by_begin);
    for (size_t i = 0; i < spans->count; i++) {
        const struct span *span = &spans->items[i];
        length += length_of_span(new_part(&until, span->begin, span->end));
    }
    return length;
}

/* The gaps between sorted spans. */
static struct spans gaps_of(const struct spans *spans)
{
    struct spans gaps = { NULL, 0, 0 };
    const struct span *span = spans->items;
    moment until = spans->count ? span->begin : 0;
    for (size_t i = 0; i < spans->count; i++, span++) {
        add_span(&gaps, until, span->begin);
        if (span->end > until) until = span->end;
    }
    return gaps;
}

/* How much of a span lies in others, which are sorted and disjoint. Call it for spans in order;
 * *next is initially 0. */
static uint64_t length_within(const struct spans *others, size_t *next, struct span span)
{
    uint64_t length = 0;
    for (; *next < others->count; ++*next) {
        const struct span *other = &others->items[*next];
        length +=
            length_of_span((struct span){ other->begin > span.begin ? other->begin : span.begin,
                                          other->end < span.end ? other->end : span.end });
        if (other->end > span.end) break;
    }
    return length;
}

/* ---- the host ---- */

bool call_polls(const struct call *call)
{
    return call->entry->head->kind == SLOT_OF(clGetEventInfo) &&
           call_number(call, "param_name") == CL_EVENT_COMMAND_EXECUTION_STATUS;
}

enum host_use host_use_of(const struct call *call)
{
    if (call_polls(call)) return HOST_WAITS;
    switch (call->entry->head->kind) {
    case SLOT_OF(clBuildProgram):
    case SLOT_OF(clCompileProgram):
    case SLOT_OF(clLinkProgram): return HOST_BUILDS;
    case SLOT_OF(clFinish):
    case SLOT_OF(clWaitForEvents):
    case clMemBlockingFreeINTEL_number: return HOST_WAITS;
    case SLOT_OF(clFlush): return HOST_ENQUEUES;
    }
    if (strncmp(call->signature->name, "clEnqueue", 9) != 0) return HOST_OTHER_CALLS;
    return call_blocks(call) ? HOST_WAITS : HOST_ENQUEUES;
}

/* What the host did during spans, which are sorted and disjoint. The host is a process, or all if
 * NULL. */
static struct host_times host_times_in(const struct model *model, const struct spans *spans,
                                       const struct process *process, moment end)
{
    const struct recording *recording = model->recording;
    /* For each use, together with the uses before it: */
    moment until[HOST_USES] = { 0 };
    size_t next[HOST_USES] = { 0 };
    struct host_times times = { { 0 } };
    for (size_t i = 0; i < recording->count; i++) {
        struct call call;
        if (process && recording->entries[i].thread->process != process) continue;
        if (!recording_call(recording, &recording->entries[i], &call) || call.hidden) continue;
        if (call.end == NEVER) call.end = end;
        for (unsigned use = host_use_of(&call); use < HOST_USES; use++)
            times.of[use] +=
                length_within(spans, &next[use], new_part(&until[use], call.begin, call.end));
    }
    for (unsigned use = HOST_USES - 1; use > 0; use--) times.of[use] -= times.of[use - 1];
    return times;
}

struct host_times host_times(const struct model *model, moment end)
{
    struct span whole = { model->recording->from, model->recording->to };
    const struct spans spans = { &whole, 1, 1 };
    return host_times_in(model, &spans, NULL, end);
}

uint64_t host_time_outside(const struct host_times *times, uint64_t whole)
{
    for (unsigned use = 0; use < HOST_USES; use++) whole -= times->of[use];
    return whole;
}

/* ---- devices ---- */

/* The spans of a device's commands, by kind. */
struct device_spans {
    struct spans running, kernels, transfers, enqueued, foreign;
    moment first, last;
};

/* Whether a command gives the device no work, however long it lasts. */
static bool only_orders(const struct model *model, const struct model_command *command)
{
    switch (model->recording->entries[command->entry].head->kind) {
    case SLOT_OF(clEnqueueMarker):
    case SLOT_OF(clEnqueueMarkerWithWaitList):
    case SLOT_OF(clEnqueueBarrier):
    case SLOT_OF(clEnqueueBarrierWithWaitList):
    case SLOT_OF(clEnqueueWaitForEvents): return true;
    default: return false;
    }
}

bool device_works(const struct model *model, const struct model_command *command)
{
    return model_has_times(model, command) && !only_orders(model, command);
}

static void add_command(struct device_spans *spans, const struct model *model,
                        const struct model_command *command)
{
    const struct span run = cut(model, command->started, command->ended);
    const struct span enqueued = cut(model, command->queued, command->ended);
    add_span(&spans->running, run.begin, run.end);
    add_span(command->work == KERNEL ? &spans->kernels : &spans->transfers, run.begin, run.end);
    add_span(&spans->enqueued, enqueued.begin, enqueued.end);
    if (enqueued.end < enqueued.begin) return;
    if (enqueued.begin < spans->first) spans->first = enqueued.begin;
    if (enqueued.end > spans->last) spans->last = enqueued.end;
}

/* How long another queue delayed a command: from when it was queued and first in its own queue, to
 * the last end of a command that it waits for. */
static struct span foreign_wait(const struct model *model, const struct model_command *command,
                                moment turn, size_t *next)
{
    struct span span = { command->queued > turn ? command->queued : turn, 0 };
    const struct model_awaited *awaited;
    while ((awaited = model_next_awaited(model, next, command->entry))) {
        const struct model_command *other = &model->commands[awaited->command];
        if (model_has_times(model, other) && other->ended > span.end) span.end = other->ended;
    }
    return span;
}

static void collect(const struct model *model, struct device_spans *all)
{
    moment *ended = require_memory(calloc(model->queue_count + 1, sizeof *ended));
    size_t next = 0;
    for (size_t i = 0; i < model->command_count; i++) {
        const struct model_command *command = &model->commands[i];
        struct device_spans *spans = &all[model->queues[command->queue].device];
        struct span foreign;
        if (!device_works(model, command)) continue;
        foreign = foreign_wait(model, command, ended[command->queue], &next);
        add_command(spans, model, command);
        foreign = cut(model, foreign.begin, foreign.end);
        add_span(&spans->foreign, foreign.begin, foreign.end);
        if (command->ended > ended[command->queue]) ended[command->queue] = command->ended;
    }
    free(ended);
}

static struct device_times times_of(struct device_spans *spans)
{
    struct device_times times = { 0 };
    if (!spans->running.count) return times;
    times.span = spans->last - spans->first;
    times.busy = length_of(&spans->running);
    times.kernels = length_of(&spans->kernels);
    times.transfers = length_of(&spans->transfers);
    times.overlapped = times.kernels + times.transfers - times.busy;
    times.waited_for_host = times.span - length_of(&spans->enqueued);
    for (size_t i = 0; i < spans->running.count; i++) {
        const struct span *span = &spans->running.items[i];
        add_span(&spans->foreign, span->begin, span->end);
    }
    times.waited_for_queues = length_of(&spans->foreign) - times.busy;
    return times;
}

/* `enqueued` is sorted. */
static struct host_times host_times_meanwhile(const struct model *model,
                                              const struct spans *enqueued,
                                              const struct process *process, moment end)
{
    struct spans gaps = gaps_of(enqueued);
    struct host_times times = { { 0 } };
    if (gaps.count) times = host_times_in(model, &gaps, process, end);
    free(gaps.items);
    return times;
}

struct device_times *device_times(const struct model *model, moment end)
{
    struct device_spans *all = require_memory(calloc(model->device_count + 1, sizeof *all));
    struct device_times *times = require_memory(calloc(model->device_count + 1, sizeof *times));
    for (size_t i = 0; i < model->device_count; i++) all[i].first = NEVER;
    collect(model, all);
    for (size_t i = 0; i < model->device_count; i++) {
        times[i] = times_of(&all[i]);
        times[i].host_meanwhile =
            host_times_meanwhile(model, &all[i].enqueued, model->devices[i].process, end);
        free(all[i].running.items);
        free(all[i].kernels.items);
        free(all[i].transfers.items);
        free(all[i].enqueued.items);
        free(all[i].foreign.items);
    }
    free(all);
    return times;
}
