/* SPDX-License-Identifier: Apache-2.0 */
/* Everything is the length of a union of spans, each cut to the chosen span of time. */
#include "time_use.h"

#include "../../layer/words.h"
#include "../base/array.h"

#include <stdlib.h>
#include <string.h>

struct span {
    moment begin, end;
};

/* Its `end` comes before its `begin` if all of it lies outside. */
static struct span cut(const struct model *model, moment begin, moment end)
{
    const moment from = model->recording->from, to = model->recording->to;
    return (struct span){ begin > from ? begin : from, end < to ? end : to };
}

/* The length of the union of spans that come in the order of their beginnings. */
struct cover {
    moment until;
    uint64_t length;
};

static void cover_span(struct cover *cover, moment begin, moment end)
{
    if (begin < cover->until) begin = cover->until;
    if (end <= begin) return;
    cover->length += end - begin;
    cover->until = end;
}

static int by_begin(const void *a, const void *b)
{
    const struct span *left = a, *right = b;
    return (left->begin > right->begin) - (left->begin < right->begin);
}

static void add_span(struct array *spans, moment begin, moment end)
{
    if (begin < end)
        *(struct span *)array_add(spans, sizeof(struct span)) = (struct span){ begin, end };
}

static uint64_t length_of(struct array *spans)
{
    struct cover cover = { 0, 0 };
    array_sort(spans, sizeof(struct span), by_begin);
    for (size_t i = 0; i < spans->count; i++) {
        const struct span *it = (const struct span *)spans->items + i;
        cover_span(&cover, it->begin, it->end);
    }
    return cover.length;
}

/* ---- the host ---- */

enum host_use host_use_of(const struct call *call)
{
    switch (call->entry->head->kind) {
    case SLOT_OF(clBuildProgram):
    case SLOT_OF(clCompileProgram):
    case SLOT_OF(clLinkProgram): return HOST_BUILDS;
    case SLOT_OF(clFinish):
    case SLOT_OF(clWaitForEvents): return HOST_WAITS;
    case SLOT_OF(clFlush): return HOST_ENQUEUES;
    }
    if (strncmp(call->signature->name, "clEnqueue", 9) != 0) return HOST_OTHER_CALLS;
    return call_blocks(call) ? HOST_WAITS : HOST_ENQUEUES;
}

struct host_times host_times(const struct model *model, moment end)
{
    const struct recording *recording = model->recording;
    struct cover covers[HOST_USES] = { { 0, 0 } }; /* of a use and of those before it */
    struct host_times times;
    for (size_t i = 0; i < recording->count; i++) {
        struct call call;
        struct span span;
        if (!recording_call(recording, &recording->entries[i], &call) || call.hidden) continue;
        span = cut(model, call.begin, call.end == NEVER ? end : call.end);
        for (unsigned use = host_use_of(&call); use < HOST_USES; use++)
            cover_span(&covers[use], span.begin, span.end);
    }
    for (unsigned use = 0; use < HOST_USES; use++)
        times.of[use] = covers[use].length - (use ? covers[use - 1].length : 0);
    return times;
}

/* ---- devices ---- */

/* The spans of a device's commands, by what they say about it. */
struct device_spans {
    struct array running, kernels, transfers, enqueued, foreign;
    moment first, last;
};

/* Whether a command gives the device nothing to do, however long it lasts. */
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
                        const struct model_command *it)
{
    const struct span ran = cut(model, it->started, it->ended);
    const struct span was = cut(model, it->queued, it->ended);
    add_span(&spans->running, ran.begin, ran.end);
    add_span(it->work == KERNEL ? &spans->kernels : &spans->transfers, ran.begin, ran.end);
    add_span(&spans->enqueued, was.begin, was.end);
    if (was.end < was.begin) return;
    if (was.begin < spans->first) spans->first = was.begin;
    if (was.end > spans->last) spans->last = was.end;
}

/* How long a command could not start because of another queue: from when it was queued and its own
 * queue's turn had come, to the last end of a command that it waits for. */
static struct span foreign_wait(const struct model *model, const struct model_command *it,
                                moment turn, size_t *next)
{
    struct span span = { it->queued > turn ? it->queued : turn, 0 };
    const struct model_awaited *awaited;
    while ((awaited = model_next_awaited(model, next, it->entry))) {
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
        const struct model_command *it = &model->commands[i];
        struct device_spans *spans = &all[model->queues[it->queue].device];
        struct span foreign;
        if (!device_works(model, it)) continue;
        foreign = foreign_wait(model, it, ended[it->queue], &next);
        add_command(spans, model, it);
        foreign = cut(model, foreign.begin, foreign.end);
        add_span(&spans->foreign, foreign.begin, foreign.end);
        if (it->ended > ended[it->queue]) ended[it->queue] = it->ended;
    }
    free(ended);
}

static struct device_times times_of(struct device_spans *spans)
{
    struct device_times times = { 0 };
    if (!spans->running.count) return times;
    times.span = spans->last - spans->first;
    times.busy = length_of(&spans->running);
    times.overlapped = length_of(&spans->kernels) + length_of(&spans->transfers) - times.busy;
    times.waited_for_host = times.span - length_of(&spans->enqueued);
    for (size_t i = 0; i < spans->running.count; i++) {
        const struct span *it = (const struct span *)spans->running.items + i;
        add_span(&spans->foreign, it->begin, it->end);
    }
    times.waited_for_queues = length_of(&spans->foreign) - times.busy;
    return times;
}

struct device_times *device_times(const struct model *model)
{
    struct device_spans *all = require_memory(calloc(model->device_count + 1, sizeof *all));
    struct device_times *times = require_memory(calloc(model->device_count + 1, sizeof *times));
    for (size_t i = 0; i < model->device_count; i++) all[i].first = NEVER;
    collect(model, all);
    for (size_t i = 0; i < model->device_count; i++) {
        times[i] = times_of(&all[i]);
        free(all[i].running.items);
        free(all[i].kernels.items);
        free(all[i].transfers.items);
        free(all[i].enqueued.items);
        free(all[i].foreign.items);
    }
    free(all);
    return times;
}
